"""The whole table from above, and a corner of the carrier's template, drawn from the boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.cites import PAD, TAG
from controller.boards.cites import SIDE as SIDE_OF_TILE
from controller.boards.inks import INK, QUIET, tint
from controller.boards.plate import BORDER, PITCH
from controller.boards.shapes import Anchor, Area, Disc, Drawing, Ink, Path, Rectangle, Shape, TextLine, line
from controller.making.building import case, section
from controller.making.building.boards import Board
from controller.making.building.drawings import drawing_of
from controller.making.building.section_picture import ACRYLIC, THIN, WOOD
from controller.making.wiring.ground import on_ground
from controller.model.signs import WHITE
from controller.settings.settings import Config

SCALE: Final = 0.3
SIZE: Final = 3.4
SMALL: Final = 2.7

GLASS: Final = Ink(fill=tint((86, 180, 233), 0.35), line=INK, width=0.3)
ROOM: Final = Ink(line=INK, width=0.25, is_dashed=True)
COVERED: Final = Ink(fill=WHITE, line=INK, width=0.25, is_dashed=True)
DOT: Final = Ink(fill=QUIET)
CABLE: Final = Ink(line=(0, 90, 150), width=0.6)

BETWEEN: Final = 60.0
"""Between the table and its console or its pads in the drawing."""

CORNER: Final = (72.0, 52.0)
"""The part of the carrier's south-western corner that is drawn."""


def plan(config: Config | None = None) -> Drawing:
    """The largest table with console and pads, from above."""
    config = config or Config()
    boards = {board.name: board for board in case.boards(config)}
    width, height = case.plate_size(config.table.grid)
    return on_ground(_plan(config, boards, width, height), "Frame, console and pads from above")


def _box(area: Area, ink: Ink, radius: float = 0.0) -> Rectangle:
    return Rectangle(Area(*(SCALE * part for part in area)), ink, radius)


def _words(x: float, y: float, words: str, size: float = SIZE) -> TextLine:
    return TextLine((x * SCALE, y * SCALE), words, size, INK)


def _plan(config: Config, boards: dict[str, Board], width: float, height: float) -> Iterator[Shape]:
    frame = section.FRAME
    yield _box(Area(-frame, -frame, width + 2 * frame, height + 2 * frame), WOOD)
    yield _box(Area(0, 0, width, height), ACRYLIC)
    grid = config.table.grid
    for column in range(grid.columns):
        for row in range(grid.rows):
            x, y = BORDER + (column + 0.5) * PITCH, BORDER + (row + 0.5) * PITCH
            yield Disc((x * SCALE, y * SCALE), 0.35, DOT)
    cover = boards["service-cover"]
    place = Area.around((width / 2, height / 2), cover.width, cover.height)
    yield _box(place, COVERED)
    yield _words(width / 2, height / 2 + 12, "below: the service opening,", SMALL)
    yield _words(width / 2, height / 2 - 12, "Pico and chips on its cover", SMALL)
    yield from _length((0, width), height * 0.8, f"{width:g} mm, the plate")
    yield from _length((-frame, width + frame), -frame - 14, f"{width + 2 * frame:g} mm", below=True)
    yield from _console(boards, width / 2, height + frame + BETWEEN)
    yield from _pads(config.table.pads, width, -frame - BETWEEN - 20)


def _length(ends: tuple[float, float], y: float, words: str, *, below: bool = False) -> Iterator[Shape]:
    west, east = (end * SCALE for end in ends)
    yield line((west, y * SCALE), (east, y * SCALE), THIN)
    for x in (west, east):
        yield line((x, y * SCALE - 1.5), (x, y * SCALE + 1.5), THIN)
    yield TextLine(((west + east) / 2, y * SCALE + (-3.5 if below else 3)), words, SMALL, QUIET)


