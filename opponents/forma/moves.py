"""The candidate placements of Forma, and their estimated points.

Rules: docs/rules/forma.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engines.forma.actions import WITHDRAWALS, FormaAction, Place, Withdraw
from engines.forma.board import BOARD, beside
from engines.forma.polyominoes import SIZES
from engines.forma.side import Stage
from engines.grid import Cells
from opponents.forma.places import Spots, are_few, drawn, spots_of
from opponents.forma.races import goals_of
from opponents.forma.setup import set_ups
from opponents.forma.state import State
from opponents.model import Move

_KEPT = 20
"""The number of best moves kept."""
_KEPT_FOR_A_GOAL = 2
"""The number of additional moves kept for each possible bridge."""

_PER_SQUARE = 1.5
"""The value of a square on the board: it is not lost at the end, and large elements fit less and less."""
_GIVEN = 6.0
"""The cost of leaving the next player a cell with one open side; at most three count."""
_TOWER_GIVEN = 45.0
"""The cost of leaving the next player the tower with one open side."""
_SHARPNESS = 6.0
"""The difference in points that makes a move's prior smaller by a factor of e."""
_LEAST_PRIOR = 0.02
"""The least prior, as a share of the best one's."""


def moves(state: State) -> list[Move]:
    """The candidate actions, the best first."""
    if state.stage is Stage.SETUP:
        actions: Sequence[FormaAction] = set_ups(state)
        return [Move(action, 1 / len(actions)) for action in actions]
    spots = spots_of(state)
    scored: list[tuple[float, FormaAction]] = [
        (points, Place(element)) for points, element in _placements(state, spots)
    ]
    scored += _withdrawals(state, spots)
    scored.sort(key=lambda one: one[0], reverse=True)
    best, _ = scored[0]
    weights = [_LEAST_PRIOR + exp((points - best) / _SHARPNESS) for points, _ in scored]
    total = sum(weights)
    return [Move(action, weight / total) for weight, (_, action) in zip(weights, scored, strict=True)]


def are_all(state: State) -> bool:
    """Whether `moves` gives every action, but for withdrawals that do the same."""
    return state.stage is not Stage.SETUP and are_few(spots_of(state))


def _withdrawals(state: State, spots: Spots) -> list[tuple[float, Withdraw]]:
    """The elements to withdraw, with their estimated points: each that fits, if placements are few, and the
    largest of those that fit nowhere. They are lost anyway: two of them are a turn in which nothing is given
    away."""
    reserve = state.players[state.mover].reserve
    fitting = {turned.code for turned, _ in spots}
    left = [code for code, number in enumerate(reserve) if number]
    misfits = [code for code in left if code not in fitting]
    found = [(0.0, WITHDRAWALS[max(misfits, key=SIZES.__getitem__)])] if misfits else []
    if are_few(spots):
        found += [(-_PER_SQUARE * SIZES[code], WITHDRAWALS[code]) for code in left if code in fitting]
    return found


def _placements(state: State, spots: Spots) -> list[tuple[float, Cells]]:
    """Those of the placements that are looked at, with their estimated points, the best first."""
    goals = goals_of(state)
    scored: list[tuple[float, Cells]] = []
    for_goals: list[list[tuple[float, float, Cells]]] = [[] for _ in goals]
    for element in drawn(state, goals, spots):
        gains = [goal.gain(element) for goal in goals]
        points = _worth(state, element) + sum(gains)
        scored.append((points, element))
        for gain, best in zip(gains, for_goals, strict=True):
            if gain > 0:
                best.append((gain, points, element))
    scored.sort(reverse=True)
    if are_few(spots):
        return scored
    kept = dict.fromkeys(scored[:_KEPT])
    for best in for_goals:
        best.sort(reverse=True)
        kept |= {(points, element): None for _, points, element in best[:_KEPT_FOR_A_GOAL]}
    return sorted(kept, reverse=True)


def _worth(state: State, element: Cells) -> float:
    """The points of a placement without bridges: its score, minus what it leaves to the next player."""
    enclosed = state.enclosed(element)
    free = state.free & ~element & ~enclosed.cells
    points = _PER_SQUARE * element.bit_count() + enclosed.points
    points -= _GIVEN * min(3, _with_one_open_side(free).bit_count())
    if state.tower and not enclosed.tower and (beside(state.tower) & free).bit_count() == 1:
        points -= _TOWER_GIVEN
    return points


def _with_one_open_side(free: Cells) -> Cells:
    """The empty cells with exactly one empty neighbour."""
    stride = BOARD.stride
    north, south, east, west = free >> stride, free << stride, free >> 1, free << 1
    two = north & south | east & west | (north | south) & (east | west)
    return free & (north | south | east | west) & ~two
