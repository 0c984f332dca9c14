"""The journal on real files: what it keeps, and what it says when it cannot."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from controller.journal import file as journal_file
from controller.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalForeign,
    JournalFull,
    JournalInUse,
    JournalNewer,
    JournalReadOnly,
)
from controller.journal.journal import Journal
from controller.journal.stored_games import NoSuchGame
from controller.model.hands import Hands
from controller.model.records import Finish, GameRecord, Hand, Mask, Played, Seated, Start, Undo, Unmask, Used
from opponents.thought import Level

HEADER = {"game": "masterplan", "overlap": True}
RESULT = {"winner": "white", "reason": "all houses are built"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "journal.sqlite"


def played(path: Path, *texts: str) -> int:
    """A game with these actions, in a journal that is closed again."""
    with Journal.open(path) as journal:
        game = journal.start_game(HEADER, 1000)
        journal.apply([Played(text) for text in texts], 2000, game)
        return game


def contents(folder: Path) -> dict[str, bytes]:
    return {part.name: part.read_bytes() for part in folder.iterdir()}


# The stored data


def test_a_game_is_there_after_opening_anew(path: Path) -> None:
    game = played(path, "house d4 ne", "house e5 sw")
    with Journal.open(path) as journal:
        assert journal.games() == [GameRecord(game, HEADER, 1000, 2, None)]
        assert journal.actions(game) == ["house d4 ne", "house e5 sw"]


def test_a_finished_game_is_listed_and_not_unfinished(path: Path) -> None:
    with Journal.open(path) as journal:
        first, second = journal.start_game(HEADER, 1), journal.start_game(HEADER, 2)
        journal.finish(first, RESULT, 3)
        assert [(record.id, record.result) for record in journal.games()] == [(first, RESULT), (second, None)]
        assert [record.id for record in journal.unfinished()] == [second]


def test_an_undo_after_the_end_takes_the_game_up_again(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.start_game(HEADER, 1)
        journal.apply([Played("a"), Finish(RESULT), Undo(1)], 2, game)
        assert journal.unfinished() == [GameRecord(game, HEADER, 1, 0, None)]


def test_an_undo_keeps_the_rows_and_shortens_the_standing_line(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.start_game(HEADER, 1)
        journal.apply([Played("a"), Played("b"), Played("c"), Undo(2), Played("d")], 2, game)
        whats = [entry.what for entry in journal.entries(game)]
        assert whats == [Played("a"), Played("b"), Played("c"), Undo(2), Played("d")]
        assert journal.actions(game) == ["a", "d"]
        assert journal.game(game).plies == 2


@pytest.mark.parametrize("plies", [0, -1, 2])
def test_more_than_stands_cannot_be_taken_back(path: Path, plies: int) -> None:
    with Journal.open(path) as journal:
        game = journal.start_game(HEADER, 1)
        journal.play(game, "a", 2)
        with pytest.raises(JournalError, match=rf"has 1 actions: {plies} cannot be taken back"):
            journal.undo(game, plies, 3)
        assert journal.actions(game) == ["a"]


def test_effects_follow_the_game_that_they_start() -> None:
    with Journal.open(None) as journal:
        old = journal.start_game(HEADER, 1)
        new = journal.apply([Finish(RESULT), Start({"game": "forma"}), Played("x")], 2, old)
        assert new is not None
        assert journal.game(old).result == RESULT
        assert (journal.actions(old), journal.actions(new)) == ([], ["x"])


def test_effects_are_written_all_or_none() -> None:
    with Journal.open(None) as journal:
        game = journal.start_game(HEADER, 1)
        with pytest.raises(JournalError):
            journal.apply([Played("a"), Mask(1, 1), Undo(5)], 2, game)
        assert journal.entries(game) == []
        assert journal.masks() == frozenset()
        journal.play(game, "b", 3)
        assert journal.actions(game) == ["b"]


def test_an_action_without_a_game_is_refused() -> None:
    with Journal.open(None) as journal:
        with pytest.raises(NoSuchGame, match="start one first"):
            journal.apply([Played("a")], 1)
        with pytest.raises(NoSuchGame, match="holds no game 7"):
            journal.play(7, "a", 1)


def test_masks_outlive_the_start(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.apply([Mask(3, 4), Mask(3, 4), Mask(23, 0)], 1)
    with Journal.open(path) as journal:
        assert journal.masks() == {(3, 4), (23, 0)}
        journal.apply([Unmask(3, 4)], 2)
        assert journal.masks() == {(23, 0)}


def test_order_is_that_of_writing_when_the_clock_jumps_back(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.start_game(HEADER, 1_700_000_000_000)
        journal.play(game, "first", 1_700_000_001_000)
        journal.play(game, "second", 5)
        journal.undo(game, 1, -5)
        journal.play(game, "third", 0)
        assert journal.actions(game) == ["first", "third"]
        assert [entry.wall_ms for entry in journal.entries(game)] == [1_700_000_001_000, 5, -5, 0]


def test_what_was_taken_back_last_is_known_until_something_is_played(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.start_game(HEADER, 1)
        assert journal.course(game).taken_back == []
        journal.apply([Played("a"), Played("b"), Played("c"), Played("d"), Undo(1)], 2, game)
        assert journal.course(game).taken_back == ["d"]
        journal.undo(game, 2, 3)
        assert (journal.actions(game), journal.course(game).taken_back) == (["a"], ["b", "c", "d"])
        journal.play(game, "e", 4)
        assert (journal.actions(game), journal.course(game).taken_back) == (["a", "e"], [])
        journal.undo(game, 2, 5)
        assert (journal.actions(game), journal.course(game).taken_back) == ([], ["a", "e"])


def test_who_played_each_action_is_known_after_seats_have_changed_hands(path: Path) -> None:
    medium, strong = {"yellow": Level.MEDIUM}, {"yellow": Level.STRONG}
    with Journal.open(path) as journal:
        game = journal.apply([Start(HEADER, medium), Played("a"), Seated("yellow", None), Played("b")], 1)
        assert game is not None
        journal.apply([Seated("yellow", Level.EASY), Seated("yellow", Level.STRONG), Played("c")], 2, game)
        assert (journal.computers(game), journal.course(game).seated) == (strong, [medium, {}, strong])
        journal.apply([Undo(2), Seated("yellow", None)], 3, game)
        assert (journal.computers(game), journal.course(game).seated) == ({}, [medium, {}, strong])
    with Journal.open(path, is_doubted=True) as journal:
        assert journal.notice == ""
        journal.play(game, "d", 4)
        assert (journal.computers(game), journal.course(game).seated) == ({}, [medium, {}])


def test_what_would_be_played_again_is_known_until_something_else_is_played(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.start_game(HEADER, 1)
        journal.apply([Played("a"), Played("b"), Played("c"), Undo(1), Undo(1)], 2, game)
        assert journal.again(game) == ["b", "c"]
        journal.play(game, "b", 3)
        assert journal.again(game) == ["c"]
        journal.undo(game, 2, 4)
        assert journal.again(game) == ["a", "b", "c"]
        journal.play(game, "d", 5)
        assert journal.again(game) == []


def test_an_export_is_the_game_as_referee_requests(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.start_game({"game": "massai", "players": 2}, 1)
        journal.apply([Played("hut ä1"), Played("b"), Undo(2), Played("c"), Finish(RESULT)], 2, game)
        lines = journal.export(game)
    assert lines == [
        '{"game":"massai","players":2}',
        '{"play":"hut ä1"}',
        '{"play":"b"}',
        '{"undo":2}',
        '{"play":"c"}',
    ]


@pytest.mark.parametrize("number", [9, 0, -1, 10**30])
def test_an_export_of_a_game_that_is_not_there_says_where_to_look(path: Path, number: int) -> None:
    said = rf"holds no game {number}\..*tablier games"
    with Journal.open(path) as journal, pytest.raises(NoSuchGame, match=said):
        journal.export(number)


# Safety of the file


def test_a_commit_waits_for_the_disk(path: Path) -> None:
    with Journal.open(path):
        observer = sqlite3.connect(path)
        assert observer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        observer.close()
    file = journal_file.JournalFile.open(path)
    full = 2
    assert file.connection.execute("PRAGMA synchronous").fetchone() == (full,)
    file.close()


def test_no_one_else_can_read_the_journal(path: Path) -> None:
    played(path, "a")
    with Journal.open(path) as journal:
        journal.start_game(HEADER, 1)
        modes = {part.name: part.stat().st_mode & 0o777 for part in path.parent.iterdir()}
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert set(modes.values()) == {0o600}
    names = ["", "-shm", "-wal", ".backup", ".count", ".lock"]
    assert sorted(modes) == [f"journal.sqlite{name}" for name in names]


KILLED = """
import os, signal, sys
from pathlib import Path
from controller.journal.journal import Journal, Played, Start

