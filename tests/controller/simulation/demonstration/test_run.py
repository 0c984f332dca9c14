"""The demonstration, as a person without a display sees it."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from controller.games import tables_for
from controller.model.signs import PLAYERS
from controller.model.view import Meaning
from controller.settings.config import with_settings
from controller.settings.settings import Config
from controller.simulation.demonstration import run as demonstration
from controller.simulation.rig import Rig
from controller.simulation.window.ground import placed
from controller.tables.sensing import NoSuchPlace
from controller.view.terminal import WIDTH
from engines.protocol import run as referee
from hardware.ports import DeviceError, Grid
from tests.needs import needs
from tests.owner import owned

SMALL_TABLE = [("table.columns", "8"), ("table.rows", "8"), ("table.cell_sites", "1")]
NODES = 20
"""A small number, so that tests are quick."""
STEADY = (Meaning.LAST, Meaning.SCORE)
COLUMNS = "     a    b    c    d"
"""Over every board; what is lit stands beside it, in as many lines as it takes."""
SEEDS = [("simulation.seed", str(seed)) for seed in (2, 3, 4)]


class Terminal(io.StringIO):
    """A terminal with a person before it."""

    def isatty(self) -> bool:
        return True


class Told:
    """A whole demonstration: its text, and what it left behind."""

    def __init__(self, folder: Path, *settings: tuple[str, str]) -> None:
        out = io.StringIO()
        self.folder = folder
        demonstration.run(with_settings(Config(), settings), folder, out, nodes=NODES)
        self.text = out.getvalue()
        self.lines = self.text.splitlines()

    def replayed(self) -> list[dict[str, Any]]:
        """The referee's answer to the exported game."""
        answers = io.BytesIO()
        referee(io.BytesIO((self.folder / "game.jsonl").read_bytes()), answers)
        return [json.loads(line) for line in answers.getvalue().splitlines()]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    return Told(tmp_path_factory.mktemp("demonstration"))


def test_a_whole_game_is_played(told: Told) -> None:
    turns = [line for line in told.lines if line.startswith("-- Turn ")]
    assert len(turns) == 28
    assert turns[0].startswith("-- Turn 1: White to move")
    assert turns[1].startswith("-- Turn 2: Yellow to move")
    assert any(re.match(r"-- (White wins|Yellow wins|A draw): \d+ points", line) for line in told.lines)


def test_the_game_that_is_left_is_what_was_reported(told: Told) -> None:
    answers = told.replayed()
    assert all(answer["ok"] for answer in answers)
    assert answers[-1]["over"]
    white, yellow = answers[-1]["score"].values()
    boards = [line for line in told.lines if line.startswith("     a    b")]
    assert boards[-1].split()[-4:] == ["White", str(white), "Yellow", str(yellow)]


def test_every_move_is_reported_in_words_and_every_park_with_its_points(told: Told) -> None:
    requests = [json.loads(line) for line in (told.folder / "game.jsonl").read_text().splitlines()]
    plays = [request["play"].split() for request in requests if "play" in request]
    for word, told_as in (("house", "House on"), ("park", "Park on"), ("tower", "Tower on")):
        said = [line for line in told.lines if re.match(rf"(White|Yellow): {told_as} ", line)]
        assert len(said) == sum(play[0] == word for play in plays)
        if word == "park":
            assert all(re.search(r"on [a-h][1-8]: (White|Yellow) \d|nobody scores", line) for line in said)


def test_medium_plays_against_strong_and_a_comment_says_who_leads(told: Told) -> None:
    assert "White (medium) plays against Yellow (strong)." in told.lines
    said = [line for line in told.lines if line.startswith("Comment: ")]
    assert 5 < len(said) < 28
    assert any(re.fullmatch(r"Comment: (White|Yellow) \(\w+\) leads, \d+ to \d+\.", line) for line in said)
    assert any("The tower on " in line for line in said)


