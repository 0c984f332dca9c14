"""The thread of an adapter: it opens its device, serves it, and tries again whenever that ends."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from typing import Protocol

from hardware.ports import DeviceError, Emit, LinkLost, LinkUp
from texts import _, why

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BackOff:
    """How long to wait before a lost device is tried again: twice as long each time, up to a limit."""

    first_s: float = 0.1
    longest_s: float = 2.0

    def wait_s(self, failures: int) -> float:
        """The wait after so many failures in a row, at least one."""
        return min(self.first_s * 2.0 ** min(failures - 1, 30), self.longest_s)


class Clock(Protocol):
    """The time that an adapter's thread lives by."""

    def now_us(self) -> int:
        """The monotonic time, in microseconds."""

    def spin_us(self, for_us: int) -> None:
        """Wait for a few microseconds, more exactly than a thread is put to sleep."""

    def wait_us(self, for_us: int, ending: Event) -> None:
        """Wait, but no longer than until `ending` is set."""


class HostClock:
    """The computer's own monotonic clock."""

    def now_us(self) -> int:
        """See `Clock`."""
        return time.monotonic_ns() // 1000

    def spin_us(self, for_us: int) -> None:
        """See `Clock`. A sleep takes more than ten times as long as a row needs to settle."""
        until_ns = time.monotonic_ns() + 1000 * for_us
        while time.monotonic_ns() < until_ns:
            pass

    def wait_us(self, for_us: int, ending: Event) -> None:
        """See `Clock`."""
        ending.wait(for_us / 1_000_000)


class Link:
    """One connection of an adapter to its device, as the thread sees it."""

    def __init__(self, device: str, clock: Clock, emit: Emit, ending: Event) -> None:
        self.is_up = False
        self.beats = 0
        self.emit = emit
        self._device = device
        self._clock = clock
        self._ending = ending

    @property
    def at_ms(self) -> int:
        """The time, in milliseconds."""
        return self._clock.now_us() // 1000

    @property
    def is_ending(self) -> bool:
        """Whether the device is to be let go."""
        return self._ending.is_set()

    def up(self, what: str) -> None:
        """The device answers as it should."""
        self.is_up = True
        self.emit(LinkUp(self.at_ms, self._device, what))

    def wait_us(self, for_us: int) -> None:
        """Wait, but no longer than until the device is to be let go."""
        self.beats += 1
        self._clock.wait_us(for_us, self._ending)


class DeviceThread:
    """Runs `serve` in a thread, again and again until `stop`.

    `serve` opens the device, calls `Link.up` when it answers, and returns when `Link.is_ending` says so. It
    raises `DeviceError` when the device is of no use any more; the same reason is told once, until the device
    has been up again or another takes its place. `device` is its name in what is told, and `called` what
    people call it (`the board`).
    """

    def __init__(
        self,
        device: str,
        called: str,
        serve: Callable[[Link], None],
        clock: Clock,
        back_off: BackOff | None = None,
    ) -> None:
        self._device = device
        self._serve = serve
        self._clock = clock
        self._called = called
        self._back_off = back_off or BackOff()
        self._ending = Event()
        self._thread: Thread | None = None
        self._link: Link | None = None
        self._beats = 0
        self._told = ""

    @property
    def beats(self) -> int:
        """See `Heartbeat`. A `serve` waits by `Link.wait_us`."""
        link = self._link
        return self._beats + (link.beats if link is not None else 0)

    def start(self, emit: Emit) -> None:
        """Begin. The device may be away, and come at any time."""
        self._ending.clear()
        self._told = ""
        self._thread = Thread(target=self._run, args=(emit,), name=self._device, daemon=True)
        self._thread.start()

    def stop(self, within_s: float | None = None) -> None:
        """Let the device go and wait for the thread, or for so long at most. May be called twice."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join(within_s)
            self._thread = None

    def _run(self, emit: Emit) -> None:
        failures = 0
        try:
            while not self._ending.is_set():
                link = self._link = Link(self._device, self._clock, emit, self._ending)
                self._connect(link)
                self._beats += link.beats + 1
                self._link = None
                failures = 1 if link.is_up else failures + 1
                self._clock.wait_us(round(self._back_off.wait_s(failures) * 1_000_000), self._ending)
        finally:
            if not self._ending.is_set():
                reason = _("The program has stopped looking for {device}.", device=self._called)
                emit(LinkLost(self._clock.now_us() // 1000, self._device, reason))

    def _connect(self, link: Link) -> None:
        """One connection from opening to loss."""
        try:
            self._serve(link)
        except DeviceError as error:
            self._lose(why(error), link)
        except Exception as error:  # noqa: BLE001 - a thread's top; the table must hear of it
            _log.exception("a connection to %s ended by a fault of this program", self._called)
            reason = _(
                "The program failed at {device}: {error}. It tries again.",
                device=self._called,
                error=repr(error),
            )
            self._lose(reason, link)

    def _lose(self, reason: str, link: Link) -> None:
        if link.is_up or reason != self._told:
            link.emit(LinkLost(link.at_ms, self._device, reason))
        self._told = reason
