"""Runs of lights, as `hardware.board.messages.Lights` has them, painted into a picture.

Runs under CPython and, as it stands, under MicroPython: there as native code, because a board does this
between two scans.
"""

try:
    import micropython
except ImportError:

    class micropython:  # type: ignore[no-redef] # noqa: N801 - the name that MicroPython's compiler looks for
        """CPython has one kind of code."""

        @staticmethod
        def native(function):  # type: ignore[no-untyped-def]
            """Leave a function as it is."""
            return function


KEPT = 15  # in place of a colour's number: these lights stay as they are
MOST_IN_A_RUN = 16


@micropython.native
def count_lights(runs: bytes, colours: int) -> int:
    """How many lights these runs are long; -1 where one is of a colour that the palette does not have."""
    lights = 0
    for run in runs:
        if colours <= run >> 4 < 15:
            return -1
        lights += (run & 15) + 1
    return lights


@micropython.native
def paint(into: bytearray, first: int, width: int, palette: bytes, runs: bytes) -> None:
    """Paint runs, `width` bytes a light, into a picture from light `first` on. It must have room for them."""
    at = width * first
    for run in runs:
        lights = (run & 15) + 1
        end = at + width * lights
        colour = width * (run >> 4)
        if colour < len(palette):
            into[at:end] = palette[colour : colour + width] * lights
        at = end
