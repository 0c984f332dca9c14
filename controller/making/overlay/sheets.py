"""Drawings on paper: pages with their content, cut and registration marks, and a ruler on each."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from controller.boards.shapes import Area, Drawing, Shape, moved
from controller.making.overlay import words
from controller.making.overlay.cutting import Cuts, cut
from controller.making.overlay.marks import FOOT, MARGIN, foot, marks_around, ticks
from controller.making.overlay.paper import SIZES, Paper
from engines.record import record

NARROWEST: Final = 190.0
"""The smallest width of a single sheet inside its margins, for the ruler and the words beside it."""

GAP: Final = 14.0
"""The gap between two blocks: room for the cut marks of both."""


class PaperTooSmall(Exception):
    """A piece that must not be cut does not fit on the paper. The text says which paper would do."""


@record
class Printout:
    """Something to print: one drawing that may be cut along its seams, or blocks of equal size that must not.
    `seams` are those from the left and those from the lower edge, the best pair first; for blocks they are
    the lines along which people cut."""

    name: str
    title: str
    drawings: tuple[Drawing, ...]
    seams: tuple[tuple[Sequence[float], Sequence[float]], ...]
    is_cut: bool


@record
class PrintedPage:
    """A page: its size, its printed areas, each with the shapes clipped to it, and the marks around them."""

    width: float
    height: float
    views: tuple[tuple[Area, tuple[Shape, ...]], ...]
    marks: tuple[Shape, ...]


def pages_of(part: Printout, paper: Paper, overlap: float) -> tuple[PrintedPage, ...]:
    """A part on paper. All pages are portrait or all landscape, whichever needs fewer of them.

    Raises `PaperTooSmall`.
    """
    if part.is_cut:
        return _tiled(part, paper, overlap)
    return _blocks(part, paper)


def _rooms(paper: Paper) -> tuple[tuple[float, float], ...]:
    """The usable area of a page, upright and on its side."""
    width, height = SIZES[paper]
    return tuple((w - 2 * MARGIN, h - MARGIN - FOOT) for w, h in ((width, height), (height, width)))


# A drawing that is cut


def _tiled(part: Printout, paper: Paper, overlap: float) -> tuple[PrintedPage, ...]:
    drawing = part.drawings[0]
    if paper is Paper.SHEET:
        rooms: tuple[tuple[float, float], ...] = ((max(drawing.width, NARROWEST), drawing.height),)
    else:
        rooms = _rooms(paper)
    room, across, down = min(((room, *_cuts(part, room, overlap)) for room in rooms), key=_cost)
    return tuple(
        _tile(part, room, overlap, across, down, (column, row))
        for row in range(len(down.pieces))
        for column in range(len(across.pieces))
    )


def _cuts(part: Printout, room: tuple[float, float], overlap: float) -> tuple[Cuts, Cuts]:
    """From the west, and from the north."""
    drawing = part.drawings[0]
    across = cut(drawing.width, room[0], overlap, [xs for xs, _ in part.seams])
    from_top = [[drawing.height - y for y in ys] for _, ys in part.seams]
    return across, cut(drawing.height, room[1], overlap, from_top)


def _cost(option: tuple[tuple[float, float], Cuts, Cuts]) -> tuple[int, int]:
    """The fewest pages, then the best seams."""
    _, across, down = option
    return len(across.pieces) * len(down.pieces), across.grade + down.grade


def _tile(
    part: Printout,
    room: tuple[float, float],
    overlap: float,
    across: Cuts,
    down: Cuts,
    place: tuple[int, int],
) -> PrintedPage:
    drawing, (column, row) = part.drawings[0], place
    columns, rows = len(across.pieces), len(down.pieces)
    (west, east), (north, south) = across.pieces[column], down.pieces[row]
    window = Area(west, drawing.height - south, east - west, south - north)
    glue_east, glue_south = overlap * (column < columns - 1), overlap * (row < rows - 1)
    printed = Area(window.x, window.y - glue_south, window.w + glue_east, window.h + glue_south)
    width, height = room[0] + 2 * MARGIN, room[1] + MARGIN + FOOT
    x, y = MARGIN - printed.x, height - MARGIN - printed.top
    joins = (column > 0, column < columns - 1, row < rows - 1, row > 0)
    label = words.of_board(column + 1, columns, row + 1, rows)
    return PrintedPage(
        width,
        height,
        ((printed.moved(x, y), _seen(drawing, printed, x, y)),),
        (
            *marks_around(window.moved(x, y), printed.moved(x, y), joins),
            *foot(width, part.title, label, (column, columns, row, rows)),
        ),
    )


def _seen(drawing: Drawing, printed: Area, x: float, y: float) -> tuple[Shape, ...]:
    return moved((shape for shape in drawing.shapes if shape.bounds.meets(printed)), x, y)


# Blocks that are not cut


def _blocks(part: Printout, paper: Paper) -> tuple[PrintedPage, ...]:
    first = part.drawings[0]
    if paper is Paper.SHEET:
        columns = round(math.sqrt(len(part.drawings) * first.height / first.width)) or 1
        rows = math.ceil(len(part.drawings) / columns)
        width = max(_length(columns, first.width), NARROWEST)
        room, fit = (width, _length(rows, first.height)), (columns, rows)
    else:
        room, fit = max(
            ((room, _fit(first, room)) for room in _rooms(paper)), key=lambda one: math.prod(one[1])
        )
    if not math.prod(fit):
        needed = f"{first.width:g} × {first.height:g} mm"
        raise PaperTooSmall(
            f"{part.title} need {needed} inside the margins: choose a larger paper, or sheet."
        )
    on_page = math.prod(fit)
    groups = [part.drawings[i : i + on_page] for i in range(0, len(part.drawings), on_page)]
    return tuple(
        _page_of_blocks(part, group, room, fit[0], (number + 1, len(groups)))
        for number, group in enumerate(groups)
    )


def _length(number: int, each: float) -> float:
    return number * each + (number - 1) * GAP


def _fit(block: Drawing, room: tuple[float, float]) -> tuple[int, int]:
    """How many blocks fit side by side, and above each other."""
    across, up = (
        int((space + GAP + 1e-6) // (size + GAP))
        for space, size in zip(room, (block.width, block.height), strict=True)
    )
    return across, up


def _page_of_blocks(
    part: Printout, group: Sequence[Drawing], room: tuple[float, float], columns: int, number: tuple[int, int]
) -> PrintedPage:
    width, height = room[0] + 2 * MARGIN, room[1] + MARGIN + FOOT
    views: list[tuple[Area, tuple[Shape, ...]]] = []
    marks: list[Shape] = []
    for place, block in enumerate(group):
        down, along = divmod(place, columns)
        x = MARGIN + along * (block.width + GAP)
        y = height - MARGIN - block.height - down * (block.height + GAP)
        area = Area(x, y, block.width, block.height)
        views.append((area, moved(block.shapes, x, y)))
        marks += _block_marks(part, area)
    label = words.of_pages(*number)
    return PrintedPage(width, height, tuple(views), (*marks, *foot(width, part.title, label)))


def _block_marks(part: Printout, area: Area) -> Iterator[Shape]:
    for xs, ys in part.seams:
        yield from ticks(area, [area.x + x for x in xs], [area.y + y for y in ys])
