"""A storm while others look on: the page and the broker are there, and nothing there is as it should be.

`python -m tests.controller.storm.onlookers SEED GAMES JOBS` plays a larger one.
"""

from __future__ import annotations

import contextlib
import http.client
import random
import socket
import struct
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from controller.mqtt.publisher import MqttPublisher
from controller.rig import Rig
from controller.settings import MqttSettings, WebSettings
from controller.storm import run as storms
from controller.web.server import WebServer

CONNACK: Final = b"\x20\x02\x00\x00"
AT_ONCE: Final = struct.pack("ii", 1, 0)
"""For `SO_LINGER`: close without a word."""


class Nuisance:
    """A thread that does something over and over until it is told to end."""

    def __init__(self, act: Callable[[random.Random], None]) -> None:
        self._act = act
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        dice = random.Random(1)
        while not self._ends.wait(0.002):
            with contextlib.suppress(OSError, http.client.HTTPException):
                self._act(dice)

    def stop(self) -> None:
        """End."""
        self._ends.set()
        self._thread.join(5)


class FlakyBroker:
    """Takes connections as a broker does, and then does what it likes with them."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(0.2)
        self.port: int = self._listening.getsockname()[1]
        self._nuisance = Nuisance(self._take_one)

    def _take_one(self, dice: random.Random) -> None:
        line, _ = self._listening.accept()
        with line:
            line.settimeout(0.2)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            whim = dice.randrange(4)
            if whim == 0:
                return
            line.recv(4096)
            line.sendall(dice.randbytes(20) if whim == 1 else CONNACK)
            while dice.random() < 0.9 and line.recv(4096):
                if dice.random() < 0.5:
                    line.sendall(b"\x40\x02" + dice.randbytes(2))  # thanks for a message, perhaps

    def stop(self) -> None:
        """End."""
        self._nuisance.stop()
        self._listening.close()


def crowd(server: WebServer) -> Callable[[random.Random], None]:
    """People who come to the page, ask for anything, and leave in the middle of the answer."""

    def act(dice: random.Random) -> None:
        if not server.port:
            return
        with socket.create_connection(("127.0.0.1", server.port), 0.5) as line:
            line.settimeout(0.5)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            path = dice.choice(["/", "/events/de", "/games/fr", "/games/en/1/3", "/x" * 2000])
            asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
            line.sendall(dice.randbytes(50) if dice.random() < 0.2 else asked[: dice.randint(5, 5000)])
            line.recv(dice.choice([1, 5000]))

    return act


class WatchedRig(Rig):
    """A table that is looked at while its world misbehaves."""

    def __init__(self, config: Any, journal_file: Path, *more: Any, **named: Any) -> None:
        super().__init__(config, journal_file, *more, **named)
        self._broker = FlakyBroker()
        settings = MqttSettings(broker="127.0.0.1", port=self._broker.port, table="storm")
        self._voice = MqttPublisher(settings, "", journal_file, after_s=0)
        self._page = WebServer(WebSettings(port=0), journal_file, "1", after_s=0)
        self._voice.start()
        self._page.start()
        self._crowd = Nuisance(crowd(self._page))

    def _look(self) -> None:
        super()._look()
        if self.daemon is not None:
            self._page.follow(self.daemon.shown)
            self._voice.follow(self.daemon.shown)

    def close(self) -> None:
        """See `Rig.close`."""
        super().close()
        self._crowd.stop()
        self._page.stop()
        self._voice.stop()
        self._broker.stop()


def main(seed: int, games: int, jobs: int) -> int:
    """Play a storm with onlookers, and tell of it."""
    return storms.run(storms.Storm(seed, games), jobs, Path("out"), sys.stdout, WatchedRig)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
