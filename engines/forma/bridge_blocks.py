"""The squares on a path from edge to edge without a loop: the others are useless for chains.

A square lies on such a path exactly if it is in one block (a part that no single square cuts in two) with a
step from beyond one edge straight to beyond the other. Blocks are found by depth-first search (Hopcroft and
Tarjan).
"""

from __future__ import annotations

from engines.forma.bridge_sheet import Links, Sheet
from engines.grid import Cells, each

_START, _GOAL = -1, 0
"""The two nodes beyond the edges. Cells are positive."""


def on_simple_paths(sheet: Sheet, northward: Cells, eastward: Cells) -> tuple[Cells, Cells]:
    """Those of the squares for northward and for eastward chains that lie on such a path."""
    return (
        _useful(sheet, northward, sheet.northward(northward), sheet.south, sheet.north),
        _useful(sheet, eastward, sheet.eastward(eastward), sheet.west, sheet.east),
    )


def _useful(sheet: Sheet, squares: Cells, links: Links, start: Cells, goal: Cells) -> Cells:
    if not squares & start or not squares & goal:
        return 0
    beside = _beside(squares, links, start, goal, sheet.stride)
    # The search begins with the step from _START to _GOAL, and returns the block of that step.
    found = {_START: 0, _GOAL: 1}
    lowest = {_GOAL: 0}
    parent = {_GOAL: _START}
    path = [(_GOAL, iter(beside[_GOAL]))]
    while path:
        cell, others = path[-1]
        other = next(others, None)
        if other is None:
            path.pop()
            above = parent[cell]
            if above in lowest:
                lowest[above] = min(lowest[above], lowest[cell])
        elif other not in found:
            found[other] = lowest[other] = len(found)
            parent[other] = cell
            path.append((other, iter(beside[other])))
        elif other != parent[cell]:
            lowest[cell] = min(lowest[cell], found[other])
    return _block(found, lowest, parent)


def _beside(squares: Cells, links: Links, start: Cells, goal: Cells, stride: int) -> dict[Cells, list[Cells]]:
    """The neighbours of each cell, including the nodes beyond the edges."""
    beside: dict[Cells, list[Cells]] = {cell: [] for cell in each(squares)}
    beside[_GOAL] = list(each(squares & goal))
    for place, edge in ((_START, start), (_GOAL, goal)):
        for cell in each(squares & edge):
            beside[cell].append(place)
    for bits, board in ((1, links.right), (stride, links.up)):
        for cell in each(board):
            beside[cell].append(cell << bits)
            beside[cell << bits].append(cell)
    return beside


def _block(found: dict[Cells, int], lowest: dict[Cells, int], parent: dict[Cells, Cells]) -> Cells:
    """The cells joined to the first step by more than one path, in the order of the search."""
    block = {_GOAL}
    for cell in found:
        if cell > 0 and parent[cell] in block and lowest[cell] < found[parent[cell]]:
            block.add(cell)
    return sum(block)
