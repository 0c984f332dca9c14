"""Two hundred tables at one broker, followed by one hall: the hall's delay and resources.

The tables are publishers like those of real tables, each with a journal of its own on disk; the broker is a
real Mosquitto, and the hall a process of its own: `python -m benchmarks.hall PORT FOLDER`.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
import psutil

from benchmarks.broker import IS_HERE, broker
from benchmarks.games import CELL_SITES, GRID, random_actions
from controller.daemon.shown import Shown
from controller.hall.serve import HallSettings, RunningHall
from controller.journal.journal import Journal
from controller.model.records import Play as Played
from controller.model.view import Phase
from controller.mqtt.messages import ActionEvent
from controller.mqtt.publisher import MqttPublisher
from controller.referee.play import Play
from controller.referee.session import first_session
from controller.settings.settings import MqttSettings, WebSettings
from controller.tables.masterplan.table import MasterplanTable

TABLES: Final = 200
TABLES_EACH: Final = 50
"""The number of tables per process: the client's `select` supports only the first 1024 file descriptors."""

SECONDS: Final = 20.0
ACTIONS_PER_S: Final = 10.0
"""Of the tables in one process: each plays an action every five seconds."""

SEED: Final = 31
WITHIN_S: Final = 120.0
SCREEN: Final = (1024, 600)
HEADER: Final = {"game": "masterplan"}


class Figures(msgspec.Struct, frozen=True):
    """The resources of one hall: the messages received per second, the 99th percentile of the delay after an
    action, its memory; and the numbers of actions played and received."""

    messages_per_s: float
    lag_p99_ms: float
    rss_mib: float
    played: int
    heard: int


class Told(msgspec.Struct, frozen=True):
    """The report of the hall's process at its end."""

    messages: int
    lags_ms: tuple[float, ...]
    rss_mib: float


def hall_figures() -> Figures | None:
    """Let the tables play, and read the hall's report; `None` without Mosquitto."""
    if not IS_HERE:
        return None
    with tempfile.TemporaryDirectory(prefix="tablier-") as name, ExitStack() as stack:
        port = stack.enter_context(broker(Path(name))).port
        command = [sys.executable, "-m", "benchmarks.hall", str(port), name]
        pipe = subprocess.PIPE
        hall = stack.enter_context(subprocess.Popen(command, stdin=pipe, stdout=pipe))
        assert hall.stdin is not None
        assert hall.stdout is not None
        context = multiprocessing.get_context("spawn")
        processes = TABLES // TABLES_EACH
        with ProcessPoolExecutor(processes, context) as pool:
            firsts = range(0, TABLES, TABLES_EACH)
            played = sum(pool.map(_play_at_tables, [port] * processes, [name] * processes, firsts))
        hall.stdin.close()
        told = msgspec.json.decode(hall.stdout.read(), type=Told)
    lags_ms = sorted(told.lags_ms)
    lag_p99_ms = lags_ms[min(len(lags_ms) - 1, len(lags_ms) * 99 // 100)]
    return Figures(told.messages / SECONDS, lag_p99_ms, told.rss_mib, played, len(lags_ms))


def _play_at_tables(port: int, folder: str, first: int) -> int:
    """In a process of its own: play at some of the tables; returns the number of actions."""
    with ExitStack() as stack:
        tables = []
        for number in range(first, first + TABLES_EACH):
            tables.append(_Table(f"t{number}", port, Path(folder)))
            stack.callback(tables[-1].close)
        _until_all_are_there(tables)
        played = _play(tables)
        time.sleep(1.0)  # the last messages are on their way
        return played


class _Table:
    """A table's publisher, its journal, and random games played at it."""

    def __init__(self, name: str, port: int, folder: Path) -> None:
        file = folder / f"{name}.sqlite"
        self._journal = Journal.open(file)
        self._dice = random.Random(f"{SEED} {name}")
        self._cursor = folder / f"{name}-mqtt.json"
        self._table = MasterplanTable(GRID, CELL_SITES)
        self._begin()
        self._voice = MqttPublisher(
            MqttSettings(broker="127.0.0.1", port=port, table=name), "", file, after_s=0
        )
        self._voice.start()
        self._show()

    def _begin(self) -> None:
        self._play = Play.begin(self._table, HEADER)
        self._game = self._journal.start_game(HEADER, _wall_ms())
        self._actions = random_actions(self._play.position, self._dice)

    def _show(self) -> None:
        session = first_session({"masterplan": self._table}, GRID, 600, {})
        session = replace(session, play=self._play, phase=Phase.PLAYING, game_id=self._game)
        self._voice.follow(Shown(session, SCREEN))

    @property
    def is_there(self) -> bool:
        """Whether it has begun to publish."""
        return self._cursor.exists()

    def play(self) -> None:
        """Play one action."""
        action = next(self._actions, None)
        if action is None:
            self._begin()
            action = next(self._actions)
        self._play = self._play.after(action)
        self._journal.apply((Played(str(action)),), _wall_ms(), self._game)
        self._show()

    def close(self) -> None:
        """End."""
        self._voice.stop()
        self._journal.close()


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _until_all_are_there(tables: list[_Table]) -> None:
    end_s = time.monotonic() + WITHIN_S
    while not all(table.is_there for table in tables):
        assert time.monotonic() < end_s, "the tables do not reach the broker"
        time.sleep(0.05)


def _play(tables: list[_Table]) -> int:
    """Play at one table after the other; returns the number of actions."""
    begun_s = time.monotonic()
    played = 0
    while (passed_s := time.monotonic() - begun_s) < SECONDS:
        if played >= passed_s * ACTIONS_PER_S:
            time.sleep(1 / ACTIONS_PER_S / 4)
            continue
        tables[played % len(tables)].play()
        played += 1
    return played


# The hall's process


class _MeasuredHall(RunningHall):
    """A hall that records its delays."""

    lags_ms: tuple[float, ...] = ()

    def _take(self, topic: str, payload: bytes) -> None:
        super()._take(topic, payload)
        if topic.endswith("/action"):
            event = msgspec.json.decode(payload, type=ActionEvent)
            self.lags_ms = (*self.lags_ms, _wall_ms() - event.at_ms)


async def _follow(port: int, folder: Path) -> None:
    """Follow until standard input ends, then report."""
    mqtt, web = MqttSettings(broker="127.0.0.1", port=port), WebSettings(port=0)
    hall = _MeasuredHall(HallSettings(mqtt, web, "bench", folder / "hall.json"), "", {}, "bench")
    ends = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.run_in_executor(None, lambda: (sys.stdin.read(), loop.call_soon_threadsafe(ends.set)))
    await hall.run(ends)
    rss_mib = psutil.Process().memory_info().rss / 2**20
    sys.stdout.buffer.write(msgspec.json.encode(Told(hall.heard, hall.lags_ms, rss_mib)))


if __name__ == "__main__":
    asyncio.run(_follow(int(sys.argv[1]), Path(sys.argv[2])))
