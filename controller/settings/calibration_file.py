"""The calibration file: which sensor lies under which site. TOML, strict; `tablier check` makes it.

    [sensors]
    "@3,4" = "@3,5"
    "@3,5" = "@3,4"

On the left stands the sensor as it is wired, on the right the site under which it lies; both are called by
column and row, from 0. The rest is wired as it should be. Whatever is wrong is one `ConfigError`
that names file, key, what was expected and what was given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.files.toml_file import ConfigError, read_toml, shown, write_text
from controller.settings.settings import Config
from hardware.board.calibration import Calibration
from hardware.ports import Grid

_NAME = re.compile(r"@(0|[1-9]\d?),(0|[1-9]\d?)")


def name_of(grid: Grid, site: int) -> str:
    """The name of a site if no game names it: `@3,4` for column 3 and row 4, both from 0."""
    column, row = grid.column_row(site)
    return f"@{column},{row}"


def site_named(grid: Grid, name: str) -> int | None:
    """The site with this name; `None` if the grid has none."""
    found = _NAME.fullmatch(name)
    if found is None or int(found[1]) >= grid.columns or int(found[2]) >= grid.rows:
        return None
    return grid.site(int(found[1]), int(found[2]))


def calibration_for(config: Config) -> Calibration:
    """The calibration that the settings name. Raises `ConfigError`."""
    grid, path = config.table.grid, config.board.calibration_file
    return Calibration.straight(grid.size) if path is None else load(path, grid)


def load(path: Path, grid: Grid) -> Calibration:
    """The calibration of a file for a grid. Raises `ConfigError`."""
    source, data = str(path), read_toml(path)
    for section, values in data.items():
        if section != "sensors":
            raise ConfigError(f"{source}: {section}: unknown section; known is sensors")
        if not isinstance(values, dict):
            raise ConfigError(f"{source}: {section}: expected a section, got {shown(values)}")
    return Calibration.moving(grid.size, _moved(data.get("sensors", {}), grid, source))


def save(path: Path, calibration: Calibration, grid: Grid) -> None:
    """Write a calibration file. Raises `ConfigError`."""
    lines = ["# Which sensor (left) lies under which site (right). Made by `tablier check`.", "", "[sensors]"]
    lines += [
        f'"{name_of(grid, one)}" = "{name_of(grid, other)}"' for one, other in calibration.moved.items()
    ]
    write_text(path, "\n".join([*lines, ""]))


def _moved(values: Mapping[str, Any], grid: Grid, source: str) -> dict[int, int]:
    moved: dict[int, int] = {}
    sensors: dict[int, str] = {}
    for key, value in values.items():
        sensor = site_named(grid, key)
        if sensor is None:
            raise ConfigError(f"{source}: sensors: expected sensors {_such_as(grid)}, got {shown(key)}")
        site = site_named(grid, value) if isinstance(value, str) else None
        if site is None:
            raise ConfigError(
                f"{source}: sensors.{key}: expected a site {_such_as(grid)}, got {shown(value)}"
            )
        if site in sensors:
            raise ConfigError(
                f"{source}: sensors.{key}: the sensor {sensors[site]} lies under {value} already"
            )
        moved[sensor] = site
        sensors[site] = key
    for site, other in sensors.items():
        if site not in moved:
            name = name_of(grid, site)
            raise ConfigError(
                f"{source}: sensors.{name}: expected the site under which this sensor lies, "
                f"for {other} lies under {name}; got none"
            )
    return moved


def _such_as(grid: Grid) -> str:
    return f"from @0,0 to {name_of(grid, grid.size - 1)}"
