"""MicroPython's `neopixel`, with a strip that tells the host what it shows."""

from table import table

_PIXEL_US = 30
_LATCH_US = 50
_ORDER = (1, 0, 2)


class NeoPixel:
    """`buf` holds green, red, blue for each pixel, as they go down the wire."""

    def __init__(self, pin, n):
        pin.init(pin.OUT)
        self.n = n
        self.buf = bytearray(3 * n)

    def __len__(self):
        return self.n

    def __setitem__(self, index, colour):
        if not 0 <= index < self.n:
            raise IndexError("bytearray index out of range")
        for channel, place in enumerate(_ORDER):
            self.buf[3 * index + place] = colour[channel]

    def write(self):
        table.tell(b"L", self.buf)
        table.pass_time(self.n * _PIXEL_US + _LATCH_US)
