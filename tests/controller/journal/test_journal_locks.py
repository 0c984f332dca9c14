"""A running table's journal keeps its locks however it is read: they keep other programs from taking its log.

A process that opens a database beside its own SQLite, and closes it, frees all its locks on that file: see
"How To Corrupt An SQLite Database File", 2.2, by the authors of SQLite. /proc/locks lists the locks.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks.broker import IS_HERE, broker
from controller.daemon.daemon import started
from controller.journal.journal import Journal
from controller.model.records import Finish, Played, Start
from controller.mqtt.publisher import MqttPublisher
from controller.settings.config import load, with_settings
from controller.settings.settings import MqttSettings
from controller.shell.model.requests import ListGames, OpenGame, OpenReview
from hardware.lights.lights import NoLights
from tests.controller.web.serving import free_port, masterplan, shown, until
from tests.kills.program import MAIN, ROOT, Program
from tests.needs import needs

LOCKS = Path("/proc/locks")
HEADER = {"game": "masterplan"}
SETTINGS = """
[board]
kind = "serial"
port = "{folder}/board-*"
[screen]
kind = "none"
[web]
port = {page}
[mqtt]
broker = "127.0.0.1"
port = {broker}
table = "t1"
[journal]
path = "{folder}/journal.sqlite"
"""
pytestmark = [
    needs(LOCKS.exists(), "/proc/locks"),
    needs(IS_HERE, "Mosquitto", "mosquitto"),
]


def locked(path: Path, process: int) -> set[str]:
    """Which files of a journal this process has locked."""
    held = {
        tuple(line.split()[5].split(":"))
        for line in LOCKS.read_text().splitlines()
        if line.split()[4] == str(process)
    }
    found = set()
    for suffix in ("", "-shm"):
        state = Path(f"{path}{suffix}").stat()
        device = os.major(state.st_dev), os.minor(state.st_dev)
        if (f"{device[0]:02x}", f"{device[1]:02x}", str(state.st_ino)) in held:
            found.add(suffix)
    return found


BOTH = {"", "-shm"}


def games_in(path: Path) -> None:
    """A finished game, and one that goes on."""
    with Journal.open(path) as journal:
        journal.apply(
            [Start(HEADER), Played("house d4 ne"), Finish({"winner": None, "reason": "given up"})], 1
        )
        journal.apply([Start(HEADER), Played("house d4 ne"), Played("house f6 n")], 2)


class RunningTable:
    """The real program with its page and a real broker, in the middle of a game."""

    def __init__(self, folder: Path, broker_port: int) -> None:
        self.path, self.page = folder / "journal.sqlite", free_port()
        games_in(self.path)
        self.settings = folder / "tablier.toml"
        self.settings.write_text(SETTINGS.format(folder=folder, page=self.page, broker=broker_port))
        self._program = Program(self.settings)

    @property
    def locked(self) -> set[str]:
        assert self._program.is_alive, self._program.said
        return locked(self.path, self._program.pid)

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.page}{path}", timeout=20) as answer:
            return answer.read(200)  # type: ignore[no-any-return]

    def run(self, *words: str) -> None:
        """A command beside it."""
        subprocess.run(
            [sys.executable, "-c", MAIN, *words, "--config", str(self.settings)],
            cwd=ROOT,
            check=False,
            capture_output=True,
            env={**os.environ, "XDG_RUNTIME_DIR": str(self.settings.parent)},
        )

    def shell(self, command: str) -> None:
        """Another program that looks in."""
        subprocess.run(["sqlite3", str(self.path), command], check=True, capture_output=True)

    def close(self) -> None:
        self._program.kill()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
    folder = tmp_path_factory.mktemp("table")
    with ExitStack() as stack:
        one = stack.enter_context(broker(folder))
        running = RunningTable(folder, one.port)
        stack.callback(running.close)
        is_served = False

        def holds() -> bool:
            nonlocal is_served
            try:
                is_served = bool(running.get("/games/en"))
            except OSError:
                time.sleep(0.1)
            return is_served

        until(holds)
        yield running


def test_a_running_table_holds_its_locks(table: RunningTable) -> None:
    assert table.locked == BOTH


@pytest.mark.parametrize("page", ["/games/en", "/games/en/1/1", "/games/1.jsonl", "/events/en"])
def test_the_page_takes_no_lock_away(table: RunningTable, page: str) -> None:
    assert table.get(page)
    assert table.locked == BOTH


@pytest.mark.parametrize(
    "words", [("games",), ("export", "1"), ("review", "1", "--out"), ("status",), ("report", "--out")]
)
def test_no_command_takes_a_lock_away(table: RunningTable, words: tuple[str, ...], tmp_path: Path) -> None:
    table.run(*words, *([str(tmp_path / "it")] if words[-1] == "--out" else []))
    assert table.locked == BOTH


@pytest.mark.parametrize(
    "command",
    [".backup '{}.copy'", "SELECT count(*) FROM log", "PRAGMA integrity_check", "VACUUM INTO '{}.other'"],
)
def test_another_program_leaves_the_log_and_the_locks(table: RunningTable, command: str) -> None:
    table.shell(command.format(table.path))
    assert table.locked == BOTH
    assert table.path.with_name("journal.sqlite-wal").exists()


# In this process, as the program's own threads do it


@pytest.fixture
def path(tmp_path: Path) -> Path:
    games_in(tmp_path / "journal.sqlite")
    return tmp_path / "journal.sqlite"


@pytest.mark.parametrize(
    "request_", [ListGames(0, 5), OpenGame(1), OpenReview(1)], ids=lambda one: type(one).__name__
)
def test_the_screens_of_past_games_take_no_lock_away(path: Path, request_: ListGames) -> None:
    config = with_settings(load(), [("journal.path", f'"{path}"')])
    with Journal.open(path) as journal:
        daemon = started(config, journal, NoLights(), (), lambda: 0)
        assert daemon.shell_requests.answer(request_, 0) is not None
        assert locked(path, os.getpid()) == BOTH


def test_the_brokers_voice_takes_no_lock_away(path: Path, tmp_path: Path) -> None:
    with Journal.open(path) as journal, broker(tmp_path) as one:
        publisher = MqttPublisher(
            MqttSettings("127.0.0.1", one.port, table="t1"), "", path, lambda _: None, after_s=0
        )
        publisher.start()
        try:
            publisher.follow(shown(masterplan("house d4 ne")))
            until(lambda: not publisher.trouble)
            journal.play(2, "house b2 w", 3)
            publisher.follow(shown(masterplan("house d4 ne", "house f6 n")))
            time.sleep(0.3)
            assert locked(path, os.getpid()) == BOTH
        finally:
            publisher.stop()
        assert locked(path, os.getpid()) == BOTH


WAYS: dict[str, Callable[[Journal, Path], object]] = {
    "export": lambda journal, _path: journal.export(1),
    "another reader": lambda _journal, path: Journal.read(path).close(),
    "another table that is refused": lambda _journal, path: _refused(path),
    "a probe": lambda journal, _path: journal.probe(),
}
"""Other ways in which the program comes to its journal."""


def _refused(path: Path) -> None:
    with pytest.raises(Exception, match="is using"):
        Journal.open(path)


@pytest.mark.parametrize("way", WAYS)
def test_no_other_way_takes_a_lock_away(path: Path, way: str) -> None:
    with Journal.open(path) as journal:
        WAYS[way](journal, path)
        assert locked(path, os.getpid()) == BOTH
