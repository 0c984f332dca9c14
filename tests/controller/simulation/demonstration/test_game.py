"""Each game, demonstrated without a display from the switch to the result."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pygame
import pytest

from controller.games import TABLES
from controller.settings.config import with_settings
from controller.settings.settings import Config
from controller.simulation.demonstration import run as demonstration
from controller.tables.demo import DemoStyle
from controller.tables.sensing import NoSuchPlace
from controller.view.terminal import WIDTH
from engines.protocol import run as referee

NODES = 20
"""A small number, so that tests are quick."""
MISTAKES = {
    "forma": "The table: Mend the board: Put ",
    "massai": "The table: Mend the board: ",
    "cites": "The table: Mend the board: Lift ",
}
RESULTS = {
    "forma": r"-- (Blue wins|Yellow wins|A draw): \d+ points",
    "massai": r"-- (Dark|Light) wins: ",
    "cites": r"-- (Player [12] wins|A draw): ",
}


def told(game: str, folder: Path, seed: int = 1) -> str:
    out = io.StringIO()
    config = with_settings(Config(), [("simulation.seed", str(seed))])
    demonstration.run(config, folder, out, game=game, nodes=NODES, program=".venv/bin/tablier")
    return out.getvalue()


@dataclass(frozen=True)
class Told:
    """The output of a game, and the folder with its files."""

    text: str
    folder: Path


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Told]:
    """The games, each played once."""

    @cache
    def game(name: str) -> Told:
        folder = tmp_path_factory.mktemp(name)
        return Told(told(name, folder), folder)

    return game


@pytest.mark.parametrize("game", MISTAKES)
def test_a_whole_game_is_played_and_told(game: str, games: Callable[[str], Told]) -> None:
    text, folder = games(game).text, games(game).folder
    answers = io.BytesIO()
    referee(io.BytesIO((folder / "game.jsonl").read_bytes()), answers)
    replayed = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert all(answer["ok"] for answer in replayed)
    assert replayed[-1]["over"]
    assert re.search(RESULTS[game], text)
    assert all(len(line) <= WIDTH for line in text.splitlines() if str(folder) not in line)
    assert "By mistake: " in text
    assert MISTAKES[game] in text
    assert "the board is right again." in text
    assert f".venv/bin/tablier referee < {folder / 'game.jsonl'}" in text
    assert (folder / "table.png").exists()
    assert (folder / "touchscreen.png").exists()


@pytest.mark.parametrize("game", ["massai", "cites"])
def test_the_same_seed_tells_the_same_game(game: str, games: Callable[[str], Told], tmp_path: Path) -> None:
    first, again = games(game), told(game, tmp_path)
    assert again.replace(str(tmp_path), "") == first.text.replace(str(first.folder), "")
    assert told(game, tmp_path / "other", 3)[:2000] != first.text[:2000]


@pytest.mark.parametrize("game", MISTAKES)
def test_medium_plays_against_strong_and_a_comment_runs_with_it(
    game: str, games: Callable[[str], Told]
) -> None:
    text = games(game).text
    assert re.search(r"^.* \(medium\) plays against .* \(strong\)\.$", text, re.MULTILINE)
    turns, comments = text.count("\n-- Turn "), text.count("\nComment: ")
    assert 0 < comments < 2 * turns


def test_no_hut_is_reported_before_both_set_ups_are_in(games: Callable[[str], Told]) -> None:
    text = games("massai").text
    before = text[: text.index("The huts are revealed")]
    assert "Has chosen" in before
    assert re.search(r"\b[a-h][1-6]\b", before) is None


def test_at_the_end_a_marker_lies_on_every_enclosed_cell(games: Callable[[str], Told]) -> None:
    text = games("forma").text
    kept = set(re.findall(r"(?:Obstacle|White tower) on ([a-t]\d+)", text))
    picture = pygame.image.load(str(games("forma").folder / "table.png"))
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


def test_each_game_explains_its_own_board() -> None:
    legends = [table.demo.legend for table in TABLES]
    assert len({DemoStyle().legend, *legends}) == 1 + len(TABLES)
