"""The wires between the contacts of a simulated table and its board, with a builder's mistakes.

Rows are driven one after the other, columns are read. Each contact has a diode, so that current flows only
from its row to its column; through a contact without its diode it can also flow back.
"""

from __future__ import annotations

from hardware.ports import Grid


class Wiring:
    """The sensor number of each contact, and the contacts without a diode. Initially all correct."""

    def __init__(self, grid: Grid) -> None:
        self._columns = grid.columns
        self._rows = grid.rows
        self._sensors = list(range(grid.size))
        self._without_diode: set[int] = set()
        self._is_right = True

    def swap(self, site: int, other: int) -> None:
        """Exchange the wires of two sites."""
        sensors = self._sensors
        sensors[site], sensors[other] = sensors[other], sensors[site]
        self._is_right = False

    def remove_diode(self, site: int) -> None:
        """Remove the diode of a site's contact."""
        self._without_diode.add(site)
        self._is_right = False

    def seen(self, contacts: int) -> int:
        """The sensors that a scan sees closed, from the sites with closed contacts."""
        if self._is_right or not contacts:
            return contacts
        sensors = bare = 0
        for site, sensor in enumerate(self._sensors):
            if contacts >> site & 1:
                sensors |= 1 << sensor
                bare |= (site in self._without_diode) << sensor
        return self._with_ghosts(sensors, bare) if bare else sensors

    def _with_ghosts(self, sensors: int, bare: int) -> int:
        """Current flows back through a closed contact without a diode, and drives that contact's row too."""
        closed, backward = self._by_rows(sensors), self._by_rows(bare)
        seen = 0
        for row in range(self._rows):
            columns, before = closed[row], 0
            while columns != before:
                before = columns
                for other in range(self._rows):
                    if backward[other] & columns:
                        columns |= closed[other]
            seen |= columns << row * self._columns
        return seen

    def _by_rows(self, sensors: int) -> list[int]:
        mask = (1 << self._columns) - 1
        return [sensors >> row * self._columns & mask for row in range(self._rows)]
