"""A journal over years: older versions of it, bytes that a card has changed, and too many games."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.journal import backup as journal_backup
from controller.journal import schema as journal_schema
from controller.journal.errors import JournalError, JournalFull
from controller.journal.journal import Journal
from controller.model.hands import Hands
from controller.model.records import Finish, Played, Start, Undo
from opponents.thought import Level
from tests.controller.killed import killed_at_every_line

JOURNALS = Path(__file__).parent / "journals"
VERSIONS = range(1, journal_schema.VERSION + 1)
HEADER = {"game": "masterplan", "overlap": True}
GIVEN_UP = {"winner": None, "reason": "given up"}


def written_by(version: int, path: Path) -> Path:
    """A journal's file as an older version left it."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript((JOURNALS / f"version_{version}.sql").read_text())
    return path


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return journal_schema.version_of(database)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


# Versions


@pytest.mark.parametrize("version", VERSIONS)
def test_every_older_version_is_brought_to_this_one_with_all_that_it_holds(version: int, path: Path) -> None:
    with Journal.open(written_by(version, path)) as journal:
        assert [record.plies for record in journal.games()] == [1, 1]
        assert journal.actions(1) == ["house d4 ne"]
        assert journal.game(1).result == GIVEN_UP
        assert [record.id for record in journal.unfinished()] == [2]
        assert journal.masks() == {(3, 4)}
        assert journal.used_ms(2) == ({"yellow": 42000} if version >= 2 else {})
        assert journal.computers(2) == ({"yellow": Level.MEDIUM} if version >= 3 else {})
        seated = {6: [{"yellow": Level.BEGINNER}], 1: [{}], 2: [{}]}
        assert journal.course(2).seated == seated.get(version, [{"yellow": Level.MEDIUM}])
        assert journal.hands(2) == (Hands({(1, "p2"): ("H12", "M3")}) if version >= 4 else Hands())
        journal.play(2, "pass", 3000)
        assert journal.notice == ""
    assert version_of(path) == journal_schema.VERSION


def test_there_is_a_file_of_every_version() -> None:
    files = sorted(file.name for file in JOURNALS.iterdir())
    assert files == [f"version_{version}.sql" for version in VERSIONS]


def test_an_older_journal_is_kept_as_it_was_beside_the_new_one(path: Path) -> None:
    Journal.open(written_by(1, path)).close()
    kept = path.with_name("journal.sqlite.version-1")
    assert kept.stat().st_mode & 0o777 == 0o600
    assert version_of(kept) == 1
    Journal.open(path).close()
    assert version_of(kept) == 1


def test_a_kill_at_any_line_of_a_migration_leaves_the_one_version_or_the_other(tmp_path: Path) -> None:
    def is_kept(path: Path) -> None:
        with Journal.open(path) as journal:
            assert journal.actions(1) == ["house d4 ne"]
            assert journal.actions(2) == ["place I1 a1"]
            assert journal.notice == ""
        assert version_of(path) == journal_schema.VERSION

    deaths = killed_at_every_line(lambda folder: written_by(1, folder / "journal.sqlite"), is_kept, tmp_path)
    assert deaths > 100


def test_without_room_for_the_copy_an_older_journal_is_left_as_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    written_by(1, path)
    with monkeypatch.context() as patched:
        patched.setattr(journal_backup, "copy", full)
        with pytest.raises(JournalFull, match="Free some space"):
            Journal.open(path)
    assert version_of(path) == 1
    Journal.open(path).close()
    assert version_of(path) == journal_schema.VERSION


# Damage


