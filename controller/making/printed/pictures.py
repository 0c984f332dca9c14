"""Pictures of the boards: a module from above, and how modules are joined below the table."""

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
    Path,
    Point,
    Rectangle,
    Shape,
    TextLine,
    line,
)
from controller.making.printed import module, registers
from controller.making.printed.layout import Placed, PrintedBoard, Track
from controller.making.wiring.drawing import RED, WIRE_COLOURS
from controller.making.wiring.ground import on_ground
from controller.model.signs import WHITE

SIZE: Final = 3.2
SMALL: Final = 2.6
SCALE: Final = 2.0
"""Of a module's picture."""

BOARD: Final = Ink(fill=tint((0, 158, 115), 0.12), line=INK, width=0.4)
ABOVE: Final = (176, 104, 0)
BELOW: Final = (0, 90, 150)
COPPER: Final = Ink(fill=(222, 190, 120), line=INK, width=0.15)
HOLE: Final = Ink(fill=WHITE, line=INK, width=0.15)
PART: Final = Ink(fill=WHITE, line=INK, width=0.25)
WALL: Final = Ink(line=QUIET, width=0.2, is_dashed=True)
LATH: Final = Ink(fill=tint((204, 178, 140), 0.45))
LINES: Final = {"back": WIRE_COLOURS[3], "data": WIRE_COLOURS[1], "5 V": RED, "GND": INK}


def module_above() -> Drawing:
    """The module with its copper: above in brown, below in blue."""
    return on_ground(_board(module.layout()), "A module from above: brown copper above, blue below")


def registers_above() -> Drawing:
    """The board for the Pico with its parts."""
    return on_ground(_board(registers.unrouted()), "The board for the Pico, from above")


def _board(layout: PrintedBoard) -> Iterator[Shape]:
    (x, y), (width, height) = layout.origin, layout.size
    yield Rectangle(_scaled(Area(x, y, width, height)), BOARD)
    for track in sorted(layout.tracks, key=lambda track: track.side):
        yield _copper(track)
    for screw in layout.screws:
        yield Disc(_at(screw.at), screw.diameter / 2 * SCALE, HOLE)
    for one in layout.placed:
        yield from _part(one)
    if layout.name == "registers":
        for words in layout.words:
            yield TextLine(_at(words.at), words.text, SMALL, INK)
    else:
        yield from _legend()


def _scaled(area: Area) -> Area:
    return Area(*(SCALE * part for part in area))


def _at(point: Point) -> Point:
    return SCALE * point[0], SCALE * point[1]


def _copper(track: Track) -> Path:
    colour = ABOVE if track.side == "F" else BELOW
    return Path((_at(track.start), _at(track.end)), Ink(line=tint(colour, 0.6), width=SCALE * track.width))


def _part(one: Placed) -> Iterator[Shape]:
    area = one.footprint.area
    corners = [one.place((x, y)) for x in (area.x, area.right) for y in (area.y, area.top)]
    west, south = (min(corner[axis] for corner in corners) for axis in (0, 1))
    east, north = (max(corner[axis] for corner in corners) for axis in (0, 1))
    body = Area(west, south, east - west, north - south)
    if one.footprint.is_smd:
        yield Rectangle(_scaled(body), PART)
    for pad in one.footprint.pads:
        at, size = one.place(pad.at), one.extent(pad.size)
        if pad.drill:
            yield Disc(_at(at), pad.size[0] / 2 * SCALE, COPPER)
            yield Disc(_at(at), pad.drill / 2 * SCALE, HOLE)
        else:
            yield Rectangle(_scaled(Area.around(at, *size)), COPPER)
    if len(one.footprint.pads) > 8:
        (x, y), is_narrow = body.middle, body.w < body.h
        yield TextLine(_at((x, body.y - 1.6 if is_narrow else y)), one.value, SMALL, INK)


LEGEND: Final = (
    "In each site:",
    "two holes: the reed’s lead, south of it its thin wire",
    "large box: the light",
    "small box, standing: the light’s capacitor",
    "small box, lying: the diode",
    "",
    "At the edges:",
    "west and east: a row’s line; in the corners",
    "power and the lights’ data",
    "south and north: a column’s line",
)


def _legend() -> Iterator[Shape]:
    """The legend beside the module."""
    x, top = module.SIDE * SCALE + 6, module.SIDE * SCALE - 6
    for number, words in enumerate(LEGEND):
        if words:
            is_head = words.endswith(":")
            at = (x, top - 5.5 * number)
            yield TextLine(at, words, SIZE, INK, anchor=Anchor.START, is_bold=is_head)


# Modules side by side

JOINED: Final = 2
"""Modules drawn in each direction."""
JOIN_SCALE: Final = 1.5


def joined() -> Drawing:
    """Four modules of an 8 × 8 table. Their pins are below, but columns are found more easily from above."""
    return on_ground(_joined(), "An 8 × 8 table of four modules, seen through from above")


def _joined() -> Iterator[Shape]:
    side, gap = module.SIDE * JOIN_SCALE, module.GAP
    for x in range(JOINED):
        for y in range(JOINED):
            board = Area(x * side + gap, y * side + gap, side - 2 * gap, side - 2 * gap)
            yield Rectangle(board, BOARD)
            for lath in module.LATHS:
                middle = (x * module.SIDE + lath) * JOIN_SCALE
                wide = module.LATH * JOIN_SCALE
                yield Rectangle(Area(middle - wide / 2, y * side + gap, wide, side - 2 * gap), LATH)
            yield TextLine(
                ((x * 80 + 44.5) * JOIN_SCALE, (y * 80 + 43.5) * JOIN_SCALE),
                f"module {y * JOINED + x + 1}",
                SIZE,
                INK,
                is_bold=True,
            )
    pins = list(_pins())
    for name, at in pins:
        yield Disc(at, 0.9, Ink(fill=_colour(name)))
    yield from _jumpers(pins)
    yield from _data(dict(pins))
    yield from _outside()


