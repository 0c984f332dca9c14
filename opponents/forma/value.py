"""The value of a state of Forma for each player: points won, to be won and to be lost.

Rules: docs/rules/forma.md, sections Points and The end.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from engines.forma.board import fits_on
from engines.forma.polyominoes import CODES, SIZES
from engines.forma.side import BRIDGE_POINTS, CELL_POINTS, TOWER_POINTS, Stage
from engines.grid import Cells
from opponents.forma.closings import TURNED, enclosing
from opponents.forma.ends import settled, shares
from opponents.forma.races import race
from opponents.forma.state import Stand, State, targets, tower_target
from opponents.forma.weights import WEIGHTS


def results(state: State) -> tuple[float, ...]:
    """Each player's expected result, from 0 to 1, adding up to 1: the certain one, if there is one."""
    found = settled(state)
    if found is not None:
        return found
    if state.stage is Stage.OVER:
        return shares([stand.final for stand in state.players])
    points = estimates(state)
    doubt = _SURE + _DOUBT * state.free.bit_count()
    best_points = max(points)
    weights = [exp((one - best_points) / doubt) for one in points]
    total = sum(weights)
    return tuple([weight / total for weight in weights])


_SURE, _DOUBT = WEIGHTS["doubt"].values()


def estimates(state: State) -> list[float]:
    """Each player's estimated points at the end."""
    boards = fits_on(state.free)
    worths = [_worth(size, number) for size, number in zip(SIZES, places_each(state, boards), strict=True)]
    points = [_expected(stand, worths) for stand in state.players]
    bridge = BRIDGE_POINTS * (_LATE + (1 - _LATE) * state.free.bit_count() / _MIDDLE)
    for player, stand in enumerate(state.players):
        for axis, ground in enumerate(stand.grounds(state.free)):
            chain = ground.chain()
            if chain:
                points[player] += bridge * race(state, player, axis, chain, ground.wall()).chance
    points[state.mover] += _GRASP * _best_closing(state, boards)
    return points


_MIDDLE = 150
"""At this many empty cells a likely bridge counts once. Before, it counts for more, because further ones will
run beside it and block the others; at the end by the factor `_LATE`, because too few elements fit to build
it."""
_LATE = 0.5
_GRASP = 0.7
"""The share of the best available enclosure that the next player gains: taking it often leaves another to the
others."""


def places_each(state: State, boards: Sequence[Cells]) -> list[float]:
    """By element: the number of its placements on the `boards` for each element that is left."""
    places = [0] * len(CODES)
    for turned, lowest in zip(TURNED, boards, strict=True):
        if lowest:
            places[turned.code] += lowest.bit_count()
    reserves = sum([sum(stand.reserve) for stand in state.players])
    return [number / reserves for number in places]


def _worth(size: int, places: float) -> float:
    """The points of an element of a reserve, if it has this many places per element left."""
    if not places:
        return -size
    chance = 1 / (1 + exp(-_ONE - _PLACES * log(places) - _SIZE * size))
    return chance * (size + _ENCLOSES) - (1 - chance) * size


_ONE, _PLACES, _SIZE = WEIGHTS["placed"].values()
_ENCLOSES: float = WEIGHTS["encloses"]


def _expected(stand: Stand, worths: Sequence[float]) -> float:
    """The points of a player, without immediate enclosures and bridges."""
    left = sum([number * worth for number, worth in zip(stand.reserve, worths, strict=True) if number])
    return stand.points - stand.withdrawn + left


def _best_closing(state: State, boards: Sequence[Cells]) -> int:
    """The most that the mover can score by enclosing with one element."""
    reserve = state.players[state.mover].reserve
    cells, tower = targets(state), tower_target(state)
    best = 0
    for turned, lowest in zip(TURNED, boards, strict=True):
        if lowest and reserve[turned.code]:
            found = enclosing(turned, lowest, cells)
            points = CELL_POINTS * ((found[0] > 0) + (found[1] > 0) + (found[2] > 0))
            if tower and any(enclosing(turned, lowest, tower)):
                points += TOWER_POINTS
            best = max(best, points)
    return best
