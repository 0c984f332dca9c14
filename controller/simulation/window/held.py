"""A piece in the hand over the simulated table: how it is turned, and where it fits when it is set down."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from controller.boards.plate import Plate
from controller.simulation.window.sprites import TILES
from controller.simulation.window.stock import ONE, Squares
from engines.record import record, replace
from hardware.ports import Grid, sites_in

_REACH: Final = 0.75
"""The distance beyond half a cell, in sites, within which a piece finds its place."""

_OFF: Final = 0.25
"""A piece that is set down without care lies on two sites when it is farther than this from the nearest."""

_SHIFTS: Final = sorted(product(range(-2, 3), repeat=2), key=lambda shift: math.hypot(*shift))
"""How far an element that lies over the edge of the board is moved: as little as does."""


@record
class Held:
    """A piece in the hand. `squares` are an element's, from the one by which it is held.

    It `is_dragged` while the mouse's button is down that took it at a point, `x`, `y`.
    """

    kind: str
    squares: Squares = ONE
    is_dragged: bool = False
    x: int = 0
    y: int = 0

    def turned(self, quarters: int) -> Held:
        """The piece, turned clockwise by this many quarters."""
        shape = self.squares
        for _ in range(quarters % 4):
            shape = tuple((y, -x) for x, y in shape)
        return replace(self, squares=shape)

    def flipped(self) -> Held:
        """The piece, with its other side up."""
        return replace(self, squares=tuple((-x, y) for x, y in self.squares))

    def sites(self, plate: Plate, column: float, row: float) -> tuple[int, ...]:
        """Its place when set down at a point, in sites: the spot, the cell or the cells that it fits. None
        beside the table."""
        grid = plate.table.grid
        if not (-1 <= column <= grid.columns and -1 <= row <= grid.rows):
            return ()
        if len(self.squares) > 1:
            return self._on_cells(plate, column, row)
        places = fitting(plate, self.kind in TILES)
        near = min(places, key=lambda site: _distance(grid, site, column, row), default=None)
        if near is not None and _distance(grid, near, column, row) <= plate.overlay.cell / 2 + _REACH:
            return (near,)
        return (_nearest(grid, column, row),)

    def _on_cells(self, plate: Plate, column: float, row: float) -> tuple[int, ...]:
        grid, ground = plate.table.grid, plate.table.ground
        at_x, at_y = round(column), round(row)
        for shift_x, shift_y in _SHIFTS:
            cells = [(at_x + shift_x + x, at_y + shift_y + y) for x, y in self.squares]
            if all(0 <= x < grid.columns and 0 <= y < grid.rows for x, y in cells):
                sites = tuple(grid.site(x, y) for x, y in cells)
                if all(ground >> site & 1 for site in sites):
                    return sites
        return ()


def carelessly(grid: Grid, column: float, row: float) -> tuple[int, ...]:
    """The place of a piece set down at a point as it is: on a site, or between two."""
    site = _nearest(grid, column, row)
    x, y = grid.column_row(site)
    off_x, off_y = (round((off) / (2 * _OFF)) if abs(off) > _OFF else 0 for off in (column - x, row - y))
    to_x, to_y = x + max(-1, min(off_x, 1)), y + max(-1, min(off_y, 1))
    if (to_x, to_y) == (x, y) or not (0 <= to_x < grid.columns and 0 <= to_y < grid.rows):
        return (site,)
    return site, grid.site(to_x, to_y)


@lru_cache(maxsize=16)
def fitting(plate: Plate, fills_a_cell: bool) -> tuple[int, ...]:
    """The sites for a piece by its size: the middle of a cell if it fills one, else the other spots. If a
    cell is read by one site, that one."""
    return tuple(site for cell in plate.cells for site in _of_cell(plate, cell, fills_a_cell))


def _of_cell(plate: Plate, cell: tuple[int, int], fills_a_cell: bool) -> Iterator[int]:
    sites = [site for site in sites_in(plate.table.cell_at(*cell)) if site < plate.table.grid.size]
    if len(sites) <= 1:
        yield from sites
        return
    middle = plate.overlay.point(cell[0] + 0.5, cell[1] + 0.5)
    nearest = min(sites, key=lambda site: _distance(plate.table.grid, site, *middle))
    yield from (site for site in sites if (site == nearest) == fills_a_cell)


def _nearest(grid: Grid, column: float, row: float) -> int:
    x, y = min(max(round(column), 0), grid.columns - 1), min(max(round(row), 0), grid.rows - 1)
    return grid.site(x, y)


def _distance(grid: Grid, site: int, column: float, row: float) -> float:
    x, y = grid.column_row(site)
    return math.hypot(x - column, y - row)