def effects():
    yield Played("half a turn")
    print("written", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

journal = Journal.open(Path(sys.argv[1]))
game = journal.start_game({"game": "masterplan"}, 1)
journal.play(game, "a whole turn", 2)
journal.apply(effects(), 3, game)
"""


def test_a_kill_between_write_and_commit_loses_that_turn_alone(path: Path) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], capture_output=True, text=True, check=False
    )
    assert (killed.returncode, killed.stdout) == (-signal.SIGKILL, "written\n"), killed.stderr
    with Journal.open(path) as journal:
        (game,) = journal.unfinished()
        assert journal.actions(game.id) == ["a whole turn"]
        assert journal.notice == ""


def test_a_second_table_learns_who_has_the_journal(path: Path) -> None:
    with Journal.open(path), pytest.raises(JournalInUse, match=rf"Another Tablier \(process {os.getpid()}\)"):
        Journal.open(path)
    Journal.open(path).close()


def test_closing_twice_is_allowed(path: Path) -> None:
    journal = Journal.open(path)
    journal.close()
    journal.close()


def test_reading_beside_a_running_table_sees_what_is_committed(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.start_game(HEADER, 1)
        with Journal.read(path) as reader:
            journal.play(game, "a", 2)
            assert reader.actions(game) == ["a"]


def test_a_reader_cannot_write(path: Path) -> None:
    game = played(path, "a")
    with Journal.read(path) as reader, pytest.raises(JournalReadOnly, match="cannot be written"):
        reader.play(game, "b", 3)


def test_reading_makes_no_journal(path: Path) -> None:
    with pytest.raises(JournalReadOnly, match="does not exist: no game has been played yet"):
        Journal.read(path)
    assert not path.parent.exists()


def test_another_program_that_writes_is_named_as_the_cause(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_file, "BUSY_MS", 1)
    with Journal.open(path) as journal:
        game = journal.start_game(HEADER, 1)
        intruder = sqlite3.connect(path, isolation_level=None)
        intruder.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalInUse, match="used by another program"):
            journal.play(game, "a", 2)
        intruder.close()
        journal.play(game, "b", 3)
        assert journal.actions(game) == ["b"]


# Damage


@pytest.mark.parametrize("garbage", [b"\xff" * 5000, b"SQLite format 3\0" + b"\x5a" * 5000, b"x"])
def test_a_damaged_journal_is_set_aside_and_play_goes_on(path: Path, garbage: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(garbage)
    with Journal.open(path) as journal:
        assert "was damaged and is kept as journal.sqlite.damaged-1. A new one was begun." in journal.notice
        journal.start_game(HEADER, 1)
    assert path.with_name("journal.sqlite.damaged-1").read_bytes() == garbage


def test_damage_a_second_time_overwrites_nothing(path: Path) -> None:
    path.parent.mkdir()
    for garbage in (b"one", b"two"):
        path.write_bytes(garbage)
        Journal.open(path).close()
    kept = [path.with_name(f"journal.sqlite.damaged-{number}").read_bytes() for number in (1, 2)]
    assert kept == [b"one", b"two"]


def test_a_truncated_journal_is_replaced_by_the_copy_of_the_last_start(path: Path) -> None:
    game = played(path, *(f"action {number}" for number in range(2000)))
    with Journal.open(path) as journal:
        journal.play(game, "since the start", 3)
    os.truncate(path, path.stat().st_size // 2)
    with Journal.open(path) as journal:
        assert "restored from journal.sqlite.backup" in journal.notice
        assert journal.game(game).plies == 2000
        journal.play(game, "goes on", 4)
    assert path.with_name("journal.sqlite.damaged-1").exists()


def test_a_damaged_copy_is_not_restored(path: Path) -> None:
    played(path, "a")
    Journal.open(path).close()
    path.write_bytes(b"broken")
    path.with_name("journal.sqlite.backup").write_bytes(b"broken too")
    with Journal.open(path) as journal:
        assert "A new one was begun. The last changes are lost: 2." in journal.notice
        assert journal.games() == []


def test_reading_a_damaged_journal_leaves_it_in_place(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"broken")
    with pytest.raises(JournalDamaged, match="is damaged"):
        Journal.read(path)
    assert contents(path.parent) == {"journal.sqlite": b"broken"}


# Versions


def test_a_newer_journal_is_refused_and_left_as_it_is(path: Path) -> None:
    played(path, "a")
    newer = sqlite3.connect(path)
    newer.execute("PRAGMA user_version = 99")
    newer.execute("UPDATE total SET version = 99")
    newer.commit()
    newer.close()
    before = path.read_bytes()
    with pytest.raises(
        JournalNewer, match=r"is of version 99, this Tablier knows up to 6.*Install the newer"
    ):
        Journal.open(path)
    assert path.read_bytes() == before


def test_a_version_in_the_header_alone_is_a_card_s_doing_and_nothing_is_lost(path: Path) -> None:
    game = played(path, "a")
    harmed = sqlite3.connect(path)
    harmed.execute("PRAGMA user_version = 99")
    harmed.close()
    with Journal.open(path) as journal:
        assert "was damaged and is kept as journal.sqlite.damaged-1" in journal.notice
        assert journal.actions(game) == ["a"]


def test_a_database_of_something_else_is_refused_and_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipe (name TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalForeign, match="no journal of Tablier"):
        Journal.open(path)
    assert path.read_bytes() == before


# Full and read-only


def test_a_full_journal_says_so_and_is_as_before(path: Path) -> None:
    file = journal_file.JournalFile.open(path)
    journal = Journal(file)
    game = journal.start_game(HEADER, 1)
    (pages,) = file.connection.execute("PRAGMA page_count").fetchone()
    file.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalFull, match=r"the card or disk is full\. Free some space"):
        journal.apply([Played("small"), Played("x" * 100_000)], 2, game)
    assert journal.entries(game) == []
    file.connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
    journal.play(game, "b", 3)
    assert journal.actions(game) == ["b"]
    journal.close()


@contextlib.contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """No file can grow beyond `size` bytes, as on a card that is nearly full."""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def test_a_write_that_the_system_refuses_loses_nothing(path: Path) -> None:
    with files_up_to(200_000), Journal.open(path) as journal:
        game = journal.start_game(HEADER, 1)
        journal.play(game, "before", 2)
        with pytest.raises(JournalError, match=r"could not be written .* Nothing was lost"):
            journal.play(game, "x" * 500_000, 3)
        journal.play(game, "after", 4)
        assert journal.actions(game) == ["before", "after"]
    with Journal.open(path) as journal:
        assert journal.actions(game) == ["before", "after"]


def test_no_room_for_the_copy_is_reported_and_play_goes_on(path: Path) -> None:
    game = played(path, "x" * 200_000)
    with files_up_to(100_000), Journal.open(path) as journal:
        assert "No backup of" in journal.notice
        journal.play(game, "after", 3)
    with Journal.open(path) as journal:
        assert journal.game(game).plies == 2
    assert not path.with_name("journal.sqlite.new").exists()


@pytest.fixture
def guarded() -> Iterator[Path]:
    """A folder that this process may read but not write, even if it runs as root."""
    folder = Path(tempfile.mkdtemp())
    yield folder
    os.seteuid(os.getuid())
    folder.chmod(0o700)
    for part in folder.iterdir():
        part.unlink()
    folder.rmdir()


def guard(folder: Path) -> None:
    for part in folder.iterdir():
        part.chmod(0o444)
    folder.chmod(0o555)
    if os.geteuid() == 0:
        nobody = 65534
        os.seteuid(nobody)


def test_a_folder_that_cannot_be_written_is_named(guarded: Path) -> None:
    guard(guarded)
    with pytest.raises(JournalReadOnly, match=r"journal\.sqlite cannot be opened: Permission denied\. Check"):
        Journal.open(guarded / "journal.sqlite")


def test_a_journal_that_cannot_be_written_is_named(guarded: Path) -> None:
    played(guarded / "journal.sqlite", "a")
    guard(guarded)
    with pytest.raises(JournalReadOnly, match="Check the folder, its owner and the card"):
        Journal.open(guarded / "journal.sqlite")


def test_a_game_can_be_exported_from_a_folder_that_cannot_be_written(guarded: Path) -> None:
    game = played(guarded / "journal.sqlite", "a")
    guard(guarded)
    with Journal.read(guarded / "journal.sqlite") as reader:
        assert [msgspec.json.decode(line) for line in reader.export(game)] == [HEADER, {"play": "a"}]


# Seats that the computer plays


def test_the_levels_of_the_computers_seats_are_kept_with_their_game(path: Path) -> None:
    levels = {"yellow": Level.STRONG, "white": Level.EASY}
    with Journal.open(path) as journal:
        game = journal.apply([Start(HEADER, levels)], 1)
        other = journal.start_game(HEADER, 2)
    assert game is not None
    with Journal.open(path) as journal:
        assert journal.computers(game) == levels
        assert journal.computers(other) == {}
        assert journal.game(game).header == HEADER


def test_hands_are_kept_as_they_were_shown_last_and_are_in_no_log(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.start_game(HEADER, 1)
        journal.apply([Hand(1, "p2", ("H12",)), Hand(1, "p1", ())], 2, game)
        journal.apply([Hand(1, "p2", ("H12", "M3")), Hand(2, "p2", None)], 3, game)
        journal.apply([Hand(1, "p1", (), is_kept=False)], 4, game)
    with Journal.open(path) as journal:
        assert journal.hands(game) == Hands({(1, "p2"): ("H12", "M3"), (2, "p2"): None})
        assert journal.hands(game + 1) == Hands({})
        assert journal.entries(game) == []
        assert "H12" not in "".join(journal.export(game))
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_hand_says_in_words_how_much_of_it_was_shown_and_not_what() -> None:
    words = [str(Hand(1, "p2", row)) for row in ((), ("H12", "M3"), None)]
    assert words == ["hand of p2: 0 shown", "hand of p2: 2 shown", "hand of p2: given up"]
    assert str(Hand(1, "p2", (), is_kept=False)) == "hand of p2: not shown"
    assert "H12" not in repr(Hand(1, "p2", ("H12",)))


@pytest.mark.parametrize(
    "change", ["hand SET deal = 7", "computer SET level = 'easy'", "clock SET used_ms = 6"]
)
def test_what_is_beside_the_log_and_was_changed_is_not_believed(path: Path, change: str) -> None:
    with Journal.open(path) as journal:
        game = journal.apply([Start(HEADER, {"white": Level.STRONG}), Played("a")], 1)
        assert game is not None
        journal.apply([Hand(1, "p2", ("H12",)), Used({"white": 5})], 2, game)
    with contextlib.closing(sqlite3.connect(path)) as card, card:
        card.execute(f"UPDATE {change}")
    with Journal.open(path) as journal:
        assert "Game 1: the clock and the shown hands are lost." in journal.notice
        assert journal.actions(game) == ["a"]
        assert (journal.hands(game), journal.used_ms(game), journal.computers(game)) == (Hands(), {}, {})
    with Journal.open(path) as journal:
        assert journal.notice == ""


def test_what_is_beside_the_log_is_taken_from_a_backup_that_goes_as_far(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.apply([Start(HEADER, {"white": Level.STRONG}), Played("a"), Used({"white": 5})], 1)
        assert game is not None
    Journal.open(path).close()
    with contextlib.closing(sqlite3.connect(path)) as card, card:
        card.execute("UPDATE clock SET used_ms = 6")
    with Journal.open(path) as journal:
        assert "restored from journal.sqlite.backup" in journal.notice
        assert journal.used_ms(game) == {"white": 5}
        assert journal.computers(game) == {"white": Level.STRONG}


def test_a_page_holds_the_newest_games_and_says_how_many_there_are() -> None:
    with Journal.open(None) as journal:
        for number in range(5):
            journal.start_game({"game": "masterplan"}, number)
        assert [(record.id, record.started_ms) for record in journal.page(1, 2)[0]] == [(4, 3), (3, 2)]
        assert [record.id for record in journal.page(4, 3)[0]] == [1]
        assert journal.page(5, 3) == ([], 5)


def test_a_page_from_which_games_are_lost_is_damage() -> None:
    with Journal.open(None) as journal:
        for number in range(3):
            journal.start_game({"game": "masterplan"}, number)
        journal.file.connection.execute("DELETE FROM game WHERE id = 2")
        with pytest.raises(JournalDamaged):
            journal.page(0, 3)
        with pytest.raises(JournalDamaged):
            journal.unfinished()
