"""Two crossing chains, found from the square they share: four arms lead from it to the four edges.

If there are arms that share no other square, two of them make a northward chain and two an eastward one. Arms
are found one after the other, each by the shortest augmenting path (Ford and Fulkerson).
"""

from __future__ import annotations

from collections import deque

from engines.forma.bridge_sheet import Sheet
from engines.grid import Cells, each

_EDGES = (-1, -2, -3, -4)
"""The nodes beyond the edges. Cells are positive."""

Place = tuple[int, bool]
"""The cell or edge that a new arm has reached, and whether it may continue in any direction."""


class Arms:
    """The search for arms on these squares."""

    def __init__(self, sheet: Sheet, squares: Cells) -> None:
        self._beside: dict[Cells, list[int]] = {cell: [] for cell in each(squares)}
        for bits in (1, sheet.stride):
            for cell in each(squares & squares >> bits):
                self._beside[cell].append(cell << bits)
                self._beside[cell << bits].append(cell)
        for edge, cells in zip(_EDGES, (sheet.south, sheet.north, sheet.west, sheet.east), strict=True):
            for cell in each(squares & cells):
                self._beside[cell].append(edge)

    def reach_all_edges(self, crossing: Cells) -> bool:
        """Whether four arms from the square, disjoint from each other, reach the four edges."""
        before: dict[int, int] = {}
        return len(self._beside[crossing]) == len(_EDGES) and all(
            self._lengthened(crossing, before) for _ in _EDGES
        )

    def _lengthened(self, crossing: Cells, before: dict[int, int]) -> bool:
        """Add an arm to the existing ones, which are stored as predecessors. Returns whether there is one."""
        start = (crossing, True)
        came_from = {start: start}
        waiting = deque([start])
        while waiting:
            place = waiting.popleft()
            for following in self._following(place, crossing, before):
                if following in came_from:
                    continue
                came_from[following] = place
                if following[0] < 0 and following[1]:
                    self._reroute(following, came_from, before)
                    return True
                waiting.append(following)
        return False

    def _following(self, place: Place, crossing: Cells, before: dict[int, int]) -> list[Place]:
        """The next places of a new arm. It may enter another arm only to push it back: to free the step that
        led there."""
        cell, goes_on = place
        if not goes_on:
            return [(before[cell], True)]
        following = [
            (other, other not in before)
            for other in self._beside[cell]
            if other != crossing and before.get(other) != cell
        ]
        if cell in before:
            following.append((cell, False))
        return following

    @staticmethod
    def _reroute(end: Place, came_from: dict[Place, Place], before: dict[int, int]) -> None:
        steps = []
        while came_from[end] != end:
            steps.append((came_from[end], end))
            end = came_from[end]
        for (cell, goes_on), _ in steps:
            if not goes_on:
                del before[cell]
        for (cell, goes_on), (other, _) in steps:
            if goes_on and other != cell:
                before[other] = cell
