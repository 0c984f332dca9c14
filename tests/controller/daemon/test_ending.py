"""Ctrl-C, systemd and a terminal that is closed end the program in the same orderly way."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.journal.journal import Journal
from controller.model.records import Played, Start

ROOT = Path(__file__).parents[3]
ITS_TERMINAL = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
MAIN = ITS_TERMINAL + "from controller.cli import main; main()"
# The tests themselves may run under nohup.
PROGRAM = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL); " + MAIN
UNDER_NOHUP = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); " + MAIN
WITHIN_S = 60
A_TABLE = """
[board]
kind = "serial"
port = "{folder}/board-*"
[screen]
kind = "none"
[journal]
path = "{folder}/journal.sqlite"
"""


class InATerminal:
    """A program with a terminal that can be closed: its input, output and errors."""

    def __init__(self, folder: Path, *words: str, program: str = PROGRAM) -> None:
        self._terminal, theirs = pty.openpty()
        self.said = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, *words],
            cwd=ROOT,
            env={**os.environ, "XDG_RUNTIME_DIR": str(folder / "run"), "TMPDIR": str(folder / "tmp")},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def until(self, holds: Callable[[], bool]) -> None:
        """Read what it says until something is so."""
        end_s = time.monotonic() + WITHIN_S
        while not holds():
            assert time.monotonic() < end_s, self.said.decode()
            if select.select([self._terminal], [], [], 0.02)[0]:
                try:
                    self.said += os.read(self._terminal, 4096)
                except OSError:  # it has ended
                    return

    def press_ctrl_c(self) -> None:
        os.write(self._terminal, b"\x03")

    def close_terminal(self) -> None:
        if self._terminal >= 0:
            os.close(self._terminal)
            self._terminal = -1

    def ends(self) -> int:
        if self._terminal >= 0:
            self.until(lambda: self.process.poll() is not None)
        return self.process.wait(WITHIN_S)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.close_terminal()


Start_ = Callable[..., InATerminal]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., InATerminal]]:
    for name in ("run", "tmp"):
        (tmp_path / name).mkdir()
    begun: list[InATerminal] = []

    def start(*words: str, program: str = PROGRAM) -> InATerminal:
        begun.append(InATerminal(tmp_path, *words, program=program))
        return begun[-1]

    yield start
    for program in begun:
        program.close()


def table(folder: Path) -> tuple[str, ...]:
    """A table without a board, in the middle of a game."""
    settings = folder / "tablier.toml"
    settings.write_text(A_TABLE.format(folder=folder))
    with Journal.open(folder / "journal.sqlite") as journal:
        journal.apply([Start({"game": "masterplan"}), Played("house d4 ne")], 0)
    return ("-v", "play", "--config", str(settings))


def has_status(folder: Path) -> bool:
    """Whether the table says that it runs."""
    return bool(list((folder / "run").rglob("*.json")))


WAYS: dict[str, Callable[[InATerminal], None]] = {
    "ctrl-c": InATerminal.press_ctrl_c,
    "the terminal is closed": InATerminal.close_terminal,
    "the terminal is closed with word": lambda one: (
        one.process.send_signal(signal.SIGHUP),
        one.close_terminal(),
    )[1],
    **{
        number.name: lambda one, number=number: one.process.send_signal(number)  # type: ignore[misc]
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
    },
}
"""The ways in which a program is asked to end."""


@pytest.mark.parametrize("way", WAYS)
def test_whatever_ends_a_table_ends_it_in_order(way: str, begin: Start_, tmp_path: Path) -> None:
    program = begin(*table(tmp_path))
    program.until(lambda: has_status(tmp_path) and b"There is no" in program.said)
    assert (tmp_path / "journal.sqlite-wal").exists()

    WAYS[way](program)

    assert program.ends() == 0
    assert b"Traceback" not in program.said
    assert not has_status(tmp_path), "it says no more that it runs"
    assert not (tmp_path / "journal.sqlite-wal").exists(), "the journal was closed"


@pytest.mark.parametrize("way", WAYS)
def test_whatever_ends_the_demonstration_in_the_terminal_leaves_nothing_behind(
    way: str, begin: Start_, tmp_path: Path
) -> None:
    program = begin("play", "--set", 'screen.kind="none"', "--out", str(tmp_path / "out"))
    program.until(lambda: b"Masterplan" in program.said and any((tmp_path / "tmp").iterdir()))

    WAYS[way](program)

    assert program.ends() == 0
    assert b"Traceback" not in program.said
    assert not list((tmp_path / "tmp").iterdir())


def test_under_nohup_a_closed_terminal_ends_nothing(begin: Start_, tmp_path: Path) -> None:
    program = begin(*table(tmp_path), program=UNDER_NOHUP)
    program.until(lambda: has_status(tmp_path))
    program.close_terminal()
    with pytest.raises(subprocess.TimeoutExpired):
        program.process.wait(1)
    assert has_status(tmp_path)
    program.process.send_signal(signal.SIGTERM)
    assert program.ends() == 0


TOLD = """
import signal
signal.signal(signal.SIGHUP, signal.SIG_DFL)
from controller.daemon.ending import when_told
is_told = []
when_told(lambda: is_told.append(True))
print("ready", flush=True)
while not is_told:
    signal.pause()
"""


def test_a_program_that_is_told_again_in_its_last_moments_has_ended_in_order() -> None:
    for _each in range(5):
        with subprocess.Popen([sys.executable, "-c", TOLD], cwd=ROOT, stdout=subprocess.PIPE) as program:
            assert program.stdout is not None
            assert program.stdout.readline() == b"ready\n"
            while program.poll() is None:
                program.send_signal(signal.SIGHUP)
        assert program.returncode == 0
