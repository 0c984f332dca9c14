"""`python -m benchmarks.way`: the way of one house through the program, counted by the profiler.

A daemon with its shell and a journal in memory plays the first house of a game of Masterplan. Two calls are
counted: the first frame with the house, and the tick that plays it. A step is a call of a function of ours,
without code that dataclasses write for themselves; a change is a step into another file than the one before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from controller.daemon.daemon import Daemon, started
from controller.journal.journal import Journal
from controller.referee.session import Pressed
from controller.settings.settings import Config
from hardware.ports import LinkUp, SensorFrame

ROOT = f"{Path(__file__).parents[1]}/"
HOUSE = "d4.ne"
FRAME_MS = 100
REST_MS = 1_000
"""Longer than a board must rest to be judged."""


@dataclass
class Way:
    """The steps of a call."""

    files: set[str] = field(default_factory=set)
    functions: set[tuple[str, int]] = field(default_factory=set)
    changes: int = 0
    _last: str = ""

    def __call__(self, frame: FrameType, event: str, _arg: Any) -> None:
        """See `sys.setprofile`."""
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(ROOT) and file != __file__ and "/.venv/" not in file:
            self.changes += bool(self._last) and file != self._last
            self.files.add(file)
            self.functions.add((file, frame.f_code.co_firstlineno))
            self._last = file


class _NoLights:
    def show(self, frame: bytes) -> None:
        """See `Lights`."""


def ways() -> tuple[Way, Way]:
    """The way of the first frame with a house, and of the tick that plays it."""
    with Journal.open(None) as journal:
        daemon = started(Config(), journal, _NoLights(), ["board"], lambda: 0)
        daemon.handle(LinkUp(0, "board", "board"), 0)
        now_ms = _rested(daemon, 0, 0)
        for button in ("game-masterplan", "start"):
            daemon.handle(Pressed(now_ms, button), now_ms)
            now_ms = _rested(daemon, now_ms, 0)
        house = daemon.session.table.sites(HOUSE)
        frame = _counted(lambda: daemon.handle(SensorFrame(now_ms, house), now_ms))
        tick = _counted(lambda: daemon.tick(now_ms + REST_MS))
        assert daemon.session.current.plies, "the house was not played"
    return frame, tick


def _rested(daemon: Daemon, now_ms: int, closed: int) -> int:
    """The moment at which a board has been judged."""
    for at_ms in range(now_ms + FRAME_MS, now_ms + 2 * REST_MS, FRAME_MS):
        daemon.handle(SensorFrame(at_ms, closed), at_ms)
        daemon.tick(at_ms)
    return now_ms + 2 * REST_MS


def _counted(call: Callable[[], None]) -> Way:
    way = Way()
    sys.setprofile(way)
    try:
        call()
    finally:
        sys.setprofile(None)
    return way


if __name__ == "__main__":
    for name, way in zip(("first frame", "tick"), ways(), strict=True):
        print(
            f"{name}: {len(way.files)} files, {len(way.functions)} functions, {way.changes} changes of file"
        )
