"""The board of the search for bridges: its four edges, and the steps that a chain may take."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engines.grid import CellGrid, Cells
from engines.record import record


class Links(NamedTuple):
    """The steps between squares that chains of one direction may take, in either sense."""

    right: Cells
    """The western square of each pair that lies side by side in a row."""
    up: Cells
    """The southern square of each pair in a column."""


@record
class Sheet:
    """The whole board and its edges as sets of cells; `stride` is the number of bits from a cell to the one
    north of it."""

    stride: int
    all: Cells
    south: Cells
    north: Cells
    west: Cells
    east: Cells

    def near(self, cells: Cells) -> Cells:
        """The cells and everything within a king's move of them. It may contain guard bits."""
        cells |= cells << 1 | cells >> 1
        return cells | cells << self.stride | cells >> self.stride

    def grown(self, cells: Cells, ground: Cells) -> Cells:
        """The cells with all of the ground that king's moves on it reach from them."""
        while True:
            more = cells | self.near(cells) & ground
            if more == cells:
                return cells
            cells = more

    def spans(self, cells: Cells, own: Cells) -> bool:
        """Whether the part of `own` that is joined to the cells side to side joins two opposite edges."""
        opposite = ((self.south, self.north), (self.west, self.east))
        if not any(own & one and own & other for one, other in opposite):
            return False
        while True:
            more = (cells | cells << 1 | cells >> 1 | cells << self.stride | cells >> self.stride) & own
            if more == cells:
                break
            cells = more
        return any(cells & one and cells & other for one, other in opposite)

    def northward(self, cells: Cells) -> Links:
        """The steps of northward chains. The shortest chains touch the south and the north edge only once."""
        return Links(cells & cells >> 1 & ~self.south & ~self.north, cells & cells >> self.stride)

    def eastward(self, cells: Cells) -> Links:
        """The steps of eastward chains. The shortest chains touch the west and the east edge only once."""
        return Links(cells & cells >> 1, cells & cells >> self.stride & ~self.west & ~self.east)

    def crossings(self, northward: Links, eastward: Links) -> Cells:
        """The cells where two chains can cross, both going straight on; the edges count as steps there."""
        (n_right, n_up), (e_right, e_up) = northward, eastward
        upright = (n_up | self.north) & (n_up << self.stride | self.south)
        level = (e_right | self.east) & (e_right << 1 | self.west)
        turned = n_right & n_right << 1 & e_up & e_up << self.stride
        return self.all & (upright & level | turned)


@cache
def sheet_of(grid: CellGrid) -> Sheet:
    """The sheet for a grid."""
    columns = grid.stride - 1
    row = (1 << columns) - 1
    column = sum(1 << bit for bit in range(0, grid.size, grid.stride))
    return Sheet(
        stride=grid.stride,
        all=grid.all,
        south=row,
        north=row << grid.size - grid.stride,
        west=column,
        east=column << columns - 1,
    )
