"""The races for bridges in Forma: the progress of each, and the effect of an element.

Rules: docs/rules/forma.md, point 5.
"""

from __future__ import annotations

from math import exp, log
from operator import mul
from typing import NamedTuple

from engines.forma.board import BOARD, touching
from engines.forma.side import BRIDGE_POINTS
from engines.grid import Cells
from engines.record import record
from opponents.forma.paths import Levels, PathGround, Way
from opponents.forma.state import State
from opponents.forma.weights import WEIGHTS

_NO_WALL = len(BOARD.rows)
"""The distance of a wall that is no longer possible."""
_WEIGHTS = tuple(WEIGHTS["bridge"].values())


class Race(NamedTuple):
    """A player's way to the next bridge of one axis, and the others' need to block it."""

    missing: int
    """Empty cells to be filled for the bridge, and `wall` those to be filled against it."""
    wall: int
    is_next: bool
    """Whether it is the player's turn."""
    has_one: bool
    """Whether the player has a bridge of that axis: then the next one runs beside it, safe on one side."""
    left: int
    """Squares in the player's reserve."""
    others: int
    """The number of opponents."""

    @property
    def chance(self) -> float:
        """The probability that the bridge will be built."""
        if not self.missing:
            return 1.0
        if not self.wall or self.missing > self.left:
            return 0.0
        return 1 / (1 + exp(-sum(map(mul, _WEIGHTS, self.terms))))

    @property
    def terms(self) -> tuple[float, ...]:
        """What the chance depends on, in the order of the weights. Something must be missing, and a wall
        possible or to come."""
        missing, wall = self.missing, self.wall
        others = self.others - 1
        return 1.0, log(missing), missing, log(wall + 0.5), wall, self.is_next, self.has_one, others


def race(state: State, player: int, axis: int, chain: Levels, wall: Levels) -> Race:
    """The race for a bridge, with the ways for and against it."""
    stand = state.players[player]
    has_one = bool(stand.bridges[axis])
    against = len(wall) - 1 if wall else _NO_WALL
    return Race(
        len(chain) - 1, against, player == state.mover, has_one, stand.squares_left, len(state.players) - 1
    )


THREATENING = 12
"""A bridge that lacks more than this is not measured again for every element in its way."""
_NEVER = BOARD.size
"""The distance of an impossible bridge: more squares than any player has."""


@record
class Goal:
    """The mover's aim with a bridge: to approach an own one, or to block another's."""

    ground: PathGround
    race: Race
    chain: Way
    wall: Way
    corridor: Cells
    """The empty cells on the shortest ways of the chain."""
    near: Cells
    """An element must have one of these cells to be considered."""
    weight: float
    """The weight of the bridge: an own one fully, another's divided among the other players."""
    is_own: bool

    def gain(self, element: Cells) -> float:
        """The points that the element is worth for this goal."""
        if not element & self.near:
            return 0.0
        missing, wall = self._missing(element), self.race.wall
        if not self.is_own:
            wall = self.wall.missing_with(element)
        if (missing, wall) == self.race[:2]:
            return 0.0
        after = self.race._replace(missing=missing, wall=wall)
        change = after.chance - self.race.chance
        return self.weight * BRIDGE_POINTS * (change if self.is_own else -change)

    def _missing(self, element: Cells) -> int:
        """The distance of the bridge after the element."""
        if self.is_own:
            return self.chain.missing_with(element)
        if not element & self.corridor or self.chain.missing > THREATENING:
            return self.chain.missing
        ground = self.ground
        return (len(ground._replace(free=ground.free & ~element).chain()) or _NEVER) - 1


def goals_of(state: State) -> list[Goal]:
    """All bridges that can still be built, from the mover's view."""
    goals = []
    for player, stand in enumerate(state.players):
        for axis, ground in enumerate(stand.grounds(state.free)):
            chain = ground.chain()
            wall = ground.wall() if chain else ()
            if wall:
                goals.append(_goal(state, player, axis, ground, chain, wall))
    return goals


def _goal(state: State, player: int, axis: int, ground: PathGround, chain: Levels, wall: Levels) -> Goal:
    is_own = player == state.mover
    way, against = Way(chain, ground.chain_back()), Way(wall, () if is_own else ground.wall_back())
    corridor = way.corridor()
    wanted = corridor if is_own else against.corridor()
    return Goal(
        ground,
        race(state, player, axis, chain, wall),
        way,
        against,
        corridor & state.free,
        corridor | wanted | touching(wanted, "corner"),
        1.0 if is_own else 1 / (len(state.players) - 1),
        is_own,
    )
