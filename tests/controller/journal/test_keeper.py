"""The care of an open journal: its log is short soon after each action, backups are made when idle."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from controller import app
from controller.journal import backup as journal_backup
from controller.journal import keeper as journal_keeper
from controller.journal.errors import JournalDamaged
from controller.journal.file import another_connection
from controller.journal.journal import Journal
from controller.journal.keeper import AGAIN_MS, IDLE_MS, LATEST_MS, QUIET_MS, CareSchedule, Keeper, brought_in
from controller.model.records import Played, Start
from controller.settings.config import load

HEADER = {"game": "masterplan", "overlap": True}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


# When


def test_nothing_is_due_but_a_first_backup() -> None:
    due = CareSchedule(1_000)
    assert not due.is_flush(9_000_000)
    assert due.wait_ms(1_000) == IDLE_MS
    assert due.is_backup(1_000 + IDLE_MS)
    due.backed_up(1_000 + IDLE_MS)
    assert due.wait_ms(1_000 + IDLE_MS) is None


def test_the_log_is_brought_in_when_no_one_has_stored_anything_for_a_moment() -> None:
    due = CareSchedule(0)
    due.stored(5_000)
    assert not due.is_flush(5_000 + QUIET_MS - 1)
    assert due.wait_ms(5_000) == QUIET_MS
    assert due.is_flush(5_000 + QUIET_MS)
    due.flushed()
    assert not due.is_flush(9_000_000)


def test_the_log_is_brought_in_at_the_latest_however_quickly_people_play() -> None:
    due = CareSchedule(0)
    for at_ms in range(5_000, 5_000 + LATEST_MS, 200):
        due.stored(at_ms)
        assert not due.is_flush(at_ms)
    assert due.is_flush(5_000 + LATEST_MS)


def test_a_log_that_someone_reads_is_brought_in_later() -> None:
    due = CareSchedule(0)
    due.stored(5_000)
    due.later(6_000)
    assert not due.is_flush(6_000)
    assert due.is_flush(6_000 + QUIET_MS)


def test_a_backup_waits_until_no_one_plays_and_comes_no_oftener_than_need_be() -> None:
    due = CareSchedule(0)
    due.backed_up(0)
    due.stored(5_000)
    assert not due.is_backup(AGAIN_MS - 1)
    due.stored(AGAIN_MS - 1)
    assert not due.is_backup(AGAIN_MS)
    assert due.is_backup(AGAIN_MS - 1 + IDLE_MS)


# The journals


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


@contextmanager
def playing(path: Path) -> Iterator[tuple[Journal, int]]:
    with Journal.open(path) as journal:
        game = journal.apply([Start(HEADER), Played("one")], 1)
        assert game is not None
        yield journal, game


def test_what_is_brought_in_is_in_the_file_itself_and_the_log_is_empty(path: Path) -> None:
    with playing(path), closing(another_connection(path)) as connection:
        assert log_of(path).stat().st_size > 0
        assert brought_in(connection)
        assert log_of(path).stat().st_size == 0
        alone = path.with_name("alone.sqlite")
        alone.write_bytes(path.read_bytes())
        with Journal.read(alone) as reader:
            assert reader.actions(1) == ["one"]


def test_someone_who_reads_keeps_the_log_and_no_one_waits(path: Path) -> None:
    with playing(path) as (journal, game), Journal.read(path) as reader:
        with reader.file.snapshot():
            assert reader.actions(game) == ["one"]
            journal.play(game, "two", 2)
            connection = another_connection(path)
            assert not brought_in(connection)
            journal.play(game, "three", 3)
        assert brought_in(connection)
        connection.close()
        assert reader.actions(game) == ["one", "two", "three"]


def until(is_so: object, seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_so():  # type: ignore[operator]
            return True
        time.sleep(0.02)
    return False


def test_the_keeper_empties_the_log_and_makes_the_backup(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QUIET_MS", "IDLE_MS", "AGAIN_MS"):
        monkeypatch.setattr(journal_keeper, name, 50)
    with playing(path) as (journal, game), Keeper(journal.file):
        journal.play(game, "two", 2)
        assert until(lambda: log_of(path).stat().st_size == 0)
        assert until(
            lambda: (total := journal_backup.total_of(journal_backup.newest(path))) and total.commits == 3
        )
        assert not journal.file.doubt


def test_a_journal_that_the_keeper_finds_harmed_takes_nothing_more_and_is_replaced(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("QUIET_MS", "IDLE_MS", "AGAIN_MS"):
        monkeypatch.setattr(journal_keeper, name, 50)
    with playing(path) as (journal, game):
        journal.apply([Played("two"), Played("three")], 2, game)
        with closing(another_connection(path)) as card:
            card.execute("UPDATE log SET detail = 'harmed' WHERE detail = 'three'")
        with Keeper(journal.file):
            assert until(lambda: journal.file.doubt)
            with pytest.raises(JournalDamaged, match="is damaged"):
                journal.play(game, "four", 3)
    with Journal.open(path, is_doubted=True) as journal:
        assert journal.actions(game) == ["one", "two"]
        assert "Game 1: the first 2 of 3 entries are left." in journal.notice


KILLED = """
import sys, time
from pathlib import Path
from controller.journal.journal import Journal, Played, Start
from controller.journal.keeper import Keeper

path = Path(sys.argv[1])
with Journal.open(path) as journal, Keeper(journal.file):
    game = journal.apply([Start({"game": "masterplan"}), Played("one"), Played("two")], 1)
    print("stored", flush=True)
    time.sleep(60)
"""


def test_seconds_after_an_action_a_kill_and_the_loss_of_the_log_lose_nothing(path: Path) -> None:
    table = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE)
    try:
        assert table.stdout is not None
        table.stdout.readline()
        assert until(lambda: log_of(path).stat().st_size == 0)
    finally:
        table.kill()
        table.communicate()
    log_of(path).unlink()
    with Journal.open(path) as journal:
        assert journal.notice == ""
        assert journal.actions(1) == ["one", "two"]


def test_a_journal_that_is_found_harmed_while_the_table_plays_is_opened_anew_in_the_same_program(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with playing(path) as (journal, game):
        journal.play(game, "two", 2)
    notices: list[str] = []

    def play(_config: object, journal: Journal, *_: object, **__: object) -> None:
        notices.append(journal.notice)
        if len(notices) == 1:
            with closing(another_connection(path)) as card:
                card.execute("UPDATE log SET detail = 'harmed' WHERE detail = 'two'")
            journal.actions(game)

    monkeypatch.setattr(app, "_play", play)
    monkeypatch.setattr(app, "when_told", lambda end: None)
    monkeypatch.setattr(app.signal, "signal", lambda *_: None)
    app.run(load(None, [("journal.path", f'"{path}"')]))
    assert notices[0] == ""
    assert "Games restored from journal.sqlite.backup: 1." in notices[1]
    with Journal.open(path) as journal:
        assert journal.actions(game) == ["one", "two"]


def test_a_journal_that_is_harmed_again_and_again_ends_the_program_with_a_reason(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*_: object, **__: object) -> None:
        raise JournalDamaged("harmed")

    monkeypatch.setattr(app, "_play", play)
    monkeypatch.setattr(app, "when_told", lambda end: None)
    monkeypatch.setattr(app.signal, "signal", lambda *_: None)
    with pytest.raises(JournalDamaged, match="again and again"):
        app.run(load(None, [("journal.path", f'"{path}"')]))
