"""`tablier overlay`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from tests.controller.making.overlay.printed import EXAMPLES

SVGS = {
    ("masterplan", "a4"): 6 + 1,
    ("masterplan", "a3"): 4 + 1,
    ("masterplan", "sheet"): 1 + 1,
    ("forma", "a4"): 6 + 4 + 1,
    ("forma", "a3"): 4 + 2 + 1,
    ("forma", "sheet"): 1 + 1 + 1,
    ("massai", "a4"): 6 + 1,
    ("massai", "a3"): 4 + 1,
    ("massai", "sheet"): 1 + 1,
    ("cites", "a4"): 6 + 3 + 1 + 1,
    ("cites", "a3"): 4 + 2 + 1 + 1,
    ("cites", "sheet"): 1 + 1 + 1 + 1,
}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["overlay", *map(str, arguments)])


@pytest.mark.parametrize(("game", "paper"), SVGS)
def test_every_game_is_printed_on_every_paper(game: str, paper: str, tmp_path: Path) -> None:
    result = run(game, "--paper", paper, "--out", tmp_path / "new" / "folder")
    assert result.exit_code == 0, result.output
    written = sorted((tmp_path / "new" / "folder").iterdir())
    pieces = {"forma": ["elements"], "cites": ["pads", "tiles"]}.get(game, [])
    parts = ["board", "cards", *pieces]
    assert [file.name for file in written if file.suffix == ".pdf"] == [
        f"{game}-{part}-{paper}.pdf" for part in parts
    ]
    assert len([file for file in written if file.suffix == ".svg"]) == SVGS[game, paper]
    assert all(file.read_bytes().startswith((b"%PDF-", b"<svg ")) for file in written)


def test_it_names_the_files_and_how_to_print_them(tmp_path: Path) -> None:
    lines = run("masterplan", "--out", tmp_path).output.splitlines()
    stem, cards = tmp_path / "masterplan-board-a4", tmp_path / "masterplan-cards-a4"
    assert lines == [
        f"{stem}.pdf: Masterplan · board, 6 pages of 210 × 297 mm",
        f"{stem}-1.svg to -6.svg",
        f"{cards}.pdf: Masterplan · cards with the rules, 1 page of 297 × 210 mm",
        f"{cards}.svg",
        "Print at 100 %, not “fit to page”, and measure the ruler: 100 mm.",
    ]


def test_the_same_command_gives_the_same_files(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        run("forma", "--out", tmp_path / folder)
    files = sorted((tmp_path / "one").iterdir())
    assert files
    assert all(file.read_bytes() == (tmp_path / "other" / file.name).read_bytes() for file in files)


def test_a_smaller_table_has_a_smaller_board(tmp_path: Path) -> None:
    result = run("masterplan", "--config", EXAMPLES / "chessboard-8x8.toml", "--out", tmp_path)
    assert "1 page of 210 × 297 mm" in result.output


def test_a_game_that_there_is_not_gives_2_and_names_those_that_there_are(tmp_path: Path) -> None:
    result = run("chess", "--out", tmp_path)
    assert result.exit_code == 2
    assert "There is no game 'chess': it is masterplan, forma, massai, cites." in result.output


def test_a_game_that_the_table_has_no_room_for_gives_2_and_says_how_much_it_needs() -> None:
    result = run("forma", "--config", EXAMPLES / "chessboard-8x8.toml")
    assert result.exit_code == 2
    assert "Forma needs 20 × 20 sites" in result.output


def test_a_paper_that_there_is_not_gives_2_and_names_those_that_there_are() -> None:
    result = run("masterplan", "--paper", "a5")
    assert result.exit_code == 2
    assert "'a5' is not one of 'a4', 'a3', 'sheet'" in result.output


@pytest.mark.parametrize("overlap", ["-1", "31", "wide"])
def test_an_overlap_out_of_bounds_gives_2(overlap: str) -> None:
    assert run("masterplan", f"--overlap={overlap}").exit_code == 2


def test_a_folder_that_cannot_be_written_gives_2_and_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    result = run("masterplan", "--out", file / "folder")
    assert result.exit_code == 2
    assert f"{file / 'folder'}: cannot be written: Not a directory" in result.output


def test_a_file_that_cannot_be_written_gives_2_and_is_named(tmp_path: Path) -> None:
    (tmp_path / "masterplan-board-a4.pdf").mkdir()
    result = run("masterplan", "--out", tmp_path)
    assert result.exit_code == 2
    assert f"{tmp_path / 'masterplan-board-a4.pdf'}: cannot be written: Is a directory" in result.output


def test_a_real_table_is_printed_for_without_any_device(tmp_path: Path) -> None:
    result = run("cites", "--set", 'board.kind="serial"', "--paper", "sheet", "--out", tmp_path)
    assert result.exit_code == 0, result.output
    assert b"Player 4" in (tmp_path / "cites-pads-sheet.svg").read_bytes()