def test_what_the_table_asks_for_is_reported_with_its_lights(told: Told) -> None:
    number = next(n for n, line in enumerate(told.lines) if line.startswith("The table asks: Park on "))
    cell = told.lines[number].split()[5].rstrip(".;")
    assert f"Lights: park (blink): {cell} middle" in told.lines[number + 1]
    assert told.lines[number + 2 :][0].split(": ")[1].startswith("Park on ")


def test_a_piece_on_a_forbidden_cell_is_objected_to_and_lifted(told: Told) -> None:
    start = next(n for n, line in enumerate(told.lines) if line.startswith("By mistake: a white house on "))
    end = next(n for n, line in enumerate(told.lines) if line.startswith("Lifted: the board is right again."))
    between = "\n".join(told.lines[start:end])
    assert "The table: Mend the board: Lift the piece on " in between
    assert "is taken" in between
    assert "wrong (steady with a fast start)" in between
    assert re.search(r"^ [1-8] .*[)\]a-z]x", between, re.MULTILINE)


def test_a_house_is_taken_back_by_lifting_it(told: Told) -> None:
    assert "Lifted again: it is taken back. White to move." in told.lines
    requests = [json.loads(line) for line in (told.folder / "game.jsonl").read_text().splitlines()]
    assert requests.count({"undo": 1}) == 1


def test_the_lights_that_are_named_are_those_that_shine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rigs: list[Rig] = []
    out, looks = Terminal(), 0

    def make_rig(config: Config, journal_file: Path) -> Rig:
        rigs.append(owned(Rig(config, journal_file)))
        return rigs[-1]

    def look(_: float) -> None:
        nonlocal looks
        looks += 1
        (rig,) = rigs
        table = rig.running.session.current.table
        shining = {start // 3 for start in range(0, len(rig.board.lit), 3) if any(rig.board.lit[start:][:3])}
        board = " ".join(line[43:].strip() for line in out.getvalue().rpartition(COLUMNS)[2].splitlines())
        named = {site for site in range(table.grid.size) if re.search(rf"[:,] {table.place(site)}\b", board)}
        steady = {site for site, lit in rig.running.shown.view.lights if lit.meaning in STEADY}
        assert steady <= shining <= named

    monkeypatch.setattr(demonstration, "Rig", make_rig)
    demonstration.run(Config(), tmp_path, out, {"NO_COLOR": "1"}, look, nodes=NODES)
    assert looks >= 28


def test_the_towers_are_taken_off_one_by_one(told: Told) -> None:
    plays = [line for line in (told.folder / "game.jsonl").read_text().splitlines() if '"take ' in line]
    assert len(plays) == len([line for line in told.lines if line.startswith("-- Score the towers")]) > 0
    said = [line for line in told.lines if re.match(r"Tower on [a-h][1-8]: ", line)]
    assert len(said) == len(plays)
    assert "lift (fast blink)" in told.text


def test_the_text_fits_any_terminal(told: Told) -> None:
    assert all(len(line) <= WIDTH for line in told.lines if str(told.folder) not in line)
    assert told.text.isascii()
    assert "\x1b" not in told.text


def test_the_pictures_are_left_where_it_says(told: Told) -> None:
    for name in ("table.png", "touchscreen.png", "game.jsonl"):
        assert any(line.endswith(str(told.folder / name)) for line in told.lines)
    assert pygame.image.load(str(told.folder / "touchscreen.png")).get_size() == (1024, 600)


def test_the_picture_shows_the_table_at_the_end(told: Told) -> None:
    picture = pygame.image.load(str(told.folder / "table.png"))
    cells = told.replayed()
    table = tables_for(Grid(24, 24), 3)["masterplan"]
    position = table.game.start({"game": "masterplan"})
    requests = [json.loads(line) for line in (told.folder / "game.jsonl").read_text().splitlines()]
    positions = [position]
    for request in requests[1:]:
        if "play" in request:
            positions.append(positions[-1].after(table.game.parse(request["play"]))[0])
        else:
            del positions[-request["undo"] :]
    assert cells[-1]["score"] == positions[-1].score()
    geometry = placed(picture.get_size(), Grid(24, 24))
    houses = [mark for mark in table.marks(positions[-1]).marks if mark.shape == "house"]
    assert len(houses) == 28
    for house in houses:
        x, y = geometry.point(3 * house.x - 0.5, 3 * house.y - 0.5)
        roof = picture.get_at((round(x - 5), round(y - 5)))
        assert tuple(roof)[:3] == pytest.approx(PLAYERS[house.player or ""], abs=60)


def test_nothing_of_it_is_kept_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    out = tmp_path / "out"
    Told(out, ("journal.path", f'"{tmp_path / "own.sqlite"}"'))
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_the_same_seed_tells_the_same(told: Told, tmp_path: Path) -> None:
    again = Told(tmp_path)
    assert again.text.replace(str(tmp_path), "") == told.text.replace(str(told.folder), "")
    assert (tmp_path / "table.png").read_bytes() == (told.folder / "table.png").read_bytes()


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed[1])
def test_any_seed_comes_to_an_end(seed: tuple[str, str], told: Told, tmp_path: Path) -> None:
    other = Told(tmp_path, seed)
    assert other.replayed()[-1]["over"]
    assert other.lines[10:] != told.lines[10:]


