"""Drawings of the layout: the matrix of contacts, the path of the strip."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.inks import INK, QUIET, tint
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
    moved,
)
from controller.making.wiring.drawing import RED, SIZE, SMALL, WIRE, WIRE_COLOURS
from controller.making.wiring.ground import on_ground
from controller.making.wiring.modules import PULL_DOWN_OHM
from controller.model.signs import WHITE
from hardware.lights.light_map import StripPath

ROW, COLUMN = WIRE_COLOURS[0], WIRE_COLOURS[2]
ROW_INK: Final = Ink(line=ROW, width=WIRE)
COLUMN_INK: Final = Ink(line=COLUMN, width=WIRE)
PLAIN: Final = Ink(line=INK, width=WIRE)
GLASS: Final = Ink(fill=tint((86, 180, 233), 0.3), line=INK, width=0.3)

STEP_X: Final = 46.0
STEP_Y: Final = 24.0
BRANCH: Final = 31.0
"""The distance before its column at which a site branches from its row."""


def matrix() -> Drawing:
    """The south-western corner of the contacts: three rows and three columns."""
    return on_ground(_matrix(3), "The contacts: a reed and a diode at every site")


def _matrix(count: int) -> Iterator[Shape]:
    east, north = count * STEP_X, (count - 1) * STEP_Y
    for row in range(count):
        y = row * STEP_Y
        yield line((-8, y), (east - 4, y), ROW_INK)
        yield TextLine((-10, y), f"row {row + 1}", SIZE, ROW, anchor=Anchor.END)
        yield TextLine((east - 2, y), "…", SIZE, ROW, anchor=Anchor.START)
    for column in range(count):
        x = column * STEP_X + BRANCH
        yield line((x, north + 14), (x, -30), COLUMN_INK)
        yield TextLine((x, -33), f"column {column + 1}", SIZE, COLUMN)
        yield from _pull_down((x, -17), is_named=column == 0)
        for row in range(count):
            yield from _site((x, row * STEP_Y), is_named=column == 0 and row == count - 1)
    yield TextLine((-10, -33), "to the 74HC165:", SIZE, COLUMN, anchor=Anchor.END)
    yield TextLine((-10, north + 10), "from the 74HC595:", SIZE, ROW, anchor=Anchor.END)


def _site(at: Point, *, is_named: bool) -> Iterator[Shape]:
    """From a row through reed and diode to the column at `at`."""
    x, y = at
    start, level = x - BRANCH, y + 9
    yield Disc((start, y), 0.9, Ink(fill=ROW))
    yield Path(((start, y), (start, level), (start + 5, level)), PLAIN)
    yield Rectangle(Area(start + 4, level - 1.7, 11, 3.4), GLASS, 1.7)
    yield line((start + 3, level), (start + 9, level + 0.9), PLAIN)
    yield line((start + 8, level - 0.3), (start + 18, level - 0.3), PLAIN)
    yield Path(
        ((start + 18, level - 2.4), (start + 18, level + 1.8), (start + 22, level - 0.3)), Ink(fill=INK), True
    )
    yield line((start + 22.3, level - 2.6), (start + 22.3, level + 2.0), Ink(line=INK, width=0.9))
    yield line((start + 22, level - 0.3), (x, level - 0.3), PLAIN)
    yield Disc((x, level - 0.3), 0.9, Ink(fill=COLUMN))
    if is_named:
        yield TextLine((start + 9.5, level + 4.2), "reed", SMALL, INK)
        yield TextLine((start + 20, level + 4.2), "1N4148", SMALL, INK)


def _pull_down(at: Point, *, is_named: bool) -> Iterator[Shape]:
    x, y = at
    yield Disc((x, y), 0.9, Ink(fill=COLUMN))
    yield line((x, y), (x + 4, y), PLAIN)
    yield Rectangle(Area(x + 4, y - 1.5, 9, 3), Ink(fill=WHITE, line=INK, width=0.4))
    yield line((x + 13, y), (x + 15.5, y), PLAIN)
    yield TextLine((x + 16.5, y), "GND", SMALL, INK, is_bold=True, anchor=Anchor.START)
    if is_named:
        yield TextLine((x + 8.5, y - 4.2), f"{PULL_DOWN_OHM // 1000} kΩ", SMALL, INK)


SIDE: Final = 15.0
SHOWN: Final = (8, 4)
"""The number of columns and rows of lights drawn."""


def serpentine() -> Drawing:
    """The path of the strip, with the default settings."""
    return on_ground(_serpentine(StripPath()), "The strip, seen from above: one serpentine")


def _serpentine(wiring: StripPath) -> Iterator[Shape]:
    columns, rows = SHOWN
    way = tuple((SIDE * x, SIDE * y) for x, y in wiring.order(columns, rows))
    yield Rectangle(
        Area(-SIDE / 2, -SIDE / 2, columns * SIDE, rows * SIDE),
        Ink(fill=tint((230, 159, 0), 0.08), line=QUIET),
    )
    yield Path(way, Ink(line=WIRE_COLOURS[1], width=0.9))
    yield Path(((-SIDE * 1.2, 0.0), way[0]), Ink(line=WIRE_COLOURS[1], width=0.9))
    for number, (x, y) in enumerate(way, 1):
        yield Disc((x, y), 3.4, Ink(fill=WHITE, line=INK, width=0.4))
        yield TextLine((x, y), str(number), SMALL, INK, is_bold=number == 1)
    yield TextLine((-SIDE * 1.25, 0), "data", SIZE, WIRE_COLOURS[1], anchor=Anchor.END)
    yield TextLine(((columns - 1) * SIDE / 2, rows * SIDE - 3), "north", SIZE, QUIET)
    yield TextLine(((columns - 1) * SIDE / 2, -SIDE / 2 - 4), "south: the front of the table", SIZE, QUIET)


GHOST_STEP: Final = 26.0
PIECES: Final = ((0, 0), (1, 0), (0, 1))
"""The sites with a piece, of two columns and rows: the fourth is empty."""
PIECE: Final = Ink(fill=tint((0, 158, 115), 0.5), line=INK, width=0.3)
EMPTY: Final = Ink(fill=WHITE, line=QUIET, width=0.3, is_dashed=True)
CURRENT: Final = Ink(line=RED, width=0.9)


def ghosts() -> Drawing:
    """Three pieces on four sites, with the diodes and without one."""
    return on_ground(_ghosts(), "Three pieces, row 2 at 3.3 V: is the fourth site closed?")


def _ghosts() -> Iterator[Shape]:
    for number, (title, words) in enumerate(
        (
            ("each site has its diode", "column 2 stays low"),
            ("the diode at the cross is short", "column 2 is lifted: a ghost"),
        )
    ):
        yield from moved(tuple(_four_sites(title, words, is_short=number == 1)), number * 92, 0)


def _four_sites(title: str, words: str, *, is_short: bool) -> Iterator[Shape]:
    step, end = GHOST_STEP, 1.6 * GHOST_STEP
    for number in (0, 1):
        at = number * step
        yield line((-14, at), (end, at), ROW_INK)
        yield TextLine((-16, at), f"row {number + 1}", SIZE, ROW, anchor=Anchor.END)
        yield line((at + 8, -14), (at + 8, end + 6), COLUMN_INK)
        yield TextLine((at + 8, -17), f"column {number + 1}", SIZE, COLUMN)
    for column in (0, 1):
        for row in (0, 1):
            middle = column * step + 4, row * step + 4
            yield Disc(middle, 3.0, PIECE if (column, row) in PIECES else EMPTY)
    yield Path(((-14, step + 0.9), (1, step + 0.9), (1, step + 8), (7.2, step + 8), (7.2, -13)), CURRENT)
    if is_short:
        yield Path(
            (
                (7.2, 8.5),
                (1, 8.5),
                (1, 0.9),
                (step + 1, 0.9),
                (step + 1, 8.5),
                (step + 7.2, 8.5),
                (step + 7.2, -13),
            ),
            CURRENT,
        )
        for aside in (-1.6, 1.6):
            yield line((1.6 - aside, 10.6), (1.6 + aside, 7.0), Ink(line=INK, width=0.5))
    yield TextLine((15, end + 11), title, SIZE, INK, is_bold=True)
    yield TextLine((20, -23), words, SMALL, RED if is_short else INK)
