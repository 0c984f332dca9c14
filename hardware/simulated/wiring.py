"""The wires between the contacts of a simulated table and its board, with the mistakes of a builder.

Rows are driven one after the other, columns are read. Each contact has a diode, so that current flows only
from its row to its column; a contact whose diode was forgotten lets it flow back as well.
"""

from __future__ import annotations

from hardware.ports import Grid


class Wiring:
    """Which sensor a contact comes out as, and which contacts have no diode. As built at first: all right."""

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
        """The contact under a site has no diode."""
        self._without_diode.add(site)
        self._is_right = False

    def seen(self, contacts: int) -> int:
        """The sensors that a scan sees closed, from the sites whose contacts are closed."""
        if self._is_right or not contacts:
            return contacts
        sensors = bare = 0
        for site, sensor in enumerate(self._sensors):
            if contacts >> site & 1:
                sensors |= 1 << sensor
                bare |= (site in self._without_diode) << sensor
        return self._with_ghosts(sensors, bare) if bare else sensors

    def _with_ghosts(self, sensors: int, bare: int) -> int:
        """Current comes back through a closed contact without a diode, and drives that contact's row too."""
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