def _pins() -> Iterator[tuple[str, Point]]:
    """Every pin as `x y edge line`."""
    layout = module.layout()
    for x in range(JOINED):
        for y in range(JOINED):
            for one in layout.placed:
                if one.ref.startswith("J"):
                    part = layout.part(one)
                    for pin, pad in zip(part.pins, one.footprint.pads, strict=True):
                        across, up = one.place(pad.at)
                        at = (x * module.SIDE + across) * JOIN_SCALE, (y * module.SIDE + up) * JOIN_SCALE
                        yield f"{x} {y} {one.part[:-2]} {one.part[-1]} {pin}", at


def _colour(name: str) -> tuple[int, int, int]:
    found = [colour for line_name, colour in LINES.items() if line_name in name]
    return found[0] if found else WIRE_COLOURS[0] if "row" in name else WIRE_COLOURS[2]


def _jumpers(pins: list[tuple[str, Point]]) -> Iterator[Shape]:
    near = footprint_gap() * JOIN_SCALE + 0.01
    for number, (name, (x, y)) in enumerate(pins):
        for other, (far_x, far_y) in pins[number + 1 :]:
            if abs(far_x - x) + abs(far_y - y) <= near and name.split()[:2] != other.split()[:2]:
                area = Area(
                    min(x, far_x) - 1.3, min(y, far_y) - 1.3, abs(far_x - x) + 2.6, abs(far_y - y) + 2.6
                )
                yield Rectangle(area, Ink(line=_colour(name), width=0.4), 1.0)


def footprint_gap() -> float:
    """Between two pins that face each other."""
    return 2 * module.EDGE_PIN


def _data(pins: dict[str, Point]) -> Iterator[Shape]:
    ink = Ink(line=LINES["data"], width=0.8)
    for y in range(JOINED):
        yield from _chain_of(y, ink)
        out, back = pins[f"1 {y} East 4 data out"], pins[f"1 {y} East 1 back"]
        aside = out[0] + 7
        yield Path((out, (aside, out[1]), (aside, back[1]), back), Ink(line=LINES["back"], width=0.8))
    back, into = pins["0 0 West 1 back"], pins["0 1 West 4 data in"]
    aside = back[0] - 7
    yield Path((back, (aside, back[1]), (aside, into[1]), into), Ink(line=LINES["back"], width=0.8))
    first = pins["0 0 West 4 data in"]
    yield line((first[0] - 16, first[1]), first, ink)
    yield TextLine(
        (first[0] - 17, first[1]), "from the Pico’s board", SMALL, LINES["data"], anchor=Anchor.END
    )
    yield TextLine((out[0] + 9, out[1] - 30), "a wire leads the", SMALL, LINES["back"], anchor=Anchor.START)
    yield TextLine((out[0] + 9, out[1] - 34), "data back west", SMALL, LINES["back"], anchor=Anchor.START)
    yield TextLine(
        (aside - 2, (back[1] + into[1]) / 2),
        "and on to the next row",
        SMALL,
        LINES["back"],
        anchor=Anchor.END,
    )


def _chain_of(y: int, ink: Ink) -> Iterator[Shape]:
    """The lights' chain through the modules of a row."""
    for x in range(JOINED):
        points = [
            (
                (x * 80 + (column + 0.5) * PITCH + module.LIGHT_AT[0]) * JOIN_SCALE,
                (y * 80 + (row + 0.5) * PITCH + module.LIGHT_AT[1]) * JOIN_SCALE,
            )
            for column, row in module.WIRING.order(module.SITES, module.SITES)
        ]
        yield Path(tuple(points), Ink(line=tint(LINES["data"], 0.5), width=0.5))
        for point in points:
            yield Disc(point, 1.6, Ink(fill=WHITE, line=LINES["data"], width=0.4))


def _outside() -> Iterator[Shape]:
    side = module.SIDE * JOIN_SCALE
    foot = -10.0
    for column in range(JOINED * module.SITES):
        x = (column * PITCH + module.COLUMN) * JOIN_SCALE
        yield line((x, module.EDGE_PIN * JOIN_SCALE), (x, foot), Ink(line=WIRE_COLOURS[2], width=0.5))
        yield TextLine((x, foot - 3), f"{column + 1}", SMALL, WIRE_COLOURS[2])
    yield TextLine((JOINED * side / 2, foot - 8), "columns, to the Pico’s board", SMALL, WIRE_COLOURS[2])
    for row in range(JOINED * module.SITES):
        y = (row * PITCH + module.ROW_PIN) * JOIN_SCALE
        yield line((module.EDGE_PIN * JOIN_SCALE, y), (-4, y), Ink(line=WIRE_COLOURS[0], width=0.5))
        yield TextLine((-7.6, y), f"{row + 1}", SMALL, WIRE_COLOURS[0])
    for y in range(JOINED):
        for name, at in (("5 V", module.PLUS), ("GND", module.MINUS)):
            height = (y * module.SIDE + at) * JOIN_SCALE
            yield line(
                (module.EDGE_PIN * JOIN_SCALE, height), (-14, height), Ink(line=LINES[name], width=0.8)
            )
            yield TextLine(
                (-16, height + (0.6 if name == "GND" else -0.6)), name, SMALL, LINES[name], anchor=Anchor.END
            )
    yield TextLine(
        (-24, module.MINUS * JOIN_SCALE + 7), "power: to each row of modules", SMALL, RED, anchor=Anchor.END
    )
