"""Parts lists and the electrics of the contacts, for the three tables of the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.making.parts import parts
from controller.making.wiring.modules import chips_for
from controller.settings.config import load
from controller.settings.settings import Config
from firmware import settings

EXAMPLES = Path(__file__).parents[4] / "examples"


def counted(config: Config) -> dict[str, str]:
    return {item.what: item.quantity for item in parts.parts(config)}


@pytest.mark.parametrize(
    ("example", "sites", "columns", "chips"),
    [("tablier", 576, 24, 3), ("forma-20x20", 400, 20, 3), ("chessboard-8x8", 64, 8, 1)],
)
def test_the_parts_follow_the_grid(example: str, sites: int, columns: int, chips: int) -> None:
    found = counted(load(EXAMPLES / f"{example}.toml"))
    assert found["diode 1N4148"] == found["WS2812B light, single, 5 V"] == str(sites)
    assert found["resistor 22 kΩ"] == str(columns)
    assert found["74HC595"] == found["74HC165"] == str(chips)
    assert found["capacitor 100 nF"] == str(2 * chips + 1)


def test_a_register_serves_eight_lines() -> None:
    assert [chips_for(lines) for lines in (1, 8, 9, 24, 32)] == [1, 1, 2, 3, 4]


def test_magnets_are_counted_by_the_rules_of_the_games() -> None:
    found = counted(Config())
    assert found["disc magnet 5 × 3 mm, Masterplan"] == str(14 + 14 + 21 + 6)
    assert found["disc magnet 5 × 3 mm, Massaï"] == "30"
    squares = 2 * 1 + 1 * 2 + 2 * 3 + 5 * 4 + 12 * 5  # of one colour's 22 elements
    assert found["disc magnet 5 × 3 mm, Forma"] == str(4 * squares + 4 * 35 + 25 + 1)


def test_a_table_without_pads_needs_no_readers() -> None:
    assert "tag reader PN532 or RDM6300" not in counted(load(EXAMPLES / "chessboard-8x8.toml"))
    assert counted(Config())["tag reader PN532 or RDM6300"] == "4"


def test_the_supply_is_the_one_that_tablier_power_states() -> None:
    said = CliRunner().invoke(main, ["power", "--no-games"]).output
    found = counted(Config())
    assert f"5 V, {found['supply for the lights, 5 V']}" in said
    assert found["blade fuse, with holder"] in said
    assert found["copper wire, red and black"].removeprefix("8 m of ") in said


def test_a_column_falls_within_the_time_that_the_program_waits() -> None:
    assert parts.falls_us() < settings.SETTLE_US
    assert parts.falls_us() < Config().board.row_settle_us


def test_a_closed_contact_lifts_its_column_to_where_it_is_sure_to_be_seen() -> None:
    sure_v = parts.SURE_HIGH * parts.SUPPLY_V
    assert parts.column_v(1) > parts.column_v(8) > parts.column_v(20) > sure_v
    assert sure_v > parts.column_v(24) > 0.98 * sure_v  # the one case at the limit, which the page mentions


def test_many_readers_draw_more_than_the_pico_gives() -> None:
    assert parts.tag_readers_ma(64) == 64 * 19 + 100 > 300


def test_the_command_lists_the_parts_with_their_quantities() -> None:
    result = CliRunner().invoke(main, ["parts", "--set", "table.pads=0"])
    assert result.exit_code == 0
    assert re.search(r"^ +576  diode 1N4148 \(one a site\)$", result.output, re.MULTILINE)
    assert "PN532" not in result.output


def test_a_trial_that_no_game_fits_on_has_its_parts_and_a_magnet_for_each_site() -> None:
    result = CliRunner().invoke(main, ["parts", "--config", str(EXAMPLES / "trial-3x3.toml")])
    assert result.exit_code == 0, result.output
    found = counted(load(EXAMPLES / "trial-3x3.toml"))
    assert found["disc magnet 5 × 3 mm"] == found["diode 1N4148"] == "9"
    assert found["74HC595"] == found["74HC165"] == "1"
