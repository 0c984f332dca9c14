"""Odd things in the place of a journal's files: `make damage` has found that they kept a table away."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.journal.errors import JournalInUse
from controller.journal.holdings import Holdings, KeptGame, merged, write
from controller.journal.journal import Journal
from controller.journal.seal import LogLine, Total, added, begun
from controller.model.records import Finish, Played, Start

HEADER = {"game": "masterplan"}
WRITE_VERSION = 18
"""The byte of a database's header that says whether older programs may write it."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        journal.apply([Start(HEADER), Played("house d4 ne"), Played("house f6 n")], 1)
    return path


ODD: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a link to nothing": lambda lock: lock.symlink_to("nothing"),
    "a file that nobody may read": lambda lock: lock.touch(0),
    "rubbish": lambda lock: lock.write_bytes(b"\xff" * 9),
}


@pytest.mark.parametrize("what", ODD)
def test_whatever_lies_in_the_place_of_the_lock_the_table_starts_and_is_alone(what: str, path: Path) -> None:
    lock = path.with_name("journal.sqlite.lock")
    lock.unlink()
    ODD[what](lock)
    with Journal.open(path) as journal:
        assert journal.actions(1) == ["house d4 ne", "house f6 n"]
        with pytest.raises(JournalInUse, match="is using"):
            Journal.open(path)


def test_a_lock_that_says_rubbish_is_still_held(path: Path) -> None:
    with Journal.open(path):
        path.with_name("journal.sqlite.lock").write_bytes(b"\xff\xfe")
        with pytest.raises(JournalInUse, match="is using"):
            Journal.open(path)


def test_a_bit_that_forbids_to_write_is_damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[WRITE_VERSION] ^= 1 << 4
    path.write_bytes(data)
    with Journal.open(path) as journal:
        assert journal.actions(1) == ["house d4 ne", "house f6 n"]
        assert "was damaged and is kept as journal.sqlite.damaged-1" in str(journal.notice)
        journal.play(1, "house b2 w", 2)


def test_a_header_and_a_result_that_are_none_of_a_game_are_listed_anyway(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.apply([Start({"game": ["masterplan"]}), Finish({})], 2)
        journal.apply([Start({}), Played("house d4 ne")], 3)
    with Journal.open(path) as journal:
        assert [game.header["game"] for game in journal.games()] == ["masterplan", "", ""]
        assert journal.export(3)


def test_of_two_lines_with_one_number_the_first_stays_and_the_other_game_is_said_to_be_shorter() -> None:
    def kept(game: int, *numbers: int) -> KeptGame:
        chain, lines = begun(game, "{}", 0), []
        for number in numbers:
            chain = added(chain, number, "play", "x", 0)
            lines.append(LogLine(number, "play", "x", 0, chain))
        return KeptGame(game, "{}", 0, tuple(lines), were=len(lines))

    held = merged(Holdings({1: kept(1, 1, 2, 5), 2: kept(2, 3, 4, 5, 6)}), [])
    assert [len(game.lines) for game in held.games.values()] == [3, 2]
    assert [game.is_whole for game in held.games.values()] == [True, False]
    with closing(sqlite3.connect(":memory:")) as connection:
        write(connection, held, Total(1, 5, 9, 0, 2, 0))


def die_after(path: Path) -> None:
    """One more game is stored, by a program that is killed then."""
    child = os.fork()
    if not child:
        Journal.open(path).apply([Start(HEADER), *(Played(f"ours {each}") for each in range(9))], 1)
        os._exit(0)
    os.waitpid(child, 0)


def test_two_journals_that_have_come_into_one_are_parted_again(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours" / "journal.sqlite", tmp_path / "theirs" / "journal.sqlite"
    for path, games in ((ours, 30), (theirs, 40)):
        with Journal.open(path) as journal:
            for number in range(games):
                journal.apply(
                    [Start(HEADER), *(Played(f"{path.parent.name} {each}") for each in range(9))], number
                )
    die_after(ours)
    shutil.copyfile(theirs, ours)  # beside SQLite's log of the other one
    with Journal.open(ours) as journal:
        assert journal.notice
        for game in journal.games():
            texts = journal.actions(game.id)
            assert len({text.split()[0] for text in texts}) <= 1, texts
        journal.start_game(HEADER, 1)
