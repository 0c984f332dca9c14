"""Each game, demonstrated without a display from the switch to the result."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pygame
import pytest

from controller import demonstration
from controller.config import with_settings
from controller.manners import MANNERS, gaps
from controller.referee import run as referee
from controller.settings import Config
from controller.tables.table import NoSuchPlace
from controller.terminal import WIDTH
from engines.huts import CELLS, by_side_or_corner

MISTAKES = {
    "forma": "The table: Mend the board: Put ",
    "massai": "The table: Mend the board: ",
    "cites": "It is Player 1's turn.",
}
RESULTS = {
    "forma": r"-- (Blue wins|Yellow wins|A draw): \d+ points",
    "massai": r"-- (Dark|Light) wins: ",
    "cites": r"-- (Player [12] wins|A draw): ",
}


def told(game: str, folder: Path, seed: int = 1) -> str:
    out = io.StringIO()
    config = with_settings(Config(), [("simulation.seed", str(seed))])
    demonstration.run(config, folder, out, game=game, program=".venv/bin/tablier")
    return out.getvalue()


@pytest.mark.parametrize("game", MISTAKES)
def test_a_whole_game_is_played_and_told(game: str, tmp_path: Path) -> None:
    text = told(game, tmp_path)
    answers = io.BytesIO()
    referee(io.BytesIO((tmp_path / "game.jsonl").read_bytes()), answers)
    replayed = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert all(answer["ok"] for answer in replayed)
    assert replayed[-1]["over"]
    assert re.search(RESULTS[game], text)
    assert all(len(line) <= WIDTH for line in text.splitlines() if str(tmp_path) not in line)
    assert "By mistake: " in text
    assert MISTAKES[game] in text
    assert "the board is right again." in text
    assert f".venv/bin/tablier referee < {tmp_path / 'game.jsonl'}" in text
    assert (tmp_path / "table.png").exists()
    assert (tmp_path / "touchscreen.png").exists()


@pytest.mark.parametrize("game", ["massai", "forma"])
def test_the_same_seed_tells_the_same_game(game: str, tmp_path: Path) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    text = told(game, first, 2)
    assert told(game, again, 2).replace(str(again), "") == text.replace(str(first), "")
    assert told(game, tmp_path / "other", 3)[:2000] != text[:2000]


def test_no_hut_is_told_before_both_set_ups_are_in(tmp_path: Path) -> None:
    text = told("massai", tmp_path)
    before = text[: text.index("The huts are revealed")]
    assert "Has chosen" in before
    assert re.search(r"\b[a-h][1-6]\b", before) is None


def test_at_the_end_a_marker_lies_on_every_enclosed_cell(tmp_path: Path) -> None:
    text = told("forma", tmp_path)
    kept = set(re.findall(r"(?:Obstacle|White tower) on ([a-t]\d+)", text))
    picture = pygame.image.load(str(tmp_path / "table.png"))
    side, rim = picture.get_width(), picture.get_width() // 20
    pitch = (side - 2 * rim) / 24
    rows = [line for line in text.splitlines() if re.match(r"[ 12]\d [BYby#T.]", line)][-20:]
    markers = [
        (column, int(row[:2]), row[3 + 2 * column])
        for row in rows
        for column in range(20)
        if row[3 + 2 * column] in "by" and f"{chr(97 + column)}{int(row[:2])}" not in kept
    ]
    assert len(markers) > 50
    for column, row, letter in markers:
        x, y = rim + (column + 0.5) * pitch, side - rim - (row - 0.5) * pitch
        red, _, blue, _ = picture.get_at((round(x), round(y)))
        assert (blue > red + 60) if letter == "b" else (red > blue + 60), (column, row, letter)


def test_a_game_that_the_table_has_not_is_refused_with_those_that_it_has(tmp_path: Path) -> None:
    with pytest.raises(NoSuchPlace, match="no game 'chess'; it has masterplan, forma, massai, cites"):
        told("chess", tmp_path)


def test_every_game_has_its_manner() -> None:
    assert list(MANNERS) == ["masterplan", "forma", "massai", "cites"]


@pytest.mark.parametrize(
    ("own", "other", "lacking"),
    [
        ("", "", 8),
        ("a1 b1 c1", "", 5),
        ("a1 b1 c1 d1 e1 f1 g1 h1", "", 0),
        ("a1 c1", "", 6),
        ("", "d1 d2 d3 d4 d5 d6", 99),
    ],
)
def test_the_huts_that_a_chain_lacks_are_counted(own: str, other: str, lacking: int) -> None:
    huts, others = (sum(CELLS[cell] for cell in cells.split()) for cells in (own, other))
    assert gaps(huts, others, by_side_or_corner) == lacking
