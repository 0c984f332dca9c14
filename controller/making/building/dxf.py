"""A board as DXF for a laser or a mill: plain text, version R12 (AC1009), in millimetres.

Cuts are on the layer CUT, round holes on DRILL, drawn lines on MARK. Source: AutoCAD's DXF
reference, R12: group codes 0 (kind), 8 (layer), 10, 20 and 30 (a point), 40 (a radius, a letter's height).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from controller.boards.shapes import Area, Point
from controller.making.building.boards import Board
from controller.making.building.drawings import words_of

LAYERS: Final = {"CUT": 1, "DRILL": 5, "MARK": 8}
"""Each layer's colour: red, blue, grey."""

LETTERS: Final = 2.6
_AS_ASCII: Final = str.maketrans({"×": "x", "·": "-", "’": "'"})

Pair = tuple[int, object]


def dxf(board: Board) -> bytes:
    """The file of a board."""
    pairs = [*_head(board), *_tables(), *_entities(board), (0, "EOF")]
    return "".join(f"{code:>3}\r\n{_value(value)}\r\n" for code, value in pairs).encode("ascii")


def _value(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _head(board: Board) -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$MEASUREMENT"), (70, 1))
    for name, (x, y) in (("$EXTMIN", (0.0, 0.0)), ("$EXTMAX", (board.width, board.height))):
        yield from ((9, name), (10, x), (20, y), (30, 0.0))
    yield 0, "ENDSEC"


def _tables() -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LTYPE"), (70, 1))
    yield from ((0, "LTYPE"), (2, "CONTINUOUS"), (70, 0), (3, "Solid"), (72, 65), (73, 0), (40, 0.0))
    yield from ((0, "ENDTAB"), (0, "TABLE"), (2, "LAYER"), (70, len(LAYERS)))
    for name, colour in LAYERS.items():
        yield from ((0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"))


def _entities(board: Board) -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, "ENTITIES"))
    yield from _polyline("CUT", board.outline)
    for opening in board.openings:
        yield from _polyline("CUT", _corners(opening))
    for hole in board.holes:
        yield from _circle("DRILL", hole.at, hole.diameter / 2)
    for mark in board.marks:
        if mark.is_round:
            yield from _circle("MARK", mark.area.middle, mark.area.w / 2)
        else:
            yield from _polyline("MARK", _corners(mark.area))
        if mark.words:
            yield from _text((mark.area.x + 2, mark.area.y + 2), mark.words)
    yield from _text((0.0, -6.0), words_of(board))
    yield 0, "ENDSEC"


def _corners(area: Area) -> tuple[Point, ...]:
    return (area.x, area.y), (area.right, area.y), (area.right, area.top), (area.x, area.top)


def _polyline(layer: str, points: Iterable[Point]) -> Iterator[Pair]:
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, 1), (10, 0.0), (20, 0.0), (30, 0.0))
    for x, y in points:
        yield from ((0, "VERTEX"), (8, layer), (10, float(x)), (20, float(y)), (30, 0.0))
    yield from ((0, "SEQEND"), (8, layer))


def _circle(layer: str, middle: Point, radius: float) -> Iterator[Pair]:
    x, y = middle
    yield from ((0, "CIRCLE"), (8, layer), (10, float(x)), (20, float(y)), (30, 0.0), (40, radius))


def _text(at: Point, words: str) -> Iterator[Pair]:
    x, y = at
    yield from ((0, "TEXT"), (8, "MARK"), (10, x), (20, y), (30, 0.0), (40, LETTERS))
    yield 1, words.translate(_AS_ASCII)
