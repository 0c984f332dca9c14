"""`tablier template`."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from controller.cli import main
from tests.controller.making.overlay.printed import EXAMPLES

SMALL = EXAMPLES / "chessboard-8x8.toml"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["template", *map(str, arguments)])


def test_every_board_gets_a_file_for_the_laser_and_paper_where_something_is_drilled(tmp_path: Path) -> None:
    result = run("--config", SMALL, "--out", tmp_path / "new")
    assert result.exit_code == 0, result.output
    files = {file.name: file for file in (tmp_path / "new").iterdir()}
    assert files["template-carrier.dxf"].read_bytes().startswith(b"  0\r\nSECTION\r\n")
    assert files["template-carrier-a4.pdf"].read_bytes().startswith(b"%PDF-")
    assert "template-plate.dxf" in files
    assert "template-plate-a4.pdf" not in files
    lines = result.output.splitlines()
    assert f"{tmp_path / 'new' / 'template-carrier.dxf'}: carrier, seen from above" in result.output
    assert "179.5 × 179.5 mm" in lines[0]
    assert lines[-1] == "Print at 100 %, not “fit to page”, and measure the ruler: 100 mm."


def test_the_same_command_gives_the_same_files(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        run(
            "--config", SMALL, "--set", "table.rows=3", "--set", "table.columns=3", "--out", tmp_path / folder
        )
    assert len(list((tmp_path / "one").iterdir())) > 4
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "other" / file.name).read_bytes()


def test_a_window_that_is_none_is_refused(tmp_path: Path) -> None:
    for wrong in ("155", "155x", "10x10", "axb", "nanx88"):
        result = run("--screen", wrong, "--out", tmp_path)
        assert result.exit_code == 2, wrong
        assert wrong in result.output


def test_a_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("--config", SMALL, "--out", tmp_path / "file" / "below")
    assert result.exit_code == 2
    assert "cannot be written" in result.output


def test_the_bodies_of_the_games_of_a_table_are_written(tmp_path: Path) -> None:
    result = run("--pieces", "--config", SMALL, "--out", tmp_path)
    assert result.exit_code == 0, result.output
    names = {file.name for file in tmp_path.iterdir()}
    assert names >= {"masterplan-house-white.stl", "massai-hut-dark.stl"}
    assert not any(name.startswith(("forma", "cites")) for name in names)
    assert f"{tmp_path / 'masterplan-tower.stl'}: 6 to print · high, eight-sided" in result.output


def test_a_table_that_no_game_fits_on_has_no_pieces(tmp_path: Path) -> None:
    result = run("--pieces", "--set", "table.rows=3", "--out", tmp_path)
    assert result.exit_code == 2
    assert result.output.startswith("Error: ")
