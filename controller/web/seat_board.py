"""The board of a seat's phone: on an upright phone as it is seen from the seat, on a lying one as on the
touchscreen. So its cells are as large as the phone allows.

It is for boards whose pieces look the same from every side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.model.view import BoardView, Choice
from controller.web.svg import board_svg
from engines.record import replace

Cells = Mapping[tuple[int, int], Choice]
"""The cells that can be chosen, by column and row."""

_QUARTERS: Final = {"south": 0, "west": 1, "north": 2, "east": 3}
"""The number of quarter turns that bring an edge of the board to the bottom."""


def lying(board: BoardView, label: str, cells: Cells) -> str:
    """The board as the touchscreen shows it."""
    return board_svg(board, label, cells, is_tight=True)


def upright(board: BoardView, label: str, cells: Cells, edge: str) -> str:
    """The board with the seat's own `edge` of it at the bottom."""
    for _quarter in range(_QUARTERS[edge]):
        board, cells = _turned(board), {(board.rows - 1 - y, x): one for (x, y), one in cells.items()}
    return board_svg(board, label, cells, is_tight=True)


def _turned(board: BoardView) -> BoardView:
    """The board as seen from its west edge."""
    return BoardView(
        board.rows,
        board.columns,
        tuple(reversed(board.row_names)),
        board.column_names,
        tuple(replace(one, x=board.rows - one.y, y=one.x) for one in board.marks),
        tuple(replace(one, x=board.rows - one.y - one.size, y=one.x) for one in board.signs),
    )
