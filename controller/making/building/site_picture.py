"""A site's wires below the carrier: from below, and from the side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.inks import INK, QUIET, tint
from controller.boards.plate import PITCH
from controller.boards.shapes import (
    Anchor,
    Area,
    Disc,
    Drawing,
    Ink,
    Point,
    Rectangle,
    Shape,
    TextLine,
    moved,
)
from controller.making.building import section
from controller.making.building import site_wiring as wired
from controller.making.building.section_picture import GLASS, SCALE, THIN, WOOD, way
from controller.making.building.step_pictures import BRASS, SILICONE, SIZE, SMALL
from controller.making.wiring.drawing import WIRE_COLOURS
from controller.making.wiring.ground import on_ground
from controller.model.signs import WHITE

APART: Final = 152.0
"""Between the two views."""

ROW, DATA, COLUMN = WIRE_COLOURS[0], WIRE_COLOURS[1], WIRE_COLOURS[2]
HOLE: Final = Ink(fill=WHITE, line=INK, width=0.25)
BODY: Final = Ink(fill=tint((170, 70, 0), 0.35), line=INK, width=0.3)
STRIPE: Final = Ink(fill=INK)
LEAD: Final = Ink(line=INK, width=0.7)
ROW_INK: Final = Ink(line=ROW, width=0.9)
COLUMN_INK: Final = Ink(line=COLUMN, width=0.9)
THIN_WIRE: Final = Ink(line=ROW, width=0.5)
DATA_INK: Final = Ink(line=DATA, width=0.5)

FROM_WEST: Final = (section.GLASS_WIDTH / 2 + section.REED_HOLE / 2) / 2
"""The thin wire, from the middle of the reed's hole."""
LIGHT_WIRES: Final = (-2.5, 0.0, 2.5)
LEFT_END: Final = -31.0
"""The left edge of the view from below."""


def site_below() -> Drawing:
    """Four sites from below, and one from the south."""
    return on_ground((*_below(), *moved(tuple(_side()), APART, 30)), "The wires of a site, to scale")


def _scaled(*points: Point) -> tuple[Point, ...]:
    return tuple((x * SCALE, y * SCALE) for x, y in points)


def _box(x: float, y: float, w: float, h: float, ink: Ink, radius: float = 0.0) -> Rectangle:
    return Rectangle(Area(x * SCALE, y * SCALE, w * SCALE, h * SCALE), ink, radius)


def _words(x: float, y: float, words: str, anchor: Anchor = Anchor.MIDDLE, size: float = SMALL) -> TextLine:
    return TextLine((x * SCALE, y * SCALE), words, size, INK, anchor=anchor)


# From below: east is on the left


def _below() -> Iterator[Shape]:
    yield _box(LEFT_END, -11, 46, 43, WOOD)
    sites = [(-x * PITCH, y * PITCH) for x in (0, 1) for y in (0, 1)]
    for x, y in sites:
        yield from _light(x, y)
    for y in (0.0, PITCH):
        yield way(ROW_INK, (LEFT_END, y - wired.ROW_SOUTH), (15, y - wired.ROW_SOUTH))
    for x in (0.0, -PITCH):
        yield way(COLUMN_INK, (x + wired.COLUMN_WEST, -11), (x + wired.COLUMN_WEST, 32))
    for x, y in sites:
        yield from _contact(x, y)
    yield _words(-8, 34, "from below: west is on the right", size=SIZE)
    yield _words(16, -wired.ROW_SOUTH, "row 1", Anchor.START)
    yield _words(16, PITCH - wired.ROW_SOUTH, "row 2", Anchor.START)
    yield _words(wired.COLUMN_WEST, -12.6, "column 1")
    yield _words(wired.COLUMN_WEST - PITCH, -12.6, "column 2")
    yield _words(16, PITCH + 6.5, "green, insulated:", Anchor.START)
    yield _words(16, PITCH + 4.5, "5 V, data, GND", Anchor.START)
    yield from _measures()


def _light(x: float, y: float) -> Iterator[Shape]:
    """A light's board, and its three wires to the next light in the east."""
    east, north = section.LIGHT_AT
    middle, half = (x - east, y + north), section.LIGHT_BOARD / 2
    end = max(LEFT_END, middle[0] - PITCH + half - 1)
    for aside in LIGHT_WIRES:
        yield way(DATA_INK, (middle[0] - half + 1, middle[1] + aside), (end, middle[1] + aside))
    yield Disc(_scaled(middle)[0], half * SCALE, BRASS)


