"""The layout of a game's screens: the board, and beside or below it words and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import pairwise

from controller.model.view import BoardView
from controller.screens.layout.board_geometry import height_within
from controller.screens.layout.picture import Box
from controller.screens.layout.text import Type
from controller.screens.layout.theme import PLAIN, Palette, Scale, Style
from engines.record import record, replace

_COLUMN = 348
"""The least width of words and buttons beside a board, at 800 x 480. It leaves cells that can be touched."""

_GUTTER = 12
"""Between a board and the column beside it."""

_MOST_ABOVE = 0.53
"""The largest share of the height for a board above words and buttons."""


_MOST_SCALES, _MOST_MEASURES = 8, 1024
"""More screens and text sizes than a table has, and more measures than there are."""


@record
class Plan:
    """The main boxes on a screen of a given size, in pixels, in a style.

    On an upright screen the board lies on top and words below it. `board_share` is the size of a board
    above a question, or of a picture beside a text, relative to the usual one: it shrinks if there is much.
    """

    width: int
    height: int
    style: Style = PLAIN
    board_share: float = 1.0
    scale: Callable[[float], int] = field(init=False, compare=False)
    """Measures of the plan in pixels."""
    grown: Callable[[float], int] = field(init=False, compare=False)
    """The same, scaled by the style's text size: for type, and for its containers."""
    gap: int = field(init=False, compare=False)
    """The gap between two neighbours."""
    whole: Box = field(init=False, compare=False)
    """The screen within its margin."""

    def __post_init__(self) -> None:
        scale = _pixels(self.width, self.height, 1)
        object.__setattr__(self, "scale", scale)
        object.__setattr__(self, "grown", _pixels(self.width, self.height, self.style.type_factor))
        object.__setattr__(self, "gap", scale(8))
        object.__setattr__(self, "whole", Box(0, 0, self.width, self.height).inset(scale(12)))

    @property
    def is_upright(self) -> bool:
        """Whether the screen is higher than wide."""
        return self.height > self.width

    @property
    def palette(self) -> Palette:
        """The style's colours."""
        return self.style.palette

    @property
    def in_usual_letters(self) -> Plan:
        """The same plan for letters of the usual size."""
        if self.style.text == "normal":
            return self
        return replace(self, style=replace(self.style, text="normal"))

    def type(self, px: float, least_px: float, *, is_bold: bool = False) -> Type:
        """The type limits of a text, in measures of the plan."""
        return Type(self.grown(px), self.grown(least_px), is_bold)

    def board_box(self, board: BoardView) -> Box:
        """The board picture's box: as large as the screen allows, on the left or on top."""
        if self.is_upright:
            most = round(self.height * _MOST_ABOVE * self.board_share)
            return self.whole.top(min(height_within(board, self.whole.w, self.scale(20)), most))[0]
        return self.whole.left(self._board_width)[0]

    @property
    def _board_width(self) -> int:
        """The usual width of a board's box beside words."""
        return min(self.whole.h, self.whole.w - self.scale(_GUTTER) - self.scale(_COLUMN))

    @property
    def halves(self) -> tuple[Box, Box]:
        """The place of the largest board, and the column beside or below it."""
        if self.is_upright:
            return self.whole.top(round(self.height * _MOST_ABOVE), self.gap)
        return self.whole.left(self._board_width, self.scale(_GUTTER))

    def column_beside(self, board: BoardView | None) -> Box:
        """The box beside or below the board, or one in the middle of the screen without a board."""
        if board is None:
            return self.whole.middle(min(self.scale(620), self.whole.w), self.scale(320))
        if self.is_upright:
            return self.whole.top(self.board_box(board).h, self.gap)[1]
        return self.whole.left(self.board_box(board).w, self.scale(_GUTTER))[1]

    @property
    def touch_height(self) -> int:
        """The height of a button; the least allowed is 48 at 800 x 480."""
        return self.grown(52)


@lru_cache(maxsize=_MOST_SCALES)
def _pixels(width: int, height: int, factor: float) -> Callable[[float], int]:
    """What converts a measure, this much larger than usual, into pixels of a screen. A frame asks 200 times
    for some sixty measures: they are kept."""
    scale = Scale(width, height)
    return lru_cache(maxsize=_MOST_MEASURES)(lambda measure: scale(measure * factor))


def rows(box: Box, count: int, columns: int, gap: int, most_height: int) -> list[Box]:
    """Boxes for this many things in columns. They fill the width and, up to `most_height` each, the height.

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
    """Boxes side by side, differing by a pixel if the width cannot be divided."""
    edges = [round(i * (box.w + gap) / count) for i in range(count + 1)]
    return [Box(box.x + left, box.y, right - gap - left, box.h) for left, right in pairwise(edges)]
