"""The bounds on a table's messages at a hall. Pure.

Anyone who may write to the broker may send anything. A message of the right shape may still hold a board of
nine million cells, or a mark beyond the end of all numbers: each field that is kept or drawn has a bound
here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from controller.hall.result import GameResult, day_of
from controller.model.view import BoardView, Mark, Sign
from controller.mqtt.messages import ActionEvent, GameState
from controller.screens.layout.drawings import PIECES
from controller.settings.settings import NAME

MOST_CELLS: Final = 32
"""The most columns or rows of a board: as many as a table's grid has."""

MOST_DRAWN: Final = 1_024
"""The most marks, and the most signs."""

LARGEST_SIZE: Final = 4.0
"""Cells that a mark or a sign is wide."""

LONGEST_TEXT: Final = 500
LONGEST_NAME: Final = 40
MOST_PLAYERS: Final = 8
MOST_POINTS: Final = 1_000_000
LARGEST_NUMBER: Final = 2**53

DRAWN: Final = frozenset(PIECES) | {"element", "label"}
"""The shapes of marks that can be drawn."""


def is_name(name: str) -> bool:
    """Whether a table may have this name."""
    return bool(name) and re.fullmatch(NAME, name) is not None


def check_state(state: GameState) -> None:
    """Raise `ValueError` unless a table's state can be shown."""
    for text in (state.title, state.heading):
        _check_text(text, LONGEST_TEXT)
    if len(state.scores) > MOST_PLAYERS:
        raise ValueError(f"{len(state.scores)} players")
    for one in state.scores:
        _check_text(one.player, LONGEST_NAME)
        _check_text(one.name, LONGEST_NAME)
        _check_number(one.points, MOST_POINTS)
    if state.board is not None:
        _check_board(state.board)


def _check_board(board: BoardView) -> None:
    if not (1 <= board.columns <= MOST_CELLS and 1 <= board.rows <= MOST_CELLS):
        raise ValueError(f"a board of {board.columns} × {board.rows} cells")
    if len(board.marks) > MOST_DRAWN or len(board.signs) > MOST_DRAWN:
        raise ValueError("more on a board than it has room for")
    for name in (*board.column_names[:MOST_CELLS], *board.row_names[:MOST_CELLS]):
        _check_text(name, LONGEST_NAME)
    for mark in board.marks:
        if mark.shape not in DRAWN:
            raise ValueError(f"a mark of the shape {mark.shape[:LONGEST_NAME]!r}")
        _check_drawn(mark, max(board.columns, board.rows))
    for sign in board.signs:
        _check_drawn(sign, max(board.columns, board.rows))


def _check_drawn(drawn: Mark | Sign, cells: int) -> None:
    if not (-1 <= drawn.x <= cells + 1 and -1 <= drawn.y <= cells + 1 and 0 <= drawn.size <= LARGEST_SIZE):
        raise ValueError("a mark or sign that is not on the board")
    _check_text(drawn.text if isinstance(drawn, Mark) else drawn.lit.text, LONGEST_NAME)


def check_event(event: ActionEvent) -> None:
    """Raise `ValueError` unless an action's event can be kept."""
    _check_text(event.journal, LONGEST_NAME)
    for number in (event.id, event.game):
        if not 0 <= number <= LARGEST_NUMBER:
            raise ValueError("a number out of all bounds")
    _check_outcome(event.name, event.winner, event.score, event.at_ms)


def check_result(result: GameResult) -> None:
    """Raise `ValueError` unless a result can be shown."""
    if not is_name(result.table):
        raise ValueError("no table's name")
    _check_text(result.journal, LONGEST_NAME)
    _check_number(result.game, LARGEST_NUMBER)
    _check_outcome(result.name, result.winner, result.score, result.at_ms)


def _check_outcome(name: str, winner: str | None, score: Mapping[str, int], at_ms: int) -> None:
    for text in (name, winner or "", *score):
        _check_text(text, LONGEST_NAME)
    if len(score) > MOST_PLAYERS:
        raise ValueError(f"{len(score)} players")
    for points in score.values():
        _check_number(points, MOST_POINTS)
    day_of(at_ms)


def _check_text(text: str, most: int) -> None:
    if len(text) > most:
        raise ValueError(f"a text of {len(text)} characters")


def _check_number(number: int, most: int) -> None:
    if abs(number) > most:
        raise ValueError("a number out of all bounds")
