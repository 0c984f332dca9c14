"""The program as systemd runs it: in a process of its own, which reports by a socket."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import require

WITHIN_S = 60
PROGRAM = "from controller.cli import main; main()"
ROOT = Path(__file__).parents[3]

IN_A_SMALL_DISK = """
mount -t tmpfs -o size=8k none "$1"
shift
exec "$@"
"""


class Process:
    """`tablier play` at a real table: its settings, its reports to systemd, its log, and its end.

    By default the table has neither board nor display.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = folder / "journal.sqlite"
        self.board = str(folder / "board-*")
        self.screen = "fullscreen"
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
        }
        self._told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._told.bind(str(folder / "notify"))
        self._told.settimeout(WITHIN_S)
        self._logged: list[str] = []
        self._more = threading.Condition()
        self._reader: threading.Thread | None = None
        self._process: subprocess.Popen[str] | None = None

    def start(self, program: str = PROGRAM, before: tuple[str, ...] = ()) -> None:
        settings = self.folder / "tablier.toml"
        settings.write_text(
            f'[board]\nkind = "serial"\nport = "{self.board}"\n'
            f'[screen]\nkind = "{self.screen}"\n[journal]\npath = "{self.journal}"\n'
        )
        words = [sys.executable, "-c", program, "-v", "play", "--config", str(settings)]
        self._process = subprocess.Popen(
            [*before, *words],
            cwd=ROOT,
            env=self.environment | {"NOTIFY_SOCKET": str(self.folder / "notify")},
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def tells(self, state: str) -> str:
        """Wait for a report to systemd with this beginning. Returns all reports."""
        while True:
            told = self._told.recv(4096).decode()
            if told.startswith(state):
                return told

    def logs(self, pattern: str) -> None:
        """Wait until such a line is logged, or has been."""
        with self._more:
            is_there = self._more.wait_for(lambda: re.search(pattern, "".join(self._logged)), WITHIN_S)
        assert is_there, "".join(self._logged)

    def ends(self) -> tuple[int, str]:
        """How it ended, by its own: status, and what it said."""
        assert self._process is not None
        assert self._reader is not None
        status = self._process.wait(WITHIN_S)
        self._reader.join()
        return status, "".join(self._logged)

    def stop(self) -> int:
        """End it as systemd does. Gives the exit status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return self.ends()[0]

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self.ends()
            assert self._process.stderr is not None
            self._process.stderr.close()
        self._told.close()

    def _read(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        for line in self._process.stderr:
            with self._more:
                self._logged.append(line)
                self._more.notify_all()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    process = Process(tmp_path)
    yield process
    process.close()


def test_without_board_and_display_it_is_ready_alive_and_ends_when_told(process: Process) -> None:
    process.start()
    process.tells("READY=1")
    process.logs("board: There is no .*Plug the board in.")
    process.logs("screen: No display can be opened .*the game goes on without.")
    process.tells("WATCHDOG=1")
    assert process.stop() == 0
    process.tells("STOPPING=1")


def test_a_display_that_comes_later_is_used(process: Process) -> None:
    require(shutil.which("Xvfb") is not None, "Xvfb", "xvfb")
    display = f":{900 + os.getpid() % 9_000}"
    process.environment["DISPLAY"] = display
    process.start()
    process.logs("screen: No display can be opened")
    with subprocess.Popen(
        ["Xvfb", display, "-nolisten", "tcp", "-noreset"], stderr=subprocess.DEVNULL
    ) as server:
        process.logs("screen: 1024 x 600, turned by 0")
        process.tells("WATCHDOG=1")
        assert process.stop() == 0
        server.terminate()


def test_an_uncaught_error_ends_it_with_a_status_that_systemd_takes_for_a_failure(process: Process) -> None:
    process.start("import controller.daemon.main_loop as l; l._wait_ms = None; " + PROGRAM)
    status, said = process.ends()
    assert status == 1
    assert "TypeError: 'NoneType' object is not callable" in said


def test_bad_settings_end_it_with_words(process: Process) -> None:
    process.screen = "wide"
    process.start()
    status, said = process.ends()
    assert status == 2
    assert "screen.kind: expected one of" in said
    assert "Traceback" not in said


def test_a_journal_that_cannot_be_opened_is_waited_for_and_told(process: Process) -> None:
    blocked = process.folder / "games"
    blocked.write_text("")
    process.journal = blocked / "journal.sqlite"
    process.start()
    assert "games/journal.sqlite cannot be opened" in process.tells("STATUS=")
    process.tells("READY=1")
    process.tells("WATCHDOG=1")

    blocked.unlink()

    process.logs("journal: opened at last")
    process.tells("READY=1")
    process.tells("WATCHDOG=1")
    assert process.journal.exists()
    assert process.stop() == 0


def test_one_that_waits_ends_when_told(process: Process) -> None:
    process.journal = Path("/dev/null/journal.sqlite")
    process.start()
    process.tells("READY=1")
    assert process.stop() == 0


def test_a_full_disk_is_waited_for_until_there_is_room(process: Process) -> None:
    require(_can_mount(), "root's rights")
    disk = process.folder / "disk"
    disk.mkdir()
    process.journal = disk / "journal.sqlite"
    process.start(before=("unshare", "--mount", "sh", "-ec", IN_A_SMALL_DISK, "sh", str(disk)))
    assert "the card or disk is full" in process.tells("STATUS=")
    process.tells("WATCHDOG=1")

    inside = ["nsenter", "--target", str(process.pid), "--mount"]
    subprocess.run([*inside, "mount", "-o", "remount,size=8m", str(disk)], check=True)

    process.logs("journal: opened at last")
    process.tells("WATCHDOG=1")
    games = [sys.executable, "-c", PROGRAM, "games", "--config", str(process.folder / "tablier.toml")]
    subprocess.run([*inside, *games], cwd=ROOT, check=True)
    assert process.stop() == 0


def _can_mount() -> bool:
    if not all(map(shutil.which, ("unshare", "nsenter"))):
        return False
    words = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0
