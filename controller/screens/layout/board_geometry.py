"""The geometry of a board on the screen."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from controller.model.signs import precedence
from controller.model.view import BoardView, Mark, Meaning, Sign
from controller.screens.layout.drawings import PLATE
from controller.screens.layout.picture import BoardBox, Box
from controller.screens.layout.text import font, line_height

_LEAST_PIECE: Final = 0.68
"""The least size of a drawn piece, in cells, to be visible from two metres."""

_LEAST_SIGN: Final[Mapping[Meaning, float]] = {
    Meaning.PARK: 0.9,
    Meaning.TOWER: 0.9,
    Meaning.ECHO: 0.34,
    Meaning.SCORE: 0.0,
}
"""The least size of a drawn sign, in cells; parks and towers will fill their cells."""

_LEAST_OTHER_SIGN: Final = 0.68

_LARGEST_TEXT: Final = 0.42
"""The largest height of the text on a piece, of the piece's width."""

_GAIN: Final = 0.42
"""The height of a plate with a text beside a piece, such as what it has scored, in cells: the piece stays
visible."""

_LETTER, _ENDS = 0.72, 0.5
"""The widths of a character and of both ends of a plate, in heights of its type."""


class Geometry(NamedTuple):
    """The geometry of cells: the board's south-west corner and a cell's width, in pixels; the board in
    cells."""

    x: int
    y: int
    cell: int
    columns: int
    rows: int

    def box(self, x: float, y: float, size: float) -> Box:
        """The pixels of a square of the board; `x`, `y` its south-west corner, all in cells."""
        left, top = round(self.x + x * self.cell), round(self.y - (y + size) * self.cell)
        return Box(left, top, round(size * self.cell), round(size * self.cell))

    def reach(self, box: Box) -> tuple[range, range]:
        """The columns and rows of cells that a box may meet."""
        left, right = (box.x - self.x) // self.cell, (box.right - self.x) // self.cell
        foot, top = (self.y - box.bottom) // self.cell, (self.y - box.y) // self.cell
        return (
            range(max(left, 0), min(right + 1, self.columns)),
            range(max(foot, 0), min(top + 1, self.rows)),
        )

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Column and row, from 0, of the cell at a point of the screen; `None` beside the board."""
        column, row = math.floor((x - self.x) / self.cell), math.ceil((self.y - y) / self.cell) - 1
        return (column, row) if 0 <= column < self.columns and 0 <= row < self.rows else None


@lru_cache(maxsize=2048)
def within_cell(place: Geometry, x: float, y: float, size: float) -> Box:
    """The pixels of a square centred at `x`, `y`, moved so that it stays inside its cell.

    A frame asks for the same squares again and again: those of two boards are kept.
    """
    return place.box(_inside(x, size), _inside(y, size), size)


def _inside(middle: float, size: float) -> float:
    """The start of a segment centred as near to `middle` as its cell allows."""
    start = middle - size / 2
    cell = math.floor(middle)
    return start if size > 1 else min(max(start, cell), cell + 1 - size)


def geometry(item: BoardBox) -> Geometry:
    """The largest board, with the names at its left and its foot, centred in its box."""
    board, box = item.board, item.box
    left, foot = _name_strips(board.row_names, any(board.column_names), item.name_px)
    frame = frame_width(item.name_px)
    cell = min((box.w - left - 2 * frame) // board.columns, (box.h - foot - 2 * frame) // board.rows)
    width, height = left + 2 * frame + cell * board.columns, foot + 2 * frame + cell * board.rows
    corner = box.middle(width, height)
    return Geometry(corner.x + left + frame, corner.bottom - foot - frame, cell, board.columns, board.rows)


def height_within(board: BoardView, width: int, name_px: int) -> int:
    """The height of a board for a width, with names in type of `name_px`."""
    left, foot = _name_strips(board.row_names, any(board.column_names), name_px)
    frame = frame_width(name_px)
    cell = (width - left - 2 * frame) // board.columns
    return foot + 2 * frame + cell * board.rows


def width_within(board: BoardView, height: int, name_px: int) -> int:
    """The width of a board for a height, with names in type of `name_px`."""
    left, foot = _name_strips(board.row_names, any(board.column_names), name_px)
    frame = frame_width(name_px)
    cell = (height - foot - 2 * frame) // board.rows
    return left + 2 * frame + cell * board.columns


def frame_width(name_px: int) -> int:
    """The width of the rim around the cells, for names of this size in pixels."""
    return name_px // 4


@lru_cache(maxsize=16)
def _name_strips(row_names: Sequence[str], has_column_names: bool, name_px: int) -> tuple[int, int]:
    """The widths of the strips for the names, on the left and at the foot."""
    type_ = font(name_px)
    widest = max((type_.size(name)[0] for name in row_names), default=0)
    left = widest + name_px // 3 if widest else 0
    return left, line_height(name_px) if has_column_names else 0


def mark_box(mark: Mark, place: Geometry) -> Box:
    """The box of a drawn piece: small ones are enlarged, still within their cell."""
    return within_cell(place, mark.x, mark.y, max(mark.size, _LEAST_PIECE))


def mark_type(mark: Mark, box: Box, name_px: int) -> tuple[int, bool]:
    """The size of the type of a mark's text, at least `name_px`, and whether it is bold."""
    if mark.shape == "label":
        return name_px, mark.player is not None
    return max(name_px, round(box.w * _LARGEST_TEXT)), True