@pytest.mark.parametrize("missing", ["DROP TABLE log", "ALTER TABLE game RENAME COLUMN header TO head"])
def test_a_sound_file_without_the_journals_tables_is_set_aside(missing: str, path: Path) -> None:
    written_by(2, path)
    with closing(sqlite3.connect(path)) as database:
        database.execute(missing)
    with Journal.open(path) as journal:
        assert "was damaged and is kept as journal.sqlite.damaged-1" in journal.notice
        assert journal.games() == []


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        ("UPDATE game SET header = '{\"game\":' WHERE id = 2", "Games lost: 2."),
        ("UPDATE game SET header = '[]' WHERE id = 2", "Games lost: 2."),
        ("UPDATE game SET wall_ms = 'x' WHERE id = 2", "Games lost: 2."),
        (
            "INSERT INTO log VALUES (9, 2, 'undo', '1q', 5)",
            "Game 2: the first 1 of 2 entries are left.",
        ),
        (
            "INSERT INTO log VALUES (9, 2, 'finish', '{', 5)",
            "Game 2: the first 1 of 2 entries are left.",
        ),
        ("UPDATE log SET detail = x'ff' WHERE game = 2", "Game 2: the first 0 of 1 entries are left."),
    ],
)
def test_a_game_of_an_older_version_that_a_card_has_harmed_is_named_and_the_others_stay(
    harm: str, words: str, path: Path
) -> None:
    written_by(2, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(harm)
    with Journal.open(path) as journal:
        assert journal.notice.endswith(words)
        assert journal.actions(1) == ["house d4 ne"]
        assert 2 not in [record.id for record in journal.games()] or journal.game(2).plies < 2
        game = journal.start_game(HEADER, 1)
        assert game == 3
        journal.play(game, "house d4 ne", 2)
        assert journal.actions(game) == ["house d4 ne"]


def test_an_action_with_a_byte_that_no_text_has_is_read_as_far_as_it_goes(path: Path) -> None:
    written_by(2, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE log SET detail = cast(x'68FF75' AS TEXT) WHERE id = 5")
    with Journal.open(path) as journal:
        assert journal.actions(2) == ["h\ufffdu"]


# Too many games


def full_journal(path: Path, games: int, keep_games: int) -> None:
    """Games that are finished, each with an action and a time."""
    with Journal.open(path, keep_games=keep_games) as journal:
        for number in range(games):
            journal.apply([Start(HEADER), Played(str(number)), Finish(GIVEN_UP)], number)


def test_the_oldest_finished_games_are_dropped_when_one_is_started(path: Path) -> None:
    full_journal(path, games=14, keep_games=10)
    with Journal.open(path, keep_games=10) as journal:
        assert [record.id for record in journal.games()] == list(range(5, 15))
        assert journal.actions(5) == ["4"]
        assert journal.start_game(HEADER, 1) == 15
        assert [record.id for record in journal.games()] == list(range(6, 16))


def test_a_smaller_number_holds_from_the_next_start(path: Path) -> None:
    full_journal(path, games=450, keep_games=1000)
    with Journal.open(path, keep_games=10) as journal:
        assert [record.id for record in journal.games()] == list(range(441, 451))
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM log").fetchone() == (20,)


def test_a_game_that_is_not_finished_is_never_dropped(path: Path) -> None:
    with Journal.open(path, keep_games=10) as journal:
        waiting = journal.apply([Start(HEADER), Played("first")], 1)
        again = journal.apply([Start(HEADER), Played("second"), Finish(GIVEN_UP), Undo(1)], 2)
        assert waiting is not None
        assert again is not None
    full_journal(path, games=30, keep_games=10)
    with Journal.open(path, keep_games=10) as journal:
        assert [record.id for record in journal.unfinished()] == [waiting, again]
        assert journal.actions(waiting) == ["first"]
        assert len(journal.games()) == 12


def test_the_file_does_not_grow_with_the_games_that_were_played(path: Path) -> None:
    full_journal(path, games=30, keep_games=10)
    size = path.stat().st_size
    full_journal(path, games=300, keep_games=10)
    assert path.stat().st_size <= size + 8192


def test_a_disk_that_lets_nothing_be_dropped_holds_up_no_game(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Stubborn(sqlite3.Connection):
        def executemany(self, *_: Any) -> sqlite3.Cursor:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
            raise error

    full_journal(path, games=11, keep_games=1000)

    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        return sqlite3.connect(*arguments, factory=Stubborn, **options)

    with Journal.open(path, connect, keep_games=10) as journal:
        game = journal.start_game(HEADER, 1)
        journal.play(game, "house d4 ne", 2)
        assert len(journal.games()) == 12
    assert "old games could not be dropped" in caplog.messages[0]


def test_what_fails_while_a_journal_is_opened_is_a_journal_error(path: Path) -> None:
    class Failing(sqlite3.Connection):
        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            if sql.startswith("PRAGMA synchronous"):
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
                raise error
            return super().execute(sql, *parameters)

    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        return sqlite3.connect(*arguments, factory=Failing, **options)

    with pytest.raises(JournalError, match="check the card"):
        Journal.open(path, connect)
    Journal.open(path).close()
