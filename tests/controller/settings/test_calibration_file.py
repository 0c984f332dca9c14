"""The calibration file: every refusal names file, key and value."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.files.toml_file import ConfigError
from controller.settings.calibration_file import calibration_for, load, save, site_named
from controller.settings.config import load as load_config
from hardware.board.calibration import Calibration
from hardware.ports import Grid

GRID = Grid(24, 20)
SWAPPED = Calibration.moving(GRID.size, {GRID.site(3, 4): GRID.site(3, 5), GRID.site(3, 5): GRID.site(3, 4)})


def test_what_was_saved_is_what_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "made" / "calibration.toml"
    save(file, SWAPPED, GRID)
    assert '"@3,4" = "@3,5"' in file.read_text()
    assert load(file, GRID) == SWAPPED


def test_a_file_that_moves_nothing_is_a_straight_table(tmp_path: Path) -> None:
    file = tmp_path / "calibration.toml"
    save(file, Calibration.straight(GRID.size), GRID)
    assert load(file, GRID) == Calibration.straight(GRID.size)


def test_the_settings_name_a_file_beside_them(tmp_path: Path) -> None:
    save(tmp_path / "wiring.toml", SWAPPED, GRID)
    settings = tmp_path / "table.toml"
    settings.write_text('[table]\nrows = 20\n[board]\ncalibration = "wiring.toml"\n')
    assert calibration_for(load_config(settings)) == SWAPPED


def test_without_a_file_the_wiring_is_as_it_should_be() -> None:
    assert not calibration_for(load_config()).moved


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[wires]\n", "wires: unknown section; known is sensors"),
        ("sensors = 3\n", "sensors: expected a section, got 3"),
        ('[sensors]\n"3,4" = "@3,5"\n', 'sensors: expected sensors from @0,0 to @23,19, got "3,4"'),
        ('[sensors]\n"@24,4" = "@3,5"\n', 'sensors: expected sensors from @0,0 to @23,19, got "@24,4"'),
        ('[sensors]\n"@3,4" = 5\n', "sensors.@3,4: expected a site from @0,0 to @23,19, got 5"),
        ('[sensors]\n"@3,4" = "@3,20"\n', 'sensors.@3,4: expected a site from @0,0 to @23,19, got "@3,20"'),
        (
            '[sensors]\n"@3,4" = "@3,5"\n"@3,5" = "@3,5"\n',
            "sensors.@3,5: the sensor @3,4 lies under @3,5 already",
        ),
        (
            '[sensors]\n"@3,4" = "@3,5"\n',
            "sensors.@3,5: expected the site under which this sensor lies, "
            "for @3,4 lies under @3,5; got none",
        ),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "calibration.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load(file, GRID)
    assert str(caught.value) == f"{file}: {said}"


def test_a_site_is_named_in_one_way() -> None:
    assert site_named(GRID, "@3,4") == GRID.site(3, 4)
    assert [site_named(GRID, name) for name in ("@03,4", "@3", "@3, 4", "@-1,0")] == [None] * 4
