"""The layout of Forma's cells: one site a cell, from the south-west corner of the grid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from controller.tables.sensing import NoSuchPlace
from engines.forma.board import BOARD, sorted_names
from engines.grid import Cells
from hardware.ports import Grid

SIDE: Final = 20
_ROW: Final = (1 << SIDE) - 1


class SiteMap:
    """Converts sets of cells to sets of sites and back. Raises `NoSuchPlace` if the grid is too small."""

    def __init__(self, grid: Grid) -> None:
        if grid.columns < SIDE or grid.rows < SIDE:
            raise NoSuchPlace(
                f"Forma needs {SIDE} × {SIDE} sites, one for each cell; "
                f"the table has {grid.columns} × {grid.rows}."
            )
        self._columns = grid.columns
        self._shifts = tuple((BOARD.stride * y, grid.columns * y) for y in range(SIDE))
        self.sites = lru_cache(maxsize=4096)(self._sites)
        """The sites of cells. Cached: one judgement needs the same ones repeatedly."""
        self.cells = lru_cache(maxsize=4096)(self._cells)
        """The cells of the sites that have one."""
        self.board = self.sites(BOARD.all)
        """The sites of all cells."""

    def _sites(self, cells: Cells) -> int:
        found = 0
        for from_bit, to_bit in self._shifts[_rows(cells, BOARD.stride)]:
            found |= (cells >> from_bit & _ROW) << to_bit
        return found

    def _cells(self, sites: int) -> Cells:
        found = 0
        for to_bit, from_bit in self._shifts[_rows(sites, self._columns)]:
            found |= (sites >> from_bit & _ROW) << to_bit
        return found

    def cell(self, column: int, row: int) -> Cells:
        """The cell in a column and a row, both from 0; empty outside the board."""
        return 1 << BOARD.stride * row + column if 0 <= column < SIDE and 0 <= row < SIDE else 0

    def column_row(self, site: int) -> tuple[int, int]:
        """The column and the row of a site, both from 0."""
        row, column = divmod(site, self._columns)
        return column, row


def _rows(places: int, stride: int) -> slice:
    """The rows from the first to the last one with a place of a set: an element has few."""
    return slice(((places & -places).bit_length() - 1) // stride, places.bit_length() // stride + 1)


@lru_cache(maxsize=1024)  # an element never moves
def names(cells: Cells) -> str:
    """Cells as people read them: `c3 c4 d4`."""
    return " ".join(sorted_names(cells))


def middle_of(cells: Sequence[str], others: Sequence[str] = ()) -> str:
    """The cell nearest the middle of some or, if there are others, the one farthest from those."""
    places = {cell: (ord(cell[0]), int(cell[1:])) for cell in (*cells, *others)}

    def nearness(cell: str) -> float:
        x, y = places[cell]
        to = [places[other] for other in others or cells]
        far = [(east - x) ** 2 + (north - y) ** 2 for east, north in to]
        return -min(far) if others else sum(far)

    return min(cells, key=nearness)
