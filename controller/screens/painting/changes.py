"""The parts of a screen that must be repainted when one picture follows another. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from operator import add
from typing import Final, TypeVar

from controller.screens.layout.board_geometry import geometry, seen_box
from controller.screens.layout.picture import BoardBox, Box, Item
from engines.record import replace

T = TypeVar("T")

_MOST: Final = 12
_SPREAD: Final = 3
"""With more changed places of a board than this, or if all between them is at most this many times as large,
it is faster to paint everything between them."""

_OVERLAP: Final = 1
"""The same for other items: those whose places have moved over one another are painted once."""


def changed_parts(old: Sequence[Item], new: Sequence[Item]) -> list[Box]:
    """The boxes in which two screens' items differ, except signs."""
    parts: list[Box] = []
    old_board, new_board = _board(old), _board(new)
    if old_board is not None and new_board is not None and _is_same_ground(old_board, new_board):
        parts += _changed_marks(old_board, new_board)
        old = [item for item in old if item is not old_board]
        new = [item for item in new if item is not new_board]
    return outermost([*few(parts), *few([item.box for item in _only_in_one(old, new)], _OVERLAP)])


def _only_in_one(old: Sequence[T], new: Sequence[T]) -> set[T]:
    """What one of two sequences has and the other has not. Those that are equal in pairs are left out first:
    most are, and to compare them is faster than to hash them."""
    pairs = [(one, other) for one, other in zip_longest(old, new) if one is not other and one != other]
    olds, news = ({pair[number] for pair in pairs} - {None} for number in (0, 1))
    return olds ^ news


def outermost(boxes: list[Box]) -> list[Box]:
    """The boxes that lie within no other."""
    found: list[Box] = []
    for box in sorted(boxes, key=lambda box: -box.w * box.h):
        if not any(other.holds(box) for other in found):
            found.append(box)
    return found


def few(boxes: list[Box], spread: float = _SPREAD) -> list[Box]:
    """The boxes; if they are many, or close together, the one around them all."""
    if len(boxes) < 2:
        return boxes
    whole = around(boxes)
    is_close = whole.w * whole.h <= spread * sum(box.w * box.h for box in boxes)
    return [whole] if len(boxes) > _MOST or is_close else boxes


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds these."""
    lefts, tops, widths, heights = zip(*boxes, strict=True)
    left, top = min(lefts), min(tops)
    right, bottom = max(map(add, lefts, widths)), max(map(add, tops, heights))
    return Box(left, top, right - left, bottom - top)


def _board(items: Sequence[Item]) -> BoardBox | None:
    return next((item for item in items if isinstance(item, BoardBox)), None)


def _is_same_ground(old: BoardBox, new: BoardBox) -> bool:
    """Whether two boards differ only in the pieces on them."""
    blank = replace(old, board=replace(old.board, marks=()), targets=frozenset())
    return blank == replace(new, board=replace(new.board, marks=()), targets=frozenset())


def _changed_marks(old: BoardBox, new: BoardBox) -> list[Box]:
    place = geometry(new)
    changed = _only_in_one(old.board.marks, new.board.marks)
    return list(dict.fromkeys(seen_box(mark, place, new.name_px) for mark in changed))
