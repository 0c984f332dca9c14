"""Two hundred tables at one broker, followed by one hall: the hall's delay and resources, also beside a table
that says what no table says.

The tables are publishers like those of real tables, each with a journal of its own on disk; the broker is a
real Mosquitto, and the hall a process of its own: `python -m benchmarks.hall PORT FOLDER`. So is the poisoned
table: `python -m benchmarks.hall PORT`. `python -m benchmarks.hall` prints the figures.
"""

from __future__ import annotations

import asyncio
import itertools
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
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from benchmarks.broker import IS_HERE, broker
from benchmarks.figures import percentile
from benchmarks.games import CELL_SITES, GRID, random_actions
from controller.daemon.shown import Shown
from controller.files.as_json import encoded
from controller.hall.serve import HallSettings, RunningHall
from controller.journal.journal import Journal
from controller.model.records import Played
from controller.model.view import Mark, Phase
from controller.mqtt.messages import ActionEvent, game_state
from controller.mqtt.publisher import MqttPublisher
from controller.referee.play import Play
from controller.referee.session import first_session
from controller.settings.settings import MqttSettings, WebSettings
from controller.shell import Shell
from controller.tables.masterplan.table import MasterplanTable

TABLES: Final = 200
TABLES_EACH: Final = 50
"""The number of tables per process: the client's `select` supports only the first 1024 file descriptors."""

SECONDS: Final = 20.0
ACTIONS_PER_S: Final = 10.0
"""Of the tables in one process: each plays an action every five seconds."""

POISONED: Final = "poisoned"
POISONS_PER_S: Final = 200.0

SEED: Final = 31
WITHIN_S: Final = 120.0
SCREEN: Final = (1024, 600)
HEADER: Final = {"game": "masterplan"}


class Figures(msgspec.Struct, frozen=True):
    """The resources of one hall: the messages received per second, the 99th percentile of the delay after an
    action, the same beside a poisoned table, its memory; and the numbers of actions played and received."""

    messages_per_s: float
    lag_p99_ms: float
    poisoned_lag_p99_ms: float
    rss_mib: float
    played: int
    heard: int


class Told(msgspec.Struct, frozen=True):
    """The report of the hall's process at its end."""

    messages: int
    lags_ms: tuple[float, ...]
    rss_mib: float


def hall_figures() -> Figures | None:
    """Let the tables play, without a poisoned one and with it; `None` without Mosquitto."""
    if not IS_HERE:
        return None
    told, played = _followed(is_poisoned=False)
    poisoned, _played = _followed(is_poisoned=True)
    rate = told.messages / SECONDS
    return Figures(rate, _p99(told), _p99(poisoned), told.rss_mib, played, len(told.lags_ms))


def _p99(told: Told) -> float:
    return percentile(told.lags_ms, 99)


def _followed(*, is_poisoned: bool) -> tuple[Told, int]:
    """The report of a hall, and the number of actions played meanwhile."""
    with tempfile.TemporaryDirectory(prefix="tablier-") as name, ExitStack() as stack:
        port = stack.enter_context(broker(Path(name))).port
        command = [sys.executable, "-m", "benchmarks.hall", str(port)]
        if is_poisoned:
            poisoned = stack.enter_context(subprocess.Popen(command))
            stack.callback(poisoned.terminate)
        pipe = subprocess.PIPE
        hall = stack.enter_context(subprocess.Popen([*command, name], stdin=pipe, stdout=pipe))
        assert hall.stdin is not None
        assert hall.stdout is not None
        context = multiprocessing.get_context("spawn")
        processes = TABLES // TABLES_EACH
        with ProcessPoolExecutor(processes, context) as pool:
            firsts = range(0, TABLES, TABLES_EACH)
            played = sum(pool.map(_play_at_tables, [port] * processes, [name] * processes, firsts))
        hall.stdin.close()
        return msgspec.json.decode(hall.stdout.read(), type=Told), played


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
        self._voice.follow(Shown(Shell(session), SCREEN))

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


# The poisoned table's process


def _poison(port: int) -> None:
    """Say, as one table, what no table says, until the process is ended."""
    client = Client(CallbackAPIVersion.VERSION2)
    client.connect("127.0.0.1", port)
    client.loop_start()
    states = _poisoned_states()
    for line in itertools.count(1):
        event = ActionEvent(
            table=POISONED,
            journal="j",
            id=line,
            at_ms=_wall_ms(),
            game=line,
            name="poison",
            kind="play",
            ply=1,
            score={"purple": line},
            over=True,
            winner="nobody",
        )
        client.publish(f"tablier/{POISONED}/game", states[line % len(states)], retain=True)
        client.publish(f"tablier/{POISONED}/action", encoded(event), qos=1, retain=True)
        time.sleep(1 / POISONS_PER_S)


def _poisoned_states() -> list[bytes]:
    """Boards that no hall can show."""
    play = Play.begin(MasterplanTable(GRID, CELL_SITES), HEADER)
    session = first_session({"masterplan": play.table}, GRID, 600, {})
    state = game_state(replace(session, play=play, phase=Phase.PLAYING, game_id=1), "en")
    board = state.board
    assert board is not None
    mark = Mark("poison", 0, 0, 1.0)
    boards = (
        replace(board, columns=3_000, rows=3_000),
        replace(board, marks=(mark,)),
        replace(board, marks=(replace(mark, x=1e308),) * 2_000),
    )
    return [encoded(msgspec.structs.replace(state, board=one)) for one in boards]


# The hall's process


class _MeasuredHall(RunningHall):
    """A hall that records its delays."""

    lags_ms: tuple[float, ...] = ()

    def _take(self, topic: str, payload: bytes) -> None:
        super()._take(topic, payload)
        if topic.endswith("/action") and POISONED not in topic:
            event = msgspec.json.decode(payload, type=ActionEvent)
            self.lags_ms = (*self.lags_ms, _wall_ms() - event.at_ms)


async def _follow(port: int, folder: Path) -> None:
    """Follow until standard input ends, then report."""
    mqtt, web = MqttSettings(broker="127.0.0.1", port=port), WebSettings(port=0)
    hall = _MeasuredHall(HallSettings(mqtt, web, "bench", folder / "hall.json"), "", {}, "bench")
    ends = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.run_in_executor(None, lambda: (sys.stdin.read(), loop.call_soon_threadsafe(ends.set)))
    following = asyncio.create_task(_look_on(hall))
    await hall.run(ends)
    following.cancel()
    rss_mib = psutil.Process().memory_info().rss / 2**20
    sys.stdout.buffer.write(msgspec.json.encode(Told(hall.heard, hall.lags_ms, rss_mib)))


async def _look_on(hall: RunningHall) -> None:
    """Follow the page, as a browser on the wall does."""
    while not hall.port:
        await asyncio.sleep(0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", hall.port)
    writer.write(b"GET /events/en HTTP/1.1\r\nHost: localhost\r\n\r\n")
    while await reader.read(1 << 16):
        pass


def main(arguments: list[str]) -> None:
    """The hall, the poisoned table, or the figures."""
    match arguments:
        case [port, folder]:
            asyncio.run(_follow(int(port), Path(folder)))
        case [port]:
            _poison(int(port))
        case _:
            print(msgspec.to_builtins(hall_figures()))


if __name__ == "__main__":
    main(sys.argv[1:])
