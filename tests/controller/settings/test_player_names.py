"""The file of players' names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.settings.player_names import FILE, PlayerNames
from tests.controller.web.serving import massai

HERE = (7, "dark")
GAME = replace(massai(), game_id=7)


def kept(folder: Path) -> PlayerNames:
    return PlayerNames.beside(folder / "preferences.toml")


def test_the_names_of_the_games_of_now_are_there_again(tmp_path: Path) -> None:
    kept(tmp_path).follow(replace(GAME, names={HERE: "Zoë", (6, "dark"): "Ben"}))
    assert kept(tmp_path).given_to(GAME).names == {HERE: "Zoë"}


def test_without_a_name_there_is_no_file(tmp_path: Path) -> None:
    names = kept(tmp_path)
    names.follow(replace(GAME, names={HERE: "Zoë"}))
    assert (tmp_path / FILE).exists()
    names.follow(GAME)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "data", [b"", b"[", b'{"1": {"dark": 3}}', b'{"1": {"dark": "%s"}}' % (b"a" * 13), b"\xff" * 99_999]
)
def test_a_file_that_is_no_list_of_names_gives_none(tmp_path: Path, data: bytes) -> None:
    (tmp_path / FILE).write_bytes(data)
    assert kept(tmp_path).given_to(GAME).names == {}


def test_a_disk_that_takes_nothing_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / f"{FILE}.new").mkdir()
    kept(tmp_path).follow(replace(GAME, names={HERE: "Zoë"}))
    assert not (tmp_path / FILE).exists()
