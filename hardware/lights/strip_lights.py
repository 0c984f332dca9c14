"""A strip of lights that this computer drives: in a thread, because a refresh blocks the driver."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from hardware.device_thread import DeviceThread
from hardware.lasting_thread import BackOff, ThreadClock
from hardware.lights.colour_order import USUAL
from hardware.ports import Emit
from texts import _

DEVICE = "lights"
RETRY = BackOff(first_s=1.0, longest_s=30.0)


class Strip(Protocol):
    """An open strip. Every failure is a `DeviceError` that says what to do."""

    def show(self, colours: bytes) -> None:
        """Refresh the strip: three bytes (red, green, blue) for each light, in the order of the strip."""

    def close(self) -> None:
        """Release the pin or bus. Shows nothing: after a failure the driver may be unable to."""


class StripLights:
    """A strip of `count` lights on this computer. It is a `Device` and `Lights` in the order of the strip.

    A refresh of 576 lights takes 17 ms and more, so a thread does it. `show` only stores the newest picture;
    it replaces one that is still waiting while another is being sent. `open_strip` opens the driver with a
    colour order, or raises `DeviceError`; `what` describes the strip for the log.
    """

    def __init__(
        self,
        count: int,
        what: str,
        open_strip: Callable[[str], Strip],
        clock: ThreadClock,
        back_off: BackOff = RETRY,
        order: str = USUAL,
    ) -> None:
        self._dark = bytes(3 * count)
        self.what = what
        self._open_strip = open_strip
        self._changed = threading.Condition()
        self._wanted = self._dark
        self._order = order
        self._thread = DeviceThread(DEVICE, _("the lights"), self._serve, clock, back_off)

    def start(self, emit: Emit) -> None:
        """Open the strip in its thread, and emit when it is lit or why it cannot be."""
        self._thread.start(emit)

    def stop(self) -> None:
        """Make the strip dark and release it."""
        with self._changed:
            self._thread.end()
            self._changed.notify()
        self._thread.stop()

    def show(self, frame: bytes) -> None:
        """Show a picture: three bytes (red, green, blue) for each light."""
        with self._changed:
            self._wanted = frame
            self._changed.notify()

    def reorder(self, order: str) -> None:
        """Set the colour order: the driver is reopened for it."""
        with self._changed:
            self._order = order
            self._changed.notify()

    def _serve(self, link: DeviceThread) -> None:
        """Open the strip and show the wanted pictures until the end."""
        while (order := self._next_order()) is not None:
            self._serve_in(order, link)

    def _serve_in(self, order: str, link: DeviceThread) -> None:
        """Show pictures until the order of the colours changes."""
        strip = self._open_strip(order)
        try:
            shown = self._dark
            strip.show(shown)
            link.up(self.what)
            while (wanted := self._next(shown, order)) is not None:
                strip.show(wanted)
                shown = wanted
            strip.show(self._dark)
        finally:
            strip.close()

    def _next_order(self) -> str | None:
        """The colour order for the next opening; `None` at the end."""
        with self._changed:
            return None if self._thread.is_ending else self._order

    def _next(self, shown: bytes, order: str) -> bytes | None:
        """Wait for a picture other than the one shown; `None` if the strip must be closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._has_ended(order) or self._wanted != shown)
            return None if self._has_ended(order) else self._wanted

    def _has_ended(self, order: str) -> bool:
        """Whether the strip that was opened in this order must be closed."""
        return self._thread.is_ending or self._order != order
