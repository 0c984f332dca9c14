"""A simulated table with phones at it, in tests: the real server, and phones as a browser's page is one."""

from __future__ import annotations

import http.client
import json
import logging
import queue
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from controller.model.phones import PhonesAsk, PhoneSeen, SeatChose, Served, Watched
from controller.referee.session import Event
from controller.settings.config import load
from controller.settings.settings import WebSettings
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from controller.web.server import WebServer
from tests.controller.web.serving import Stream, ask, connection, free_port, until

ADDRESS: Final = "http://table.example:8321/"
"""The address of the page, as the settings give it. Nothing in a test asks for it by this name."""

DARK: Final = ("cell-1,1", "cell-1,2", "cell-2,2", "cell-2,3", "cell-3,3")
LIGHT: Final = ("cell-4,2", "cell-4,3", "cell-5,3", "cell-5,4", "cell-6,4")
"""Set-ups, as phones send them: b2 b3 c3 c4 d4, and e3 e4 f4 f5 g5."""

SET_UP: Final = ("setup dark b2 b3 c3 c4 d4", "setup light e3 e4 f4 f5 g5")
"""The same, as the game writes them."""


BEATS: Final = 30
"""The limit of heartbeats without a picture."""

PATHS: Final = ("/", "/seat", "/words/en", "/games/en", "/games/1.jsonl", "/games/en/1/3", "/seat/events/en")
"""The requests that anyone may make."""


def _counts(record: logging.LogRecord) -> bool:
    """Without asyncio's messages about its own work and times in Python's development mode."""
    return record.name != "asyncio" or record.levelno >= logging.ERROR


class PhoneTable:
    """A table with a page. Its program may be restarted."""

    def __init__(self, folder: Path) -> None:
        self.rig = Rig(load(), folder / "journal.sqlite")
        self.journal_file = folder / "journal.sqlite"
        self._heard: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._settings = WebSettings(listen="network", address=ADDRESS, port=free_port())
        self.phones: list[Phone] = []
        self.server = self._server()
        self.player = Player(self.rig)

    def _server(self) -> WebServer:
        return WebServer(self._settings, self.journal_file, "1.2.3", self._heard.put, after_s=0)

    def start(self) -> None:
        """Switch the program on, and wait for its page."""
        self.rig.power_on()
        self.rig.running.shell_requests.phones = self.server
        self.server.start()
        self.until(lambda: bool(self.rig.running.shell.address))
        self.rig.run_for(50)

    def restart(self) -> None:
        """Kill the program, and restart it."""
        self.stop()
        self.rig.power_cut()
        self.server = self._server()
        self.start()

    def stop(self) -> None:
        """End the page."""
        for phone in self.phones:
            phone.close()
        self.phones.clear()
        self.server.stop()

    def hear(self) -> None:
        """The main loop's work: handle the page's messages, and send it the view."""
        while not self._heard.empty():
            event = self._heard.get()
            assert isinstance(event, Served | Watched | PhoneSeen | PhonesAsk | SeatChose)
            self.rig.running.handle(replace(event, at_ms=self.rig.now_ms), self.rig.now_ms)
        self.server.follow(self.rig.running.shown)

    def until(self, holds: Callable[[], bool]) -> None:
        """Go on until something is so."""

        def is_so() -> bool:
            self.hear()
            return holds()

        until(is_so)

    def touch(self, *names: str) -> None:
        """Touch what the screen shows."""
        for name in names:
            self.player.touch(name)
            self.hear()

    def play(self, *texts: str) -> None:
        """Play on the screen and the board."""
        for text in texts:
            self.player.play(text)
            self.hear()

    @property
    def actions(self) -> list[str]:
        """The journal's entries of the newest game."""
        return list(self.rig.stored.actions(self.rig.stored.games()[-1].id))

    def actions_of(self, game: int) -> list[str]:
        """The journal's entries of a game."""
        return list(self.rig.stored.actions(game))

    @property
    def code(self) -> str:
        """The text of the QR code on the screen."""
        shown = self.rig.running.shown.view.code
        assert shown is not None
        return shown.address

    def ticket(self, seat: str) -> str:
        """A new code for a seat's phone: its page is opened if it is offered, and stays on the screen."""
        self.touch("#phone")
        if self.rig.running.shown.view.choices:
            self.touch(f"#phone-{seat}")
        address, _, ticket = self.code.partition("#")
        assert address == f"{ADDRESS}seat"
        return ticket

    def phone(self, seat: str) -> Phone:
        """A phone that has scanned the code for a seat, and is there."""
        return self.scanned(self.ticket(seat))

    def scanned(self, ticket: str) -> Phone:
        """A phone that has scanned a code, and is there."""
        phone = self._came("/seat/join", {"ticket": ticket})
        self.until(lambda: self.rig.running.shell.layer is None)
        return phone

    def asking(self, seat: str, token: str = "") -> Phone:
        """A phone that asks for a seat, and waits until it is let in."""
        phone = self._came("/seat/ask", {"seat": seat}, token)
        self.until(lambda: any(one.seat == seat for one in self.rig.running.shell.asks))
        return phone

    def known(self) -> Phone:
        """A phone that asks for no seat, as anybody's may."""
        return self._came("/seat/ask", {"seat": ""})

    def _came(self, path: str, body: object, token: str = "") -> Phone:
        answer, text = post(self.server, path, body, token)
        assert answer.status == 200, text
        phone = Phone(self, str(json.loads(text)["token"]))
        self.phones.append(phone)
        return phone


