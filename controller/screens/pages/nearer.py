"""The surroundings of a cell that was pointed at, on a board whose cells are too small for a finger."""

from __future__ import annotations

from typing import Final

from controller.model.view import BoardView, Mark, View
from controller.screens.layout.board_geometry import geometry
from controller.screens.layout.picture import BoardBox
from controller.screens.layout.plan import Plan
from engines.record import replace

LEAST_CELL: Final = 48
"""Narrower cells are hard to hit, at 800 x 480."""


def nearer(plan: Plan, view: View, item: BoardBox) -> BoardBox:
    """The board unchanged, or a part of it with cells large enough for a finger: all of them can be pointed
    at."""
    if view.pointed is None or geometry(item).cell >= plan.scale(LEAST_CELL):
        return item
    cells = max(min(item.box.w, item.box.h) // plan.scale(LEAST_CELL + 14), 3)
    board = _part(item.board, view.pointed, cells)
    targets = frozenset(
        (x, y)
        for x in range(board.columns)
        for y in range(board.rows)
        if board.cells is None or (x, y) in board.cells
    )
    return replace(item, board=board, targets=targets)


def _part(board: BoardView, middle: tuple[int, int], cells: int) -> BoardView:
    """A part of a board, this many cells across, with the middle one framed; at the board's edge it is
    off-centre."""
    west, columns = _stretch(middle[0], cells, board.columns)
    south, rows = _stretch(middle[1], cells, board.rows)
    frame = Mark("chosen", middle[0] + 0.5, middle[1] + 0.5, 1.0)
    return replace(board, marks=(*board.marks, frame)).part(west, south, columns, rows)


def _stretch(middle: int, cells: int, of: int) -> tuple[int, int]:
    """The start of a segment around a cell, and its number of cells."""
    cells = min(cells, of)
    return min(max(middle - cells // 2, 0), of - cells), cells
