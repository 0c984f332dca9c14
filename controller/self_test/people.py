"""The answerer of a self-test: a person at the terminal, or simulated hands at the simulated table."""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable, Mapping
from typing import Final, Protocol, TextIO

from controller.referee.session import Pressed
from controller.self_test.findings import judge
from controller.self_test.machine import (
    COLOURS,
    DEAF_MS,
    LETTERS,
    SETTLE_MS,
    SEVERAL,
    CheckPhase,
    Event,
    Named,
    SelfTest,
)
from controller.self_test.showing import Words, words
from controller.view.terminal import Terminal
from hardware.ports import sites_in
from hardware.simulated.table import SimulatedTable

KEYS: Final[Mapping[str, str]] = {
    "": "next",
    "b": "back",
    "s": "skip",
    "w": "wrong",
    "q": "stop",
    **{str(number): colour for number, colour in enumerate(LETTERS, 1)},
    "m": SEVERAL,
}
"""The keys before Enter, and their answers."""

_TYPED: Final = {answer: key for key, answer in KEYS.items()}
_SITE: Final = re.compile(r"@?(\d+) *, *(\d+)")


class Answerer(Protocol):
    """A person who follows the instructions."""

    def hear(self, said: Words) -> None:
        """Take new words in."""

    def act(self, test: SelfTest, now_ms: int) -> list[Event]:
        """Do what is wanted now; give the answers."""

    def agrees(self, question: str) -> bool:
        """The answer to a question at the end."""


class Typist:
    """A person at a terminal, who reads lines and types answers. The end of what is typed stops the test."""

    def __init__(self, typed: TextIO, terminal: Terminal) -> None:
        self._terminal = terminal
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        """The typed lines; `None` at the end of input."""
        self._said: Words | None = None
        threading.Thread(target=self._read, args=(typed,), name="keys", daemon=True).start()

    def hear(self, said: Words) -> None:
        """Print what is new."""
        before, self._said = self._said, said
        if before is None or before.heading != said.heading:
            self._terminal.heading(said.heading)
        for line in said.ask:
            if before is None or line not in before.ask:
                self._terminal.say(line)
        is_same = before is not None and before.heading == said.heading
        known = (*before.answers, *before.choices) if before is not None and is_same else ()
        offered = (*said.answers, *said.choices)
        keys = [f"{_TYPED[one.id] or 'Enter'}: {one.label}" for one in offered if one not in known]
        if keys:
            self._terminal.say("; ".join(keys), "   ")
        self._terminal.flush()

    def act(self, test: SelfTest, now_ms: int) -> list[Event]:
        """The line that was typed, if one was."""
        try:
            line = self._lines.get_nowait()
        except queue.Empty:
            return []
        if line is None:
            self._lines.put(None)
            return [Pressed(now_ms, "stop")]
        event = _event_of(line, test, now_ms)
        if event is None:
            self._terminal.say(f"{line}: no answer to this.")
            return []
        return [event]

    def agrees(self, question: str) -> bool:
        """Wait for a line; only `y` is a yes."""
        self._terminal.say(f"{question} Type y for yes.")
        self._terminal.flush()
        try:
            return self._lines.get() in ("y", "yes")
        except KeyboardInterrupt:
            return False

    def _read(self, typed: TextIO) -> None:
        for line in typed:
            self._lines.put(line.strip().lower())
        self._lines.put(None)


def _event_of(line: str, test: SelfTest, now_ms: int) -> Event | None:
    """The event of a line; `None` if it has none now."""
    grid = test.findings.grid
    if named := _SITE.fullmatch(line):
        column, row = int(named[1]), int(named[2])
        is_fit = (
            column < grid.columns and row < grid.rows and test.phase in (CheckPhase.COLOURS, CheckPhase.RUN)
        )
        return Named(now_ms, grid.site(column, row)) if is_fit else None
    pressed = KEYS.get(line)
    said = words(test)
    is_offered = any(choice.id == pressed for choice in (*said.answers, *said.choices))
    return Pressed(now_ms, pressed) if pressed is not None and is_offered else None


class MagnetHands:
    """Simulated hands: they lay magnets as instructed, and report sites that do not answer. Eyes see `lit`,
    red, green, blue for each light."""

    def __init__(self, table: SimulatedTable, lit: Callable[[], bytes] = bytes) -> None:
        self._table = table
        self._lit = lit
        self._on: int | None = None
        self._since_ms = 0

    def hear(self, said: Words) -> None:
        """Hands need no words."""

    def act(self, test: SelfTest, now_ms: int) -> list[Event]:
        """Do the requested step; answer as a person who has waited long enough."""
        if test.phase is CheckPhase.LAY:
            self._lay(test, now_ms)
            return []
        if test.phase is CheckPhase.ORDER:
            return [Pressed(now_ms, self._sees())] if now_ms - test.since_ms > SETTLE_MS else []
        if test.asked is None:
            return [Pressed(now_ms, "next")]
        if test.asked != self._on:
            self._move_to(test.asked, now_ms)
            return []
        return [Pressed(now_ms, "next")] if now_ms - self._since_ms > 2 * DEAF_MS else []

    def agrees(self, question: str) -> bool:
        """Hands decide nothing."""
        return False

    def _sees(self) -> str:
        """The colour of the lights."""
        lit = self._lit()
        colours = {lit[at : at + 3] for at in range(0, len(lit), 3)}
        if len(colours) > 1:
            return SEVERAL
        seen = tuple(bool(part) for colour in colours for part in colour)
        return next((name for name, one in COLOURS.items() if tuple(map(bool, one)) == seen), "skip")

    def _move_to(self, site: int, now_ms: int) -> None:
        """Move the one magnet that is in the hand."""
        self._take_away(now_ms)
        self._table.put([site], "magnet", self._at_us(now_ms))
        self._on, self._since_ms = site, now_ms

    def _take_away(self, now_ms: int) -> None:
        if self._on is not None:
            self._table.lift([self._on], self._at_us(now_ms))
            self._on = None

    def _lay(self, test: SelfTest, now_ms: int) -> None:
        """Lay the magnets that stay, and take those away that lay there before."""
        self._take_away(now_ms)
        wanted = sites_in(judge(test.findings).calibration.site_set(test.base))
        lying = [site for piece in self._table.pieces for site in piece.sites]
        if superfluous := [site for site in lying if site not in wanted]:
            self._table.lift(superfluous, self._at_us(now_ms))
        for site in wanted:
            if site not in lying:
                self._table.put([site], "magnet", self._at_us(now_ms))

    def _at_us(self, now_ms: int) -> int:
        return max(1000 * now_ms, self._table.now_us)
