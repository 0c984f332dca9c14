"""The choice of magnets that reveal a contact without a diode.

Current that flows back through such a contact closes the fourth corner of a rectangle of which it is one
and magnets close two more. With one magnet in each row and each column of the wiring, every further one makes
such rectangles with those in its own row and its own column.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.self_test.findings import WORKING, Findings, judge
from hardware.ports import Grid, sites_in

ROUNDS = 2
"""The second lays the magnets elsewhere, and tests the sites on which they lay in the first."""


def base_sensors(findings: Findings, wires: Sequence[int], number: int) -> int:
    """The sensors under the magnets that stay in a round, numbered from 0, as far as they work.

    `wires` are the numbers by which the board scans the sensors.
    """
    working = _working(findings)
    sensor_of = {wires[sensor]: sensor for sensor in working}
    found = [sensor_of.get(wire) for wire in _diagonal(findings.grid, number)]
    return sum(1 << sensor for sensor in found if sensor is not None)


def untested(findings: Findings, wires: Sequence[int], sites: Sequence[int], base: int) -> tuple[int, ...]:
    """Which of these sites can be tested with magnets on the sensors in `base`, and have not been."""
    grid, site_of = findings.grid, _working(findings)
    sensor_of = {site: sensor for sensor, site in site_of.items()}
    places = [grid.column_row(wires[sensor]) for sensor in sites_in(base)]
    columns, rows = {column for column, _ in places}, {row for _, row in places}

    def is_corner(sensor: int) -> bool:
        column, row = grid.column_row(wires[sensor])
        return not base >> sensor & 1 and column in columns and row in rows

    left = [site for site in sites if site in sensor_of and site not in findings.ghosts]
    return tuple(site for site in left if is_corner(sensor_of[site]))


def _working(findings: Findings) -> dict[int, int]:
    """The sensors that answer alone, and the sites under which they lie."""
    judged = judge(findings)
    sites = (site for site, verdict in enumerate(judged.verdicts) if verdict in WORKING)
    return {judged.sensors[site]: site for site in sites}


def _diagonal(grid: Grid, shift: int) -> list[int]:
    """One place in each row and each column; with a shift, none of the places without it."""
    columns, rows = grid.columns, grid.rows
    if columns >= rows:
        return [grid.site(number, (number + shift) % rows) for number in range(columns)]
    return [grid.site((number + shift) % columns, number) for number in range(rows)]
