"""The file of the people whom the table knows by name."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

import pytest

from controller.model.people import NO_BOOK, Book, Tally
from controller.settings.player_names import FILE, RETRY_MS, PlayerNames
from tests.controller.web.serving import massai

HERE = (7, "dark")
GAME = replace(massai(), game_id=7)
ZOE = replace(GAME, names={HERE: "Zoë"})
BOOK = Book({"Zoë": {"massai": Tally(3, 1, 1, 12)}, "Ben": {}})


def kept(folder: Path) -> PlayerNames:
    return PlayerNames.beside(folder / "preferences.toml")


def test_the_names_of_the_games_of_now_and_the_list_are_there_again(tmp_path: Path) -> None:
    kept(tmp_path).follow(replace(GAME, names={HERE: "Zoë", (6, "dark"): "Ben"}), BOOK, 0)
    session, book = kept(tmp_path).given_to(GAME)
    assert session.names == {HERE: "Zoë"}
    assert book == BOOK
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_without_a_name_there_is_no_file(tmp_path: Path) -> None:
    names = kept(tmp_path)
    names.follow(ZOE, NO_BOOK, 0)
    assert (tmp_path / FILE).exists()
    names.follow(GAME, NO_BOOK, 0)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[",
        b'{"games": {"1": {"dark": 3}}}',
        b'{"games": {"1": {"dark": "%s"}}}' % (b"a" * 13),
        b'{"book": {"people": {"": {}}}}',
        '{"book": {"people": {"😀": {}}}}'.encode(),
        '{"book": {"people": {"\u202eanna": {}}}}'.encode(),
        b'{"book": {"people": {"Anna": {}, "ANNA": {}}}}',
        b'{"book": {"people": {"Anna": {"forma": {"games": -1}}}}}',
        b'{"book": {"last": {"number": 1, "game": "forma", "gains": {"Anna": {}}}}}',
        b"\xff" * 199_999,
    ],
)
def test_a_file_that_is_no_list_of_names_is_kept_aside_and_the_screen_says_so(
    tmp_path: Path, data: bytes
) -> None:
    (tmp_path / FILE).write_bytes(data)
    names = kept(tmp_path)
    session, book = names.given_to(GAME)
    assert (session.names, book) == ({}, NO_BOOK)
    assert f"{FILE}.damaged-1" in names.trouble
    names.follow(ZOE, BOOK, 0)
    assert names.trouble == ""
    assert (tmp_path / f"{FILE}.damaged-1").read_bytes() == data
    assert kept(tmp_path).given_to(GAME)[1] == BOOK


def test_a_disk_that_takes_nothing_is_reported_and_tried_again(tmp_path: Path) -> None:
    (tmp_path / f"{FILE}.new").mkdir()
    names = kept(tmp_path)
    names.follow(ZOE, BOOK, 0)
    assert names.trouble
    assert not (tmp_path / FILE).exists()
    (tmp_path / f"{FILE}.new").rmdir()
    names.follow(ZOE, BOOK, RETRY_MS - 1)
    assert names.trouble
    names.follow(ZOE, BOOK, RETRY_MS)
    assert not names.trouble
    assert kept(tmp_path).given_to(GAME)[1] == BOOK
