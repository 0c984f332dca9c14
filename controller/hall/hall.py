"""A hall's state of its tables, from their messages. Pure except for its log."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Final

import msgspec

from controller.files.as_json import NotThat, decoded
from controller.hall.bounds import check_event, check_state, is_name
from controller.hall.result import GameResult, day_of
from controller.mqtt.messages import ONLINE, ActionEvent, GameState, HealthState

log = logging.getLogger(__name__)

MOST_TABLES: Final = 1_000
"""The most tables that a hall follows; messages of others are ignored."""

MOST_RESULTS: Final = 5_000
"""The most results kept; the oldest are dropped first."""

MOST_EACH: Final = 500
"""The most results kept of one table: none pushes out those of others."""

MOST_JOURNALS: Final = 5
"""The most journals remembered per table: it has one, and another after its card was changed."""


LATE_MS: Final = 2 * 3_600_000
"""The clocks of tables and hall differ by less. A result whose time is earlier than that was sent late."""


MOST_MISSED: Final = 10_000
"""No gap between two actions counts as more: a table may number them as it likes."""


class HallState(msgspec.Struct, frozen=True):
    """A hall's state across restarts: the last received line of each journal, and the results."""

    had: dict[str, dict[str, int]] = {}
    results: tuple[GameResult, ...] = ()


@dataclass(slots=True)
class KnownTable:
    """One table, as far as its messages say."""

    name: str
    is_online: bool = False
    state: GameState | None = None
    is_well: bool = True
    had: dict[str, int] = field(default_factory=dict)


class Hall:
    """All tables below one prefix. `wall_ms` is the hall's wall clock, in milliseconds since 1970; `kept` is
    the state before a restart."""

    def __init__(self, prefix: str, wall_ms: Callable[[], int], kept: HallState | None = None) -> None:
        self._prefix = prefix
        self._wall_ms = wall_ms
        self.missed = 0
        """The number of missing lines of journals between received ones."""
        self.tables: dict[str, KnownTable] = {}
        self._results: dict[tuple[str, str, int], GameResult] = {}
        self._harmed: set[str] = set()
        for result in (kept or HallState()).results:
            self._results[result.key] = result
        for name, had in (kept or HallState()).had.items():
            self.tables[name] = KnownTable(name, had=dict(had))

    @property
    def kept(self) -> HallState:
        """The state for a restart."""
        had = {name: dict(table.had) for name, table in self.tables.items() if table.had}
        return HallState(had, tuple(self._results.values()))

    def results(self, day: date) -> tuple[GameResult, ...]:
        """The results of a day, the newest first."""
        of_day = [one for one in self._results.values() if day_of(one.at_ms) == day]
        return tuple(sorted(of_day, key=lambda one: one.at_ms, reverse=True))

    def hear(self, topic: str, payload: bytes) -> tuple[str, GameResult | None]:
        """Process a message. Returns the table that it changes (empty if none), and the result of a game that
        it ends. Invalid messages are ignored, and logged once per table."""
        rest = topic.removeprefix(f"{self._prefix}/")
        name, slash, what = rest.partition("/")
        if rest == topic or not slash or not is_name(name):
            return "", None
        if name not in self.tables and len(self.tables) >= MOST_TABLES:
            return "", None
        try:
            return self._take(self.tables.get(name) or KnownTable(name), what, payload)
        except (NotThat, ValueError) as error:
            if name not in self._harmed and len(self._harmed) < MOST_TABLES:
                self._harmed.add(name)
                log.warning("hall: the payload on %s is no valid message: %s", topic, error)
            return "", None

    def _take(self, table: KnownTable, what: str, payload: bytes) -> tuple[str, GameResult | None]:
        result = None
        match what:
            case "online":
                table.is_online = payload == ONLINE.encode()
            case "game":
                state = decoded(payload, GameState)
                check_state(state)
                table.state = state
            case "health":
                table.is_well = decoded(payload, HealthState).is_well
            case "action":
                event = decoded(payload, ActionEvent)
                check_event(event)
                if event.id <= table.had.get(event.journal, 0):
                    return "", None  # a repetition: see docs/mqtt.md
                result = self._ended(table.name, event)
                gap = event.id - table.had.get(event.journal, event.id - 1) - 1
                self.missed += min(gap, MOST_MISSED)
                table.had[event.journal] = event.id
                while len(table.had) > MOST_JOURNALS:
                    del table.had[next(iter(table.had))]
            case _:
                return "", None
        self.tables[table.name] = table
        return table.name, result

    def _ended(self, name: str, event: ActionEvent) -> GameResult | None:
        """The result that an action brings. Taking back the end of a game removes its result."""
        key = (name, event.journal, event.game)
        if not event.over:
            self._results.pop(key, None)
            return None
        now_ms = self._wall_ms()
        at_ms = now_ms if event.at_ms > now_ms - LATE_MS else event.at_ms
        result = GameResult(*key, event.name, event.winner, event.score, at_ms)
        is_new = key not in self._results
        self._results[key] = result
        own = [one for one in self._results if one[0] == name]
        for key in own[: max(len(own) - MOST_EACH, 0)]:
            del self._results[key]
        while len(self._results) > MOST_RESULTS:
            del self._results[next(iter(self._results))]
        return result if is_new else None
