"""The result of a game at a table, as a hall keeps it. Pure."""

from __future__ import annotations

from datetime import UTC, date, datetime

import msgspec


class GameResult(msgspec.Struct, frozen=True):
    """A game's result at a table. `winner` is a player's name, `draw`, or `None` for an abandoned game;
    `score` has the players in the order of their seats. `at_ms` is when the hall heard of it, by the hall's
    wall clock, or when the table played it, by its own, if it was sent late."""

    table: str
    journal: str
    game: int
    name: str
    winner: str | None
    score: dict[str, int]
    at_ms: int

    @property
    def key(self) -> tuple[str, str, int]:
        """The permanent key of the game."""
        return self.table, self.journal, self.game


def day_of(at_ms: int) -> date:
    """The day of a moment since 1970, by this computer's clock. Raises `ValueError` if it is out of range."""
    try:
        return datetime.fromtimestamp(at_ms / 1000, tz=UTC).astimezone().date()
    except (OverflowError, OSError) as error:
        raise ValueError(f"{at_ms} ms is no time") from error
