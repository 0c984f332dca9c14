"""Promising placements of Forma's elements, from tens of thousands.

Whole boards show where something is enclosed, where a shortest way to an own bridge runs, and where others
are blocked. Some of these placements are drawn, and some of all others for the largest elements.

Rules: docs/rules/forma.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from engines.forma.board import fits_on
from engines.grid import Cells, each
from opponents.forma.closings import TURNED, Turned, enclosing
from opponents.forma.races import THREATENING, Goal
from opponents.forma.state import State, targets, tower_target

Spots = list[tuple[Turned, Cells]]
"""Oriented elements, each with the cells on which its lowest square may lie: never empty."""

_FEW = 80
"""Up to this many legal placements, all are evaluated."""
_DRAWN = 16
"""The number of placements drawn of each kind."""
_ENOUGH = 40
"""After this many enclosing placements, no worse ones are drawn."""
_LARGE = 4
"""Bridges and walls are built from elements of this size, while there are any."""
_REACH = 5
"""A way that lacks at most this many cells may be completed by one element."""


def spots_of(state: State) -> Spots:
    """All placements."""
    reserve = state.players[state.mover].reserve
    return [
        (turned, lowest)
        for turned, lowest in zip(TURNED, fits_on(state.free), strict=True)
        if lowest and reserve[turned.code]
    ]


def are_few(spots: Spots) -> bool:
    """Whether all are evaluated."""
    return sum([lowest.bit_count() for _, lowest in spots]) <= _FEW


def drawn(state: State, goals: Iterable[Goal], spots: Spots) -> Iterable[Cells]:
    """Promising ones of the placements; deterministic for a state."""
    if are_few(spots):
        return [turned.cells * cell for turned, lowest in spots for cell in each(lowest)]
    random = Random(state.free % 1_000_003)  # noqa: S311 - a game, no secret
    found: dict[Cells, None] = {}
    for closing in _closings(state, spots):
        _draw(closing, random, found)
        if len(found) >= _ENOUGH:
            break
    largest = max([turned.size for turned, _ in spots])
    large = [spot for spot in spots if spot[0].size >= min(largest, _LARGE)]
    for goal in goals:
        for kind in _towards(goal, state.free, spots, large):
            _draw(kind, random, found)
    _draw([spot for spot in spots if spot[0].size == largest], random, found)
    return found


def _towards(goal: Goal, free: Cells, spots: Spots, large: Spots) -> Iterator[Spots]:
    """The kinds of placements that bring the mover nearer to the goal."""
    way = goal.chain if goal.is_own else goal.wall
    corridor = goal.corridor if goal.is_own else goal.wall.corridor() & free
    yield _within(large, corridor)
    if way.missing <= _REACH:
        yield _covering(spots, corridor, way.missing)
    if not goal.is_own and goal.chain.missing <= THREATENING:
        yield _covering(large, goal.corridor, 1)


def _draw(spots: Spots, random: Random, found: dict[Cells, None]) -> None:
    """Add some of the placements to the found ones; all, if they are few."""
    if sum([lowest.bit_count() for _, lowest in spots]) <= _DRAWN:
        for turned, lowest in spots:
            for cell in each(lowest):
                found[turned.cells * cell] = None
        return
    for _ in range(_DRAWN):
        turned, lowest = spots[random.randrange(len(spots))]
        cut = random.randrange(lowest.bit_length())
        upper = lowest >> cut << cut
        found[turned.cells * (upper & -upper)] = None


def _closings(state: State, spots: Spots) -> list[Spots]:
    """The enclosing placements, the highest scores first."""
    cells, tower = targets(state), tower_target(state)
    by_points: dict[int, Spots] = {}
    for turned, lowest in spots:
        one, two, three = enclosing(turned, lowest, cells)
        around = enclosing(turned, lowest, tower)[0] if tower else 0
        for points, found in ((50, around), (30, three), (20, two & ~three), (10, one & ~two)):
            if found:
                by_points.setdefault(points + turned.size, []).append((turned, found))
    return [by_points[points] for points in sorted(by_points, reverse=True)]


def _within(spots: Spots, ground: Cells) -> Spots:
    """Those placements that lie entirely on the ground."""
    within = []
    for turned, lowest in spots:
        found = lowest
        for square in turned.squares:
            found &= ground >> square
        if found:
            within.append((turned, found))
    return within


def _covering(spots: Spots, corridor: Cells, least: int) -> Spots:
    """Those placements that cover at least this many cells of the corridor."""
    covering = []
    for turned, lowest in spots:
        covered = [lowest] + [0] * least
        for square in turned.squares:
            under = corridor >> square
            for number in range(least, 0, -1):
                covered[number] |= covered[number - 1] & under
        if covered[least]:
            covering.append((turned, covered[least]))
    return covering
