"""The content of a page's margins: cut marks, registration marks, the ruler, and the page's number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from controller.boards.inks import HAIRLINE, INK, QUIET
from controller.boards.shapes import Anchor, Area, Disc, Ink, Rectangle, Shape, TextLine, line
from controller.making.overlay import words

MARGIN: Final = 10.0
"""The margin on the left, on the right and at the top: printers leave 5 mm white, the rest is for the
marks."""

FOOT: Final = 27.0
"""The margin at the foot, with the ruler."""

RULER: Final = 100.0
_OFF: Final = 1.5
"""The distance of the marks from the printed area."""

_LENGTH: Final = 3.5
_TARGET: Final = 1.2
_RULER_Y: Final = 14.0
_MAP_CELL: Final = (3.4, 4.2)


def marks_around(window: Area, printed: Area, joins: tuple[bool, bool, bool, bool]) -> Iterator[Shape]:
    """Marks at the corners of the window, outside the printed area. On a side where another page joins, they
    are registration marks, which coincide when the pages do."""
    west, east, south, north = joins
    for x, is_join in ((window.x, west), (window.right, east)):
        for y in (printed.y - _OFF - _LENGTH / 2, printed.top + _OFF + _LENGTH / 2):
            yield from _mark(x, y, is_join, is_upright=True)
    for y, is_join in ((window.y, south), (window.top, north)):
        for x in (printed.x - _OFF - _LENGTH / 2, printed.right + _OFF + _LENGTH / 2):
            yield from _mark(x, y, is_join, is_upright=False)


def ticks(area: Area, xs: Iterable[float], ys: Iterable[float]) -> Iterator[Shape]:
    """Cut marks outside an area, for cuts through it."""
    for x in xs:
        for y in (area.y - _OFF - _LENGTH / 2, area.top + _OFF + _LENGTH / 2):
            yield from _mark(x, y, is_join=False, is_upright=True)
    for y in ys:
        for x in (area.x - _OFF - _LENGTH / 2, area.right + _OFF + _LENGTH / 2):
            yield from _mark(x, y, is_join=False, is_upright=False)


def _mark(x: float, y: float, is_join: bool, is_upright: bool) -> Iterator[Shape]:
    half = _LENGTH / 2
    if is_join:
        yield Disc((x, y), _TARGET, HAIRLINE)
    if is_join or is_upright:
        yield line((x, y - half), (x, y + half), HAIRLINE)
    if is_join or not is_upright:
        yield line((x - half, y), (x + half, y), HAIRLINE)


def foot(
    width: float, title: str, label: str, on_map: tuple[int, int, int, int] = (0, 1, 0, 1)
) -> Iterator[Shape]:
    """The ruler on the left; on the right the page's name, with a small map of the pages if there are
    several: this page's column, the number of columns, its row, and the number of rows."""
    yield from _ruler()
    column, columns, row, rows = on_map
    right = width - MARGIN
    if columns * rows > 1:
        across, up = _MAP_CELL
        for x in range(columns):
            for y in range(rows):
                fill = INK if (x, y) == (column, row) else None
                left, below = right - (columns - x) * across, _RULER_Y + 2.5 - (y + 1) * up
                yield Rectangle(Area(left, below, across, up), Ink(fill, QUIET, 0.2))
        right -= columns * across + 3.0
    yield TextLine((right, _RULER_Y), title, 3.2, INK, is_bold=True, anchor=Anchor.END)
    yield TextLine((right, _RULER_Y - 5.0), label, 2.8, INK, anchor=Anchor.END)


def _ruler() -> Iterator[Shape]:
    left, y = MARGIN, _RULER_Y
    yield line((left, y), (left + RULER, y), Ink(line=INK, width=0.2))
    for step in range(11):
        height = 4.0 if step in (0, 10) else 2.6 if step == 5 else 1.6
        x = left + step * RULER / 10
        yield line((x, y), (x, y + height), Ink(line=INK, width=0.2))
    yield TextLine((left, y - 4.0), words.RULER, 2.6, INK, anchor=Anchor.START)
