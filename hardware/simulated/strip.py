"""Stand-ins for the drivers of a strip of lights, one below each library: they refuse what the real ones
refuse.

`SimulatedSpidev` is the kernel's SPI device below Adafruit-PureIO, `SimulatedWs281x` the C library below
Blinka's driver for a Raspberry Pi 0 to 4, `SimulatedPio` the one for a 5, `SimulatedPins` the pins.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from hardware.lights.colour_order import seen
from hardware.lights.ws2812 import of_bits

_MESSAGE = struct.Struct("QQIIHBBBBH")
_WRITE_MESSAGE = 0x40206B00
_READ_MODE, _WRITE_MODE = 0x80016B01, 0x40016B01
_WRITE_BITS, _WRITE_SPEED = 0x40016B03, 0x40046B04


class Strand:
    """A strip of lights with a colour order. `lit` is their visible state: red, green, blue each.

    Each takes its bytes and passes on the rest; one that gets less than a whole colour does not change.
    """

    def __init__(self, lights: int, order: str) -> None:
        self.order = order
        self._wire = bytearray(len(order) * lights)

    @property
    def lit(self) -> bytes:
        """The visible state."""
        return seen(bytes(self._wire), self.order)

    def take(self, wire: bytes) -> None:
        """Process the bytes on the wire."""
        whole = min(len(wire) // len(self.order) * len(self.order), len(self._wire))
        self._wire[:whole] = wire[:whole]

    def lose_power(self) -> None:
        """All is dark."""
        self._wire[:] = bytes(len(self._wire))


class SimulatedSpidev:
    """`/dev/spidev0.0` as the kernel answers on it. `device` is the file to open; `ioctl` takes its calls.

    `bufsiz` is the largest transfer, as in the module's parameter (4096 by default).
    """

    def __init__(self, device: Path, bufsiz: int = 4096) -> None:
        self.device = device
        self.bufsiz = bufsiz
        self.sent: list[bytes] = []
        self._speed_hz = 500_000
        self._mode = 0
        device.touch()

    def ioctl(self, handle: int, request: int, argument: Any = b"", mutate: bool = False) -> int:
        """Like `fcntl.ioctl`. Raises OSError as the kernel does."""
        if not os.path.samestat(os.fstat(handle), self.device.stat()):
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        if request == _READ_MODE:
            argument[0] = self._mode
        elif request == _WRITE_MODE:
            self._mode = argument[0]
        elif request == _WRITE_SPEED:
            (self._speed_hz,) = struct.unpack("=I", argument)
        elif request == _WRITE_MESSAGE:
            self._transfer(_MESSAGE.unpack(argument))
        elif request != _WRITE_BITS or argument != b"\x08":
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return 0

    def signal(self) -> Iterator[tuple[int, int]]:
        """The level of the data line over all transfers, with 10 us between two."""
        for data in self.sent:
            yield from of_bits(data, self._speed_hz)
            yield 0, 10_000

    def _transfer(self, message: tuple[int, ...]) -> None:
        address, _, length = message[:3]
        if length > self.bufsiz:
            raise OSError(errno.EMSGSIZE, os.strerror(errno.EMSGSIZE))
        self.sent.append(ctypes.string_at(address, length))


class Crash(BaseException):
    """The real library would have crashed the whole process here."""


class _Channel:
    """A `ws2811_channel_t`."""

    def __init__(self) -> None:
        self.count = self.gpionum = self.invert = self.brightness = self.strip_type = 0
        self.leds: list[int] = []


class _Ws2811:
    """A `ws2811_t`. `is_started` is whether it has its `device`: without one, C code reads from address 0."""

    def __init__(self) -> None:
        self.channels = [_Channel(), _Channel()]
        self.freq = self.dmanum = 0
        self.is_started = False


class SimulatedWs281x:
    """The module `_rpi_ws281x`, as far as Blinka uses it, on a Raspberry Pi.

    `bufsiz` is SPI's largest transfer, `failures` are return codes for the next calls of `ws2811_init`. It
    raises `Crash` where rpi_ws281x crashes: when a strip that failed to start is rendered or ended. Source:
    rpi_ws281x, `lib/ws2811.c` and `ws2811.h`.
    """

    WS2811_SUCCESS = 0
    WS2811_STRIP_RGB = 0x00100800
    SK6812_STRIP_RGBW = 0x18100800
    SPI_PIN = 10
    TIMER_PINS = (12, 13, 18, 19, 21)
    TEXTS: ClassVar = {
        -3: "Hardware revision is not supported",
        -5: "mmap() failed",
        -9: "Failed to create mailbox device",
        -11: "Selected GPIO not possible",
        -13: "Unable to initialize SPI",
        -14: "SPI transfer error",
    }

    def __init__(self, is_root: bool = False, bufsiz: int = 32768) -> None:
        self.is_root = is_root
        self.bufsiz = bufsiz
        self.failures: list[int] = []
        self.shown: list[bytes] = []
        self.running: list[_Ws2811] = []

    def new_ws2811_t(self) -> _Ws2811:
        """An empty structure."""
        return _Ws2811()

    def delete_ws2811_t(self, strip: _Ws2811) -> None:
        """Free a structure. One that still runs would go on sending from freed memory."""
        if strip.is_started:
            raise Crash("a running strip is freed")

    def ws2811_channel_get(self, strip: _Ws2811, number: int) -> _Channel:
        """One of the two channels."""
        return strip.channels[number]

    def ws2811_init(self, strip: _Ws2811) -> int:
        """Start the hardware; 0, or an error code."""
        if self.running:
            raise Crash("a second strip takes the DMA channel of the first")
        code = self.failures.pop(0) if self.failures else self._start_code(strip)
        if code == self.WS2811_SUCCESS:
            strip.is_started = True
            self.running.append(strip)
            for channel in strip.channels:
                channel.leds = [0] * channel.count
        return code

    def ws2811_render(self, strip: _Ws2811) -> int:
        """Send the colours; 0, or an error code."""
        if not strip.is_started:
            raise Crash("a strip without a device is rendered")
        (channel,) = (one for one in strip.channels if one.count)
        width = 4 if channel.strip_type >> 24 else 3
        if channel.gpionum == self.SPI_PIN and 3 * width * channel.count > self.bufsiz:
            return -14
        self.shown.append(b"".join(_wired(led, channel.strip_type) for led in channel.leds))
        return self.WS2811_SUCCESS

    def ws2811_fini(self, strip: _Ws2811) -> None:
        """Stop the hardware."""
        if not strip.is_started:
            raise Crash("a strip without a device is ended")
        strip.is_started = False
        self.running.remove(strip)

    def ws2811_led_set(self, channel: _Channel, number: int, colour: int) -> None:
        """Set one light."""
        if not channel.leds:
            raise Crash("the colours of a strip that has not started are nowhere")
        channel.leds[number] = colour

    def ws2811_get_return_t_str(self, code: int) -> str:
        """The meaning of a code."""
        return self.TEXTS.get(code, "")

    def __getattr__(self, name: str) -> Callable[..., int]:
        """The setters and getters of a structure's fields, such as `ws2811_channel_t_count_set`."""
        parts = name.split("_")
        if parts[0] != "ws2811" or parts[-1] not in ("set", "get"):
            raise AttributeError(name)
        field = "_".join(parts[parts.index("t") + 1 : -1])
        if parts[-1] == "get":
            return lambda owner: int(getattr(owner, field))

        def put(owner: object, value: int) -> int:
            getattr(owner, field)
            setattr(owner, field, value)
            return 0

        return put

    def _start_code(self, strip: _Ws2811) -> int:
        (channel,) = (one for one in strip.channels if one.count)
        if channel.gpionum == self.SPI_PIN:
            return self.WS2811_SUCCESS
        if channel.gpionum not in self.TIMER_PINS:
            return -11
        return self.WS2811_SUCCESS if self.is_root else -5


