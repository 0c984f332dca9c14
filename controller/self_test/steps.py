"""The order of the sites, and whether a wrong answer follows from the one before.

Two exchanged rows, or a cable that is turned round, give a wrong answer at every site. But one step of the
magnet then moves the answer by one step too.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from hardware.ports import Grid, sites_in


def walk(grid: Grid, sites: Iterable[int]) -> tuple[int, ...]:
    """Sites in the order of asking: row by row, there and back, so that the next is never far."""

    def way(site: int) -> tuple[int, int]:
        column, row = grid.column_row(site)
        return row, -column if row % 2 else column

    return tuple(sorted(sites, key=way))


def is_one_step(grid: Grid, magnet: tuple[int, int], answers: tuple[int, int]) -> bool:
    """Whether the answer, a set of sensors, went as far as the magnet: straight, mirrored, or with columns
    for rows."""
    (x, y), (to_x, to_y) = (grid.column_row(site) for site in magnet)
    before, now = answers
    for side, way in product((1, -1), repeat=2):
        across, up = side * (to_x - x), way * (to_y - y)
        if now in (_moved(grid, before, across, up), _moved(grid, before, up, across)):
            return True
    return False


def _moved(grid: Grid, sites: int, columns: int, rows: int) -> int:
    """The sites shifted by this many columns and rows, as far as they are on the table."""
    moved = 0
    for site in sites_in(sites):
        x, y = grid.column_row(site)
        if 0 <= x + columns < grid.columns and 0 <= y + rows < grid.rows:
            moved |= 1 << grid.site(x + columns, y + rows)
    return moved
