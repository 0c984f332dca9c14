"""When the program is killed: at any time, or aimed at what it does with its journal and its lights."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from random import Random

from tests.kills.board import Board
from tests.kills.program import Program

SETTLE_MS = 100
START_S = 0.8
"""A little longer than a start takes here."""
PATIENCE_S = 5.0


class Moment(StrEnum):
    """The program's work at the moment of its death."""

    START = "at its start"
    REST = "at rest"
    HAND = "after a hand has moved"
    COMMIT = "about when it commits"
    WRITTEN = "when the journal's file has grown"
    LOGGED = "when it has said what it stored"
    LIT = "when the first light has answered"
    LIT_AGAIN = "when the lights have changed again"


WEIGHTS: Mapping[Moment, int] = {
    Moment.START: 3,
    Moment.REST: 1,
    Moment.HAND: 3,
    Moment.COMMIT: 4,
    Moment.WRITTEN: 4,
    Moment.LOGGED: 2,
    Moment.LIT: 1,
    Moment.LIT_AGAIN: 2,
}


def any_moment(dice: Random) -> Moment:
    """One of them, some more often than others."""
    return dice.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]


class Ambush:
    """Waits for the moment from now on. Everything about the time before is noted when it is set up."""

    def __init__(self, moment: Moment, dice: Random, program: Program, board: Board, journal: Path) -> None:
        self.moment = moment
        self._share = dice.random()
        self._program = program
        self._board = board
        self._log = Path(f"{journal}-wal")
        self._written = _state(self._log)
        self._refreshes = board.refreshes
        self._told = len(program.stored)
        self._wait: Callable[[], None] = {
            Moment.START: lambda: time.sleep(START_S * self._share),
            Moment.REST: lambda: time.sleep(0.3 * self._share),
            Moment.HAND: lambda: time.sleep((SETTLE_MS + 60) / 1000 * self._share),
            Moment.COMMIT: lambda: time.sleep((SETTLE_MS + 30 * self._share) / 1000),
            Moment.WRITTEN: lambda: self._until(lambda: _state(self._log) != self._written),
            Moment.LOGGED: lambda: self._until(self._has_said),
            Moment.LIT: lambda: self._until(lambda: board.refreshes > self._refreshes),
            Moment.LIT_AGAIN: self._until_lit_again,
        }[moment]

    def wait(self) -> None:
        """Return at the moment, or when it does not come."""
        self._wait()

    def _until_lit_again(self) -> None:
        self._until(self._has_said)
        self._refreshes = self._board.refreshes
        self._until(lambda: self._board.refreshes > self._refreshes, within_s=0.2)

    def _has_said(self) -> bool:
        return len(self._program.stored) > self._told

    def _until(self, holds: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
        end_s = time.monotonic() + within_s
        while not holds() and time.monotonic() < end_s and self._program.is_alive:
            time.sleep(0)


def _state(file: Path) -> tuple[int, int]:
    """Changes with whatever is written to a file."""
    try:
        state = os.stat(file)  # noqa: PTH116 - in the narrowest loop
    except FileNotFoundError:
        return (0, 0)
    return state.st_size, state.st_mtime_ns
