"""A printed circuit board as values: footprints at their places, tracks and vias. Lengths in mm, `y` upwards.

A board's nets are those of a `Circuit`; a pad is joined to the net of the pin with its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from controller.boards.shapes import Area, Point
from controller.making.wiring.circuit import Circuit, End, Part
from engines.record import record

Side = Literal["F", "B"]
"""Copper above and below."""

CLEARANCE: Final = 0.2
TRACK: Final = 0.3
VIA: Final = (0.7, 0.35)
"""Diameter and drill."""
EDGE: Final = 0.3
"""The least distance of copper from the edge. Cheap makers of boards offer all of these."""


@record
class Pad:
    """A pad, from the middle of its footprint. Without `drill` it lies on the upper side alone."""

    number: str
    at: Point
    size: tuple[float, float]
    drill: float = 0.0


@record
class Footprint:
    """The copper of a part, and the area that it covers."""

    name: str
    pads: tuple[Pad, ...]
    area: Area
    note: str = ""
    is_below: bool = False
    """It is put in from below, soldered above."""
    named: Literal["above", "within", ""] = "above"
    """The place of its printed short name: beside it, below the part, or none if there is no room."""
    dot: Point | None = None
    """A printed dot beside pad 1, if it matters which way round the part lies."""

    @property
    def label(self) -> Point:
        """The place of the printed short name."""
        x, y = self.area.middle
        return (x, y) if self.named != "above" else (x, self.area.top + 0.7)

    @property
    def is_smd(self) -> bool:
        """Whether a machine places it."""
        return all(pad.drill == 0 for pad in self.pads)


@record
class Placed:
    """A part of the circuit on the board, turned counter-clockwise by 0, 90, 180 or 270 degrees.

    `ref` is its short name on the board.
    """

    ref: str
    part: str
    value: str
    footprint: Footprint
    at: Point
    turned: int = 0

    def place(self, at: Point) -> Point:
        """A point of the footprint on the board."""
        x, y = _turned(at, self.turned)
        return round(self.at[0] + x, 4), round(self.at[1] + y, 4)

    def extent(self, size: tuple[float, float]) -> tuple[float, float]:
        """Width and height of something on the footprint as it lies on the board."""
        return size if self.turned % 180 == 0 else (size[1], size[0])


@record
class Track:
    """A straight piece of copper."""

    net: str
    side: Side
    start: Point
    end: Point
    width: float = TRACK


@record
class Via:
    """A plated hole that joins both sides."""

    net: str
    at: Point


@record
class Screw:
    """A hole for a screw, and the diameter of the screw's head."""

    at: Point
    diameter: float
    head: float


@record
class PrintedText:
    """Text printed on the board's upper or lower side."""

    at: Point
    text: str
    size: float = 1.0
    side: Side = "F"


@record
class PrintedBoard:
    """A board: its name for files, its title, the circuit, and everything on it. `origin` is its lower left
    corner."""

    name: str
    title: str
    circuit: Circuit
    origin: Point
    size: tuple[float, float]
    placed: tuple[Placed, ...]
    tracks: tuple[Track, ...] = ()
    vias: tuple[Via, ...] = ()
    screws: tuple[Screw, ...] = ()
    words: tuple[PrintedText, ...] = ()

    def part(self, one: Placed) -> Part:
        """The circuit's part."""
        return self.circuit.part(one.part)

    def nets(self) -> dict[tuple[str, str], str]:
        """The net of each joined pad, by the part's `ref` and the pad's number. Free pins have none."""
        signals = {end: net.signal for net in self.circuit.nets if len(net.ends) > 1 for end in net.ends}
        return {pad: signals[end] for pad, end in self.pads() if end in signals}

    def pads(self) -> Iterator[tuple[tuple[str, str], End]]:
        """Each pad that has a pin in the circuit, by the part's `ref` and the pad's number."""
        for one in self.placed:
            part = self.part(one)
            for pin in part.pins:
                yield (one.ref, str(part.numbers.get(pin, pin))), End(part.name, pin)


def _turned(at: Point, degrees: int) -> Point:
    x, y = at
    return {0: (x, y), 90: (-y, x), 180: (-x, -y), 270: (y, -x)}[degrees]
