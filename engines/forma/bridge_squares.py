"""The possible runs through each of the squares that bridges can use. See `bridges.py` for the reasons."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NamedTuple

from engines.forma.bridge_bounds import BridgeGround
from engines.forma.bridge_sheet import Sheet
from engines.grid import Cells, each
from engines.record import record

# The runs over a link between two squares, one bit each. Forth is to the east or to the north on that link.
NORTHWARD_FORTH, NORTHWARD_BACK, EASTWARD_FORTH, EASTWARD_BACK = 1, 2, 4, 8
NORTHWARD = NORTHWARD_FORTH | NORTHWARD_BACK
EASTWARD = EASTWARD_FORTH | EASTWARD_BACK
RUN_BITS = 4
AGAINST = {
    0: 0,
    NORTHWARD_FORTH: NORTHWARD_BACK,
    NORTHWARD_BACK: NORTHWARD_FORTH,
    EASTWARD_FORTH: EASTWARD_BACK,
    EASTWARD_BACK: EASTWARD_FORTH,
}

Runs = tuple[int, ...]
"""The runs over a square's links, in the order west, east, south, north."""


class SquareLink(NamedTuple):
    """The way from a square to its neighbour in the east (`right`) or in the north."""

    cell: Cells
    right: bool


@record
class Square:
    """A square and its four sides, in the order west, east, south, north."""

    cell: Cells
    links: tuple[SquareLink | None, ...]
    """The links to other squares that chains may use; `None` for a side that is closed or on the edge."""
    neighbours: tuple[Cells, ...]
    """The squares at the other ends of the links."""
    ways: tuple[Runs, ...]
    """All possible runs through it."""

    at_edge: tuple[int, ...]
    """The sides, as places in that order, at which a chain can begin or end beyond the board."""


def squares_of(sheet: Sheet, ground: BridgeGround) -> dict[Cells, Square]:
    """All squares that chains can use, by their cells."""
    allowed = _Allowed(sheet, ground)
    return {cell: allowed.square(cell) for cell in each(ground.northward | ground.eastward)}


class _Allowed:
    """The possible runs by place, as whole boards."""

    def __init__(self, sheet: Sheet, ground: BridgeGround) -> None:
        self._sheet, self._ground = sheet, ground
        northward, eastward = sheet.northward(ground.northward), sheet.eastward(ground.eastward)
        # The first and the last step of a way from edge to edge never run back.
        down = northward.up & ~sheet.south & ~(sheet.north >> sheet.stride)
        left = eastward.right & ~sheet.west & ~(sheet.east >> 1)
        self._right = ((northward.right, NORTHWARD), (eastward.right, EASTWARD_FORTH), (left, EASTWARD_BACK))
        self._up = ((northward.up, NORTHWARD_FORTH), (down, NORTHWARD_BACK), (eastward.up, EASTWARD))
        self._edges = (
            (sheet.west, ground.eastward, EASTWARD_FORTH),
            (sheet.east, ground.eastward, EASTWARD_FORTH),
            (sheet.south, ground.northward, NORTHWARD_FORTH),
            (sheet.north, ground.northward, NORTHWARD_FORTH),
        )

    def square(self, cell: Cells) -> Square:
        """The square on a cell."""
        stride = self._sheet.stride
        around = (cell >> 1, cell << 1, cell >> stride, cell << stride)
        links = (
            SquareLink(cell >> 1, True),
            SquareLink(cell, True),
            SquareLink(cell >> stride, False),
            SquareLink(cell, False),
        )
        sides = [self._side(cell, link, edge) for link, edge in zip(links, self._edges, strict=True)]
        needs = NORTHWARD if cell & self._ground.northward_needs else 0
        needs |= EASTWARD if cell & self._ground.eastward_needs else 0
        can_cross = bool(cell & self._ground.crossings)
        return Square(
            cell,
            tuple(link for link, _ in sides),
            tuple(other for other, (link, _) in zip(around, sides, strict=True) if link),
            _ways(tuple(runs for _, runs in sides), can_cross, needs),
            tuple(side for side, (link, runs) in enumerate(sides) if runs and not link),
        )

    def _side(
        self, cell: Cells, link: SquareLink, edge: tuple[Cells, Cells, int]
    ) -> tuple[SquareLink | None, int]:
        at_edge, users, run = edge
        if cell & at_edge:
            return None, run if cell & users else 0
        boards = self._right if link.right else self._up
        runs = sum(run for board, run in boards if link.cell & board)
        return link if runs else None, runs


@cache
def _ways(allowed: Runs, can_cross: bool, needs: int) -> tuple[Runs, ...]:
    """All runs through a square with these sides, and their conditions."""
    ways: list[Runs] = [(0, 0, 0, 0)]
    for forth, back in ((NORTHWARD_FORTH, NORTHWARD_BACK), (EASTWARD_FORTH, EASTWARD_BACK)):
        arriving, leaving = (forth, back, forth, back), (back, forth, back, forth)
        ways += [
            tuple(
                arriving[side] if side == one else leaving[side] if side == other else 0 for side in range(4)
            )
            for one, other in permutations(range(4), 2)
        ]
    if can_cross:
        # The eastward chain crosses the northward one from its left to its right, whatever its heading.
        ways += [
            (EASTWARD_FORTH, EASTWARD_FORTH, NORTHWARD_FORTH, NORTHWARD_FORTH),
            (EASTWARD_BACK, EASTWARD_BACK, NORTHWARD_BACK, NORTHWARD_BACK),
            (NORTHWARD_FORTH, NORTHWARD_FORTH, EASTWARD_BACK, EASTWARD_BACK),
            (NORTHWARD_BACK, NORTHWARD_BACK, EASTWARD_FORTH, EASTWARD_FORTH),
        ]
    return tuple(runs for runs in ways if _fits(runs, allowed) and _serves(runs, needs))


def _fits(runs: Runs, allowed: Runs) -> bool:
    return not any(run & ~may for run, may in zip(runs, allowed, strict=True))


def _serves(runs: Runs, needs: int) -> bool:
    here = runs[0] | runs[1] | runs[2] | runs[3]
    return all(here & chains or not needs & chains for chains in (NORTHWARD, EASTWARD))
