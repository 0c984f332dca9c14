"""The bodies of Forma's pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.plate import PITCH
from controller.boards.shapes import Point
from controller.making.bodies.body import (
    PLAY,
    Bodies,
    Body,
    Marks,
    pocket,
    standing,
)
from controller.making.bodies.outlines import box, disc, moved, notched, ring
from controller.making.bodies.solid import Feature, Outline, Pane, Solid
from engines.forma.board import COLOURS, MARKERS_EACH, OBSTACLES, all_elements
from engines.forma.polyominoes import CODES, FAMILIES, SIZES, Square

MAGNET: Final = (5.0, 3.0)
THICK: Final = 4.0
"""Of Forma's elements and markers."""
FLOOR: Final = 0.5
"""Below an element's magnet: it lies in the middle, so that the element may be flipped."""
SQUARE: Final = PITCH - 0.1
"""The side of an element's square, less than a site so that elements lie beside each other."""
NOTCH: Final = 1.2
NOTCHES_APART: Final = 4.0


def _pieces(_marks: Marks) -> Iterator[Body]:
    magnet, all_of_them = MAGNET, dict(zip(CODES, all_elements(1), strict=True))
    for notches, colour in enumerate(COLOURS):
        feel = f"{notches} notches on each side" if notches else "smooth sides"
        feel = feel.replace("1 notches", "1 notch")
        for code in CODES:
            solid = element(code, notches)
            yield Body("forma", f"{colour}-{code}", all_of_them[code], feel, solid, magnet, FLOOR)
        side = _notched_square(14.0, notches)
        marker = Solid((Pane(side, (pocket(magnet),)),), ((THICK, side),))
        words = f"small and square, {feel}"
        yield Body("forma", f"{colour}-marker", MARKERS_EACH, words, marker, magnet)
    rock = standing(magnet, ring(8, 18.0, turned=0.5), (7.0, ring(8, 14.0, turned=0.5)))
    yield Body("forma", "obstacle", OBSTACLES, "eight sloping sides, flat above", rock, magnet)
    crown = Feature(disc(8.0), -2.0)
    tower = standing(magnet, disc(16.0), (6.0, disc(16.0)), (26.0, disc(12.0)), above=(crown,))
    yield Body("forma", "tower", 1, "high and round, hollow above", tower, magnet)


def element(code: str, notches: int) -> Solid:
    """An element of Forma, face down: a pocket in each square, and this many notches on each outer side."""
    squares = min(FAMILIES[code], key=sorted)
    return Solid(tuple(_square(squares, square, notches) for square in sorted(squares)), height=THICK)


def _square(squares: frozenset[Square], square: Square, notches: int) -> Pane:
    column, row = square
    x, y = column * SQUARE, row * SQUARE
    corners = tuple((round(a, 4), round(b, 4)) for a, b in moved(box(SQUARE, SQUARE), x, y))
    outline: list[Point] = []
    beside = ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
    for at, neighbour in enumerate(beside):
        number = 0 if neighbour in squares else notches
        outline += notched(corners[at], corners[(at + 1) % 4], number, NOTCH, NOTCHES_APART)
    deep = THICK - FLOOR
    pocket = Feature(disc(MAGNET[0] + PLAY, (round(x, 4), round(y, 4))), -deep)
    return Pane(tuple(outline), (pocket,))


def _notched_square(side: float, notches: int) -> Outline:
    corners = box(side, side)
    return tuple(
        point
        for at in range(4)
        for point in notched(corners[at], corners[(at + 1) % 4], notches, NOTCH, NOTCHES_APART)
    )


def _squares() -> int:
    each = sum(SIZES[code] * count for code, count in enumerate(all_elements(1)))
    return len(COLOURS) * each


BODIES = Bodies(
    MAGNET,
    _squares() + len(COLOURS) * MARKERS_EACH + OBSTACLES + 1,
    "elements, markers, obstacles, tower",
    _pieces,
)
"""A magnet in each piece; in elements one in each square."""
