"""A table that runs in its real main loop, in the middle of a game of Masterplan."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.daemon.daemon import Daemon
from controller.daemon.display import Display, NoDisplay
from controller.daemon.events import Events
from controller.daemon.main_loop import loop
from controller.journal.journal import Journal
from controller.model.records import Played, Start
from controller.model.view import Phase
from controller.monotonic import now_ms
from hardware.ports import Polled
from tests.owner import owned

WITHIN_S = 60
BEGUN = (Start({"game": "masterplan"}), Played("house d4 ne"), Played("house f6 n"))


class RunningTable:
    """The common parts of such tables. A subclass begins the `daemon`."""

    daemon: Daemon

    def __init__(self, folder: Path) -> None:
        self.journal = owned(Journal.open(folder / "journal.sqlite"))
        self.journal.apply(BEGUN, 0)
        self.events = Events()
        self.display: Display = NoDisplay()

    @property
    def polled(self) -> Sequence[Polled]:
        """The steps of the loop, in turn."""
        raise NotImplementedError

    def until(self, holds: Callable[[], bool]) -> None:
        """Run until something is so."""
        end_s = time.monotonic() + WITHIN_S

        def is_over() -> bool:
            return holds() or time.monotonic() > end_s

        loop(self.daemon, self.polled, self.display, self.events, now_ms, until=is_over)
        assert holds(), self.daemon.shown.view

    def until_it_is(self, phase: Phase) -> None:
        self.until(lambda: self.daemon.session.phase is phase)

    def until_played(self, *actions: str) -> None:
        self.until(lambda: self.journal.actions(1)[2:] == list(actions))

    def site(self, place: str) -> int:
        return self.daemon.session.tables["masterplan"].sites(place)

    def asks(self) -> str:
        return " ".join(self.daemon.shown.view.ask)
