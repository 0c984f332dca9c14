"""A game that was written down, as `tablier export` writes it: read, replayed, and its board drawn."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engines.game import Action, Position, RuleError
from engines.games import GAMES

_STYLE: Final = (
    "<style>svg{background:#5b6670}.cell,.hole{fill:#75818b}.name{fill:#dfe5ea}"
    "text{font-family:sans-serif}</style>"
)


class RecordError(Exception):
    """Lines that are no record of a game. The text names the line and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game: its header, the actions that stand, and the positions, one more than actions."""

    header: Mapping[str, Any]
    actions: tuple[Action, ...]
    positions: tuple[Position[Any], ...]

    @property
    def name(self) -> str:
        """Which game it is."""
        return str(self.header["game"])

    def board_svg(self, after: int | None = None) -> str:
        """The public board after this many actions (all of them by default): an SVG picture of its own. Needs
        the extra `simulation`."""
        from controller.games import tables_for
        from controller.referee.play import Play
        from controller.view.lights import board_with
        from controller.web.svg import board_svg
        from hardware.ports import Grid

        table = tables_for(Grid(24, 24), 3, 4)[self.name]
        texts = [str(action) for action in self.actions[:after]]
        board = board_with(Play.resume(table, self.header, texts), ())
        opening, end, rest = board_svg(board, table.title).partition(">")
        return f"{opening}{end}{_STYLE}{rest}"


def replayed(requests: Iterable[str]) -> Replayed:
    """The game in lines of JSON: `game` first, then `play` and `undo`. Empty lines and `ask` are skipped.
    Raises `RecordError`."""
    played: Replayed | None = None
    for number, line in enumerate(requests, start=1):
        try:
            played = _after(played, json.loads(line)) if line.strip() else played
        except (ValueError, KeyError, TypeError, RuleError) as error:
            raise RecordError(f"line {number}: {error}") from error
    if played is None:
        raise RecordError("there is no game in it")
    return played


def _after(so_far: Replayed | None, request: dict[str, Any]) -> Replayed:
    if not isinstance(request, dict):
        raise ValueError("expected an object")
    if "game" in request:
        if not isinstance(request["game"], str) or request["game"] not in GAMES:
            raise ValueError(f"there is no game {request['game']!r}: the games are {', '.join(GAMES)}")
        return Replayed(request, (), (GAMES[request["game"]].start(request),))
    if so_far is None:
        raise ValueError('a record begins with {"game": NAME}')
    if "undo" in request:
        return _taken_back(so_far, request["undo"])
    if "play" in request:
        if not isinstance(request["play"], str):
            raise ValueError("an action is a text")
        action = GAMES[so_far.name].parse(request["play"])
        so_far.positions[-1].check(action)
        position, _events = so_far.positions[-1].after(action)
        return Replayed(so_far.header, (*so_far.actions, action), (*so_far.positions, position))
    if "ask" in request:
        return so_far
    raise ValueError("expected game, play, undo or ask")


def _taken_back(so_far: Replayed, count: Any) -> Replayed:
    if type(count) is not int or count < 1:
        raise ValueError("undo is a whole number from 1")
    left = len(so_far.actions) - count
    if left < 0:
        raise ValueError("more is taken back than was played")
    return Replayed(so_far.header, so_far.actions[:left], so_far.positions[: left + 1])
