"""The wires below the carrier: where they run at a site, and how long those to the chips are. Lengths in mm.

Rows are bare copper against the carrier, columns are bare copper further down. A diode joins a reed's lower
lead to its column and holds that wire at its height, so the two never touch.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.boards.plate import PITCH
from hardware.ports import Grid

BARE: Final = 0.5
"""The diameter of the bare wire of rows and columns."""
ROW_SOUTH: Final = 4.0
"""A row's wire, from the reeds to the south."""
COLUMN_WEST: Final = 8.0
"""A column's wire, from the reeds to the west."""
COLUMN_BELOW: Final = 8.0
"""A column's wire and the diodes, from the underside of the carrier."""
DIODE: Final = (4.25, 2.0)
"""Length and diameter of a 1N4148's body at most (package DO-35)."""
REED_WIRE: Final = 30.0
"""The thin wire from a reed's upper lead to the row's wire, or to the module; with what is stripped."""
SLACK: Final = 150.0
"""Wires to the chips are longer by this much, so that the cover hangs down from its opening."""


def leads(grid: Grid) -> tuple[list[float], list[float]]:
    """The lengths of the wires of rows, from the west, and of columns, from the south, to the table's middle,
    along the edge first; with slack."""
    return list(_leads(grid.rows, grid.columns)), list(_leads(grid.columns, grid.rows))


def _leads(count: int, across: int) -> Iterator[float]:
    for number in range(count):
        along = abs((number + 0.5) * PITCH - count * PITCH / 2)
        yield across * PITCH / 2 + along + SLACK


def leads_m(grid: Grid) -> float:
    """The wire of all of them, in metres."""
    return sum(sum(lengths) for lengths in leads(grid)) / 1000
