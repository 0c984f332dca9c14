"""The thread of an adapter: it opens its device, serves it, and reconnects whenever that ends."""

from __future__ import annotations

import logging
from collections.abc import Callable

from hardware.lasting_thread import BackOff, LastingThread, ThreadClock
from hardware.ports import DeviceError, Emit, LinkLost, LinkUp
from texts import _, why

_log = logging.getLogger(__name__)


class DeviceThread(LastingThread):
    """Runs `serve` in a thread, again and again until `stop`.

    `serve` opens the device, calls `up` when it answers, and returns when `is_ending` is true. It raises
    `DeviceError` when the device fails. The same reason is emitted once, until the device has been up again
    or the reason changes; `lost`, if given, receives every reason instead. `device` is the device's name in
    events, and `called` its name for people (`the board`).
    """

    emit: Emit

    def __init__(
        self,
        device: str,
        called: str,
        serve: Callable[[DeviceThread], None],
        clock: ThreadClock | None = None,
        back_off: BackOff | None = None,
        lost: Callable[[str], None] | None = None,
    ) -> None:
        self._device = device
        self._called = called
        self._lost = lost or self._lose
        self._told = ""
        super().__init__(device, lambda: serve(self), self._fail, back_off or BackOff(), clock)

    @property
    def at_ms(self) -> int:
        """The time, in milliseconds."""
        return self._clock.now_us() // 1000

    def up(self, what: str) -> None:
        """The device is working."""
        self.is_up = True
        self.emit(LinkUp(self.at_ms, self._device, what))

    def start(self, emit: Emit) -> None:
        """Start the thread. The device may be away, and appear at any time."""
        self.emit = emit
        self._told = ""
        self.begin()

    def _run(self) -> None:
        try:
            super()._run()
        finally:
            if not self.is_ending:
                reason = _("The program has stopped looking for {device}.", device=self._called)
                self.emit(LinkLost(self.at_ms, self._device, reason))

    def _fail(self, error: Exception) -> None:
        if isinstance(error, DeviceError):
            self._lost(why(error))
            return
        _log.error("a connection to %s ended by a fault of this program", self._called, exc_info=error)
        reason = _(
            "The program failed at {device}: {error}. It tries again.", device=self._called, error=repr(error)
        )
        self._lost(reason)

    def _lose(self, reason: str) -> None:
        if self.is_up or reason != self._told:
            self.emit(LinkLost(self.at_ms, self._device, reason))
        self._told = reason
