"""A game of the journal as requests to the referee, without its secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.game import Game, Json, Position, RuleError
from engines.games import GAMES


@dataclass(slots=True)
class _Ply:
    """An action that was not taken back: its request's number, the position after it, and whether it was
    revealed."""

    request: int
    position: Position[Any] | None
    is_told: bool = False


def requests(header: Mapping[str, Any], moves: Sequence[str | int]) -> list[Json]:
    """The requests that replay a game: its actions' texts, and the numbers of actions taken back.

    A secret action is left out together with its takeback, unless it was revealed. Actions unknown to the
    rules are exported in full.
    """
    game = GAMES.get(header["game"])
    told: list[Json | None] = [dict(header)]
    standing: list[_Ply] = []
    start = _start(game, header)
    for move in moves:
        if isinstance(move, int):
            undone = standing[len(standing) - move :]
            del standing[len(standing) - move :]
            _take_out(told, undone)
            if revealed := sum(ply.is_told for ply in undone):
                told.append({"undo": revealed})
        else:
            before = standing[-1].position if standing else start
            standing.append(_Ply(len(told), _after(game, before, move)))
            told.append({"play": move})
            _reveal(standing)
    _take_out(told, standing)
    return [request for request in told if request is not None]


def _take_out(told: list[Json | None], plies: Sequence[_Ply]) -> None:
    for ply in plies:
        if not ply.is_told:
            told[ply.request] = None


def _reveal(standing: Sequence[_Ply]) -> None:
    """Note which actions the last one has revealed. A revealed action stays revealed."""
    position = standing[-1].position
    secret = position.secret_plies if position is not None else 0
    for ply in standing[: len(standing) - secret]:
        ply.is_told = True


def _start(game: Game[Any] | None, header: Mapping[str, Any]) -> Position[Any] | None:
    try:
        return game.start(header) if game is not None else None
    except RuleError:
        return None


def _after(game: Game[Any] | None, before: Position[Any] | None, text: str) -> Position[Any] | None:
    """The position after an action; `None` if the rules do not know it."""
    if game is None or before is None:
        return None
    try:
        action = game.parse(text)
        before.check(action)
    except RuleError:
        return None
    position, _ = before.after(action)
    return position
