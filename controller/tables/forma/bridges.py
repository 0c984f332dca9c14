"""The squares of the bridges in the score: chains from edge to edge, for lights and pictures.

Chains of one direction are a flow through squares of capacity one; two that cross are four arms from the
square that they share (Menger's theorem, augmenting paths by Ford and Fulkerson).
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from engines.forma.board import BOARD, beside
from engines.grid import Cells, each

_WEST: Cells = sum(BOARD.cell[f"a{row}"] for row in range(1, 21))
_EAST: Cells = sum(BOARD.cell[f"t{row}"] for row in range(1, 21))
_SOUTH, _NORTH = BOARD.rows[0], BOARD.rows[-1]


@lru_cache(maxsize=64)
def chains(squares: Cells, number: int) -> Cells:
    """The squares of a number of bridges of a player.

    With bridges in both directions, and more than two, it is all the squares that a bridge may use.
    """
    if not number:
        return 0
    for start, end in ((_SOUTH, _NORTH), (_WEST, _EAST)):
        flow = _Flow(squares)
        if all(flow.lengthened(start, end) for _ in range(number)):
            return flow.used
    if number == 2 and (crossing := _two_that_cross(squares)):
        return crossing
    return _without_dead_ends(squares)


def _two_that_cross(squares: Cells) -> Cells:
    """The squares of a chain in each direction that share one square; empty if there are none."""
    for square in each(_without_dead_ends(squares)):
        flow = _Flow(squares & ~square)
        around, found = beside(square), square
        for edge in (_SOUTH, _NORTH, _WEST, _EAST):
            if not square & edge and not flow.lengthened(around, edge):
                break
        else:
            return found | flow.used
    return 0


def _without_dead_ends(squares: Cells) -> Cells:
    """The squares without dead ends."""
    while True:
        left = sum(square for square in each(squares) if _ways_on(square, squares) > 1)
        if left == squares:
            return squares
        squares = left


def _ways_on(square: Cells, squares: Cells) -> int:
    """In how many directions a chain can continue from a square, including beyond the edges."""
    edges = sum(bool(square & edge) for edge in (_SOUTH, _NORTH, _WEST, _EAST))
    return (beside(square) & squares).bit_count() + edges


_Place = tuple[Cells, bool]
"""A square that a new path has entered (False), or that it may leave (True)."""


class _Flow:
    """Vertex-disjoint paths through squares. A new path may reroute earlier ones."""

    def __init__(self, squares: Cells) -> None:
        self._squares = squares
        self._before: dict[Cells, Cells] = {}
        """The square before each on its path; 0 for the first. `_after` likewise."""
        self._after: dict[Cells, Cells] = {}

    @property
    def used(self) -> Cells:
        """All squares on paths."""
        return sum(self._before)

    def lengthened(self, start: Cells, end: Cells) -> bool:
        """Add a path from a start to an end by a shortest way. Returns whether there is one."""
        came_from: dict[_Place, _Place | None] = {}
        waiting: deque[_Place] = deque()
        for square in each(start & self._squares):
            if self._before.get(square) != 0:
                came_from[square, False] = None
                waiting.append((square, False))
        while waiting:
            place = waiting.popleft()
            square, goes_on = place
            if goes_on and square & end and self._after.get(square) != 0:
                self._reroute(place, came_from)
                return True
            for following in self._following(square, goes_on):
                if following not in came_from:
                    came_from[following] = place
                    waiting.append(following)
        return False

    def _following(self, square: Cells, goes_on: bool) -> list[_Place]:
        """The next places of a new path. On an earlier path it can only free the step that led there."""
        if not goes_on:
            if square not in self._before:
                return [(square, True)]
            before = self._before[square]
            return [(before, True)] if before else []
        after = self._after.get(square, 0)
        following = [(other, False) for other in each(beside(square) & self._squares & ~after)]
        return [*following, (square, False)] if square in self._before else following

    def _reroute(self, end: _Place, came_from: dict[_Place, _Place | None]) -> None:
        """Remove the steps that the new path takes backwards, and add its own."""
        freed, made = [], [(end[0], 0)]
        place: _Place = end
        while (before := came_from[place]) is not None:
            if before[0] != place[0]:
                if place[1]:
                    freed.append((place[0], before[0]))
                else:
                    made.append((before[0], place[0]))
            place = before
        made.append((0, place[0]))
        for square, other in freed:
            del self._after[square], self._before[other]
        for square, other in made:
            if square:
                self._after[square] = other
            if other:
                self._before[other] = square