def _contact(x: float, y: float) -> Iterator[Shape]:
    """A reed's hole with its two wires, and the diode to the column."""
    (length, wide), west = wired.DIODE, wired.COLUMN_WEST
    yield Disc(_scaled((x, y))[0], section.REED_HOLE / 2 * SCALE, HOLE)
    yield way(THIN_WIRE, (x, y - FROM_WEST), (x, y - wired.ROW_SOUTH))
    yield Disc(_scaled((x, y - wired.ROW_SOUTH))[0], 1.2, Ink(fill=ROW))
    yield way(LEAD, (x, y), (x + west, y))
    start = x + (west - length) / 2
    yield _box(start, y - wide / 2, length, wide, BODY)
    yield _box(start + length - 1.2, y - wide / 2, 0.7, wide, STRIPE)
    yield Disc(_scaled((x, y))[0], 1.2, Ink(fill=INK))
    yield Disc(_scaled((x + west, y))[0], 1.2, Ink(fill=COLUMN))


def _measures() -> Iterator[Shape]:
    foot = -16.5
    for first, second, words in (
        (0.0, wired.COLUMN_WEST, f"{wired.COLUMN_WEST:g}"),
        (-PITCH, 0.0, f"{PITCH:g}"),
    ):
        yield way(THIN, (first, foot), (second, foot))
        for x in (first, second):
            yield way(THIN, (x, foot - 0.6), (x, foot + 0.6))
        yield TextLine(((first + second) / 2 * SCALE, (foot - 1.6) * SCALE), words, SMALL, QUIET)
    side = -34.0
    for y in (0.0, -wired.ROW_SOUTH):
        yield way(THIN, (side - 0.6, y), (side + 0.6, y))
    yield way(THIN, (side, 0), (side, -wired.ROW_SOUTH))
    yield TextLine(
        ((side - 1.5) * SCALE, -wired.ROW_SOUTH / 2 * SCALE),
        f"{wired.ROW_SOUTH:g}",
        SMALL,
        QUIET,
        anchor=Anchor.END,
    )


# From the south: west is on the left


def _side() -> Iterator[Shape]:
    top, half = section.CARRIER.thickness, section.REED_HOLE / 2
    glass = section.GLASS_LENGTH
    end = top + section.GRID.thickness
    low = end - section.UPPER_LEAD - glass
    below, west = -wired.COLUMN_BELOW, -wired.COLUMN_WEST
    for start, stop in ((-14.0, -half), (half, 14.0)):
        yield _box(start, 0, stop - start, top, WOOD)
    yield way(LEAD, (0, end), (0, end - section.UPPER_LEAD))
    yield _box(-section.GLASS_WIDTH / 2, low, section.GLASS_WIDTH, glass, GLASS, 3)
    yield Disc(_scaled((half - 0.3, 0))[0], 3, SILICONE)
    yield way(LEAD, (0, low), (0, below - 1.5))
    wire = -FROM_WEST
    yield way(THIN_WIRE, (0, end - 0.7), (wire, end - section.UPPER_LEAD + 0.5), (wire, -wired.BARE - 0.3))
    yield _box(
        section.LIGHT_AT[0] - section.LIGHT_BOARD / 2 + 1.8, -1.6, section.LIGHT_BOARD - 1.8, 1.6, BRASS
    )
    yield way(ROW_INK, (-14, -wired.BARE), (14, -wired.BARE))
    yield way(LEAD, (west, below), (0, below))
    (length, wide) = wired.DIODE
    start = west + (wired.COLUMN_WEST - length) / 2
    yield _box(start, below - wide / 2, length, wide, BODY)
    yield _box(start + 0.5, below - wide / 2, 0.7, wide, STRIPE)
    yield Disc(_scaled((0, below))[0], 1.2, Ink(fill=INK))
    yield Disc(_scaled((west, below))[0], 1.8, Ink(fill=COLUMN))
    for y, words in (
        (end - 1.5, "upper lead, with the thin wire"),
        (top / 2, f"carrier, {top:g} mm"),
        (-wired.BARE, "row’s wire, bare, against the carrier"),
        (-2.9 - 1.5, "a light’s board"),
        (below + 1.2, "diode: stripe to the column"),
        (below - 2.0, "column’s wire, bare, at its end"),
    ):
        yield _words(16.5, y, words, Anchor.START)
    yield _words(0, end + 4, "from the south: west is on the left", size=SIZE)
    side = -17.0
    for y in (0.0, below):
        yield way(THIN, (side - 0.6, y), (side + 0.6, y))
    yield way(THIN, (side, 0), (side, below))
    yield TextLine(((side - 1.5) * SCALE, below / 2 * SCALE), f"{-below:g}", SMALL, QUIET, anchor=Anchor.END)
