"""Simulated crashes of the program.

Wherever the program touches its journal or a device it passes a `Point`. A `Killer` kills it at a chosen
point, after a chosen number of passes.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class Point(StrEnum):
    """Where the program can be killed."""

    EVENT = "event"
    """A device has sent an event that is not processed yet."""
    STATEMENT = "statement"
    """A statement is about to go to the journal's file."""
    COMMIT = "commit"
    """Everything is written, nothing is committed."""
    TORN = "torn"
    """The commit is partly on the disk."""
    STORED = "stored"
    """Everything is committed, nothing is shown."""
    SHOW = "show"
    """A picture is about to be given to the lights."""
    WIRE = "wire"
    """Half of a message to the board has left."""
    SHOWN = "shown"
    """The lights have their picture."""


class Killed(BaseException):
    """The program is dead. No part of it may catch this: a killed process does nothing more."""


class Killer:
    """Waits for the program at a point. `at_death` is called at that very moment, before the stack
    unwinds."""

    def __init__(self, at_death: Callable[[], None]) -> None:
        self._at_death = at_death
        self._left: dict[Point, int] = {}

    def lie_in_wait(self, point: Point, times: int) -> None:
        """Kill the program when it passes a point for the `times`-th time from now."""
        self._left[point] = times

    def is_next(self, point: Point) -> bool:
        """Whether the program dies when it next passes a point."""
        return self._left.get(point) == 1

    def passing(self, point: Point) -> None:
        """The program passes a point. Raises `Killed` if it dies there."""
        if point not in self._left:
            return
        self._left[point] -= 1
        if not self._left[point]:
            self.kill()

    def kill(self) -> None:
        """Kill the program now. Raises `Killed`."""
        self._left.clear()
        self._at_death()
        raise Killed
