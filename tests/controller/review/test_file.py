"""Reviews that are kept beside the journal."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from controller.review import file as review_file
from controller.review.file import Reviews
from controller.review.judgement import Moment

ACTIONS = ("house d4 ne", "house f6 n")
MOMENTS = (Moment((0.5, 0.5), "house a1 n"), None, Moment((0.25, 0.75)))


@pytest.fixture
def reviews(tmp_path: Path) -> Reviews:
    return Reviews.beside(tmp_path / "journal.sqlite")


def test_what_was_kept_is_read_again(reviews: Reviews) -> None:
    reviews.keep(7, ACTIONS, MOMENTS)
    assert reviews.load(7, ACTIONS) == MOMENTS


def test_there_is_nothing_before_anything_was_kept(reviews: Reviews) -> None:
    assert reviews.load(7, ACTIONS) is None


def test_a_review_of_another_game_with_the_same_number_is_not_taken(reviews: Reviews) -> None:
    reviews.keep(7, ACTIONS, MOMENTS)
    assert reviews.load(7, ("house d4 ne", "house f6 s")) is None


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff", b'{"version": 1}', b"[" * 3_000])
def test_a_file_that_is_none_is_left_out(reviews: Reviews, tmp_path: Path, data: bytes) -> None:
    reviews.keep(7, ACTIONS, MOMENTS)
    (tmp_path / review_file.FOLDER / "7.json").write_bytes(data)
    assert reviews.load(7, ACTIONS) is None


def test_a_pipe_in_the_place_of_a_review_is_not_waited_for(reviews: Reviews, tmp_path: Path) -> None:
    reviews.keep(7, ACTIONS, MOMENTS)
    (tmp_path / review_file.FOLDER / "7.json").unlink()
    os.mkfifo(tmp_path / review_file.FOLDER / "7.json")
    assert reviews.load(7, ACTIONS) is None


def test_a_review_with_a_moment_too_few_is_not_taken(reviews: Reviews) -> None:
    reviews.keep(7, ACTIONS, MOMENTS[:2])
    assert reviews.load(7, ACTIONS) is None


def test_the_oldest_games_reviews_go_when_there_are_too_many(
    reviews: Reviews, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_file, "MOST_FILES", 3)
    (tmp_path / review_file.FOLDER).mkdir()
    (tmp_path / review_file.FOLDER / "notes.json").write_text("a person's own")
    for game_id in (9, 100, 2, 11):
        reviews.keep(game_id, ACTIONS, MOMENTS)
    names = sorted(path.name for path in (tmp_path / review_file.FOLDER).iterdir())
    assert names == ["100.json", "11.json", "9.json", "notes.json"]


def test_a_disk_that_does_not_let_it_ends_nothing(reviews: Reviews, tmp_path: Path) -> None:
    (tmp_path / review_file.FOLDER).write_text("no folder")
    reviews.keep(7, ACTIONS, MOMENTS)
    assert reviews.load(7, ACTIONS) is None


def test_without_a_journal_nothing_is_kept() -> None:
    reviews = Reviews.beside(None)
    reviews.keep(7, ACTIONS, MOMENTS)
    assert reviews.load(7, ACTIONS) is None


def test_the_folder_is_its_owners_alone(reviews: Reviews, tmp_path: Path) -> None:
    reviews.keep(7, ACTIONS, MOMENTS)
    assert (tmp_path / review_file.FOLDER).stat().st_mode & 0o077 == 0
