"""The main loop of a real table."""

from __future__ import annotations

import queue
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from controller.app import WATCHDOG_MS, Devices, Events, loop
from controller.config import Config
from controller.daemon import started
from controller.display import NoDisplay
from controller.journal import Journal
from hardware.ports import Closed, SensorFrame


class NoLights:
    """A table without lights."""

    def show(self, frame: bytes) -> None:
        """See `Lights`."""


class FramesOf10Ms:
    """A clock, and a board that sends a frame at each of its ticks until the table is closed."""

    def __init__(self, events: Events, until_ms: int) -> None:
        self.now_ms = 0
        self._events = events
        self._until_ms = until_ms

    def __call__(self) -> int:
        return self.now_ms

    def poll(self, now_ms: int) -> None:
        """See `Polled`."""
        self.now_ms = now_ms + 10
        is_over = self.now_ms > self._until_ms
        self._events.put(Closed(self.now_ms) if is_over else SensorFrame(self.now_ms, 0))


def test_systemd_is_told_once_a_second_that_the_loop_is_alive_however_much_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    events: Events = queue.SimpleQueue()
    board = FramesOf10Ms(events, until_ms=5 * WATCHDOG_MS - 1)
    events.put(SensorFrame(0, 0))
    with Journal.open(None) as kept, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        daemon = started(Config(), kept, NoLights(), ["board"], lambda: 0)
        loop(daemon, Devices(Config(), (), (board,), NoLights(), NoDisplay(), ()), events, board)
        heard = []
        with suppress(BlockingIOError):
            while True:
                heard.append(systemd.recv(100))
    assert heard == [b"WATCHDOG=1"] * 5
