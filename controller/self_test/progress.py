"""The findings of a stopped self-test, in a file, so that the next one continues from there.

Sensors are stored by the numbers of their wires: a new calibration in between changes none of the findings.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from controller.files.as_json import NotThat, decoded
from controller.files.toml_file import ConfigError, read_text, write_text
from controller.self_test.findings import Findings
from controller.settings.settings import ColourOrder
from hardware.board.calibration import Calibration
from hardware.ports import Grid, sites_in


class _SavedFindings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The findings as they are written: sets as lists of numbers."""

    columns: int
    rows: int
    has_seen_lights: bool
    is_disordered: bool
    dark: list[int]
    stuck: list[int]
    answers: dict[int, list[int]]
    ghosts: dict[int, list[int]]
    order: ColourOrder = ""

    def is_of(self, grid: Grid) -> bool:
        """Whether every number is that of a site of this grid."""
        named = [*self.dark, *self.stuck]
        for sensors in (self.answers, self.ghosts):
            named += [*sensors, *(one for closed in sensors.values() for one in closed)]
        is_same = (self.columns, self.rows) == (grid.columns, grid.rows)
        return is_same and all(0 <= one < grid.size for one in named)


def save(path: Path, findings: Findings, calibration: Calibration) -> None:
    """Write findings down that were made with a calibration in use. Raises `ConfigError`."""

    def wires(sensors: int) -> list[int]:
        return [calibration.sensors[sensor] for sensor in sites_in(sensors)]

    kept = _SavedFindings(
        findings.grid.columns,
        findings.grid.rows,
        findings.has_seen_lights,
        findings.is_disordered,
        sites_in(findings.dark),
        wires(findings.stuck),
        {site: wires(closed) for site, closed in findings.answers.items()},
        {site: wires(closed) for site, closed in findings.ghosts.items()},
        findings.order,
    )
    write_text(path, msgspec.json.encode(kept).decode())


def load(path: Path, grid: Grid, calibration: Calibration) -> Findings:
    """The findings in a file; empty if there is no file. Raises `ConfigError`."""
    if not path.exists():
        return Findings(grid)
    try:
        kept = decoded(read_text(path), _SavedFindings)
    except NotThat as error:
        raise ConfigError(f"{path}: the self-test cannot go on from here ({error}): use --anew") from error
    if not kept.is_of(grid):
        raise ConfigError(f"{path}: the self-test was begun at another table: use --anew")

    def sensors(wires: list[int]) -> int:
        return calibration.site_set(_set(wires))

    return Findings(
        grid,
        has_seen_lights=kept.has_seen_lights,
        order=kept.order,
        is_disordered=kept.is_disordered,
        dark=_set(kept.dark),
        stuck=sensors(kept.stuck),
        answers={site: sensors(closed) for site, closed in kept.answers.items()},
        ghosts={site: sensors(closed) for site, closed in kept.ghosts.items()},
    )


def _set(numbers: list[int]) -> int:
    return sum(1 << number for number in set(numbers))
