"""The table's state from moment to moment: what is being done, by which game, and what must still come right.

Pure and immutable. `step.py` gives the next session for an event; nothing here draws, stores or waits, and no
game is known by name.

| phase | leads to |
| --- | --- |
| menu | setup (a game was touched) |
| setup | menu (back), playing (started, and the board is as the game begins) |
| playing | correcting, choosing (the board at rest says so), over (by the rules), paused |
| correcting | playing, over (the board is right again), choosing, paused |
| choosing | playing, over (chosen), correcting (the board changed), paused |
| paused | what it was before; menu (the game is given up) |
| over | correcting (taken back), menu |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from controller import journal
from controller.play import Play
from controller.reading import Reading
from controller.tables.table import GameTable
from controller.tracker import Tracker
from controller.view import Phase
from hardware.ports import DeviceEvent, Grid

WATCHING = (Phase.PLAYING, Phase.CORRECTING, Phase.CHOOSING)
"""The phases in which the board at rest is judged."""

PAUSING = ("board", "lights")
"""The devices without which the table cannot guide: while one is away, the game pauses."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button on the screen was touched: its id."""

    at_ms: int
    id: str


Event = DeviceEvent | Pressed
Effects = tuple[journal.Effect, ...]


@dataclass(frozen=True, slots=True)
class Session:
    """Everything the table knows. Sets of sites are integers.

    `judged` is the board that was judged last, at `judged_ms`; `None` when it must be judged anew. `held` are
    the sites that must come right before the board is read again, because the table itself asked for it.
    `is_dark` holds until the board was right once since nobody looked. `lifted` are the sites that were open
    together since the board was right: their pieces may have been exchanged. `pointing` are the sites of the
    cell where a person says that a piece was not seen; 0 while the cell is being asked for. `away` gives the
    reason for each device that is away; `trouble` says why nothing can be stored.
    """

    tables: Mapping[str, GameTable[Any]]
    tracker: Tracker
    settle_ms: int
    phase: Phase = Phase.MENU
    resumes_to: Phase = Phase.MENU
    play: Play | None = None
    chosen: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    is_clearing: bool = False
    readings: tuple[Reading, ...] = ()
    pointing: int | None = None
    judged: int | None = None
    judged_ms: int = 0
    held: int = 0
    lifted: int = 0
    is_seen: bool = False
    is_dark: bool = True
    is_paused_by_hand: bool = False
    away: Mapping[str, str] = field(default_factory=dict)
    notice: str = ""
    trouble: str = ""

    @property
    def current(self) -> Play:
        """The play that is going on; only where a phase has one."""
        assert self.play is not None
        return self.play

    @property
    def differing(self) -> int:
        """The sites where the board is not as the position says."""
        return self.tracker.board ^ self.current.closed

    @property
    def is_waiting(self) -> bool:
        """Whether a device is away without which the game must pause."""
        return any(device in self.away for device in PAUSING)

    def due_ms(self) -> int | None:
        """When the board will have been at rest for long enough to be judged, if nothing else happens."""
        is_watching = self.phase in WATCHING and self.pointing is None
        if not self.is_seen or not (is_watching or (self.phase is Phase.SETUP and self.is_clearing)):
            return None
        if self.judged == self.tracker.board and not self.tracker.since:
            return None
        return self.tracker.rests_at_ms(self.settle_ms)

    def right(self) -> Session:
        """The session when the board is as the position says."""
        play = self.current
        is_over = play.position.outcome() is not None
        return replace(
            self,
            phase=Phase.OVER if is_over else Phase.PLAYING,
            tracker=self.tracker.understood(),
            judged=self.tracker.board,
            readings=(),
            pointing=None,
            held=0,
            lifted=0,
            is_dark=False,
        )

    def moved_to(self, play: Play, premature: int = 0) -> Session:
        """The session at another position. Where the board is not as that says, people are asked to mend it.

        What was set too early (`premature`) is read anew instead.
        """
        session = replace(self, play=play, readings=(), pointing=None, notice="")
        differing = session.differing
        if not differing:
            return session.right()
        return replace(session, phase=Phase.CORRECTING, held=differing & ~premature, judged=None)

    def paused(self, *, by_hand: bool) -> Session:
        """The session at rest, until a person or a device ends the pause."""
        if self.phase is Phase.PAUSED:
            return self
        return replace(self, phase=Phase.PAUSED, resumes_to=self.phase, is_paused_by_hand=by_hand)

    def resumed(self) -> Session:
        """Back from a pause, in which anything may have happened to the board."""
        return replace(
            self, phase=self.resumes_to, is_paused_by_hand=False, is_dark=True, judged=None, pointing=None
        )


def first_session(
    tables: Mapping[str, GameTable[Any]], grid: Grid, settle_ms: int, away: Mapping[str, str]
) -> Session:
    """The session of a table that has just been switched on and waits for its devices."""
    return Session(tables, Tracker(grid), settle_ms, away=away).paused(by_hand=False)