def seen_box(mark: Mark, place: Geometry, name_px: int) -> Box:
    """The visible box of a mark: its text may be wider than its piece."""
    return _text_box(mark, place, name_px) if mark.text else mark_box(mark, place)


@lru_cache(maxsize=512)
def _text_box(mark: Mark, place: Geometry, name_px: int) -> Box:
    """The box of a mark with a text. Each part of a board that is painted asks for all: they are kept."""
    box = mark_box(mark, place)
    width, height = font(*mark_type(mark, box, name_px)).size(mark.text)
    return box.middle(max(width, box.w), max(height, box.h))


def square_box(mark: Mark, box: Box) -> Box:
    """The box of a drawn element square: it reaches the edge of its cell on the sides where it is joined to
    the next."""
    gap = max(box.w // 12, 1)
    left, right = (box.x + gap * ("w" not in mark.joined), box.right - gap * ("e" not in mark.joined))
    top, foot = (box.y + gap * ("n" not in mark.joined), box.bottom - gap * ("s" not in mark.joined))
    return Box(left, top, right - left, foot - top)


def sign_boxes(board: BoardView, place: Geometry) -> list[tuple[Sign, Box]]:
    """The signs in order of precedence, the highest last, so that it lies on top, each with its box: on the
    piece that it means, or on its place.

    Small ones are enlarged, unless their cell has several.
    """
    signs = sorted(board.signs, key=lambda sign: -precedence(sign.lit.meaning))
    middles = [(sign.x + sign.size / 2, sign.y + sign.size / 2) for sign in signs]
    cells = [(math.floor(x), math.floor(y)) for x, y in middles]
    in_cell = Counter(cells)
    marks: dict[tuple[int, int], list[Mark]] = {cell: [] for cell in in_cell}
    for mark in board.marks if marks else ():
        for cell in _cells_below(mark.x, mark.y, mark.size):
            if cell in marks:
                marks[cell].append(mark)
    return [
        (sign, _sign_box(sign, middle, marks[cell], place, is_alone=in_cell[cell] == 1))
        for sign, middle, cell in zip(signs, middles, cells, strict=True)
    ]


@lru_cache(maxsize=512)
def _cells_below(x: float, y: float, size: float) -> list[tuple[int, int]]:
    """The cells in which a square centred at `x`, `y` lies: those of a board's pieces are kept."""
    columns, rows = (range(math.floor(middle - size / 2), math.ceil(middle + size / 2)) for middle in (x, y))
    return [*product(columns, rows)]


def plate_box(box: Box, text: str, name_px: int) -> Box:
    """The plate for a sign with a text: large enough for type of `name_px`, around the sign's own place. It
    is round for one character, and wider for more."""
    height = max(box.h, round(PLATE * name_px))
    return box.middle(max(height, round((_LETTER * len(text) + _ENDS) * height / PLATE)), height)


def plate_px(box: Box) -> int:
    """The type on a plate."""
    return round(box.h / PLATE)


def plate_rim(box: Box) -> int:
    """The width of a plate's rim."""
    return max(round(0.06 * box.h), 1)


def _sign_box(
    sign: Sign, middle: tuple[float, float], marks: Sequence[Mark], place: Geometry, *, is_alone: bool
) -> Box:
    """The box of a sign, among the pieces in its cell."""
    x, y = middle
    if sign.lit.text and sign.lit.meaning in (Meaning.SCORED, Meaning.WRONG):
        return within_cell(place, 2 * math.floor(x) + 1 - x, 2 * math.floor(y) + 1 - y, _GAIN)
    if not is_alone:
        return within_cell(place, x, y, sign.size)
    least = max(sign.size, _LEAST_SIGN.get(sign.lit.meaning, _LEAST_OTHER_SIGN))
    for mark in marks:
        if abs(mark.x - x) <= mark.size / 2 >= abs(mark.y - y):
            return within_cell(place, mark.x, mark.y, max(mark.size, least))
    return within_cell(place, x, y, least)
