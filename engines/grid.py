"""Sets of cells of a rectangular board, as Python integers: one bit a cell, so that a rule is tested on the
whole board at once, by shifting and masking.

Every row is followed by one guard bit, which no set of cells holds. So a set shifted one step in any of the
eight directions never wraps into another row: cells that leave the board land on a guard or beyond the last
row, and `& grid.all` drops them.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

Cells = int
"""A set of cells of one grid. A single cell is the set that holds it alone."""

DIRECTIONS = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
"""The eight directions, clockwise: the step to the east and to the north."""


class CellGrid:
    """A board of columns (letters, west to east) and rows (numbers, south to north): `a1` is south-west."""

    def __init__(self, columns: int, rows: int) -> None:
        self.stride = columns + 1
        """Bits from a cell to the one north of it."""
        self.size = self.stride * rows
        """Bits of a whole board, guards included."""
        self.names = tuple(f"{ascii_lowercase[x]}{y + 1}" for y in range(rows) for x in range(columns))
        """All cells, row by row from the south-west."""
        self.cell: dict[str, Cells] = {
            name: 1 << place // columns * self.stride + place % columns
            for place, name in enumerate(self.names)
        }
        """Each cell by its name."""
        self._name = {cell: name for name, cell in self.cell.items()}
        self.all: Cells = sum(self.cell.values())
        self.rows: tuple[Cells, ...] = tuple(
            self.all & ((1 << self.stride) - 1) << y * self.stride for y in range(rows)
        )
        """The rows as sets, from the south."""

    def names_of(self, cells: Cells) -> tuple[str, ...]:
        """The names of the cells of a set, row by row from the south-west."""
        return tuple([self._name[cell] for cell in each(cells)])

    def step(self, cell: Cells, direction: str) -> Cells:
        """The cell one step away, or the empty set beyond the edge."""
        east, north = DIRECTIONS[direction]
        bits = north * self.stride + east
        return (cell << bits if bits > 0 else cell >> -bits) & self.all


def each(cells: Cells) -> Iterator[Cells]:
    """The cells of a set one by one, lowest bit first."""
    while cells:
        rest = cells & (cells - 1)
        yield cells ^ rest
        cells = rest
