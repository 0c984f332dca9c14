"""Where things are on a game's screens: the board on the left, beside it a column of words and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from controller.screens.picture import Box
from controller.screens.theme import Scale
from controller.view import BoardView

_LEAST_COLUMN = 0.36
"""The least share of the width that words and buttons need."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The main boxes on a screen of a given size, in pixels."""

    width: int
    height: int

    @property
    def scale(self) -> Scale:
        """Measures of the plan in pixels."""
        return Scale(self.width, self.height)

    @property
    def gap(self) -> int:
        """The room between two neighbours."""
        return self.scale(8)

    @property
    def whole(self) -> Box:
        """The screen within its margin."""
        return Box(0, 0, self.width, self.height).inset(self.scale(12))

    @property
    def board(self) -> Box:
        """The board picture's box: as high as the screen, and square where the width allows."""
        width = min(self.whole.h, round(self.width * (1 - _LEAST_COLUMN)))
        return self.whole.left(width)[0]

    def column_beside(self, board: BoardView | None) -> Box:
        """The box beside the board, or one in the middle of the screen where there is no board."""
        if board is None:
            return self.whole.middle(self.scale(620), self.scale(320))
        return self.whole.left(self.board.w, self.scale(12))[1]

    @property
    def touch_height(self) -> int:
        """The height of a button; the least that is allowed is 48 at 800 x 480."""
        return self.scale(52)


def rows(box: Box, count: int, columns: int, gap: int, most_height: int) -> list[Box]:
    """Boxes for so many things in columns. They fill the width and, up to `most_height` each, the height.

    A last one that is alone in its row is as wide as the row.
    """
    if not count:
        return []
    lines = -(-count // columns)
    height = min(most_height, (box.h - gap * (lines - 1)) // lines)
    boxes: list[Box] = []
    for line in range(lines):
        in_line = min(columns, count - line * columns)
        boxes += _split(Box(box.x, box.y + line * (height + gap), box.w, height), in_line, gap)
    return boxes


def _split(box: Box, count: int, gap: int) -> Sequence[Box]:
    """Boxes side by side, differing by a pixel where the width cannot be divided."""
    edges = [round(i * (box.w + gap) / count) for i in range(count + 1)]
    return [Box(box.x + left, box.y, right - gap - left, box.h) for left, right in pairwise(edges)]
