"""The light map file: which light of the strip lies at which site. TOML, strict. Either panels in the order
in which they are chained,

    [[panels]]
    x = 0                   # its south-western site, counted from 0
    y = 0
    columns = 8
    rows = 8
    wiring = "serpentine"   # or "rows"
    start = "south-west"    # the corner of its first light
    runs = "east-west"      # or "north-south"
    skip = 0                # lights before it on the strip that lie at no site

or the number of each light, from 0, as the table is seen from above, the north first:

    lights = [
      [5, 4, 3],
      [0, 1, 2],
    ]

Whatever is wrong is one `ConfigError` that names file, key, what was expected and what was given.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from controller.files.toml_file import ConfigError, parsed, read_text, shown, similar
from controller.settings.config import checked_section
from controller.settings.settings import Config, Section
from hardware.lights.light_map import (
    MOST_LIGHTS,
    Corner,
    LightMap,
    LightMapError,
    LightPanel,
    Pattern,
    Runs,
    StripPath,
    of_panels,
    of_rows,
    of_wiring,
)
from hardware.ports import Grid

_KEYS = ("lights", "panels")
_Size = Annotated[int, Meta(ge=1, le=32)]
_Place = Annotated[int, Meta(ge=0, le=31)]


class PanelEntry(Section, frozen=True):
    """One `[[panels]]` of the file. The annotations are the checks."""

    columns: _Size
    rows: _Size
    x: _Place = 0
    y: _Place = 0
    wiring: Pattern = "serpentine"
    start: Corner = "south-west"
    runs: Runs = "east-west"
    skip: Annotated[int, Meta(ge=0, le=MOST_LIGHTS)] = 0

    @property
    def panel(self) -> LightPanel:
        """The panel itself."""
        wiring = StripPath(self.wiring, self.start, self.runs)
        return LightPanel(self.x, self.y, self.columns, self.rows, wiring, self.skip)


def light_map_for(config: Config) -> LightMap:
    """The light map that the settings name, or that of their wiring. Raises `ConfigError`."""
    grid, path = config.table.grid, config.lights.map_file
    return of_wiring(grid, config.lights.strip_wiring) if path is None else load(path, grid)


def load(path: Path, grid: Grid) -> LightMap:
    """The light map of a file for a grid. Raises `ConfigError`."""
    source, text = str(path), read_text(path)
    data = parsed(path, text)
    for key in data:
        if key not in _KEYS:
            raise ConfigError(f"{source}: {key}: unknown key{similar(key, _KEYS)}")
    if len(data) != 1:
        raise ConfigError(
            f"{source}: expected either lights or [[panels]], got {' and '.join(data) or 'none'}"
        )
    try:
        if "panels" in data:
            return of_panels(grid, _panels(data["panels"], text, source))
        return of_rows(grid, _rows(data["lights"], source))
    except LightMapError as error:
        raise ConfigError(f"{source}: {next(iter(data))}: {error}") from error


def _panels(values: Any, text: str, source: str) -> list[LightPanel]:
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise ConfigError(f"{source}: panels: expected sections [[panels]], got {shown(values)}")
    lines = _lines_of_panels(text)
    if len(lines) != len(values):  # written as one list, so that no line belongs to one panel
        return [_panel(value, number, source) for number, value in enumerate(values, 1)]
    numbered = enumerate(zip(values, lines, strict=True), 1)
    return [_panel(value, number, f"{source}:{line}") for number, (value, line) in numbered]


def _panel(value: dict[str, Any], number: int, source: str) -> LightPanel:
    name = f"panel {number}"
    for key in ("columns", "rows"):
        if key not in value:
            raise ConfigError(f"{source}: {name}.{key}: expected a whole number from 1 to 32, got nothing")
    return checked_section(name, PanelEntry, value, source).panel


def _lines_of_panels(text: str) -> list[int]:
    """The line of each `[[panels]]`."""
    return [
        number
        for number, line in enumerate(text.splitlines(), 1)
        if re.match(r"\s*\[\[\s*panels\s*\]\]", line)
    ]


def _rows(values: Any, source: str) -> list[list[int]]:
    if not isinstance(values, list) or not all(isinstance(row, list) for row in values):
        raise ConfigError(f"{source}: lights: expected a list of rows, got {shown(values)}")
    for row, numbers in enumerate(values, 1):
        for column, number in enumerate(numbers, 1):
            if type(number) is not int:
                raise ConfigError(
                    f"{source}: lights: row {row} from the north, column {column} from the west: "
                    f"expected a whole number, got {shown(number)}"
                )
    return values