def _wired(led: int, strip_type: int) -> bytes:
    """The bytes sent to a light: by the shifts in its type, white last and only if there is white."""
    shifts = [strip_type >> at & 0xFF for at in (16, 8, 0, 24)]
    return bytes(led >> shift & 0xFF for shift in shifts[: 4 if strip_type >> 24 else 3])


class SimulatedPio:
    """The module `adafruit_raspberry_pi5_neopixel_write`. `error` is that of opening `/dev/pio0`, or 0.

    Source: Adafruit_Blinka_Raspberry_Pi5_Neopixel, its only C++ file.
    """

    MOST = 65_535

    def __init__(self, error: int = 0) -> None:
        self.error = error
        self.shown: list[bytes] = []

    def neopixel_write(self, gpio: Any, data: bytearray) -> None:
        """Send bytes as they are."""
        if self.error:
            raise RuntimeError(f"Failed to open PIO device (error {self.error})")
        if -(-len(data) // 4) * 4 > self.MOST:
            raise ValueError("Too much data")
        int(gpio._pin.id)
        self.shown.append(bytes(data))


class SimulatedPins:
    """Makes pins for Blinka's `digitalio`, like libgpiod: each has one user, from `init` to `deinit`."""

    IN, OUT = 0, 1

    def __init__(self) -> None:
        self.in_use: set[int] = set()

    def __call__(self, number: int) -> SimulatedPin:
        """The pin of a number, not yet in use."""
        return SimulatedPin(number, self.in_use)


class SimulatedPin:
    """One pin. `id` is its number."""

    def __init__(self, number: int, in_use: set[int]) -> None:
        self.id = number
        self._in_use = in_use
        self._is_open = False

    def init(self, mode: int = 0, pull: int | None = None) -> None:
        """Claim the pin, or change its direction."""
        if not self._is_open and self.id in self._in_use:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self._is_open = True
        self._in_use.add(self.id)

    def value(self, level: int | None = None) -> int:
        """Set the level."""
        if not self._is_open:
            raise RuntimeError(f"pin {self.id} is not open")
        return level or 0

    def deinit(self) -> None:
        """Release the pin."""
        self._is_open = False
        self._in_use.discard(self.id)
