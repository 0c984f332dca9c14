"""Whether a number of bridges can run through a player's squares: all ways are tried, square by square.

Of the finished squares only the links that cross their border matter, and how many chains have begun and
ended: ways that agree in these are one state. So the squares are taken in an order that keeps that border
short.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engines.forma.bridge_bounds import BridgeGround
from engines.forma.bridge_order import best_order
from engines.forma.bridge_sheet import Sheet
from engines.forma.bridge_squares import AGAINST, RUN_BITS, Runs, Square, SquareLink, squares_of
from engines.grid import Cells

_LOOK, _ORDER = 100, 1
"""The steps counted for looking at a square, and for placing it in an order."""

_AHEAD = 3
"""The number of squares, at least, over which the present number of states is extrapolated."""

_WIDTH = 1000
"""The beam width when the steps are not enough for all states."""

_PRIME = 1_000_003
"""The beam takes states by their rest: as good as by chance, and the same on every machine."""

_COUNT_BITS = 5
"""Bits for each of four numbers at the low end of a state: eastward chains begun and ended, northward ones
begun and ended. The links across the border follow above them, each at its place."""
_FIRST_PLACE = 4 * _COUNT_BITS
_COUNT = (1 << _COUNT_BITS) - 1


class SearchResult(NamedTuple):
    """The result of a search: the most bridges (0 if not enough), whether it was complete, the steps it
    took."""

    is_found: bool
    is_complete: bool
    steps: int


class _Move(NamedTuple):
    """A way through a square: its change of a state, and the bits that a state must not have."""

    change: int
    against: int


@dataclass(slots=True)
class _Hope:
    """The states that can still lead to the target chains, by their four numbers."""

    aim: list[int]
    to_come: list[int]
    """For each number, how many remaining squares can raise it."""

    @staticmethod
    def for_aim(ground: BridgeGround, squares: Iterable[Square]) -> _Hope:
        """Before any square is taken."""
        up, along = ground.aim
        to_come = [0, 0, 0, 0]
        for square in squares:
            for side in square.at_edge:
                to_come[side] += 1
        return _Hope([along, along, up, up], to_come)

    def left(self, states: set[int], square: Square) -> set[int]:
        """The states that still can after this square: no number is too low or too high."""
        for side in square.at_edge:
            self.to_come[side] -= 1
            place, most = _COUNT_BITS * side, self.aim[side]
            fewest = most - self.to_come[side]
            states = {state for state in states if fewest <= state >> place & _COUNT <= most}
        return states


def search(sheet: Sheet, ground: BridgeGround, steps: int) -> SearchResult:
    """Search for the target chains of the ground. One step is a state taken over a square; when the steps
    will not be enough, only about `_WIDTH` states are continued."""
    squares = squares_of(sheet, ground)
    hope = _Hope.for_aim(ground, squares.values())
    border = _Border()
    states = {0}
    order, orders_tried = best_order(sheet, squares, steps)
    used = (_LOOK + _ORDER * orders_tried) * len(squares)
    is_complete = True
    for square in order:
        if used + _AHEAD * len(states) > steps and len(states) > _WIDTH:
            is_complete = False
            states = _some(states)
        used += len(states) * (1 + len(square.at_edge))
        states = hope.left(_taken(states, *border.take(square)), square)
    return SearchResult(bool(states), is_complete, used)


def _some(states: set[int]) -> set[int]:
    """About `_WIDTH` of the states, of every kind: the next squares show which are good."""
    part = len(states) // _WIDTH + 1
    return {state for state in states if state % _PRIME % part == 0}


def _taken(states: set[int], mask: int, by_runs: dict[int, list[_Move]]) -> set[int]:
    """The states after a square."""
    if not any(move.against for moves in by_runs.values() for move in moves):
        changes = {runs: [move.change for move in moves] for runs, moves in by_runs.items()}
        return {state + change for state in states for change in changes.get(state & mask, ())}
    return {
        state + change
        for state in states
        for change, against in by_runs.get(state & mask, ())
        if not state & against
    }


class _Border:
    """The links between finished and other squares, each with its place in the states, stored as the unit of
    that place: the factor of a run there."""

    def __init__(self) -> None:
        self._units: dict[SquareLink, int] = {}
        self._spare: list[int] = []

    def take(self, square: Square) -> tuple[int, dict[int, list[_Move]]]:
        """Move the border over a square. Returns the mask of the runs to it across the old border, and the
        square's resulting moves."""
        old = [self._closed(link) for link in square.links]
        new = [0 if unit else self._opened(link) for unit, link in zip(old, square.links, strict=True)]
        beside = self._units_beside(square.cell) if new[3] else 0
        by_runs: dict[int, list[_Move]] = {}
        for runs in square.ways:
            arriving = _sum(old, runs)
            raised = sum(1 << _COUNT_BITS * side for side in square.at_edge if runs[side])
            move = _Move(_sum(new, runs) + raised - arriving, beside * AGAINST[runs[3]])
            by_runs.setdefault(arriving, []).append(move)
        return 15 * sum(old), by_runs

    def _closed(self, link: SquareLink | None) -> int:
        """The unit of a link that leaves the border; 0 if it was not in it."""
        unit = self._units.pop(link, 0) if link else 0
        if unit:
            self._spare.append(unit)
        return unit

    def _opened(self, link: SquareLink | None) -> int:
        """The unit of a link that enters the border; 0 for none."""
        if not link:
            return 0
        unit = self._spare.pop() if self._spare else 1 << _FIRST_PLACE + RUN_BITS * len(self._units)
        self._units[link] = unit
        return unit

    def _units_beside(self, cell: Cells) -> int:
        """The units of the links parallel to the cell's own one, in the columns west and east of it.

        Two chains of one direction never need to run antiparallel there: exchange their continuations, so
        that they turn away from each other in both rows. That takes as many links, and fewer upright ones.
        """
        return self._units.get(SquareLink(cell >> 1, False), 0) + self._units.get(
            SquareLink(cell << 1, False), 0
        )


def _sum(units: list[int], runs: Runs) -> int:
    west, east, south, north = runs
    return units[0] * west + units[1] * east + units[2] * south + units[3] * north
