"""Which parts of a screen must be painted anew when one picture follows another. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from controller.screens.board_geometry import geometry, mark_box
from controller.screens.picture import BoardBox, Box, Item
from controller.view import Mark

_MOST: Final = 60
"""Where more parts than this have changed, it is quicker to paint the whole."""


def changed_parts(old: Sequence[Item], new: Sequence[Item]) -> list[Box] | None:
    """The boxes in which two screens' items differ; `None` for everywhere. Signs are not looked at."""
    gone, come = set(old), set(new)
    parts: list[Box] = []
    old_board, new_board = _board(old), _board(new)
    if old_board is not None and new_board is not None and _is_same_ground(old_board, new_board):
        parts += _changed_marks(old_board, new_board)
        gone.discard(old_board)
        come.discard(new_board)
    parts += [item.box for item in gone ^ come]
    return parts if len(parts) <= _MOST else None


def _board(items: Sequence[Item]) -> BoardBox | None:
    return next((item for item in items if isinstance(item, BoardBox)), None)


def _is_same_ground(old: BoardBox, new: BoardBox) -> bool:
    """Whether two boards differ in what lies on them alone."""
    blank = replace(old, board=replace(old.board, marks=()), targets=frozenset())
    return blank == replace(new, board=replace(new.board, marks=()), targets=frozenset())


def _changed_marks(old: BoardBox, new: BoardBox) -> list[Box]:
    place = geometry(new)
    changed = set(old.board.marks) ^ set(new.board.marks)
    return [new.box if _is_words(mark) else mark_box(mark, place) for mark in changed]


def _is_words(mark: Mark) -> bool:
    """Whether a mark is a text, which may be wider than its place."""
    return mark.shape == "label"
