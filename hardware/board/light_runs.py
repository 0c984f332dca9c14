"""Runs of lights, as `hardware.board.messages.Lights` has them, painted into a picture.

Runs under CPython and, as it stands, under MicroPython: there as Viper code, because a board does this
between two scans, and a picture has hundreds of runs.
"""

import sys

if sys.implementation.name == "micropython":
    import micropython
else:
    from typing import Any

    ptr8 = Any  # Viper's own name for bytes

    class micropython:  # type: ignore[no-redef] # noqa: N801 - the name that MicroPython's compiler looks for
        """CPython compiles all code alike, whatever packages of this name there are."""

        @staticmethod
        def viper(function):  # type: ignore[no-untyped-def]
            """Return the function unchanged."""
            return function


KEPT = 15  # in place of a colour's number: these lights are unchanged
MOST_IN_A_RUN = 16


@micropython.viper
def count_lights(runs: ptr8, count: int, colours: int) -> int:
    """The total length of these runs; -1 if one has a colour that the palette does not have."""
    lights = 0
    for number in range(count):
        run = int(runs[number])
        if colours <= run >> 4 and run >> 4 < 15:
            return -1
        lights += (run & 15) + 1
    return lights


@micropython.viper
def paint(into: ptr8, first: int, width: int, palette: ptr8, colours: int, runs: ptr8, count: int) -> int:
    """Paint these runs, `width` bytes a light, into a picture from light `first` on, which must have room for
    them. Returns the index after the last byte."""
    at = width * first
    for number in range(count):
        run = int(runs[number])
        end = at + width * ((run & 15) + 1)
        colour = width * (run >> 4)
        if run >> 4 < colours:
            while at < end:
                for part in range(width):
                    into[at + part] = palette[colour + part]
                at += width
        at = end
    return at
