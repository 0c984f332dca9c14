"""A program that is killed where it stands, for the simulated table.

Wherever the program touches its journal or a device it passes a `Point`. Whoever wants it dead says at which
of them, and how often it is passed before.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class Point(StrEnum):
    """Where the program can be killed."""

    EVENT = "event"
    """A device has told something, and nothing is made of it yet."""
    STATEMENT = "statement"
    """A statement is about to be given to the journal's file."""
    COMMIT = "commit"
    """All is written, and nothing of it committed."""
    TORN = "torn"
    """The commit is on its way to the disk: a part of it is there."""
    STORED = "stored"
    """All is committed, and nothing of it shown."""
    SHOW = "show"
    """A picture is about to be given to the lights."""
    WIRE = "wire"
    """One half of what is sent to the board has left."""
    SHOWN = "shown"
    """The lights have their picture."""


class Killed(BaseException):
    """The program is dead. No part of it may catch this: a killed process does nothing any more."""


class Killer:
    """Waits for the program at a point. `at_death` is called at that very moment, before anything unwinds."""

    def __init__(self, at_death: Callable[[], None]) -> None:
        self._at_death = at_death
        self._left: dict[Point, int] = {}

    def lie_in_wait(self, point: Point, times: int) -> None:
        """Kill the program when it passes a point, at the `times`-th time from now."""
        self._left[point] = times

    def is_next(self, point: Point) -> bool:
        """Whether the program is to die when it passes a point the next time."""
        return self._left.get(point) == 1

    def passing(self, point: Point) -> None:
        """The program comes to a point. Raises `Killed` if it is not to get any farther."""
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