class Phone:
    """A phone that the table knows, and that follows."""

    def __init__(self, table: PhoneTable, token: str) -> None:
        self._table = table
        self.token = token
        self._stream = SeatStream(table.server, self.token)
        self._sent = 0

    def picture(self) -> Any:
        """The next picture."""
        self._table.hear()
        return self._stream.picture()

    def until(self, holds: Callable[[Any], bool]) -> Any:
        """The first picture of which something holds."""
        while not holds(picture := self.picture()):
            pass
        return picture

    def choose(self, choice: str, items: Sequence[str], ply: int) -> int:
        """Send a choice; the answer's status."""
        self._sent += 1
        body = {"choice": choice, "ply": ply, "items": list(items), "number": self._sent}
        return post(self._table.server, "/seat/choose", body, self.token)[0].status

    def why_out(self) -> str:
        """Why the table lets it out: the last word of its stream."""
        self._table.hear()
        return self._stream.ends_with("out")

    def is_left_behind(self) -> bool:
        """Whether its stream ends without a word: others have taken its place."""
        return self._stream.ends_with("out") == ""

    def close(self) -> None:
        """Go away."""
        self._stream.close()


class SeatStream(Stream):
    """The stream of a seat's phone."""

    def __init__(self, server: WebServer, token: str, language: str = "en") -> None:
        self._line = connection(server)
        self._line.request("GET", f"/seat/events/{language}", headers={"Authorization": f"Bearer {token}"})
        self.answer = self._line.getresponse()
        self.told = b""

    def picture(self) -> Any:
        """The next picture. Fails where none comes for long: a stream that lives has beats."""
        beats = 0
        while True:
            line = self.line()
            assert line, "the stream has ended"
            beats += line.startswith("event: beat")
            assert beats < BEATS, "no picture comes"
            if line.startswith("data: "):
                return json.loads(line.removeprefix("data: "))

    def line(self) -> str:
        """The next line of the stream; nothing at its end."""
        line = self.answer.readline()
        self.told += line
        return line.decode()

    def ends_with(self, wanted: str) -> str:
        """Read on to the end: the reason in its last event; empty if that is not the `wanted` one."""
        event = data = ""
        while line := self.line():
            name, _, words = line.partition(": ")
            event, data = (words.strip(), data) if name == "event" else (event, words or data)
        return str(json.loads(data)["why"]) if event == wanted else ""


def post(
    server: WebServer, path: str, body: object, token: str = "", **headers: str
) -> tuple[http.client.HTTPResponse, str]:
    """One request with a body, as JSON unless it is bytes: the answer, and its text."""
    if token:
        headers["Authorization"] = f"Bearer {token}"
    headers = {"Content-Type": "application/json", **headers}
    line = connection(server)
    line.request("POST", path, body if isinstance(body, bytes) else json.dumps(body).encode(), headers)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer, text


def told_to_all(table: PhoneTable, log: pytest.LogCaptureFixture) -> dict[str, Any]:
    """The present messages to spectators, strangers, the screen and readers of the log or an export. Random
    parts are left out."""
    spectator = Stream(table.server)
    found = {
        "spectator": spectator.picture(),
        **{path: ask(table.server, path)[1] for path in PATHS},
        "export": table.rig.journal.export(1),
        "screen": table.rig.running.shown.view,
        "session": re.sub(" at 0x[0-9a-f]+", "", repr(table.rig.running.session)),
        "log": [re.sub("port [0-9]+", "port", one.getMessage()) for one in log.records if _counts(one)],
    }
    spectator.close()
    return found


def phone_table(folder: Path, *played: str) -> AbstractContextManager[PhoneTable]:
    """A table on which Massaï has begun, after some actions."""
    return table_with(folder, "massai", {}, *played)


@contextmanager
def table_with(folder: Path, game: str, options: dict[str, Any], *played: str) -> Iterator[PhoneTable]:
    """A table on which a game has begun, after some actions."""
    with table_at_the_menu(folder) as table:
        table.player.choose_game(game, options)
        table.play(*played)
        yield table


@contextmanager
def table_at_the_menu(folder: Path) -> Iterator[PhoneTable]:
    """A table on which no game has begun."""
    table = PhoneTable(folder)
    try:
        table.start()
        yield table
    finally:
        table.stop()
        table.rig.close()
