"""A board as a drawing to print: its outline, holes with crosses for the awl, openings, and marks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.inks import INK, QUIET
from controller.boards.shapes import Disc, Drawing, Ink, Path, Rectangle, Shape, TextLine, line
from controller.making.building.boards import Board, Hole, MarkedPlace
from controller.making.overlay.sheets import Printout

CUT: Final = Ink(line=INK, width=0.25)
AWL: Final = Ink(line=INK, width=0.1)
MARKED: Final = Ink(line=QUIET, width=0.2, is_dashed=True)
LETTERS: Final = 2.6
CROSS: Final = 1.2
"""Half a cross, at least; larger holes have larger ones."""


def part_of(board: Board) -> Printout:
    """A board as a part to print; it is cut along its seams if it is larger than the paper."""
    name = board.title.partition(", seen")[0]
    return Printout(board.name, f"Tablier · {name}", (drawing_of(board),), (board.seams,), is_cut=True)


def drawing_of(board: Board) -> Drawing:
    """A board to scale."""
    return Drawing(board.width, board.height, tuple(_shapes(board)))


def words_of(board: Board) -> str:
    """The name of a board on paper."""
    count = f", {board.count} pieces" if board.count > 1 else ""
    size = f"{board.width:g} × {board.height:g} mm"
    return f"{board.title} · {board.material}, {board.thickness:g} mm · {size}{count}"


def _shapes(board: Board) -> Iterator[Shape]:
    yield Path(board.outline, CUT, closed=True)
    for opening in board.openings:
        yield Rectangle(opening, CUT)
    for mark in board.marks:
        yield from _mark(mark)
    for hole in board.holes:
        yield from _hole(hole)
    if board.label is not None:
        yield TextLine(board.label, words_of(board), LETTERS, INK)


def _mark(mark: MarkedPlace) -> Iterator[Shape]:
    area = mark.area
    yield Disc(area.middle, area.w / 2, MARKED) if mark.is_round else Rectangle(area, MARKED)
    if mark.words:
        yield TextLine((area.middle[0], area.y + 4.0), mark.words, LETTERS, QUIET)


def _hole(hole: Hole) -> Iterator[Shape]:
    (x, y), half = hole.at, max(CROSS, hole.diameter / 4)
    yield Disc(hole.at, hole.diameter / 2, CUT)
    yield line((x - half, y), (x + half, y), AWL)
    yield line((x, y - half), (x, y + half), AWL)
