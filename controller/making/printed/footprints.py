"""The footprints of the boards.

Sources: IPC-7351 and KiCad's own libraries (R_0805, C_0805, D_SOD-123, SOIC-14 and -16 of 3.9 mm, LED_WS2812B
of 5 × 5 mm, pin headers of 2.54 mm, Raspberry Pi Pico). A reed's lead is 0.6 mm thick (Littelfuse MACD-14).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.boards.shapes import Area
from controller.making.printed.layout import Footprint, Pad
from engines.record import replace

PITCH: Final = 2.54


def _around(east: float, north: float) -> Area:
    """The area of a part, as half of its width and height."""
    return Area(-east, -north, 2 * east, 2 * north)


TWO_ENDS: Final = Footprint(
    "R_C_0805", (Pad("1", (-0.95, 0), (1.0, 1.45)), Pad("2", (0.95, 0), (1.0, 1.45))), _around(1.7, 1.0)
)
IN_A_ROW: Final = replace(TWO_ENDS, named="")
DIODE: Final = Footprint(
    "D_SOD-123",
    (Pad("1", (-1.65, 0), (0.9, 1.2)), Pad("2", (1.65, 0), (0.9, 1.2))),
    _around(2.35, 1.0),
    "pad 1: the stripe",
    dot=(-2.7, 0),
)
LIGHT: Final = Footprint(
    "WS2812B_5.0x5.0",
    tuple(
        Pad(number, at, (1.5, 1.0))
        for number, at in (("1", (-2.45, 1.6)), ("2", (-2.45, -1.6)), ("3", (2.45, -1.6)), ("4", (2.45, 1.6)))
    ),
    _around(3.4, 2.7),
    "1 VDD, 2 DOUT, 3 VSS, 4 DIN",
    named="within",
    dot=(-3.6, 1.6),
)
REED: Final = Footprint(
    "Reed_standing",
    (Pad("1", (0, 0), (1.8, 1.8), 0.9), Pad("2", (0, -3.0), (1.6, 1.6), 0.8)),
    Area(-1.3, -4.0, 2.6, 5.3),
    "1: the lower lead; 2: the thin wire from the upper lead",
)


def header(count: int, *, is_below: bool = False) -> Footprint:
    """A row of pins from west to east; pin 1 in the west. The first is in the footprint's middle."""
    pads = tuple(Pad(f"{number + 1}", (number * PITCH, 0), (1.7, 1.7), 1.0) for number in range(count))
    name = f"Header_1x{count:02}" + ("_below" if is_below else "")
    area = Area(-1.1, -1.1, (count - 1) * PITCH + 2.2, 2.2)
    return Footprint(name, pads, area, "pins below the board" if is_below else "", is_below, "")


def small_outline(pins: int) -> Footprint:
    """A chip of 3.9 mm with pins in two rows; pin 1 in the north-west, counted counter-clockwise."""
    half = pins // 2
    reach = (half - 1) * 1.27 / 2
    west = [Pad(f"{n + 1}", (-2.475, reach - n * 1.27), (1.95, 0.6)) for n in range(half)]
    east = [Pad(f"{pins - n}", (2.475, reach - n * 1.27), (1.95, 0.6)) for n in range(half)]
    return Footprint(
        f"SOIC-{pins}", (*west, *east), _around(3.7, reach + 0.9), named="within", dot=(-3.9, reach)
    )


def _pico() -> Iterable[Pad]:
    for number in range(20):
        for name, x in ((f"{number + 1}", -8.89), (f"{40 - number}", 8.89)):
            yield Pad(name, (x, 9.5 * PITCH - number * PITCH), (1.7, 1.7), 1.0)


PICO: Final = Footprint(
    "Raspberry_Pi_Pico", tuple(_pico()), _around(10.5, 25.5), "USB where pins 1 and 40 are", named="within"
)
