"""Forma's board of 20 by 20 cells and its elements: each colour's, packed onto a few sheets for cutting
out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from controller.boards.inks import INK, QUIET, STONE, deep, tint
from controller.boards.plate import BORDER, PITCH, Plate, PlateColours, framed, site_marks
from controller.boards.printed import Block, Printed
from controller.boards.shapes import Anchor, Area, Disc, Drawing, Ink, Path, Point, Rectangle, Shape, TextLine
from controller.model.signs import PLAYERS, WHITE
from controller.screens.layout.theme import ink_on
from controller.tables.forma.elements import squares
from engines.forma.board import COLOURS, all_elements
from engines.forma.polyominoes import CODES, SIZES, Fitter
from engines.grid import CellGrid, Cells, each

LOOK: Final = PlateColours(tint(STONE, 0.1), STONE, WHITE, INK)
_CELL: Final = Ink(WHITE, tint(STONE, 0.35), 0.2)
_NAME: Final = 2.3
_CODE: Final = 3.6
_MAGNET_RADIUS: Final = 2.5
_PACKED: Final = CellGrid(9, 11)
"""The squares of the sheet that one colour's 22 elements are packed on."""

_SAMPLE: Final = 4.6
"""A square of the small elements beside the board."""

_SAMPLES: Final = 38.0
"""The distance of small elements from each other."""


def board(plate: Plate) -> Drawing:
    """The whole sheet."""
    cells = [shape for column, row in plate.cells for shape in _cell(plate, column, row)]
    shapes = (*framed(plate, LOOK), *_corners(plate), *cells, *site_marks(plate), *_samples(plate))
    return Drawing(plate.sheet.w, plate.sheet.h, shapes)


def _cell(plate: Plate, column: int, row: int) -> Iterator[Shape]:
    area = plate.area(column, row)
    yield Rectangle(area, _CELL)
    at = area.x + 1.0, area.y + 1.8
    yield TextLine(at, plate.name(column, row), _NAME, QUIET, anchor=Anchor.START)


def _corners(plate: Plate) -> Iterator[Shape]:
    """The four colours in the corners of the frame, clockwise as they play."""
    field, frame = plate.field, plate.frame
    places = ((frame.x, frame.y), (frame.x, field.top), (field.right, field.top), (field.right, frame.y))
    for colour, (x, y) in zip(COLOURS, places, strict=True):
        yield Rectangle(Area(x, y, BORDER, BORDER), Ink(PLAYERS[colour]))


def _samples(plate: Plate) -> Iterator[Shape]:
    """In the free space in the east: every element, small, with its code."""
    frame, sheet = plate.frame, plate.sheet
    if sheet.right - frame.right < 2 * _SAMPLES:
        return
    up = plate.field.h / (len(CODES) // 2 + 1)
    for place, code in enumerate(CODES):
        row, column = divmod(place, 2)
        x, y = frame.right + 5 + column * _SAMPLES, plate.field.top - (row + 0.5) * up
        fill = PLAYERS[COLOURS[place % len(COLOURS)]]
        yield TextLine((x, y), code, 3.6, INK, is_bold=True, anchor=Anchor.START)
        below = y - (1 + max(north for _, north in squares(code))) * _SAMPLE / 2
        for east, north in squares(code):
            box = Area(x + 9 + east * _SAMPLE, below + north * _SAMPLE, _SAMPLE, _SAMPLE)
            yield Rectangle(box, Ink(fill, deep(fill, 0.35), 0.2))


def elements(colour: str) -> Drawing:
    """A colour's 22 elements, each square 20 mm, with a place for a magnet in the middle of each."""
    shapes = [shape for code, cells in packed() for shape in _element(colour, code, cells)]
    columns, rows = _PACKED.stride - 1, len(_PACKED.rows)
    return Drawing(columns * PITCH, rows * PITCH, tuple(shapes))


@cache
def packed() -> tuple[tuple[str, Cells], ...]:
    """A colour's elements on the squares of a sheet, the largest first: each as low, and as close to its
    neighbours, as it fits."""
    fitter, free, found = Fitter(_PACKED), _PACKED.all, []
    for code in sorted(_supply(), key=lambda code: -SIZES[code]):
        cells = min(_places(fitter, code, free), key=lambda cells: (_top(cells), _open(cells, free), cells))
        found.append((CODES[code], cells))
        free &= ~cells
    return tuple(found)


def _supply() -> Iterator[int]:
    for code, number in enumerate(all_elements(1)):
        yield from [code] * number


def _places(fitter: Fitter, code: int, free: Cells) -> Iterator[Cells]:
    for one, lowest in zip(fitter.oriented, fitter.fits(free), strict=True):
        if one.code == code:
            yield from (one.cells << cell.bit_length() - 1 for cell in each(lowest))


def _top(cells: Cells) -> int:
    """The highest covered row."""
    return (cells.bit_length() - 1) // _PACKED.stride


def _open(cells: Cells, free: Cells) -> int:
    """The number of free squares beside a place."""
    up = _PACKED.stride
    return ((cells << 1 | cells >> 1 | cells << up | cells >> up) & free & ~cells).bit_count()


def _element(colour: str, code: str, cells: Cells) -> Iterator[Shape]:
    fill = PLAYERS[colour]
    ink = ink_on(fill)
    places = [_corner(cell) for cell in each(cells)]
    for x, y in places:
        yield Rectangle(Area(x, y, PITCH, PITCH), Ink(fill))
    for x, y in places:
        middle = x + PITCH / 2, y + PITCH / 2
        yield Disc(middle, _MAGNET_RADIUS, Ink(line=ink, width=0.2))
        yield from _cross(middle, Ink(line=ink, width=0.1))
    yield from _outline(cells, Ink(line=deep(fill, 0.85), width=0.3))
    x, y = places[0]
    yield TextLine((x + 1.5, y + 3.0), code, _CODE, ink, is_bold=True, anchor=Anchor.START)


def _corner(cell: Cells) -> Point:
    row, column = divmod(cell.bit_length() - 1, _PACKED.stride)
    return column * PITCH, row * PITCH


def _cross(middle: Point, ink: Ink) -> Iterator[Shape]:
    x, y = middle
    yield Path(((x - 4, y), (x + 4, y)), ink)
    yield Path(((x, y - 4), (x, y + 4)), ink)


def _outline(cells: Cells, ink: Ink) -> Iterator[Shape]:
    """The sides that a square does not share with another of its element: the cutting line."""
    sides = {"s": (0, 0, 1, 0), "n": (0, 1, 1, 1), "w": (0, 0, 0, 1), "e": (1, 0, 1, 1)}
    for cell in each(cells):
        x, y = _corner(cell)
        for side, (x0, y0, x1, y1) in sides.items():
            if not _PACKED.step(cell, side) & cells:
                yield Path(((x + x0 * PITCH, y + y0 * PITCH), (x + x1 * PITCH, y + y1 * PITCH)), ink)


def _blocks(plate: Plate) -> tuple[Block, ...]:
    """The elements: a block for each colour."""
    return (Block("elements", tuple(map(elements, COLOURS))),)


PRINTED = Printed(board, blocks=_blocks)
