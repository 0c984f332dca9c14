"""Rows and versions that a failing card has made of right ones: what cannot be is left out, not believed."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from controller.commands.games import _line
from controller.journal.errors import JournalDamaged
from controller.journal.journal import Journal
from controller.model.records import GameRecord, Mask, Played, Start, Undo, Used

HEADER = {"game": "masterplan"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        for _ in range(2):
            game = journal.apply([Start(HEADER), Played("house d4 ne"), Played("house f6 n"), Undo(1)], 1)
            journal.apply([Used({"white": 7}), Mask(3, 4)], 1, game)
    return path


def harm(path: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            db.execute(statement)
        db.commit()


@pytest.mark.parametrize(
    "change",
    [
        "kind = 'plaz'",
        "detail = '0'",
        "detail = '3'",
        "detail = 1.5",
        "detail = ''",
        "wall_ms = 'noon'",
        "id = 99",
    ],
)
def test_a_game_with_a_row_that_was_changed_is_kept_up_to_it_and_named(path: Path, change: str) -> None:
    harm(path, f"UPDATE log SET {change} WHERE game = 1 AND kind = 'undo'")
    with Journal.open(path) as journal:
        assert "Game 1: the first 2 of 3 entries are left." in journal.notice
        assert journal.actions(1) == ["house d4 ne", "house f6 n"]
        assert journal.actions(2) == ["house d4 ne"]


def test_one_letter_of_an_old_action_is_noticed(path: Path) -> None:
    harm(path, "UPDATE log SET detail = 'house d4 nw' WHERE game = 1 AND id = 1")
    with Journal.read(path) as reader:
        assert "Game 1: the first 0 of 3 entries are left." in reader.notice
        assert reader.actions(1) == []
    with Journal.open(path) as journal:
        assert "Game 1: the first 0 of 3 entries are left." in journal.notice
        assert [record.id for record in journal.unfinished()] == [1, 2]


def test_masks_that_were_changed_are_reported_and_those_that_can_be_stay(path: Path) -> None:
    harm(path, "INSERT INTO mask VALUES (-1, 2, 0), ('a', 2, 0), (1.5, 2, 0), (5, 6, 0)")
    with Journal.open(path) as journal:
        assert journal.masks() == {(3, 4), (5, 6)}
        assert "list of broken sensors" in journal.notice


def test_a_row_of_no_game_is_reported(path: Path) -> None:
    harm(path, "UPDATE log SET game = 'x' WHERE id = (SELECT max(id) FROM log)")
    with Journal.open(path) as journal:
        assert journal.last_played() == 2
        assert "Game 2: the first 2 of 3 entries are left." in journal.notice


@pytest.mark.parametrize("version", [-1, 0, 1])
def test_a_version_that_does_not_fit_the_tables_is_damage(path: Path, version: int) -> None:
    harm(path, f"PRAGMA user_version = {version}")
    with Journal.open(path) as journal:
        assert "was damaged and is kept as journal.sqlite.damaged-1" in str(journal.notice)


@pytest.mark.parametrize("table", ["game", "log", "mask", "clock"])
def test_a_journal_without_one_of_its_tables_is_damaged(path: Path, table: str) -> None:
    harm(path, f"DROP TABLE {table}")
    with Journal.open(path) as journal:
        assert "was damaged" in str(journal.notice)


@pytest.mark.parametrize(
    ("result", "end"),
    [
        ({}, "given up"),
        ({"winner": None}, "given up"),
        ({"winner": "white"}, "white"),
        ({"winner": "white", "score": 7}, "white"),
        ({"winner": "white", "score": {"white": 3, "yellow": 1}}, "white (white 3, yellow 1)"),
    ],
)
def test_a_game_is_listed_whatever_its_result_says(result: dict[str, object], end: str) -> None:
    assert _line(GameRecord(1, HEADER, 0, 2, result)).endswith(f"   2 actions  {end}")


def test_a_game_is_listed_whatever_the_wall_clock_has_said() -> None:
    began = datetime.fromtimestamp(0).astimezone()
    assert f"{began:%Y-%m-%d %H:%M}  masterplan" in _line(GameRecord(1, HEADER, 0, 2, None))
    for wall_ms in (2**62, -(2**62)):
        assert "unknown time      masterplan" in _line(GameRecord(1, HEADER, wall_ms, 2, None))


@pytest.mark.parametrize("command", [["games"], ["export", "2"]])
def test_the_commands_say_beside_what_they_write_what_is_missing(path: Path, command: list[str]) -> None:
    harm(path, "UPDATE log SET detail = 'house d4 nw' WHERE game = 1 AND id = 1")
    settings = path.with_name("tablier.toml")
    settings.write_text(f'[journal]\npath = "{path}"\n')
    ended = subprocess.run(
        [Path(sys.executable).with_name("tablier"), *command, "--config", str(settings)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Game 1: the first 0 of 3 entries are left." in ended.stderr
    assert "masterplan" in ended.stdout


@pytest.mark.parametrize("words", [b"CREATE TABLE total", b"CHECK (id = 1)", b"CHECK (kind IN ("])
@pytest.mark.parametrize("bit", [0, 7])
def test_a_schema_of_which_a_letter_was_changed_keeps_no_table_from_its_start(
    path: Path, words: bytes, bit: int
) -> None:
    """SQLite quotes it when it explains why it cannot be read: with the highest bit, in what is no text."""
    sound = path.read_bytes()
    for at in range(sound.index(words), sound.index(words) + len(words)):
        harmed = path.with_name(str(at)) / "journal.sqlite"
        harmed.parent.mkdir()
        harmed.write_bytes(sound[:at] + bytes([sound[at] ^ 1 << bit]) + sound[at + 1 :])
        with contextlib.suppress(JournalDamaged), Journal.read(harmed) as reader:
            assert reader.actions(2) == ["house d4 ne"] or reader.notice
        with Journal.open(harmed) as journal:
            assert journal.unfinished() or journal.notice
