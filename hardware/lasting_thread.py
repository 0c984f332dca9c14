"""A thread that restarts its work however it ends: the base of adapters and services."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Protocol

from engines.record import record


@record
class BackOff:
    """The delay before ended work is restarted: it doubles each time, up to a limit."""

    first_s: float = 0.1
    longest_s: float = 2.0

    def wait_s(self, failures: int) -> float:
        """The wait after this number of failures in a row, at least one."""
        return min(self.first_s * 2.0 ** min(failures - 1, 30), self.longest_s)


class ThreadClock(Protocol):
    """The clock of an adapter's thread."""

    def now_us(self) -> int:
        """The monotonic time, in microseconds."""

    def spin_us(self, for_us: int) -> None:
        """Wait for a few microseconds, more precisely than a sleep."""

    def wait_us(self, for_us: int, ending: Event) -> None:
        """Wait, but no longer than until `ending` is set."""


class HostClock:
    """The computer's own monotonic clock."""

    def now_us(self) -> int:
        """See `ThreadClock`."""
        return time.monotonic_ns() // 1000

    def spin_us(self, for_us: int) -> None:
        """See `ThreadClock`. A sleep takes more than ten times as long as a row needs to settle."""
        until_ns = time.monotonic_ns() + 1000 * for_us
        while time.monotonic_ns() < until_ns:
            pass

    def wait_us(self, for_us: int, ending: Event) -> None:
        """See `ThreadClock`."""
        ending.wait(for_us / 1_000_000)


class LastingThread:
    """Runs `work` in a thread, again and again until `stop`.

    `work` returns when `is_ending` is true. It sets `is_up` once it works: then the next restart comes after
    the shortest delay. Exceptions go to `failed`.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], None],
        failed: Callable[[Exception], None],
        back_off: BackOff,
        clock: ThreadClock | None = None,
    ) -> None:
        self.is_up = False
        self.beats = 0
        """See `Heartbeat`. Long work waits by `wait_us`, or counts itself."""
        self._name = name
        self._work = work
        self._failed = failed
        self._back_off = back_off
        self._clock = clock or HostClock()
        self._ending = Event()
        self._thread: Thread | None = None

    @property
    def is_ending(self) -> bool:
        """Whether the work must end."""
        return self._ending.is_set()

    def wait_us(self, for_us: int) -> None:
        """Wait, but no longer than until the work must end."""
        self.beats += 1
        self._clock.wait_us(for_us, self._ending)

    def wait_s(self, for_s: float) -> None:
        """See `wait_us`."""
        self.wait_us(round(1_000_000 * for_s))

    def begin(self) -> None:
        """Start the thread. Returns at once."""
        self._ending.clear()
        self._thread = Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Ask the work to end. Returns at once; a waiting call of the work must be woken separately."""
        self._ending.set()

    def stop(self, within_s: float | None = None) -> None:
        """End the thread and wait for it, at most this long. May be called twice."""
        self.end()
        if self._thread is not None:
            self._thread.join(within_s)
            self._thread = None

    def _run(self) -> None:
        failures = 0
        while not self.is_ending:
            self.is_up = False
            try:
                self._work()
            except Exception as error:  # noqa: BLE001 - a thread's top
                self._failed(error)
            failures = 1 if self.is_up else failures + 1
            self.wait_s(self._back_off.wait_s(failures))
