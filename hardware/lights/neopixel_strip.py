"""A WS2812 strip on a pin, by adafruit-circuitpython-neopixel.

Underneath, Blinka uses rpi_ws281x on a Raspberry Pi 0 to 4, and on a 5 the package
Adafruit-Blinka-Raspberry-Pi5-Neopixel. All are imported when the strip is opened, because they load only on
computers that they know.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Final

from hardware.lights.colour_order import USUAL, wired_colour
from hardware.ports import DeviceError
from texts import _

PIO: Final = Path("/dev/pio0")
SOUND_PINS: Final = ("D12", "D13", "D18", "D19")
"""The pins that a Raspberry Pi 0 to 4 drives with the timer of its headphone jack."""

_BLINKA_DRIVER: Final = "adafruit_blinka.microcontroller.bcm283x.neopixel"
_ROOT: Final = _(
    "The lights on pin {pin} would need root. Put them on pin D10 and set lights.pin to it.", pin=""
)
_PIO_MISSING: Final = _(
    "The lights on pin {pin} need /dev/pio0, which this computer does not have yet. "
    "Run sudo apt full-upgrade and sudo rpi-eeprom-update -a, and start it again.",
    pin="",
)
_PIO_CLOSED: Final = _(
    "The lights on pin {pin} need /dev/pio0, which is not open to this user. "
    "Run sudo usermod -aG gpio $USER. "
    'If the group of /dev/pio0 is not gpio, add the line SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660" '
    "to /etc/udev/rules.d/99-com.rules. Then start the computer again.",
    pin="",
)
_CLOSED: Final = _(
    "Pin {pin} is not open to this user. Run sudo usermod -aG gpio $USER, and log in anew.", pin=""
)
_ADVICE: Final = {
    **dict.fromkeys(("sudo", "code -4 ", "code -5 ", "code -6 ", "code -9 "), _ROOT),
    "code -3 ": _(
        "The lights' driver does not know this computer. Update it with "
        'pip install --upgrade rpi-ws281x, or set lights.kind to "spi" or "board".'
    ),
    "code -11 ": _(
        "Pin {pin} cannot drive lights. Use D10, or with root D12, D18 or D21, and set lights.pin to it.",
        pin="",
    ),
    "code -13 ": _(
        "The lights on pin {pin} need the SPI bus. Switch it on with sudo raspi-config nonint do_spi 0, "
        "run sudo usermod -aG spi,gpio $USER, and start the computer again.",
        pin="",
    ),
    "code -14 ": _(
        "The lights on pin {pin} are more than SPI takes at once. Add spidev.bufsiz=32768 to the "
        "line in cmdline.txt, and start the computer again.",
        pin="",
    ),
    **dict.fromkeys(("Failed to open PIO", "pio_init"), _PIO_CLOSED),
    **dict.fromkeys(("Permission", "Cannot inspect"), _CLOSED),
    "busy": _("Pin {pin} is in use by another program. End that, or set lights.pin to another.", pin=""),
}
"""Advice by the drivers' messages. The codes are those of rpi_ws281x (`ws2811.h`)."""


class NeoPixelStrip:
    """A strip of `count` lights on `pin` with a colour `order`. Keeps the duties of `Strip`.

    Raises `DeviceError` if it cannot be opened, or if a picture cannot be sent.
    """

    def __init__(self, pin: str, count: int, order: str = USUAL) -> None:
        self._pin = pin
        self._has_white = "W" in order
        self._shown = bytes(3 * count)
        self._pixels = _open(pin, count, order)

    def show(self, colours: bytes) -> None:
        """See `Strip`. Sets only the lights that differ, because the driver takes them one by one."""
        for start in range(0, len(colours), 3):
            colour = colours[start : start + 3]
            if colour != self._shown[start : start + 3]:
                self._pixels[start // 3] = wired_colour(colour, "RGBW") if self._has_white else colour
        try:
            self._pixels.show()
        except (OSError, RuntimeError, ValueError) as error:
            _forget_failed_strip(error)
            raise DeviceError(_reason(error, self._pin)) from error
        self._shown = colours

    def close(self) -> None:
        """See `Strip`. The library's own `deinit` refreshes the strip first, and crashes after a failure."""
        self._pixels.pin.deinit()


def sound_advice(pin: str, modules: str) -> str:
    """Advice if the headphone jack of a Raspberry Pi 0 to 4 needs the timer of this pin, otherwise empty.

    `modules` is the content of `/proc/modules`.
    """
    if pin not in SOUND_PINS or "snd_bcm2835 " not in modules:
        return ""
    return (
        f"The lights on pin {pin} share a timer with the headphone jack, and flicker when there is sound. "
        "Put them on pin D10, or D21 with root, or write dtparam=audio=off into config.txt."
    )


def _open(pin: str, count: int, order: str) -> Any:
    # Without this the library may stop to ask, on the terminal, whether to install something.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        import board
        import neopixel
    except (ImportError, NotImplementedError, RuntimeError) as error:
        reason = _(
            "The lights' driver does not work on this computer ({why})."
            ' On a Raspberry Pi install "tablier[pi]"; elsewhere set lights.kind to "board" or "none".',
            why=_first_line(error),
        )
        raise DeviceError(reason) from error
    if not hasattr(board, pin):
        raise DeviceError(
            _("This computer has no pin {pin} for the lights. Set lights.pin to one that it has.", pin=pin)
        )
    try:
        return neopixel.NeoPixel(
            getattr(board, pin), count, bpp=len(order), auto_write=False, pixel_order=order
        )
    except (OSError, RuntimeError, ValueError) as error:
        raise DeviceError(_reason(error, pin)) from error


def _forget_failed_strip(error: Exception) -> None:
    """Blinka keeps a strip that failed to start, and rpi_ws281x crashes on closing it."""
    driver = sys.modules.get(_BLINKA_DRIVER)
    if driver is not None and ("ws2811_init" in str(error) or "sudo" in str(error)):
        driver._led_strip = None  # type: ignore[attr-defined]


def _reason(error: Exception, pin: str) -> str:
    text = f"{error} "
    for sign, advice in _ADVICE.items():
        if sign in text:
            is_missing = advice is _PIO_CLOSED and not PIO.exists()
            return (_PIO_MISSING if is_missing else advice).with_values(pin=pin)
    return _(
        "The lights on pin {pin} fail ({why}). Check lights.pin and the wiring.",
        pin=pin,
        why=_first_line(error),
    )


def _first_line(error: Exception) -> str:
    return next(
        (line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__
    ).rstrip(".")
