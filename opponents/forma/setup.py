"""The computer's set-up of Forma: fast, and in favour of its own first element.

Obstacles on the edge, one cell from each other and from a corner, leave cells with a single open side in a
row: a straight element of five squares along them encloses three at once. Other arrangements offer nothing
comparable.

Rules: docs/rules/forma.md, section Set-up.
"""

from __future__ import annotations

from typing import NamedTuple

from engines.forma.actions import START, FormaAction, Obstacle, Tower
from engines.forma.board import BOARD, EDGE, touching
from engines.grid import Cells, each
from opponents.forma.state import State

_PLACES = (1, 3, 5)
"""The distances of the obstacles from the corner."""


class SetupPlan(NamedTuple):
    """The places of the obstacles and the tower."""

    obstacles: tuple[Cells, ...]
    tower: Cells


def _plans() -> tuple[SetupPlan, ...]:
    """One along each edge from each corner; the tower stands on the other half of the board."""
    last = len(BOARD.rows) - 1
    plans = []
    for east in (False, True):
        for north in (False, True):
            for is_upright in (False, True):
                spots = [(0, place) if is_upright else (place, 0) for place in _PLACES]
                turned = [(last - x if east else x, last - y if north else y) for x, y in spots]
                middle = last // 2
                tower = (middle + (not east), middle + (not north))
                plans.append(SetupPlan(tuple(map(_cell, turned)), _cell(tower)))
    return tuple(plans)


def _cell(place: tuple[int, int]) -> Cells:
    x, y = place
    return 1 << y * BOARD.stride + x


PLANS = _plans()
_UPPER_HALF = sum(BOARD.rows[len(BOARD.rows) // 2 :])


def set_ups(state: State) -> list[FormaAction]:
    """The next set-up actions: on the bare board by any plan, then by the first plan that matches.

    If a player began otherwise, only the tower is still needed.
    """
    if not state.obstacles and not state.tower:
        return [Obstacle(plan.obstacles[0]) for plan in PLANS]
    if state.tower:
        return [START]
    for plan in PLANS:
        missing = [cell for cell in plan.obstacles if not cell & state.obstacles]
        if state.obstacles.bit_count() + len(missing) == len(plan.obstacles):
            return [Obstacle(missing[0]) if missing else Tower(plan.tower)]
    room = state.free & ~EDGE & ~touching(state.obstacles, "corner")
    return [Tower(next(each(room & _UPPER_HALF or room)))]