def test_on_a_table_with_one_site_a_cell_a_lifted_piece_is_put_back(tmp_path: Path) -> None:
    small = Told(tmp_path, *SMALL_TABLE)
    assert small.replayed()[-1]["over"]
    assert "By mistake: the piece on " in small.text
    assert "Put the white house back on " in small.text
    assert "Put back: the board is right again." in small.text


def watched(folder: Path, **environment: str) -> tuple[str, list[float]]:
    out, pauses = Terminal(), []  # type: tuple[Terminal, list[float]]
    demonstration.run(Config(), folder, out, environment, pauses.append, nodes=NODES)
    return out.getvalue(), pauses


def test_a_watched_demonstration_pauses_for_less_than_twenty_seconds(tmp_path: Path) -> None:
    text, pauses = watched(tmp_path, TERM="xterm")
    assert len(pauses) >= 28
    assert 8 < sum(pauses) < 18
    assert "\x1b[1;38;5;" in text


def test_colours_change_nothing_but_colours(told: Told, tmp_path: Path) -> None:
    text, _ = watched(tmp_path, TERM="xterm")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert plain.replace(str(tmp_path), "") == told.text.replace(str(told.folder), "")


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_can_be_done_without(environment: dict[str, str], tmp_path: Path) -> None:
    assert "\x1b" not in watched(tmp_path, **environment)[0]


def test_ctrl_c_ends_it_with_a_word_and_without_traces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    out = Terminal()
    demonstration.run(Config(), tmp_path / "out", out, {}, interrupted, nodes=NODES)
    assert out.getvalue().endswith("\nStopped.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.fixture
def command(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The demonstration in a process of its own, with a pipe for its output."""
    code = (
        "import sys; from pathlib import Path; from controller.simulation.demonstration import run;"
        "from controller.settings.settings import Config;"
        f"run.run(Config(), Path({str(tmp_path)!r}), sys.stdout)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(demonstration.__file__).parents[3],
    )
    yield process
    process.kill()
    process.communicate()


def test_a_reader_who_leaves_ends_it_quietly(command: subprocess.Popen[str]) -> None:
    assert command.stdout is not None
    assert command.stderr is not None
    assert command.stdout.readline().startswith("A simulated table")
    command.stdout.close()
    assert command.stderr.read() == ""
    assert command.wait(60) == 0


def test_a_table_without_room_is_refused(tmp_path: Path) -> None:
    settings = [("table.columns", "8"), ("table.rows", "8")]
    with pytest.raises(NoSuchPlace, match="needs 24 × 24 sites"):
        Told(tmp_path, *settings)


def test_a_folder_that_cannot_be_made_is_named_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DeviceError, match=r"file/out cannot be made .* --out"):
        Told(tmp_path / "file" / "out")


@needs(os.geteuid() != 0, "a user other than root")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    with pytest.raises(DeviceError, match="cannot be written"):
        Told(tmp_path)
