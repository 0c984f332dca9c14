"""People who come to a page and do what no browser does."""

from __future__ import annotations

import contextlib
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from controller.settings.settings import WebSettings
from tests.controller.simulation.storm.flaky_broker import AT_ONCE

PATHS: Final = ("/", "/events/de", "/events/en", "/games/fr", "/games/en/1/3", "/games/1.jsonl", "/x" * 2000)
HELLO: Final = bytes.fromhex("16030100c8010000c40303") + bytes(200)
"""How a browser begins that wants to speak TLS."""

ADDRESS: Final = "http://table.example:8321/"
"""Where the codes for phones lead, as the settings say."""

MOST_LEFT: Final = 30
FLOOD: Final = 250
"""More clients than a page takes at once."""

REST_S: Final = 0.003
BROKEN_S: Final = 0.7


class Crowd:
    """A thread of them. `whims` counts what they do."""

    def __init__(self, port: int, seed: int) -> None:
        self._port = port
        self._random = random.Random(seed)
        self._left: list[socket.socket] = []
        self.whims: Counter[str] = Counter()
        self.breaks = threading.Event()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Let all of them go."""
        self.breaks.clear()
        self._ends.set()
        self._thread.join(5)
        for line in self._left:
            line.close()

    def _run(self) -> None:
        weights = [weight for _, weight in self._WHIMS.values()]
        while not self._ends.wait(REST_S):
            (name,) = self._random.choices(list(self._WHIMS), weights)
            act, _ = self._WHIMS[name]
            with contextlib.suppress(OSError):
                self.whims[name] += 1
                act(self)

    def _line(self) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self._port), 0.3)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        return line

    def _asked(self) -> bytes:
        return f"GET {self._random.choice(PATHS)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()

    def _leave_amid(self) -> None:
        """In the middle of the question, or of the answer."""
        with self._line() as line:
            line.sendall(self._asked()[: self._random.randint(5, 5000)])
            line.recv(self._random.choice([1, 5000]))

    def _talk_rubbish(self) -> None:
        with self._line() as line:
            line.sendall(self._random.choice([HELLO, self._random.randbytes(50)]))
            line.recv(100)

    def _stall(self) -> None:
        """Ask for the stream, or for half of something, and neither read nor leave."""
        line = self._line()
        self._left.append(line)
        half = b"GET /games/en HTTP/1.1\r\nHost: loc"
        line.sendall(self._random.choice([b"GET /events/fr HTTP/1.1\r\nHost: localhost\r\n\r\n", half]))
        if len(self._left) > MOST_LEFT:
            self._left.pop(0).close()

    def _flood(self) -> None:
        with contextlib.ExitStack() as lines:
            for _ in range(FLOOD):
                lines.enter_context(self._line())

    def _ask_much(self) -> None:
        with self._line() as line:
            line.sendall(b"".join(self._asked() for _ in range(60)))
            line.recv(2000)

    def _ask_for_what_is_not_to_be_had(self) -> None:
        asked = self._random.choice(
            [
                b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n" + b"x" * 9000,
                b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
                b"GET /../../etc/passwd HTTP/1.0\r\n\r\n",
            ]
        )
        with self._line() as line:
            line.sendall(asked)
            line.recv(2000)

    def _break_it(self) -> None:
        """As a fault of the page's own would: it ends, and another program may get its port."""
        self.breaks.set()
        end_s = time.monotonic() + BROKEN_S
        while time.monotonic() < end_s and not self._ends.wait(REST_S):
            with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", self._port)):
                self.whims["takes its port"] += 1
                self._ends.wait(0.1)
                return

    def address_of(self, _settings: WebSettings, port: int) -> str:
        """A replacement for `server.address_of`: it fails if the page is to be broken."""
        if port and self.breaks.is_set():
            self.breaks.clear()
            raise RuntimeError("a fault of the page")
        return ADDRESS if port else ""

    _WHIMS: Final[dict[str, tuple[Callable[[Crowd], None], int]]] = {
        "leaves amid": (_leave_amid, 40),
        "talks rubbish": (_talk_rubbish, 20),
        "stalls": (_stall, 20),
        "floods": (_flood, 1),
        "asks much": (_ask_much, 10),
        "asks what is not to be had": (_ask_for_what_is_not_to_be_had, 20),
        "breaks it": (_break_it, 1),
    }
