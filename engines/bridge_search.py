"""Whether so many bridges can run through a player's squares: all ways are tried, square by square.

Of the squares done only what runs across their border to the others matters, and how many chains have begun
and ended: ways that agree in these are one state. So the squares are taken in an order that keeps that border
short.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engines.bridge_bounds import Ground
from engines.bridge_sheet import Sheet
from engines.bridge_squares import AGAINST, RUN_BITS, Link, Runs, Square, squares_of
from engines.grid import Cells

_STARTS = 12
"""Edge squares from which an order of the squares is tried."""

_COUNT_BITS = 5
"""Bits for each of four numbers at the low end of a state: eastward chains begun and ended, northward ones
begun and ended. What runs across the border, each link at its place, follows above them.
"""
_FIRST_PLACE = 4 * _COUNT_BITS
_COUNT = (1 << _COUNT_BITS) - 1


class Result(NamedTuple):
    """What a search found: the most bridges (0 if not enough), whether it tried all ways, the steps it took."""

    number: int
    is_complete: bool
    steps: int


class _Move(NamedTuple):
    """A way through a square: how it changes a state, and what may not be in that state."""

    change: int
    against: int


@dataclass(slots=True)
class _Hope:
    """Which states can still lead to more bridges than `least`, by their four numbers."""

    fewest: list[int]
    most: list[int]
    least: int
    to_come: list[int]
    """For each number, how many squares not yet taken can raise it."""

    @staticmethod
    def for_more(ground: Ground, squares: Iterable[Square]) -> _Hope:
        """Before any square is taken."""
        eastward, northward = ground.least + 1 - ground.up, ground.least + 1 - ground.along
        to_come = [0, 0, 0, 0]
        for square in squares:
            for side in square.at_edge:
                to_come[side] += 1
        fewest = [eastward, eastward, northward, northward]
        return _Hope(fewest, [ground.along, ground.along, ground.up, ground.up], ground.least, to_come)

    def take(self, square: Square) -> None:
        """Count the square as taken."""
        for side in square.at_edge:
            self.to_come[side] -= 1

    def left(self, states: set[int]) -> set[int]:
        """The states that still can."""
        limits = [
            (_COUNT_BITS * number, fewest - to_come, most)
            for number, (fewest, most, to_come) in enumerate(
                zip(self.fewest, self.most, self.to_come, strict=True)
            )
        ]
        begun, ended = (self.least + 1 - self.to_come[i] - self.to_come[i + 2] for i in (0, 1))
        return {
            state
            for state in states
            if all(fewest <= state >> place & _COUNT <= most for place, fewest, most in limits)
            and _number(state) >= begun
            and _number(state >> _COUNT_BITS) >= ended
        }


def _number(state: int) -> int:
    """How many chains have begun in a state."""
    return (state & _COUNT) + (state >> 2 * _COUNT_BITS & _COUNT)


def search(sheet: Sheet, ground: Ground, steps: int, width: int = 0) -> Result:
    """Look for more bridges than `ground.least`. A state taken over a square is a step; when these do not
    suffice, only the `width` most promising states are followed on.
    """
    squares = squares_of(sheet, ground)
    hope = _Hope.for_more(ground, squares.values())
    border = _Border()
    states = {0}
    used = 0
    is_complete = True
    for square in _best_order(sheet, squares):
        if used + len(states) > steps:
            is_complete = False
            states = set(sorted(states, key=lambda state: (-_number(state), state))[:width])
        used += len(states)
        states = _taken(states, *border.take(square))
        if square.at_edge:
            hope.take(square)
            states = hope.left(states)
    return Result(max(map(_number, states), default=0), is_complete, used)


def _taken(states: set[int], mask: int, by_runs: dict[int, list[_Move]]) -> set[int]:
    """The states after a square."""
    taken: set[int] = set()
    for state in states:
        for change, against in by_runs.get(state & mask, ()):
            if not state & against:
                taken.add(state + change)
    return taken


class _Border:
    """The links between the squares done and the others, each with its place in the states."""

    def __init__(self) -> None:
        self._places: dict[Link, int] = {}
        self._spare: list[int] = []

    def take(self, square: Square) -> tuple[int, dict[int, list[_Move]]]:
        """Move the border over a square: the mask of what runs to it across the old border, and the square's
        moves by that.
        """
        links = square.links
        old = [self._places.pop(link) if link in self._places else None for link in links]
        self._spare += [place for place in old if place is not None]
        new = [
            self._opened(link) if link and place is None else None
            for link, place in zip(links, old, strict=True)
        ]
        # Numbers are raised where a run goes beyond the edge.
        edge = [_COUNT_BITS * side if side in square.at_edge else None for side in range(4)]
        beside = self._places_beside(square.cell) if new[3] is not None else []
        by_runs: dict[int, list[_Move]] = {}
        for runs in square.ways:
            arriving = _at(old, runs)
            raised = _at(edge, tuple(map(bool, runs)))
            against = sum(AGAINST[runs[3]] << place for place in beside)
            by_runs.setdefault(arriving, []).append(_Move(_at(new, runs) + raised - arriving, against))
        return _at(old, (15, 15, 15, 15)), by_runs

    def _opened(self, link: Link) -> int:
        place = self._spare.pop() if self._spare else _FIRST_PLACE + RUN_BITS * len(self._places)
        self._places[link] = place
        return place

    def _places_beside(self, cell: Cells) -> list[int]:
        """The places of the links that run up beside the cell's own one, in the columns west and east of it.

        Two chains of one direction need never run against one another there: let each go on as the other, so
        that they turn away from one another in both rows. That takes as many links, and fewer upright ones.
        """
        beside = (Link(cell >> 1, False), Link(cell << 1, False))
        return [self._places[link] for link in beside if link in self._places]


def _at(places: list[int | None], runs: Runs) -> int:
    return sum(run << place for place, run in zip(places, runs, strict=True) if place is not None)


def _best_order(sheet: Sheet, squares: dict[Cells, Square]) -> list[Square]:
    """The squares in the best of some orders that each grow from a square at the edge."""
    edges = (sheet.south, sheet.west, sheet.north, sheet.east)
    at_edge = [cell for edge in edges for cell in squares if cell & edge]
    best: list[Square] = []
    price = 0
    for start in at_edge[:: len(at_edge) // _STARTS + 1]:
        order, its_price = _grown(squares, start, price)
        if order:
            best, price = order, its_price
    return best


def _grown(squares: dict[Cells, Square], start: Cells, limit: int) -> tuple[list[Square], int]:
    """All squares in an order from a start, each the one that lengthens the border least, and how much
    work to expect; nothing if that is no less than the limit (0 for none).
    """
    border: set[Link] = set()
    waiting = {start: None}
    left = dict(squares)
    order: list[Square] = []
    price = 0
    while left:
        cell = min(waiting or left, key=lambda cell: _lengthening(squares[cell], border))
        square = left.pop(cell)
        waiting.pop(cell, None)
        waiting.update(dict.fromkeys(other for other in square.neighbours if other in left))
        border.symmetric_difference_update(filter(None, square.links))
        order.append(square)
        price += 1 << len(border)
        if limit and price >= limit:
            return [], price
    return order, price


def _lengthening(square: Square, border: set[Link]) -> int:
    """How many links longer the border gets when the square is taken."""
    return sum(-1 if link in border else 1 for link in square.links if link)
