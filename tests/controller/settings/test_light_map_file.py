"""The light map file: panels or a table of numbers, and every refusal with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.files.toml_file import ConfigError
from controller.settings.config import load as load_settings
from controller.settings.light_map_file import light_map_for, load
from controller.settings.settings import Config
from hardware.lights.light_map import StripPath, of_wiring
from hardware.ports import Grid

GRID = Grid(4, 2)
PANELS = """
[[panels]]
columns = 2
rows = 2

[[panels]]
x = 2
columns = 2
rows = 2
wiring = "rows"
start = "north-east"
runs = "north-south"
skip = 1
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "lights.toml"
    path.write_text(text, encoding="utf-8")
    return path


def complaint(folder: Path, text: str) -> str:
    """The message about a file with this text, without the folder."""
    path = written(folder, text)
    with pytest.raises(ConfigError) as told:
        load(path, GRID)
    return str(told.value).removeprefix(f"{folder}/")


def test_panels_are_chained_as_they_are_written(tmp_path: Path) -> None:
    assert load(written(tmp_path, PANELS), GRID).places == (0, 1, 8, 6, 3, 2, 7, 5)


def test_panels_may_be_written_as_one_list(tmp_path: Path) -> None:
    text = "panels = [{ columns = 4, rows = 1 }, { y = 1, columns = 4, rows = 1 }]"
    assert load(written(tmp_path, text), GRID).places == tuple(range(8))


def test_numbers_stand_as_the_table_is_seen(tmp_path: Path) -> None:
    light_map = load(written(tmp_path, "lights = [\n [8, 7, 6, 5],  # north\n [1, 2, 3, 4],\n]"), GRID)
    assert (light_map.places, light_map.lights) == ((1, 2, 3, 4, 8, 7, 6, 5), 9)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "lights.toml: expected either lights or [[panels]], got none"),
        (
            "lights = []\npanels = []",
            "lights.toml: expected either lights or [[panels]], got lights and panels",
        ),
        ("light = []", "lights.toml: light: unknown key; did you mean lights?"),
        ("lights = 3", "lights.toml: lights: expected a list of rows, got 3"),
        ("lights = [[0, 1, 2, 3]]", "lights.toml: lights: expected 2 rows, got 1"),
        (
            "lights = [[0, 1, 2, 3], [4, 5, true, 7]]",
            "lights.toml: lights: row 2 from the north, column 3 from the west: expected a whole number,",
        ),
        (
            "lights = [[0, 1, 2, 3], [4, 5, 2, 7]]",
            "lights.toml: lights: the site in column 3 from the west, row 2 from the south has light 2, "
            "which the site in column 3 from the west, row 1 from the south has already",
        ),
        (
            "lights = [[0, 1, 2, 3], [4, 5, 6, 1200]]",
            "lights.toml: lights: the site in column 4 from the west, row 1 from the south: "
            "expected a light from 0 to 1199, got 1200",
        ),
        ("panels = [3]", "lights.toml: panels: expected sections [[panels]], got [3]"),
        (
            "[[panels]]\nrows = 2",
            "lights.toml:1: panel 1.columns: expected a whole number from 1 to 32, got nothing",
        ),
        (
            PANELS + "turned = true",
            "lights.toml:6: panel 2.turned: unknown key; known are columns, rows, runs, skip,",
        ),
        (
            "[[panels]]\ncolumns = 4\nrows = 2\nstart = 'west'",
            'lights.toml:1: panel 1.start: expected one of "north-east", "north-west", "south-east", '
            '"south-west", got "west"',
        ),
        (
            "[[panels]]\ncolumns = 2\nrows = 2",
            "lights.toml: panels: the site in column 3 from the west, row 1 from the south has no light: "
            "no panel covers it",
        ),
        (
            "[[panels]",
            "lights.toml:1: not TOML at column 9: Expected ']]' at the end of an array declaration",
        ),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, text).startswith(said)


def test_the_settings_name_a_file_beside_them_or_one_wiring_for_the_whole_table(tmp_path: Path) -> None:
    written(tmp_path, PANELS)
    settings = tmp_path / "table.toml"
    settings.write_text("[table]\ncolumns = 4\nrows = 2\ncell_sites = 1\n[lights]\nmap = 'lights.toml'\n")
    assert light_map_for(load_settings(settings)) == load(tmp_path / "lights.toml", GRID)
    assert light_map_for(Config()) == of_wiring(
        Grid(24, 24), StripPath("serpentine", "south-west", "east-west")
    )
