"""The journal: a file of any bytes, a database of any rows, is read or refused in words, and never lost."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from controller.commands.games import _line
from controller.daemon.daemon import started
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.model.records import Finish, Mask, Played, Start, Undo, Used
from controller.settings.settings import Config
from engines.protocol import Referee
from hardware.lights.lights import NoLights
from tests.fuzz.rubbish import fuzzed_less, mutated

HEADER = {"game": "masterplan", "options": {"assist": True}}
PLAYED = ("house d4 ne", "house f6 n", "house b2 w")
RESULT = {"winner": "white", "score": {"white": 3, "yellow": 1}}
COLUMNS = {
    "game": ("id", "header", "wall_ms"),
    "log": ("id", "game", "kind", "detail", "wall_ms"),
    "mask": ("column_", "row_", "wall_ms"),
    "clock": ("game", "player", "used_ms"),
}
HEADERS = (
    "{}",
    "[]",
    "null",
    "7",
    '"masterplan"',
    '{"game": 7}',
    '{"game": ["masterplan"]}',
    '{"game": "go"}',
    '{"game": "masterplan", "options": 7}',
    '{"game": "masterplan", "options": {"assist": "perhaps"}}',
    '{"game": "forma", "players": 1e99}',
    '{"game": "massai"}',
    "[" * 3_000,
    '{"winner": "white"}',
    '{"winner": 7, "score": 7}',
    '{"winner": "white", "score": {"white": [1]}}',
    "-1",
    "9" * 30,
    "9" * 5_000,
    "house z9 up",
    "undo",
    "finish",
    "\0",
    "\ud7ff",
)
CELLS = (
    st.sampled_from(HEADERS)
    | st.integers(-(2**63), 2**63 - 1)
    | st.integers(-2, 30)
    | st.floats()
    | st.binary(max_size=9)
    | st.none()
)
CHANGES = st.lists(
    st.one_of(
        [
            st.tuples(st.just(table), st.sampled_from(columns), st.integers(0, 6), CELLS)
            for table, columns in COLUMNS.items()
        ]
    ),
    max_size=5,
)
SCHEMAS = (
    *(f"PRAGMA user_version = {version}" for version in (0, -1, 1, 2147483647)),
    *(f"{verb} {table}" for table in COLUMNS for verb in ("DROP TABLE", "DELETE FROM")),
    "ALTER TABLE log DROP COLUMN wall_ms",
    "CREATE TABLE other (x)",
)


@cache
def sound() -> bytes:
    """A journal with a finished game and one that goes on."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        with Journal.open(path) as journal:
            first = journal.start_game(HEADER, 1)
            journal.apply([Played(PLAYED[0]), Finish(RESULT), Mask(3, 4)], 2, first)
            second = journal.apply([Start(HEADER), *map(Played, PLAYED), Undo(1)], 3)
            journal.apply([Used({"white": 5_000, "yellow": 7_000})], 4, second)
        return path.read_bytes()


MEMORY = Path("/dev/shm")
"""A folder in memory: a journal asks a disk to flush all that it writes."""


@contextlib.contextmanager
def file_of(data: bytes) -> Iterator[Path]:
    where = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="tablier-fuzz-", dir=where) as folder:
        path = Path(folder) / "journal.sqlite"
        path.write_bytes(data)
        yield path


def use(journal: Journal) -> None:
    """All that a table and the commands ask of a journal. Raises `JournalError` at the most."""
    for record in [*journal.games(), *journal.unfinished()]:
        assert _line(record)
        with contextlib.suppress(JournalError):
            assert len(journal.actions(record.id)) == record.plies
            assert len(journal.course(record.id).seated) >= record.plies
            journal.used_ms(record.id)
            referee = Referee()
            for request in journal.export(record.id):
                assert referee.answer(request).isascii()
    journal.last_played()


def read_and_open(path: Path) -> None:
    """The journal is looked at, and then taken by a table, which begins another game in it."""
    data = path.read_bytes()
    with contextlib.suppress(JournalError), Journal.read(path) as journal:
        use(journal)
    assert path.read_bytes() == data
    try:
        journal = Journal.open(path)
    except JournalError:
        assert path.read_bytes() == data, "what cannot be opened is left as it is"
        return
    with journal:
        use(journal)
        daemon = started(Config(), journal, NoLights(), ("board",), lambda: 0)
        assert daemon.shown.view.heading is not None
        with contextlib.suppress(JournalError):
            game = journal.start_game(HEADER, 5)
            journal.play(game, PLAYED[0], 6)
            assert journal.actions(game) == [PLAYED[0]]
    aside = path.with_name(f"{path.name}.damaged-1")
    assert not aside.exists() or aside.read_bytes() == data


@fuzzed_less
@given(data=mutated((sound(),), nasty=(b"\0" * 4096, b"\xff" * 100)) | st.binary(max_size=200))
@example(data=b"")
@example(data=sound()[:4096])
@example(data=sound()[:100])
@example(data=sound()[:-1])
def test_a_file_of_any_bytes_is_read_or_set_aside(data: bytes) -> None:
    with file_of(data) as path:
        read_and_open(path)


@fuzzed_less
@given(changes=CHANGES)
def test_rows_of_any_content_are_read_or_left_out(
    changes: list[tuple[str, str, int, str | int | float | bytes | None]],
) -> None:
    with file_of(sound()) as path:
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA ignore_check_constraints = ON")
            for table, column, row, cell in changes:
                update = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid = ?"
                with contextlib.suppress(sqlite3.Error, UnicodeEncodeError):
                    db.execute(update, (cell, row))
            db.commit()
            db.execute("PRAGMA journal_mode = DELETE")
        read_and_open(path)


@fuzzed_less
@given(statements=st.lists(st.sampled_from(SCHEMAS), max_size=3))
def test_a_database_of_another_shape_is_read_or_refused(statements: list[str]) -> None:
    with file_of(sound()) as path:
        with contextlib.closing(sqlite3.connect(path)) as db:
            for statement in statements:
                with contextlib.suppress(sqlite3.Error):
                    db.execute(statement)
            db.commit()
            db.execute("PRAGMA journal_mode = DELETE")
        read_and_open(path)


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.mkdir()
    with pytest.raises(JournalError):
        Journal.read(path)
    assert path.is_dir()
    with Journal.open(path) as journal:
        assert "could not be opened and is kept as journal.sqlite.damaged-1" in journal.notice
    assert path.with_name("journal.sqlite.damaged-1").is_dir()


def test_a_sound_journal_is_taken_as_it_is() -> None:
    with file_of(sound()) as path, Journal.open(path) as journal:
        use(journal)
        assert [game.plies for game in journal.games()] == [1, 2]
        assert not journal.notice
