"""Lights: what a picture draws from the supply, and the strip on a pin of this computer.

`Electrics` serves any kind of lights. `NeoPixelLights` drives WS2812 strips by
adafruit-circuitpython-neopixel, imported when the strip is opened, because it loads only on computers that it
knows.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from typing import Any

from hardware.ports import DeviceError, Emit, Lights, LinkLost, LinkUp

log = logging.getLogger(__name__)

FULL = 255
FIRST_RETRY_S = 1.0
LONGEST_RETRY_S = 30.0
STOP_S = 2.0


class Electrics:
    """From a picture to the bytes that are sent, with brightness, gamma and a cap on the current.

    `brightness` is 0 to 1; `channel_ma` is what one colour of one light draws at full, `idle_ma` a dark light
    (WS2812B datasheet: about 20 and 1).
    """

    def __init__(
        self, brightness: float, gamma: float, cap_ma: float, channel_ma: float = 20.0, idle_ma: float = 1.0
    ) -> None:
        self.cap_ma = cap_ma
        self._channel_ma = channel_ma
        self._idle_ma = idle_ma
        self._levels = _levels(brightness, gamma)

    def sent(self, frame: bytes) -> bytes:
        """What to send for a picture of three bytes a light: its estimate is never above the cap.

        A picture that would draw more is dimmed as a whole, so that its colours stay what they are.
        """
        wanted = frame.translate(self._levels)
        most = self._most(len(frame) // 3)
        total = sum(wanted)
        if total <= most:
            return wanted
        return wanted.translate(bytes(level * most // total for level in range(FULL + 1)))

    def current_ma(self, sent: bytes) -> float:
        """The estimated current of lights that show these bytes."""
        return len(sent) // 3 * self._idle_ma + sum(sent) * self._channel_ma / FULL

    def _most(self, lights: int) -> int:
        """The largest sum of levels that the cap allows, beside what dark lights draw."""
        return max(0, int((self.cap_ma - lights * self._idle_ma) * FULL / self._channel_ma))


def _levels(brightness: float, gamma: float) -> bytes:
    """The level to send for each value of a colour. Whatever is lit stays lit, unless all is dark."""
    faintest = 1 if brightness else 0
    lit = (max(faintest, round(FULL * brightness * (value / FULL) ** gamma)) for value in range(1, FULL + 1))
    return bytes([0, *lit])


class DimmedLights:
    """The lights of a device that knows nothing of currents, such as the board's own. Keeps `Lights`."""

    def __init__(self, inner: Lights, electrics: Electrics) -> None:
        self._inner = inner
        self._electrics = electrics

    def show(self, frame: bytes) -> None:
        """Show a picture: three bytes (red, green, blue) for each light."""
        self._inner.show(self._electrics.sent(frame))


class NoLights:
    """A table without lights: the screen alone guides. Keeps `Lights`."""

    def show(self, frame: bytes) -> None:
        """Show nothing."""


class NeoPixelLights:
    """A strip on a pin, one light a site, in the order of the grid. It is a `Device` and `Lights`.

    A refresh of 576 lights keeps the driver busy for 17 ms and more, so a thread does it. `show` only leaves
    the newest picture there; one that comes while another is being sent replaces the one that waits. `now_ms`
    is the host's monotonic clock; `retry_s` the first wait after a failure, doubled by each more.
    """

    def __init__(
        self,
        count: int,
        pin: str,
        electrics: Electrics,
        now_ms: Callable[[], int],
        retry_s: float = FIRST_RETRY_S,
    ) -> None:
        self._count = count
        self._pin = pin
        self._electrics = electrics
        self._now_ms = now_ms
        self._first_retry_s = retry_s
        self._emit: Emit = lambda event: None
        self._changed = threading.Condition()
        self._wanted = bytes(3 * count)
        self._stopping = False
        self._is_lost = False
        self._thread: threading.Thread | None = None

    def start(self, emit: Emit) -> None:
        """Open the strip in its thread, and tell `emit` when it is lit or why it cannot be."""
        self._emit = emit
        self._stopping = self._is_lost = False
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Make the strip dark and let the pin go."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(STOP_S)
            self._thread = None

    def show(self, frame: bytes) -> None:
        """Show a picture: three bytes (red, green, blue) for each light."""
        sent = self._electrics.sent(frame)
        with self._changed:
            self._wanted = sent
            self._changed.notify()

    def _run(self) -> None:
        retry_s = self._first_retry_s
        while not self._stopping:
            try:
                self._serve()
            except Exception as error:
                log.warning("The lights failed", exc_info=error)
                self._lose(error)
                with self._changed:
                    self._changed.wait_for(lambda: self._stopping, retry_s)
                retry_s = min(2 * retry_s, LONGEST_RETRY_S)

    def _serve(self) -> None:
        """Open the strip and show whatever is wanted until the end."""
        strip = _open_strip(self._pin, self._count)
        try:
            shown = bytes(3 * self._count)
            strip.show()
            self._is_lost = False
            self._emit(LinkUp(self._now_ms(), "lights", f"{self._count} lights on pin {self._pin}"))
            while (wanted := self._next(shown)) is not None:
                _write(strip, shown, wanted)
                shown = wanted
        finally:
            _let_go(strip)

    def _next(self, shown: bytes) -> bytes | None:
        """Wait for a picture other than the one shown; `None` at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopping or self._wanted != shown)
            return None if self._stopping else self._wanted

    def _lose(self, error: Exception) -> None:
        """Tell the first failure, not each vain attempt after it."""
        if not self._is_lost:
            self._is_lost = True
            self._emit(LinkLost(self._now_ms(), "lights", _reason(error, self._pin)))


def _write(strip: Any, shown: bytes, wanted: bytes) -> None:
    """Set the lights that differ, since the driver takes them one by one, and refresh the strip."""
    for start in range(0, len(wanted), 3):
        colour = wanted[start : start + 3]
        if colour != shown[start : start + 3]:
            strip[start // 3] = colour
    strip.show()


def _let_go(strip: Any) -> None:
    """Make the strip dark and free its pin, which the driver does not do if the strip fails."""
    try:
        strip.deinit()
    except Exception:
        strip.pin.deinit()
        raise


def _open_strip(pin: str, count: int) -> Any:
    # Without this the library may stop to ask, on the terminal, whether to install something.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        import board
        import neopixel
    except (ImportError, NotImplementedError, RuntimeError) as error:
        raise DeviceError(
            f"The lights' driver does not work on this computer ({_first_line(error)})."
            ' On a Raspberry Pi install "tablier[pi]"; elsewhere set lights.kind to "board" or "none".'
        ) from error
    if not hasattr(board, pin):
        raise DeviceError(
            f"This computer has no pin {pin} for the lights. Set lights.pin to one that it has."
        )
    return neopixel.NeoPixel(getattr(board, pin), count, auto_write=False)


def _reason(error: Exception, pin: str) -> str:
    if isinstance(error, DeviceError):
        return str(error)
    if "sudo" in str(error):
        return f"The lights on pin {pin} would need root. Put them on pin D10 and set lights.pin to it."
    return f"The lights on pin {pin} fail ({_first_line(error)}). Check lights.pin and the wiring."


def _first_line(error: Exception) -> str:
    return next(
        (line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__
    ).rstrip(".")
