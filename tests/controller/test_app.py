"""The main loop of a real table."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from controller.app import lay_out, network_faults
from controller.daemon.daemon import started
from controller.daemon.display import NoDisplay
from controller.daemon.events import Events
from controller.daemon.main_loop import loop
from controller.daemon.shown import Shown
from controller.daemon.watchdog import FEED_MS
from controller.journal.journal import Journal
from controller.model.records import Played, Start
from controller.mqtt.publisher import MqttPublisher
from controller.referee.session import Pressed
from controller.settings.settings import Config, MqttSettings, WebSettings
from controller.web.server import WebServer
from hardware.ports import Closed, LinkUp, SensorFrame
from hardware.simulated.table import SimulatedTable


class NoLights:
    """A table without lights."""

    def show(self, frame: bytes) -> None:
        """See `Lights`."""


TICK_MS = 4


class Clock:
    """A clock that goes on whenever it is asked, and a board that always has sent a frame already, until the
    table is closed."""

    def __init__(self, events: Events, until_ms: int) -> None:
        self._now_ms = -TICK_MS
        self._events = events
        self._until_ms = until_ms

    def __call__(self) -> int:
        self._now_ms += TICK_MS
        is_over = self._now_ms > self._until_ms
        if self._events.empty():
            self._events.put(Closed(self._now_ms) if is_over else SensorFrame(self._now_ms, 0))
        return self._now_ms


def run(until_ms: int) -> None:
    """The loop at a table whose board never stops sending."""
    events = Events()
    clock = Clock(events, until_ms)
    with Journal.open(None) as kept:
        daemon = started(Config(), kept, NoLights(), ["board"], lambda: 0)
        loop(daemon, (), NoDisplay(), events, clock)


def test_systemd_is_told_once_a_second_that_the_loop_is_alive_however_much_the_board_sends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        run(until_ms=5 * FEED_MS - 20)
        heard = []
        with suppress(BlockingIOError):
            while True:
                heard.append(systemd.recv(100))
    assert heard == [b"READY=1", *[b"WATCHDOG=1"] * 4]


def test_systemd_is_told_that_the_table_is_ready_when_its_display_was_tried_and_its_picture_drawn() -> None:
    happened: list[str] = []
    events = Events()

    class Screen(NoDisplay):
        def poll(self, now_ms: int) -> None:
            happened.append("tried")

        def draw(self, shown: Shown, now_ms: int) -> None:
            happened.append("drawn")

    def look(now_ms: int) -> None:
        happened.append("told")
        events.put(Closed(now_ms))

    screen = Screen()
    with Journal.open(None) as kept:
        daemon = started(Config(), kept, NoLights(), ["board"], lambda: 0)
        loop(daemon, (screen,), screen, events, lambda: 0, look=look)
    assert happened == ["tried", "drawn", "told"]


class SlowClock:
    """A clock that goes on a little whenever it is asked."""

    now_ms = 0

    def __call__(self) -> int:
        self.now_ms += TICK_MS
        return self.now_ms


class SlowLights:
    """Lights that hold the program up for some seconds at a picture, while the board reports something."""

    def __init__(self, clock: SlowClock, events: Events) -> None:
        self.meanwhile: SensorFrame | None = None
        self._clock = clock
        self._events = events

    def show(self, frame: bytes) -> None:
        """See `Lights`."""
        if self.meanwhile is not None:
            self._events.put(self.meanwhile)
            self.meanwhile = None
            self._clock.now_ms += 4_000


def test_a_piece_that_was_lifted_while_something_held_the_program_up_is_not_played() -> None:
    events = Events()
    clock = SlowClock()
    lights = SlowLights(clock, events)
    with Journal.open(None) as kept:
        daemon = started(Config(), kept, lights, ["board"], lambda: 0)
        for event in (LinkUp(0, "board", "it"), SensorFrame(0, 0)):
            daemon.handle(event, 0)
        for button in ("game-masterplan", "start"):
            daemon.handle(Pressed(0, button), 0)
        daemon.tick(1_000)
        clock.now_ms = 1_000
        lights.meanwhile = SensorFrame(1_300, 0)
        events.put(SensorFrame(1_000, daemon.session.tables["masterplan"].sites("d4.ne")))
        loop(daemon, (), NoDisplay(), events, clock, until=lambda: clock.now_ms > 7_000)
        assert kept.entries(1) == []


def test_an_unfinished_game_stands_on_the_simulated_table_again(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as kept:
        kept.apply([Start({"game": "masterplan"}), Played("house d4 ne"), Played("house f6 n")], 0)
        daemon = started(Config(), kept, NoLights(), ["board"], lambda: 0)
    table = SimulatedTable(Config().table.grid)
    play = daemon.session.play
    assert play is not None
    lay_out(table, play)
    assert [piece.kind for piece in table.pieces] == ["house white", "house yellow"]
    assert table.closed(100_000) == play.closed


def test_page_and_broker_tell_what_is_wrong_with_them_where_they_are_wanted() -> None:
    page = WebServer(WebSettings(), None, "1")
    publisher = MqttPublisher(MqttSettings(broker="b.local"), "", None)
    page.trouble = "another program has its port"
    assert {name: ask() for name, ask in network_faults((page,), (publisher,)).items()} == {
        "page": "another program has its port",
        "broker": "the broker b.local has not answered yet",
    }
    assert network_faults((), ()) == {}


def test_the_start_leaves_out_what_only_the_page_needs() -> None:
    code = "import sys, controller.app; print(*{'asyncio', 'aiohttp', 'hashlib', 'ssl'} & sys.modules.keys())"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == ""
