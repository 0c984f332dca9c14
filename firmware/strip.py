"""The NeoPixels of a table, in the order of its sites."""

from array import array

import micropython


class Strip:
    """Paints pictures in site order on a strip. `pixels` is MicroPython's `neopixel.NeoPixel`."""

    def __init__(self, pixels, columns, zigzag):
        self._pixels = pixels
        self._places = array("H", [_place(light, columns, zigzag) for light in range(len(pixels))])

    def show(self, colours):
        """Show three bytes (red, green, blue) for each light. Takes 30 us a light, with interrupts off."""
        _paint(self._pixels.buf, colours, self._places, len(self._places))
        self._pixels.write()


def _place(light, columns, zigzag):
    """Where a light is on the strip."""
    row, column = divmod(light, columns)
    return row * columns + columns - 1 - column if zigzag and row % 2 else light


@micropython.viper
def _paint(into: ptr8, colours: ptr8, places: ptr16, count: int):  # noqa: F821 - viper's own types
    for light in range(count):
        here = 3 * light
        there = 3 * places[light]
        into[there] = colours[here + 1]  # a NeoPixel takes green first
        into[there + 1] = colours[here]
        into[there + 2] = colours[here + 2]
