"""The journal's input and output: effects, and the records of games.

An effect on a game has the number of its `game`; `None` stands for the game that starts with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, TypeAlias

from controller.model.hands import Row
from engines.record import record
from opponents.thought import Level

Json: TypeAlias = dict[str, Any]


@record
class Start:
    """A game begins. `header` is the referee's: `game` and its options. `computers` are the levels of the
    computer's seats."""

    header: Mapping[str, Any]
    computers: Mapping[str, Level] = field(default_factory=dict)


@record
class Played:
    """An action was played; `text` is its notation, `public` its public part before it is revealed."""

    text: str = field(repr=False)
    public: str = field(default="", compare=False)
    game: int | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"play {self.public or self.text}"


@record
class Undo:
    """The last `plies` standing actions were taken back. A finished game is thereby resumed."""

    plies: int
    game: int | None = field(default=None, compare=False, repr=False)


@record
class Finish:
    """The game ended, by its rules or because it was abandoned."""

    result: Mapping[str, Any]
    game: int | None = field(default=None, compare=False, repr=False)


@record
class Mask:
    """The host masks a site whose sensor is broken."""

    column: int
    row: int


@record
class Unmask:
    """A masked site's sensor is trusted again."""

    column: int
    row: int


@record
class Used:
    """The time used by the players of a game, in milliseconds."""

    used_ms: Mapping[str, int]
    game: int | None = field(default=None, compare=False, repr=False)


@record
class Seated:
    """From now on a seat is the computer's, of this level, or a person's."""

    seat: str
    level: Level | None
    game: int | None = field(default=None, compare=False, repr=False)


@record
class Hand:
    """A seat's shown pieces in a deal, all of them so far; `None` if they cannot be shown. With `is_kept`
    false the row is removed, as if it had never begun."""

    deal: int
    seat: str
    row: Row | None = field(repr=False)
    is_kept: bool = True
    game: int | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        if not self.is_kept:
            return f"hand of {self.seat}: not shown"
        return f"hand of {self.seat}: {'given up' if self.row is None else f'{len(self.row)} shown'}"


OfGame: TypeAlias = Played | Undo | Finish | Used | Seated | Hand
Effect: TypeAlias = Start | Mask | Unmask | OfGame


@record
class Entry:
    """A row of a game's log."""

    id: int
    wall_ms: int
    what: Played | Undo | Finish


@record
class GameRecord:
    """A game: `plies` counts its standing actions; `result` is `None` while it is not over."""

    id: int
    header: Json
    started_ms: int
    plies: int
    result: Json | None
