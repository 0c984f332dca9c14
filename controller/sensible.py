"""Sensible moves for a demonstration: what scores, and else what stays in company. One move deep."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from controller.play import Play
from controller.tables.table import GameTable
from controller.view import Mark
from engines.game import Action, Position
from hardware.ports import sites_in

NEAR = 1.5
"""Pieces closer than this, in cells, are company."""


def choose(play: Play, random: Random, but: Iterable[Action] = ()) -> Action:
    """The legal action with which the mover comes out best when all that it calls for is done; of equal ones
    the one in most company, and then any. `but` are not chosen."""
    barred = set(but)
    marks = play.table.marks(play.position).marks
    ranks: dict[Action, tuple[int, int, float]] = {
        action: (_lead(play, action), _company(play, action, marks), random.random())
        for action in play.position.legal() or ()
        if action not in barred
    }
    return max(ranks, key=lambda action: ranks[action])


def _lead(play: Play, action: Action) -> int:
    """By how many points the mover is ahead of the best other, at the end of the turn."""
    mover = play.position.turn
    position = _turn_done(play, action)
    score = position.score()
    if mover is None:
        return 0
    own = play.table.side(position, mover)
    return score[own] - max(points for player, points in score.items() if player != own)


def _turn_done(play: Play, action: Action) -> Position[Any]:
    """The position after an action and everything that it calls for."""
    position, _ = play.position.after(action)
    while position.turn == play.position.turn and (needed := position.need()):
        position, _ = position.after(play.table.game.parse(needed[0]))
    return position


def _company(play: Play, action: Action, marks: Sequence[Mark]) -> int:
    """How many pieces stand near the place of an action."""
    return sum(
        max(abs(mark.x - x), abs(mark.y - y)) < NEAR
        for x, y in _places(play.table, play.table.touched(play.position, action))
        for mark in marks
    )


def _places(table: GameTable[Any], sites: int) -> list[tuple[float, float]]:
    """The middles of the cells that sites are in."""
    corners = [table.corner(site) for site in sites_in(sites)]
    return [(math.floor(x + size / 2) + 0.5, math.floor(y + size / 2) + 0.5) for x, y, size in corners]
