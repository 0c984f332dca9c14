"""A review made away from the table, and written as a picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from controller.cli import main
from controller.journal.journal import Journal
from controller.model.records import Effect, Finish, Played, Start
from controller.model.thinking import Request, Unanswered
from controller.offline.review_export import (
    MOST_GIVEN_UP,
    SIZE,
    NoReview,
    game_of,
    thought_through,
    write_picture,
)
from controller.review.file import Reviews
from controller.review.judgement import Moment, known
from controller.settings.config import load
from controller.settings.settings import Config
from controller.thinker.inline import InlineThinker

HEADER = {"game": "masterplan", "options": {"assist": True, "overlap": "park"}}
PLAYED = ("house d4 ne", "house f6 n", "house c3 n", "park e5")
RESULT = {"winner": "white", "reason": "yellow resigned", "score": {"white": 2, "yellow": 1}}


class Hours:
    """A clock that moves only when the program waits."""

    def __init__(self) -> None:
        self.now_ms = 0

    def clock(self) -> int:
        return self.now_ms

    def wait(self, for_ms: int) -> None:
        self.now_ms += for_ms


class Mute(InlineThinker):
    """Answers nothing but that it cannot."""

    def __init__(self, unable: int) -> None:
        super().__init__(5, 1)
        self._unable = unable
        self._failed: list[Request] = []

    def think(self, request: Request) -> None:
        if self._unable:
            self._unable -= 1
            self._failed.append(request)
        else:
            super().think(request)

    def poll(self, at_ms: int) -> None:
        super().poll(at_ms)
        for request in self._failed:
            assert self._emit is not None
            self._emit(Unanswered(at_ms, *request.name, "it broke"))
        self._failed = []


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Settings with a journal that holds a finished game and another."""
    file = tmp_path / "journal.sqlite"
    finished: list[Effect] = [Start(HEADER), *map(Played, PLAYED), Finish(RESULT)]
    with Journal.open(file) as journal:
        journal.apply(finished, 0)
        journal.apply([Start(HEADER), Played(PLAYED[0])], 0)
        journal.apply([Start({"game": "chess"}), Finish(RESULT)], 0)
    return load(None, [("journal.path", f'"{file}"')])


def run(tmp_path: Path, *words: str) -> Result:
    settings = tmp_path / "tablier.toml"
    settings.write_text(f'[journal]\npath = "{tmp_path / "journal.sqlite"}"\n')
    return CliRunner().invoke(main, ["review", *words, "--config", str(settings)])


def test_a_game_is_thought_through_and_told_how_much_is_left(config: Config) -> None:
    _record, _actions, play = game_of(config, 1)
    hours, left = Hours(), list[int]()
    moments = thought_through(play, (), InlineThinker(5, 1), hours.clock, hours.wait, left.append)
    assert None not in moments
    assert left == sorted(left, reverse=True)
    assert left[0] == 5


def test_what_is_known_is_not_thought_again(config: Config) -> None:
    _record, _actions, play = game_of(config, 1)
    hours = Hours()
    moments = (Moment((0.5, 0.5)),) * 5
    assert thought_through(play, moments, InlineThinker(5, 1), hours.clock, hours.wait, print) == moments
    assert hours.now_ms == 0


def test_a_few_positions_may_stay_unknown(config: Config) -> None:
    _record, _actions, play = game_of(config, 1)
    hours = Hours()
    moments = thought_through(play, (), Mute(2), hours.clock, hours.wait, lambda left: None)
    assert [moment is None for moment in moments] == [True, False, False, True, True]


def test_a_thinker_that_fails_again_and_again_is_reported(config: Config) -> None:
    _record, _actions, play = game_of(config, 1)
    for cell in ("h1", "a8", "h8", "a6"):
        play = play.after(play.table.game.parse(f"house {cell} n"))
    hours = Hours()
    with pytest.raises(NoReview, match="Nobody can think about this game: it broke"):
        thought_through(play, (), Mute(MOST_GIVEN_UP + 1), hours.clock, hours.wait, lambda left: None)


def test_the_picture_is_a_png_of_its_size(config: Config, tmp_path: Path) -> None:
    record, _actions, play = game_of(config, 1)
    file = tmp_path / "review.png"
    write_picture(file, record, play, known(play), "fr")
    with Image.open(file) as picture:
        assert (picture.format, picture.size) == ("PNG", SIZE)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (2, "Game 2 is not over"),
        (3, "Game 3 is a game that this Tablier does not know"),
        (9, "holds no game 9"),
    ],
)
def test_what_cannot_be_reviewed_is_said(config: Config, tmp_path: Path, number: int, said: str) -> None:
    result = run(tmp_path, str(number), "--out", str(tmp_path / "x.png"))
    assert result.exit_code == 2
    assert said in result.output
    assert not (tmp_path / "x.png").exists()


def test_without_a_journal_there_is_nothing_to_review() -> None:
    with pytest.raises(NoReview, match=r"journal\.path"):
        game_of(load(None, [("journal.path", '":memory:"')]), 1)


def test_the_command_writes_the_picture_of_what_was_kept(config: Config, tmp_path: Path) -> None:
    _record, actions, _play = game_of(config, 1)
    Reviews.beside(config.journal.file).keep(1, actions, (Moment((0.5, 0.5)),) * 5)
    result = run(tmp_path, "1", "--out", str(tmp_path / "one.png"), "--language", "de")
    assert result.exit_code == 0
    assert result.output == f"{tmp_path / 'one.png'}\n"
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")


def test_without_a_name_the_picture_is_called_after_its_game(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _record, actions, _play = game_of(config, 1)
    Reviews.beside(config.journal.file).keep(1, actions, (Moment((0.5, 0.5)),) * 5)
    monkeypatch.chdir(tmp_path)
    assert run(tmp_path, "1").output == "review-1.png\n"
    assert (tmp_path / "review-1.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_written_is_said(config: Config, tmp_path: Path) -> None:
    _record, actions, _play = game_of(config, 1)
    Reviews.beside(config.journal.file).keep(1, actions, (Moment((0.5, 0.5)),) * 5)
    result = run(tmp_path, "1", "--out", str(tmp_path / "nowhere" / "one.png"))
    assert result.exit_code == 2
    assert "cannot be written: No such file or directory" in result.output


@pytest.mark.parametrize("cell", ["e3", "e4"])
def test_an_attack_that_was_never_revealed_is_in_no_review(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "journal.sqlite"
    set_up = ("setup dark b2 b3 c3 c4 d4", "setup light e1 e3 e4 f2 g3")
    with Journal.open(path) as journal:
        game = journal.start_game({"game": "massai"}, 1)
        result = {"winner": "light", "reason": "dark resigned", "score": {"dark": 5, "light": 5}}
        journal.apply([*map(Played, set_up), Played(f"attack {cell}"), Finish(result)], 2, game)
    _, actions, play = game_of(load(None, [("journal.path", f'"{path}"')]), game)
    assert actions == set_up
    assert [str(ply.action) for ply in play.plies] == list(set_up)
