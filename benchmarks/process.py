"""`tablier play` as it runs at a real table: with a board on a terminal, a screen and a service manager."""

from __future__ import annotations

import os
import queue
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import psutil

from benchmarks.journal import write
from benchmarks.line import Line, opened_line
from controller.model.records import Effect, Played, Start
from controller.referee.play import Play

SCREEN = (1024, 600)
START_WITHIN_S = 60.0
END_WITHIN_S = 10.0
ANSWER_S = 0.02
JOURNAL = "journal.sqlite"

_SETTINGS = """
[board]
kind = "serial"
port = "{port}"

[screen]
width = {width}
height = {height}

[journal]
path = "{journal}"
keep_games = 1000000
"""


class NotReady(Exception):
    """The program did not start. The text is its output."""


class Table:
    """The running program, its board, and its journal's file. `ready_s` is the duration of its start."""

    def __init__(self, process: subprocess.Popen[bytes], line: Line, journal: Path, ready_s: float) -> None:
        self.line = line
        self.journal = journal
        self.ready_s = ready_s
        self._process = psutil.Process(process.pid)

    @property
    def cpu_s(self) -> float:
        """The processor time of all threads since the start."""
        times = self._process.cpu_times()
        return float(times.user + times.system)

    @property
    def rss_mib(self) -> float:
        """The memory in use now."""
        return float(self._process.memory_info().rss) / 2**20


@contextmanager
def running_table(play: Play, closed: int, finished: int = 0, unfinished: int = 1) -> Iterator[Table]:
    """The program from start to end, on a board with these sites closed. In its journal are finished games,
    then unfinished ones, each this play.

    Raises NotReady.
    """
    with tempfile.TemporaryDirectory(prefix="tablier-") as name, opened_line(Path(name), closed) as line:
        folder = Path(name)
        settings = _written(folder, line.port)
        effects: list[Effect] = [Start(play.header), *(Played(str(ply.action)) for ply in play.plies)]
        write(folder / JOURNAL, finished, [effects] * unfinished)
        with _manager(folder / "notify") as ready:
            begun_s = time.perf_counter()
            process = _started(settings, folder / "notify", folder / "errors")
            try:
                ready_s = _await_ready(process, ready)
                if ready_s is None:
                    raise NotReady((folder / "errors").read_text())
                yield Table(process, line, folder / JOURNAL, ready_s - begun_s)
            finally:
                _end(process, line)


def _written(folder: Path, port: str) -> Path:
    """A settings file."""
    journal_file, settings = folder / JOURNAL, folder / "tablier.toml"
    width, height = SCREEN
    settings.write_text(_SETTINGS.format(port=port, journal=journal_file, width=width, height=height))
    return settings


@contextmanager
def _manager(path: Path) -> Iterator[queue.SimpleQueue[float]]:
    """The service manager: reads all notifications, and provides the moment of readiness."""
    ready: queue.SimpleQueue[float] = queue.SimpleQueue()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
        notices.bind(str(path))

        def listen() -> None:
            while (state := notices.recv(4096)) != b"":
                if state == b"READY=1":
                    ready.put(time.perf_counter())

        thread = Thread(target=listen)
        thread.start()
        try:
            yield ready
        finally:
            notices.shutdown(socket.SHUT_RD)
            thread.join()


def _started(settings: Path, notify: Path, errors: Path) -> subprocess.Popen[bytes]:
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy", "NOTIFY_SOCKET": str(notify)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # `install` compiles the program
    command = [str(Path(sys.executable).parent / "tablier"), "play", "--config", str(settings)]
    with errors.open("wb") as said:
        return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=said)


def _await_ready(process: subprocess.Popen[bytes], ready: queue.SimpleQueue[float]) -> float | None:
    """The moment of readiness; `None` if the program ended before, or was never ready."""
    end_s = time.perf_counter() + START_WITHIN_S
    while time.perf_counter() < end_s and process.poll() is None:
        try:
            return ready.get(timeout=0.1)
        except queue.Empty:
            continue
    return None


def _end(process: subprocess.Popen[bytes], line: Line) -> None:
    """End the program, answering it meanwhile, so that it can send its last picture."""
    process.terminate()
    end_s = time.perf_counter() + END_WITHIN_S
    while process.poll() is None and time.perf_counter() < end_s:
        line.answer_until(time.perf_counter() + ANSWER_S)
    process.kill()
    process.wait()
