"""WS2812 lights on the data line of an SPI bus: each bit of a colour is a byte on the bus.

Works on any Linux computer with `/dev/spidev*`, needs no root and no timer. Adafruit-PureIO drives the bus;
the encoding is a table here, because the one of adafruit-circuitpython-neopixel-spi goes bit by bit and takes
30 times as long (0.8 ms a picture on the development machine, of a budget of 2).
"""

from __future__ import annotations

import errno
import os
from typing import Any, Final

from hardware.lights.colour_order import USUAL, wired
from hardware.ports import DeviceError
from texts import Text, _

CLOCK_HZ: Final = 6_666_667
"""A bit on the bus takes 150 ns. Eight make one of a light: 1.2 us."""

ZERO, ONE = 0b11000000, 0b11111000
"""High for 300 ns of 1200, and for 750: within the tolerances of WS2812, WS2812B and SK6812 alike."""

RESET: Final = bytes(300 * CLOCK_HZ // 8_000_000)
"""300 us of low level: newer WS2812B need it to recognize the end of a picture (data sheet V5: at least
280)."""

_TABLE: Final = [bytes(ONE if value >> bit & 1 else ZERO for bit in range(7, -1, -1)) for value in range(256)]

BUFSIZ_WANTED: Final = 32768
"""Enough for 1,000 lights of four colours and for any number of three."""


def encoded(colours: bytes, order: str = USUAL) -> bytes:
    """The bytes on the bus for a picture of red, green, blue a light: low, the colours in an order, low."""
    return b"".join((RESET, *map(_TABLE.__getitem__, wired(colours, order)), RESET))


class SpiStrip:
    """A strip on the bus `device`, such as `/dev/spidev0.0`, with a colour `order`. Keeps the duties of
    `Strip`.

    Raises `DeviceError` if it cannot be opened, or if a picture cannot be sent.
    """

    def __init__(self, device: str, order: str = USUAL) -> None:
        from Adafruit_PureIO import spi

        self._device = device
        self._order = order
        try:
            self._bus: Any = spi.SPI(device, max_speed_hz=CLOCK_HZ, bits_per_word=8, phase=0, polarity=0)
        except OSError as error:
            raise _refusal(error, device) from error

    def show(self, colours: bytes) -> None:
        """See `Strip`. The picture goes out in one piece: a pause would end it on the strip."""
        data = encoded(colours, self._order)
        self._bus.chunk_size = len(data)
        try:
            self._bus.writebytes(data)
        except OSError as error:
            raise _refusal(error, self._device, len(data)) from error

    def close(self) -> None:
        """See `Strip`."""
        os.close(self._bus.handle)


def _refusal(error: OSError, device: str, size: int = 0) -> DeviceError:
    return DeviceError(_reason(error, size).with_values(bus=device))


def _reason(error: OSError, size: int) -> Text:
    if error.errno in (errno.EACCES, errno.EPERM):
        return _(
            "The lights' bus {bus} is not open to this user. "
            "Run sudo usermod -aG spi $USER, and log in anew.",
            bus="",
        )
    if error.errno == errno.EMSGSIZE:
        return _(
            "The lights' bus {bus} takes less at once than the {size} bytes of a picture. Add "
            "spidev.bufsiz={wanted} to the line in cmdline.txt, and start the computer again.",
            bus="",
            size=size,
            wanted=BUFSIZ_WANTED * (1 if size <= BUFSIZ_WANTED else 2),
        )
    if error.errno in (None, errno.ENOENT, errno.ENXIO, errno.ENODEV):
        return _(
            "There is no bus {bus} for the lights. Switch SPI on with "
            "sudo raspi-config nonint do_spi 0, "
            "start the computer again, and see that lights.spi names it.",
            bus="",
        )
    why = error.strerror
    return _("The lights on {bus} fail ({why}). Check lights.spi and the wiring.", bus="", why=why)