def _console(boards: dict[str, Board], middle: float, foot: float) -> Iterator[Shape]:
    bezel, floor = boards["bezel"], boards["console-floor"]
    west = middle - bezel.width / 2
    (hole,) = boards["wall-north"].holes
    way, into, between = middle * SCALE, (hole.at[0] - section.FRAME) * SCALE, foot - BETWEEN / 2
    bent = (
        (into, (foot - BETWEEN) * SCALE),
        (into, between * SCALE),
        (way, between * SCALE),
        (way, foot * SCALE),
    )
    yield Path(bent, CABLE)
    yield TextLine((max(way, into) + 3, between * SCALE), "USB cable, 5 V", SMALL, QUIET, anchor=Anchor.START)
    yield _box(Area(west, foot, bezel.width, bezel.height), WOOD)
    (window,) = bezel.openings
    yield _box(window.moved(west, foot), GLASS)
    inset = section.FRAME + case.CLEARANCE / 2
    for mark, words in zip(floor.marks, ("Pi below", "fuse below"), strict=True):
        area = mark.area.moved(west + inset, foot + inset)
        yield _box(area, ROOM)
        yield _words(area.middle[0], area.y + 0.75 * area.h, words, SMALL)
    yield _words(west + window.x + 35, foot + window.y + window.h * 0.15, "the screen", SMALL)
    yield _words(west + window.x + 35, foot + 16, "console", SMALL)
    yield from _length((west, west + bezel.width), foot + bezel.height + 10, f"{bezel.width:g} mm")


def _pads(seats: int, width: float, top: float) -> Iterator[Shape]:
    for seat in range(seats):
        middle = width * (seat + 0.5) / seats
        area = Area(middle - PAD / 2, top - PAD, PAD, PAD)
        yield _box(area, WOOD)
        yield _box(Area.around(area.middle, SIDE_OF_TILE), ROOM)
        x, y = area.middle
        yield Disc((x * SCALE, y * SCALE), TAG / 2 * SCALE, ROOM)
        yield _words(middle, area.y - 14, f"pad {seat + 1}", SMALL)


def corner(config: Config | None = None) -> Drawing:
    """The south-western corner of the carrier's template, at twice its size, with its measures."""
    board = case.carrier((config or Config()).table.grid)
    return on_ground(_corner(board), "A corner of the carrier’s template, at twice its size")


def _corner(board: Board) -> Iterator[Shape]:
    whole = Area(-0.5, -0.5, *CORNER)
    for shape in drawing_of(board).shapes:
        bounds = shape.bounds
        if bounds.right < whole.right and bounds.top < whole.top and not isinstance(shape, TextLine):
            yield from _doubled(shape)
    yield line((0, 0), (2 * whole.right, 0), Ink(line=INK, width=0.4))
    yield line((0, 0), (0, 2 * whole.top), Ink(line=INK, width=0.4))
    (x, y), (east, north) = case.middle(0, 0), section.LIGHT_AT
    for first, second, foot, words in (
        (x, x + PITCH, y - 8, f"{PITCH:g}"),
        (0.0, x, y - 11.5, f"{x:g}"),
        (x + PITCH, x + PITCH + east, y - 8, f"{east:g}"),
    ):
        yield from _measure(first, second, foot, words)
    yield _note(x + 6, y + north + 6, f"light, {section.LIGHT_HOLE:g} mm, {north:g} mm north of the reed")
    yield _note(x + 2 * PITCH, y - 3.6, f"reed, {section.REED_HOLE:g} mm")


def _doubled(shape: Shape) -> Iterator[Shape]:
    match shape:
        case Disc((x, y), radius, ink):
            yield Disc((2 * x, 2 * y), 2 * radius, ink)
        case Path(points, ink, closed):
            yield Path(tuple((2 * x, 2 * y) for x, y in points), ink, closed)


def _measure(west: float, east: float, y: float, words: str) -> Iterator[Shape]:
    yield line((2 * west, 2 * y), (2 * east, 2 * y), THIN)
    for x in (west, east):
        if x:
            yield line((2 * x, 2 * y - 1.2), (2 * x, 2 * y + 1.2), THIN)
    yield TextLine((west + east, 2 * y - 3), words, SMALL, QUIET)


def _note(x: float, y: float, words: str) -> TextLine:
    return TextLine((2 * x, 2 * y), words, SMALL, INK)
