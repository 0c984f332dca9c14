"""What a state of Forma is worth to each player: points won, to be won and to be lost.

The weights were fitted to games that the search played against itself.

Rules: docs/rules/forma.md, sections Points and The end.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from engines.forma.board import FITTER
from engines.forma.polyominoes import CODES, SIZES
from engines.forma.side import BRIDGE_POINTS, CELL_POINTS, TOWER_POINTS, Stage
from engines.grid import Cells
from opponents.forma.closings import TURNED, enclosing
from opponents.forma.races import race
from opponents.forma.state import Stand, State, targets, tower_target


def results(state: State) -> tuple[float, ...]:
    """What each player can expect, from 0 to 1, adding up to 1. Exact once the game is over."""
    if state.stage is Stage.OVER:
        finals = [stand.final for stand in state.players]
        best = max(finals)
        return tuple([(points == best) / finals.count(best) for points in finals])
    points = estimates(state)
    doubt = _SURE + _DOUBT * state.free.bit_count()
    best_points = max(points)
    weights = [exp((one - best_points) / doubt) for one in points]
    total = sum(weights)
    return tuple([weight / total for weight in weights])


_SURE = 10.0
"""A lead of so many points at the end makes a win more likely by a factor of e; before the end, it must be
larger by `_DOUBT` points for every empty cell."""
_DOUBT = 0.075


def estimates(state: State) -> list[float]:
    """The points that each player will have at the end, by what can be seen now."""
    boards = FITTER.fits(state.free)
    places = [0] * len(CODES)
    for turned, lowest in zip(TURNED, boards, strict=True):
        if lowest:
            places[turned.code] += lowest.bit_count()
    reserves = sum([sum(stand.reserve) for stand in state.players])
    worths = [_worth(size, number / reserves) for size, number in zip(SIZES, places, strict=True)]
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
"""With so many cells empty a likely bridge counts once. Before, it counts for more, as further ones will run
beside it and shut the others out; at the end for the part `_LATE`, as too little fits to build it."""
_LATE = 0.5
_GRASP = 0.7
"""How much of the best enclosure at hand the next player gains: it often leaves another to the others."""


def _worth(size: int, places: float) -> float:
    """The points that an element of a reserve is worth if it fits in so many places for each that is left."""
    if not places:
        return -size
    chance = 1 / (1 + exp(1.56 - 0.806 * log(places) - 0.315 * size))
    return chance * (size + _TURN) - (1 - chance) * size


_TURN = 14.0
"""What an element that is placed later will enclose, on the average."""


def _expected(stand: Stand, worths: Sequence[float]) -> float:
    """The points of a player without what is still to be enclosed at once and bridged."""
    left = sum([number * worth for number, worth in zip(stand.reserve, worths, strict=True) if number])
    return stand.points - stand.withdrawn + left


def _best_closing(state: State, boards: Sequence[Cells]) -> int:
    """The most that the mover can get by enclosing with one element."""
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
