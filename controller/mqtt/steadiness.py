"""Observes whether a connection lasts, and why it may end again and again. Times are seconds of one clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

LASTS_S: Final = 30.0
"""A connection that lasts this long is sound."""

MOST_SHORT: Final = 3
"""This many shorter ones in a row are no accident."""

AT_ONCE_S: Final = 0.5
"""A hang-up within this time after a message is caused by it."""

LARGE: Final = 512
"""A message of fewer bytes is too large for no broker."""


class Steadiness:
    """The connections of one client, one after the other. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._begun_s: float | None = None
        self._said_s = 0.0
        self._short = 0
        self._largest = (0, "")
        self._suspect = (0, "")
        self.too_large = (0, "")
        """The size and the topic of the message at which the broker hangs up again and again, if there is
        one."""

    def begins(self) -> None:
        """The broker has accepted the client."""
        self._begun_s = self._clock()
        self._largest = (0, "")

    def says(self, size: int, topic: str) -> None:
        """A message of this many bytes is sent."""
        self._said_s = self._clock()
        self._largest = max(self._largest, (size, topic))

    def ends(self) -> None:
        """The connection has ended, and neither side wanted it."""
        now_s = self._clock()
        is_short = self._begun_s is not None and now_s - self._begun_s < LASTS_S
        self._begun_s = None
        self._short = self._short + 1 if is_short else 0
        found = self._largest if now_s - self._said_s < AT_ONCE_S and self._largest[0] >= LARGE else (0, "")
        self.too_large = found if found[1] and found[1] == self._suspect[1] else (0, "")
        self._suspect = found

    @property
    def is_flapping(self) -> bool:
        """Whether connections end again and again, until one lasts."""
        if self._begun_s is not None and self._clock() - self._begun_s >= LASTS_S:
            self._short = 0
        return self._short >= MOST_SHORT

    def wait_s(self, first_s: float, longest_s: float) -> float:
        """The wait before the next connection: twice as long after each short one."""
        return float(min(first_s * 2.0 ** max(self._short - 1, 0), longest_s))
