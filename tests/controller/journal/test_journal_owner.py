"""A running table's journal beside other programs: whatever is shown stays, however they look in."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.journal.journal import Journal

TABLE = """
import sys
from pathlib import Path
from controller.journal.journal import Journal, JournalError

path = Path(sys.argv[1])
journal = Journal.open(path)
game = journal.start_game({"game": "masterplan"}, 1)
reader = None
print("started", flush=True)
for line in sys.stdin:
    order, _, text = line.strip().partition(" ")
    if order == "play":
        journal.play(game, text, 2)
    elif order == "look":
        with Journal.read(path) as page:
            page.games(), page.export(game)
    elif order == "follow":
        reader = Journal.read(path)
    elif order == "retry":
        try:
            Journal.open(path)
        except JournalError:
            pass
    elif order == "hold":
        journal.holdings()
    print("done", flush=True)
"""


class Table:
    """A program that plays in a process of its own, and is killed at the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._process = subprocess.Popen(
            [sys.executable, "-c", TABLE, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._heard("started")

    def tell(self, order: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{order}\n")
        self._process.stdin.flush()
        self._heard("done")

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _heard(self, word: str) -> None:
        assert self._process.stdout is not None
        assert self._process.stdout.readline().strip() == word


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "journal.sqlite")
    yield table
    table.kill()


def in_shell(path: Path, command: str) -> None:
    subprocess.run(["sqlite3", str(path), command], check=True, capture_output=True)


def in_python(path: Path, command: str) -> None:
    code = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM log').fetchall()"
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)


@pytest.mark.skipif(not shutil.which("sqlite3"), reason="the sqlite3 shell is not installed")
@pytest.mark.parametrize(
    "command", [".backup '{}.copy'", "SELECT count(*) FROM log", "PRAGMA integrity_check"]
)
@pytest.mark.parametrize("way", ["look", "follow", "retry", "hold"])
def test_what_was_stored_outlives_another_program_that_looks_in_and_a_kill(
    table: Table, way: str, command: str
) -> None:
    table.tell("play one")
    table.tell(way)
    in_shell(table.path, command.format(table.path))
    table.tell("play two")
    in_python(table.path, command)
    table.tell("play three")
    table.kill()
    with Journal.open(table.path) as journal:
        assert journal.actions(1) == ["one", "two", "three"]


def test_reading_in_the_same_process_opens_no_log_that_is_deleted(table: Table) -> None:
    table.tell("look")
    in_python(table.path, "")
    table.tell("play one")
    assert table.path.with_name("journal.sqlite-wal").stat().st_size > 0


def test_a_file_that_is_no_database_is_known_by_sqlite_itself(tmp_path: Path) -> None:
    for number, data in enumerate((b"x", b"\0" * 512, b"SQLite format 4\0" + b"\0" * 5000)):
        path = tmp_path / f"{number}.sqlite"
        path.write_bytes(data)
        with Journal.open(path) as journal:
            assert "was damaged" in str(journal.notice)
        assert path.with_name(f"{path.name}.damaged-1").read_bytes() == data


def test_a_journal_that_is_there_is_never_opened_but_by_sqlite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.sqlite"
    Journal.open(path).close()
    opened: list[str] = []
    sys.addaudithook(lambda event, values: opened.append(str(values[0])) if event == "open" else None)
    with Journal.open(path) as journal:
        journal.start_game({"game": "masterplan"}, 1)
        with Journal.read(path) as reader:
            reader.games()
    assert str(path) not in opened
