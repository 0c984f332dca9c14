"""The current of the lights: values worked out by hand, and the output of `tablier power`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.commands.power import power as command
from controller.making import power
from controller.making.power import CurrentDraw, Estimate, FusedWire, estimate, games_of, measured, simulated
from controller.making.power_report import draw_line
from controller.settings.config import with_settings
from controller.settings.light_map_file import light_map_for
from controller.settings.settings import Config

SMALL = [("table.columns", "8"), ("table.rows", "8"), ("table.cell_sites", "1")]


def estimated(*pairs: tuple[str, str]) -> Estimate:
    config = with_settings(Config(), pairs)
    return estimate(config, light_map_for(config))


def told(*arguments: str) -> str:
    ran = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert ran.exit_code == 0
    return ran.stdout


def test_the_reference_table_draws_what_its_datasheet_says() -> None:
    """White at 0.2 is level 51 of 255: 3 x 51 x 20 / 255 + 1 = 13 mA."""
    found = estimated()
    assert (found.lights, found.dark_ma) == (576, 576)
    assert (found.bright_light_ma, found.full_light_ma) == (13, 61)
    assert (found.bright_ma, found.full_ma) == (7488, 35136)
    assert (found.most_ma, found.supply_a) == (4000, 5)


def test_lights_with_white_draw_less_for_white_and_more_when_all_is_lit() -> None:
    """White at 0.2 is level 51 of 255 of the white light: 51 x 25 / 255 + 1 = 6 mA."""
    found = estimated(("lights.order", '"GRBW"'), ("lights.white_ma", "25"))
    assert (found.bright_light_ma, found.full_light_ma) == (6, 86)
    assert (found.bright_ma, found.most_ma) == (3456, 3456)


def test_a_table_that_stays_below_its_cap_needs_a_supply_for_what_it_draws() -> None:
    """64 x 13 = 832 mA, a quarter more is 1040."""
    found = estimated(*SMALL)
    assert (found.most_ma, found.supply_a) == (832, 2)


@pytest.mark.parametrize(
    ("most_ma", "supply_a", "wires"),
    [
        (1600, 2, FusedWire(2, 0.5)),
        (1601, 3, FusedWire(3, 0.5)),
        (4000, 5, FusedWire(5, 0.75)),
        (6000, 8, FusedWire(7.5, 1.0)),
        (20_000, 30, FusedWire(25, 4.0)),
        (35_136, 50, FusedWire(50, 10.0)),
        (60_000, 80, FusedWire(80, 16.0)),
    ],
)
def test_the_fuse_bears_a_quarter_more_and_protects_its_wire(
    most_ma: float, supply_a: int, wires: FusedWire
) -> None:
    """20 A over 1 m of 4 mm² there and back lose 20 x 0.0178 x 2 / 4 = 0.18 V; over 2.5 mm² it were 0.28."""
    assert power.supply_a(most_ma) == supply_a
    assert power.wiring(most_ma) == wires


def test_each_panel_is_fed_so_that_no_feed_carries_more_than_two_amperes(tmp_path: Path) -> None:
    """192 lights at 13 mA draw 2.5 A, so twice; at 61 mA they draw 11.7 A, so six times."""
    path = tmp_path / "lights.toml"
    path.write_text("".join(f"[[panels]]\ny = {8 * n}\ncolumns = 24\nrows = 8\n" for n in range(3)))
    config = with_settings(Config(), [("lights.map", f'"{path}"')])
    assert estimate(config, light_map_for(config)).feeds == (2, 2, 2)
    bright = with_settings(config, [("lights.brightness", "1")])
    assert estimate(bright, light_map_for(bright)).feeds == (6, 6, 6)
    assert "into each of the 3 panels, at 2 places." in told("--no-games", "--set", f'lights.map="{path}"')


def test_the_statement_is_reported_in_aligned_lines() -> None:
    lines = told("--no-games").splitlines()
    assert lines[:6] == [
        "The lights",
        "  on the strip                                       576  for 576 sites",
        "  one that is dark                                1.0 mA",
        "  one that is white, at lights.brightness 0.2    13.0 mA",
        "  one with all its colours at full               61.0 mA",
        "",
    ]
    assert "  so, at most                                     4.00 A" in lines
    assert (
        "  for the lights                                5 V, 5 A  what they draw at most, and a quarter more"
        in lines
    )
    assert "  fuse, right behind the supply                      5 A" in lines
    assert "  copper, 5 V and ground each                   0.75 mm²  up to 1 m long" in lines
    assert "  Feed 5 V and ground in at the first light, and again after every 144 lights." in lines


def test_a_table_without_lights_needs_nothing() -> None:
    assert told("--set", 'lights.kind="none"') == "This table has no lights (lights.kind).\n"


def test_a_wrong_light_map_is_reported_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "lights.toml").write_text("lights = [[0]]")
    ran = CliRunner().invoke(command, ["--set", f'lights.map="{tmp_path}/lights.toml"'])
    assert (ran.exit_code, ran.output.strip()) == (
        2,
        f"Error: {tmp_path}/lights.toml: lights: expected 24 rows, got 1",
    )


def test_a_game_is_measured_while_it_is_played_and_swept_off_the_table() -> None:
    config = simulated(with_settings(Config(), SMALL))
    draw = measured(config, "massai")
    assert draw.title == "Massaï"
    dark_ma, bright_ma = 64, 832
    assert dark_ma < draw.mean_ma < draw.highest_ma < draw.swept_ma < bright_ma
    again = measured(config, "massai")
    assert again == draw


def test_each_game_is_named_while_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def played(config: Config, game: str) -> CurrentDraw:
        seen.append(game)
        return CurrentDraw(game.title(), 1, 1, 1)

    monkeypatch.setattr(power, "measured", played)
    ran = CliRunner().invoke(command, [], catch_exceptions=False)
    assert seen == list(games_of(simulated(Config())))
    for game in seen:
        assert f"A game of {game} is played … " in ran.stderr


def test_a_real_table_is_measured_by_the_simulated_one_that_has_its_games() -> None:
    real = with_settings(Config(), [("board.kind", '"serial"'), ("lights.kind", '"spi"')])
    assert games_of(simulated(real)) == ("masterplan", "forma", "massai")
    assert simulated(real).lights.kind == "board"


def test_a_game_beyond_the_cap_is_marked() -> None:
    line = draw_line(CurrentDraw("Forma", 598.2, 640.9, 4264.1), 4000)
    assert line == "  Forma                     0.60 A      0.64 A                  4.26 A  (the cap dims it)"
    assert draw_line(CurrentDraw("Forma", 598.2, 640.9, 3999.9), 4000).endswith("4.00 A")
