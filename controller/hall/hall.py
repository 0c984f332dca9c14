"""What a hall knows of its tables, from what they tell the broker. Pure but for its log."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Final

import msgspec

from controller.files.as_json import NotThat, decoded
from controller.mqtt.messages import ONLINE, ActionEvent, GameState, HealthState

log = logging.getLogger(__name__)

MOST_TABLES: Final = 1_000
"""So many tables a hall follows; what others tell is left out."""

LARGEST: Final = 1 << 18
"""No message has more bytes."""

MOST_RESULTS: Final = 5_000
"""So many results are kept; the oldest go first."""

MOST_JOURNALS: Final = 5
"""So many journals of a table are remembered: it has one, and another when its card was changed."""


class Result(msgspec.Struct, frozen=True):
    """How a game at a table ended. `winner` is a player's name, `draw`, or `None` for a game given up;
    `score` has the players in the order of their seats. `at_ms` is the table's wall clock."""

    table: str
    journal: str
    game: int
    name: str
    winner: str | None
    score: dict[str, int]
    at_ms: int

    @property
    def key(self) -> tuple[str, str, int]:
        """What names the game for good."""
        return self.table, self.journal, self.game


class Kept(msgspec.Struct, frozen=True):
    """What a hall keeps over a restart: the last line that it has had of each journal, and the results."""

    had: dict[str, dict[str, int]] = {}
    results: tuple[Result, ...] = ()


@dataclass(slots=True)
class Table:
    """One table, as far as it has told."""

    name: str
    is_online: bool = False
    state: GameState | None = None
    health: HealthState | None = None
    action: ActionEvent | None = None
    had: dict[str, int] = field(default_factory=dict)


class Hall:
    """All tables below one prefix. `kept` is what was known before a restart."""

    def __init__(self, prefix: str, kept: Kept | None = None) -> None:
        self._prefix = prefix
        self.tables: dict[str, Table] = {}
        self._results: dict[tuple[str, str, int], Result] = {}
        self._harmed: set[str] = set()
        for result in (kept or Kept()).results:
            self._results[result.key] = result
        for name, had in (kept or Kept()).had.items():
            self.tables[name] = Table(name, had=dict(had))

    @property
    def kept(self) -> Kept:
        """What a restart must know."""
        had = {name: dict(table.had) for name, table in self.tables.items() if table.had}
        return Kept(had, tuple(self._results.values()))

    def results(self, day: date) -> tuple[Result, ...]:
        """The results of a day, the newest first."""
        of_day = [one for one in self._results.values() if day_of(one.at_ms) == day]
        return tuple(sorted(of_day, key=lambda one: one.at_ms, reverse=True))

    def hear(self, topic: str, payload: bytes) -> tuple[str, Result | None]:
        """Take a message up: the table that has changed by it (nothing if none has), and the result of a game
        that ended by it. What is no message of a table is left out, and told of once a table."""
        rest = topic.removeprefix(f"{self._prefix}/")
        name, slash, what = rest.partition("/")
        if rest == topic or not slash or len(payload) > LARGEST:
            return "", None
        if name not in self.tables and len(self.tables) >= MOST_TABLES:
            return "", None
        try:
            return self._take(self.tables.get(name) or Table(name), what, payload)
        except (NotThat, ValueError) as error:
            if name not in self._harmed and len(self._harmed) < MOST_TABLES:
                self._harmed.add(name)
                log.warning("hall: %s tells what is no message: %s", topic, error)
            return "", None

    def _take(self, table: Table, what: str, payload: bytes) -> tuple[str, Result | None]:
        result = None
        match what:
            case "online":
                table.is_online = payload == ONLINE.encode()
            case "game":
                table.state = decoded(payload, GameState)
            case "health":
                table.health = decoded(payload, HealthState)
            case "action":
                event = decoded(payload, ActionEvent)
                if event.id <= table.had.get(event.journal, 0):
                    return "", None  # told again: see docs/mqtt.md
                result = self._ended(table.name, event)
                table.action = event
                table.had[event.journal] = event.id
                while len(table.had) > MOST_JOURNALS:
                    del table.had[next(iter(table.had))]
            case _:
                return "", None
        self.tables[table.name] = table
        return table.name, result

    def _ended(self, name: str, event: ActionEvent) -> Result | None:
        """The result that an action brings. One that takes a game's end back takes its result with it."""
        day_of(event.at_ms)  # a ValueError for a time that is none
        key = (name, event.journal, event.game)
        if not event.over:
            self._results.pop(key, None)
            return None
        result = Result(*key, event.name, event.winner, event.score, event.at_ms)
        is_new = key not in self._results
        self._results[key] = result
        while len(self._results) > MOST_RESULTS:
            del self._results[next(iter(self._results))]
        return result if is_new else None


def day_of(at_ms: int) -> date:
    """The day, by this computer's clock, of a moment since 1970. Raises `ValueError` for one that is none."""
    try:
        return datetime.fromtimestamp(at_ms / 1000, tz=UTC).astimezone().date()
    except (OverflowError, OSError) as error:
        raise ValueError(f"{at_ms} ms is no time") from error
