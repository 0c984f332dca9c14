"""A clock for an adapter's thread that only passes on command: exact, and without waiting."""

from __future__ import annotations

from threading import Condition, Event

WITHIN_S = 20.0
LOOK_S = 0.01


class ThreadStands(Exception):
    """The thread under test does not reach its next wait."""


class LockStepClock:
    """A clock for one thread, controlled by the caller; between two `run_for` the thread stands still."""

    def __init__(self) -> None:
        self._now_us = 0
        self._limit_us = 0
        self._is_parked = False
        self._changed = Condition()

    def now_us(self) -> int:
        """See `Clock`."""
        return self._now_us

    def spin_us(self, for_us: int) -> None:
        """See `Clock`. The time passes at once."""
        self._now_us += for_us

    def wait_us(self, for_us: int, ending: Event) -> None:
        """See `Clock`. Returns when the caller has let enough time pass, or at the end."""
        then_us = self._now_us + for_us
        with self._changed:
            while then_us > self._limit_us and not ending.is_set():
                self._now_us = max(self._now_us, self._limit_us)
                self._is_parked = True
                self._changed.notify_all()
                self._changed.wait(LOOK_S)
            self._is_parked = False
            self._now_us = max(self._now_us, min(then_us, self._limit_us))

    def run_for(self, for_us: int) -> None:
        """Let the thread run for a time, and return when it waits for more. Raises `ThreadStands`."""
        with self._changed:
            self._limit_us = max(self._limit_us, self._now_us) + for_us
            self._is_parked = False
            self._changed.notify_all()
            if not self._changed.wait_for(lambda: self._is_parked, WITHIN_S):
                raise ThreadStands(f"no thread waited for more time within {WITHIN_S:g} s")
