"""A served page in tests: the real server on a free port, and requests as a browser makes them."""

from __future__ import annotations

import http.client
import json
import random
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from controller.daemon.shown import Shown
from controller.journal.journal import Journal
from controller.model.records import Finish, Played, Start
from controller.referee.session import Event, Session
from controller.settings.settings import WebSettings
from controller.shell import Shell
from controller.tables.massai.table import MassaiTable
from controller.tables.masterplan.table import MasterplanTable
from controller.web.server import WebServer
from tests.controller.screens.samples.sessions import GRID, played

WITHIN_S: Final = 60
HOUSES: Final = ("house d4 ne", "house f6 n", "house c3 n")
ANY_PORT: Final = WebSettings(port=0)


def masterplan(*texts: str) -> Session:
    """A table in the middle of a game of Masterplan."""
    return played(MasterplanTable(GRID, 3), {"game": "masterplan"}, list(texts))


def massai(*texts: str) -> Session:
    """A table in the middle of a game of Massaï."""
    return played(MassaiTable(GRID, 3), {"game": "massai"}, list(texts))


def shown(session: Session) -> Shown:
    """A table's view."""
    return Shown(Shell(session), (1024, 600))


def until(holds: Callable[[], bool]) -> None:
    """Wait for another thread."""
    end_s = time.monotonic() + WITHIN_S
    while not holds():
        assert time.monotonic() < end_s
        time.sleep(0.005)


@contextmanager
def serving(
    session: Session | None = None,
    journal: Path | None = None,
    settings: WebSettings = ANY_PORT,
    emit: Callable[[Event], object] = lambda event: None,
) -> Iterator[WebServer]:
    """A server that listens."""
    server = WebServer(settings, journal, "1.2.3", emit, after_s=0)
    server.start()
    try:
        until(lambda: server.port > 0)
        if session is not None:
            server.follow(shown(session))
        yield server
    finally:
        server.stop()


def free_port() -> int:
    """A port without a listener, which the kernel gives to no connection of this computer: it uses those from
    32768 on."""
    while True:
        port = random.randint(10_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def connection(server: WebServer) -> http.client.HTTPConnection:
    """A browser's connection."""
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=WITHIN_S)


def ask(
    server: WebServer, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[http.client.HTTPResponse, str]:
    """One request: the answer, and its text."""
    line = connection(server)
    line.request(method, path, body, headers)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer, text


def told(server: WebServer, path: str) -> Any:
    """The answer to a request, as JSON."""
    answer, text = ask(server, path)
    assert answer.status == 200, text
    return json.loads(text)


class Stream:
    """A follower of the table."""

    def __init__(self, server: WebServer, language: str = "en") -> None:
        self._line = connection(server)
        self._line.request("GET", f"/events/{language}")
        self.answer = self._line.getresponse()

    def line(self) -> str:
        """The next line of the stream; nothing at its end."""
        return self.answer.readline().decode()

    def picture(self) -> Any:
        """The next picture."""
        while True:
            line = self.line()
            assert line, "the stream has ended"
            if line.startswith("data: "):
                return json.loads(line.removeprefix("data: "))

    def close(self) -> None:
        """Go away."""
        self.answer.close()
        self._line.close()


def kept_games(folder: Path) -> Path:
    """A journal with a game that was resigned, and one that is being played."""
    file = folder / "journal.sqlite"
    with Journal.open(file) as journal:
        header = {"game": "masterplan"}
        result = {"winner": "yellow", "score": {"white": 0, "yellow": 0}}
        journal.apply((Start(header), *map(Played, HOUSES), Finish(result)), 1_700_000_000_000)
        journal.apply((Start(header), Played("house a1 n")), 1_700_000_001_000)
    return file
