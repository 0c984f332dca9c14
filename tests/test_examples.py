"""Every example setting starts, and offers the games that its table has room for."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.games import TABLES, tables_for
from controller.model.view import Phase
from controller.screens import texts
from controller.settings.config import load
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from controller.tables.sensing import NoSuchPlace

EXAMPLES = Path(__file__).parent.parent / "examples"
OFFERED = {
    "tablier": {"masterplan", "forma", "massai", "cites"},
    "forma-20x20": {"forma"},
    "chessboard-8x8": {"masterplan", "massai"},
    "tag-readers": {"masterplan", "forma", "massai", "cites"},
    "pn532-readers": {"masterplan", "forma", "massai", "cites"},
    "spi-board": {"masterplan", "forma", "massai"},
    "identity": {"masterplan", "forma", "massai", "cites"},
}
"""The games that each example's table has room for, as far as there is a table for them."""

NO_TABLES = {"tiles", "trial-3x3", "module-4x4"}
"""Examples on which nothing is played: the tiles of a table, and trials for `tablier check`."""


def test_every_example_of_a_table_is_tried() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.toml")} == {*OFFERED, *NO_TABLES}


def test_the_trial_has_room_for_no_game() -> None:
    table = load(EXAMPLES / "trial-3x3.toml").table
    with pytest.raises(NoSuchPlace, match="the table has 3 × 3"):
        tables_for(table.grid, table.cell_sites)


@pytest.mark.parametrize("name", OFFERED)
def test_the_menu_of_an_example_offers_what_its_table_has_room_for(name: str, tmp_path: Path) -> None:
    known = {table.game.name: table.title for table in TABLES}
    rig = Rig(load(EXAMPLES / f"{name}.toml"), tmp_path / "journal.sqlite")
    rig.power_on()
    try:
        rig.run_for(300)
        assert rig.running.session.phase is Phase.MENU
        assert set(rig.running.session.tables) == OFFERED[name] & set(known)
        seen = texts(rig.running.shown.picture)
        assert all(any(known[game] in text for text in seen) for game in OFFERED[name] & set(known))
    finally:
        rig.close()


def test_on_the_chess_board_the_spot_is_touched_on_the_screen(tmp_path: Path) -> None:
    rig = Rig(load(EXAMPLES / "chessboard-8x8.toml"), tmp_path / "journal.sqlite")
    rig.power_on()
    try:
        rig.run_for(300)
        player = Player(rig)
        player.choose_game("masterplan", {})
        player.put(1 << rig.config.table.grid.site(3, 3), "house white")
        player.touch("House on d4 north-east")
        assert rig.journal.actions(1) == ["house d4 ne"]
    finally:
        rig.close()


def test_forma_is_played_on_its_own_table(tmp_path: Path) -> None:
    rig = Rig(load(EXAMPLES / "forma-20x20.toml"), tmp_path / "journal.sqlite")
    rig.power_on()
    try:
        rig.run_for(300)
        player = Player(rig)
        player.choose_game("forma", {"players": "4"})
        for action in ("tower s19", "start", "place t16 t17 t18 t19 t20"):
            player.play(action)
        assert rig.running.session.current.position.score()["blue"] == 5
    finally:
        rig.close()


def test_with_tag_readers_cites_is_played_by_the_tiles_of_its_file(tmp_path: Path) -> None:
    rig = Rig(load(EXAMPLES / "tag-readers.toml"), tmp_path / "journal.sqlite")
    rig.power_on()
    try:
        rig.run_for(300)
        player = Player(rig)
        player.choose_game("cites", {"players": "2"})
        for action in ("turnup D15", "turnup M1", "choose H", "choose M", "play H12", "play H3"):
            player.play(action)
        assert rig.running.session.tracker.kinds == {576: "H12", 577: "H3"}
    finally:
        rig.close()


def test_without_a_display_the_chess_board_is_demonstrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    example = str(EXAMPLES / "chessboard-8x8.toml")
    result = CliRunner().invoke(main, ["play", "--config", example, "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "A simulated table of 8 x 8 sensors and lights" in result.output
    assert (tmp_path / "touchscreen.png").exists()
