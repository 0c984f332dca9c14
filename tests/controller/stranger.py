"""A stranger, who reads every byte that a table publishes: its page, the broker, the log, the output of
commands and files. And a table with all of these switched on.

The bytes read at two tables are compared. `_DIFFERS` lists all differences that are allowed.
"""

from __future__ import annotations

import http.client
import json
import logging
import re
import shutil
import tarfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from types import MappingProxyType
from typing import Final

import pytest
from click.testing import CliRunner

from benchmarks.broker import broker
from controller.caretaker import Caretaker, FrameCounter, Observed
from controller.cli import main
from controller.daemon import status_file
from controller.daemon.logs import LineFormatter
from controller.daemon.status_file import StatusFile, name_of
from controller.daemon.watchdog import Watchdog
from controller.files.as_json import encoded
from controller.model.phones import PhonesAsk, PhoneSeen, SeatChose, Served, Watched
from controller.mqtt.publisher import MqttPublisher
from controller.recorder.recorder import Recorder
from controller.recorder.report import FOLDER
from controller.referee.session import Event, Session
from controller.settings.config import load
from controller.settings.settings import Config, MqttSettings, WebSettings
from controller.simulation.people.player import Player
from controller.simulation.rig import Rig
from controller.view.language import LANGUAGES
from controller.web import seats
from controller.web.seat_picture import seat_picture
from controller.web.seats import GameSeat
from controller.web.server import WebServer
from controller.web.site import FILES
from hardware.vitals import Vitals
from tests.controller.mqtt.listener import Listener, listening
from tests.controller.recorded import Recording
from tests.controller.web.phones import ADDRESS, post
from tests.controller.web.serving import WITHIN_S, free_port, until

STREAM: Final = "/events/{language}"
GAMES: Final = (1, 2)
PLIES: Final = range(5)

PATHS: Final = {
    "/": ("/",),
    "/static/{name}": tuple(f"/static/{name.rpartition('/')[2]}" for name in FILES),
    "/words/{language}": tuple(f"/words/{language}" for language in LANGUAGES),
    STREAM: tuple(f"/events/{language}" for language in LANGUAGES),
    "/games/{language}": tuple(f"/games/{language}" for language in LANGUAGES),
    "/games/{language}/{game}/{ply}": tuple(
        f"/games/{language}/{game}/{ply}" for language in LANGUAGES for game in GAMES for ply in PLIES
    ),
    "/rules/{language}/{game}": tuple(f"/rules/{language}/massai" for language in LANGUAGES),
    "/games/{game}.jsonl": tuple(f"/games/{game}.jsonl" for game in GAMES),
    "/seat": ("/seat",),
    "/seat/join": ("/seat/join",),
    "/seat/ask": ("/seat/ask",),
    "/seat/choose": ("/seat/choose",),
    "/seat/events/{language}": tuple(f"/seat/events/{language}" for language in LANGUAGES),
}
"""The requests to every route of the server."""

LOOKS_MS: Final = 600
"""How long it takes to look at a page and touch it."""

GUESS: Final = "AAAAAAAAAAAAAAAAAAAAAA"
"""As long as what lets a phone in."""

SHOWN: Final[tuple[dict[str, str], ...]] = ({}, {"Authorization": f"Bearer {GUESS}"})
BODIES: Final = {
    "/seat/join": {"ticket": GUESS},
    "/seat/ask": {"seat": "dark"},
    "/seat/choose": {"choice": "attack", "ply": 2, "items": ["cell-4,2"], "number": 1},
}
"""The messages of a stranger who has no code, or guesses one."""

VERSION: Final = "1.2.3"

AT_ONCE_S: Final = 0.001
"""Followers get every picture here, and none is dropped."""

WRONG: Final = ("/no/such", "/events/xx", "/games/en/1/-1", "/games/0.jsonl", "/journal.sqlite", "/static/..")

_DIFFERS: Final = (
    (rb'"journal":"[0-9a-f]{8}"', "the random name that a journal has at a broker"),
    (rb'"(age|last|median|p99)_ms": ?[0-9.]+', "how long the computer's disk took, and how old a status is"),
    (rb"time=\S+ ", "when a line was logged"),
    (rb"on port [0-9]+", "the free port that the page has got"),
    (rb'"127\.0\.0\.1:[0-9]+"', "the free port that the broker has got"),
    (rb'"token":"[^"]+"', "the random token of a phone that asks to be let in"),
    (rb'(?m)^\{,"id":[0-9]+\}$', "how far a broker has thanked for what was told"),
    (rb"event: beat\n+data:\n+", "a stream in which nothing happened for a while"),
)
"""The differences between two evenings that have nothing to do with secrets, and their names."""


def _plain(data: bytes) -> bytes:
    for pattern, _ in _DIFFERS:
        data = re.sub(pattern, b"", data)
    return data


class Ear(logging.Handler):
    """Hears what is logged, at every level, as it would be written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(LineFormatter(is_under_systemd=False))
        self.lines: list[bytes] = []

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        self.lines.append(self.format(record).encode())


class Follower:
    """Follows the table, or the stream of a seat's phone, from the beginning."""

    def __init__(
        self, server: WebServer, path: str, headers: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WITHIN_S)
        self._line.request("GET", path, None, headers)
        self._answer = self._line.getresponse()
        self.heard: list[bytes] = [_head(self._answer)]
        self._last = b""

    def read_until(self, picture: bytes) -> None:
        """Read until a picture has come: one that is there already is not sent again."""
        while self._last != picture:
            line = self._answer.readline()
            assert line, "the stream has ended"
            self.heard.append(line)
            if line.startswith(b"data: "):
                self._last = line

    def close(self) -> None:
        """Go away."""
        self._answer.close()
        self._line.close()


def _head(answer: http.client.HTTPResponse) -> bytes:
    """Status and headers, but for the time of day."""
    headers = [f"{name}: {value}" for name, value in answer.getheaders() if name != "Date"]
    return "\n".join([f"{answer.status} {answer.reason}", *headers, ""]).encode()


class Stranger:
    """Reads, and stores the bytes by their source."""

    def __init__(self, server: WebServer, ear: Ear, listener: Listener, settings: Path) -> None:
        self._server = server
        self._ear = ear
        self._listener = listener
        self._settings = settings
        self._followers = {language: Follower(server, f"/events/{language}") for language in LANGUAGES}
        self.phones: dict[str, Follower] = {}
        """The streams of the other seats' phones."""
        self.shown = [*SHOWN]
        """The tokens that are shown: none, a guessed one, an expired one."""
        self._looks = 0
        self._found: dict[str, list[bytes]] = defaultdict(list)

    def look(self) -> None:
        """Read all that can be asked for."""
        self._looks += 1
        self._ask_the_server()
        for command in (("status", "--json"), ("games",), ("export", "1")):
            self._note(command[0], self._told_by(*command))
        self._take_a_report()
        self._read_the_files()

    def found(self) -> dict[str, bytes]:
        """All that was read, without what rightly differs between two evenings."""
        found = self._found | {"log": self._ear.lines}
        for language, follower in self._followers.items():
            found[f"stream {language}"] = follower.heard
        found |= {f"phone {seat}": follower.heard for seat, follower in self.phones.items()}
        for topic, payload in self._listener.raw:
            found.setdefault(f"broker {topic}", []).append(payload)
        return {where: _plain(b"\n".join(told)) for where, told in found.items()}

    def close(self) -> None:
        """Go away."""
        for follower in (*self._followers.values(), *self.phones.values()):
            follower.close()

    def _note(self, where: str, told: bytes) -> None:
        self._found[where].append(told)

    def _ask_the_server(self) -> None:
        # Each time as another client, since the number of requests per address is limited.
        somebody, follower = (f"127.0.1.{self._looks}", 0), (f"127.0.2.{self._looks}", 0)
        line = http.client.HTTPConnection("127.0.0.1", self._server.port, WITHIN_S, somebody)
        for route, paths in PATHS.items():
            self._ask(line, "POST", paths[0])
            if route != STREAM:
                for path in paths:
                    self._ask(line, "GET", path)
        for path in WRONG:
            self._ask(line, "GET", path)
        line.close()
        self._try_to_get_in()
        for language in LANGUAGES:
            self._catch_up(language, follower)

    def _try_to_get_in(self) -> None:
        for number, shown in enumerate(self.shown):
            somebody = (f"127.0.{3 + number}.{self._looks}", 0)
            line = http.client.HTTPConnection("127.0.0.1", self._server.port, WITHIN_S, somebody)
            for path, body in BODIES.items():
                self._ask(line, "POST", path, json.dumps(body), {"Content-Type": "application/json", **shown})
            for path in PATHS["/seat/events/{language}"]:
                self._ask(line, "GET", path, None, shown)
            line.close()

    def _catch_up(self, language: str, somebody: tuple[str, int]) -> None:
        """A follower reads on until a newcomer's picture."""
        line = http.client.HTTPConnection("127.0.0.1", self._server.port, WITHIN_S, somebody)
        line.request("GET", f"/events/{language}")
        answer = line.getresponse()
        while not (told := answer.readline()).startswith(b"data: "):
            assert told, f"the stream has ended: {answer.status}"
        answer.close()
        line.close()
        self._followers[language].read_until(told)

    def _ask(
        self,
        line: http.client.HTTPConnection,
        method: str,
        path: str,
        body: str | None = None,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        line.request(method, path, body, headers)
        answer = line.getresponse()
        self._note(f"{method} {path}", _head(answer) + answer.read())

    def _told_by(self, *words: str) -> bytes:
        """The output of a command, and its exit status."""
        result = CliRunner().invoke(main, [*words, "--config", str(self._settings)])
        return f"{result.exit_code} {result.output}".encode()

    def _take_a_report(self) -> None:
        target = self._settings.with_name("report.tar.gz")
        self._note("report", self._told_by("report", "--out", str(target)))
        assert target.stat().st_mode & 0o777 == 0o600
        with tarfile.open(target) as archive:
            for member in archive.getmembers():
                opened = archive.extractfile(member)
                assert opened is not None
                self._note(f"report {member.name.removeprefix(FOLDER)}", opened.read())
        target.unlink()

    def _read_the_files(self) -> None:
        """The table's files, which only its owner may read.

        The journal itself must hold secret choices, or a game would not survive a power cut; no other file
        may.
        """
        home = self._settings.parent
        for path in sorted(home.rglob("*")):
            if path == self._settings:
                continue
            assert path.stat().st_mode & 0o077 == 0, path
            if path.is_file() and not path.name.startswith("journal.sqlite"):
                name = re.sub("status-[0-9a-f]+", "status", str(path.relative_to(home)))
                self._note(f"file {name}", path.read_bytes())


class Unhurried(Player):
    """Takes the same time over every touch.

    A person who looks no longer than necessary looks longer if another button lay there before, and so longer
    at some cells than at others.
    """

    def touch(self, name: str, *, looks: bool = True) -> None:
        """Look for longer than any page asks for, and touch."""
        self._rig.run_for(LOOKS_MS)
        super().touch(name, looks=looks)


class WatchedTable:
    """A simulated table with page, broker, recorder and status, and a stranger who reads them all.

    Everything is sent at once, so that the same evening gives the same bytes.
    """

    def __init__(
        self,
        config: Config,
        voice: MqttPublisher,
        page: WebServer,
        stranger: Stranger,
        listener: Listener,
        heard: SimpleQueue[Event],
    ) -> None:
        assert config.journal.file is not None
        self.journal_file = config.journal.file
        self.rig = Rig(config, self.journal_file)
        self.player = Unhurried(self.rig)
        self._voice = voice
        self._page = page
        self._stranger = stranger
        self._listener = listener
        self._status = StatusFile(status_file.folder_here(), name_of(config))
        self._session: Session | None = None
        self._told = 0
        self._chosen = 0
        self._names: dict[str, str] = {}
        self._heard = heard

    def power_on(self) -> None:
        """Begin, with nothing on the board."""
        self.rig.power_on()
        self.rig.running.shell_requests.phones = self._page
        self.rig.run_for(50)
        self.look()

    def touch(self, *names: str) -> None:
        """Touch buttons or cells of the screen; the stranger looks after each."""
        for name in names:
            self.player.touch(name)
            self.look()

    def play(self, text: str) -> None:
        """Play an action. The choices on the way are seen by their player only."""
        self.player.play(text)
        self.look()

    def let_in(self, seat: str) -> dict[str, str]:
        """A phone of a seat scans its code: what it shows from now on."""
        self.touch("#phone")
        if self.rig.running.shown.view.choices:
            self.touch(f"#phone-{seat}")
        code = self.rig.running.shown.view.code
        assert code is not None
        ticket = code.address.partition("#")[2]
        answer, text = post(self._page, "/seat/join", {"ticket": ticket})
        assert answer.status == 200, text
        self._stranger.shown.append(bearing(ticket))  # it has been used
        return bearing(json.loads(text)["token"])

    def follow_on_a_phone(self, seat: str, shown: Mapping[str, str]) -> None:
        """The stream of a seat's phone is read too: it must not reveal the others' choices."""
        self._names[seat] = seats.name_of(shown["Authorization"].removeprefix("Bearer "))
        self._stranger.phones[seat] = Follower(self._page, "/seat/events/en", shown)
        self.until(lambda: self.rig.running.shell.layer is None)
        self.look()

    def lose(self, shown: dict[str, str]) -> None:
        """A stranger has found a phone."""
        self._stranger.shown.append(shown)

    def choose_on_a_phone(self, shown: dict[str, str], choice: str, items: Sequence[str]) -> None:
        """Choose in secret, and wait until the table has taken it."""
        play = self.rig.running.session.current
        self._chosen += 1
        body = {"choice": choice, "ply": len(play.plies), "items": items, "number": self._chosen}
        answer, text = post(self._page, "/seat/choose", body, **shown)
        assert answer.status == 202, text
        self.until(lambda: len(self.rig.running.session.current.plies) > len(play.plies))
        self.look()

    def until(self, holds: Callable[[], bool]) -> None:
        """Handle the page's messages until a condition holds."""

        def is_so() -> bool:
            self._hear()
            return holds()

        until(is_so)

    def _hear(self) -> None:
        while not self._heard.empty():
            event = self._heard.get()
            assert isinstance(event, Served | Watched | PhoneSeen | PhonesAsk | SeatChose)
            self.rig.running.handle(replace(event, at_ms=self.rig.now_ms), self.rig.now_ms)
            self._page.follow(self.rig.running.shown)

    def look(self) -> None:
        """Send everyone the main loop's messages, and let the stranger read them."""
        self._hear()
        self.rig.run_for(0)
        shown = self.rig.running.shown
        health = self._caretaker().health(self.rig.now_ms)
        self._status.write(health)
        self._voice.tell(health)
        self._told += shown.session is not self._session
        self._session = shown.session
        self._voice.follow(shown)
        self._page.follow(shown)
        until(self._is_told)
        for seat, phone in self._stranger.phones.items():
            picture = seat_picture(shown.session, GameSeat(1, seat), self._names[seat], "en", VERSION)
            phone.read_until(b"data: %b\n" % encoded(picture))
        self._stranger.look()

    def _is_told(self) -> bool:
        """Whether the broker has every picture, and every line of the journal."""
        is_shown = len(self._listener.payloads("/game")) >= self._told
        return is_shown and len(self._listener.payloads("/action")) == self.rig.journal.last_line()

    def _caretaker(self) -> Caretaker:
        rig = self.rig
        frames, vitals = FrameCounter(lambda event: None), Vitals(50.0, False)
        off = Recorder(None, 0, lambda: pytest.fail("it is off"))
        parts = Observed(
            rig.running, rig.journal, off, Watchdog(), frames, ("board",), lambda: 0, None, lambda: vitals
        )
        return Caretaker(parts, [], 0)


def bearing(token: str) -> dict[str, str]:
    """The header in which a token is shown."""
    return {"Authorization": f"Bearer {token}"}


@contextmanager
def evening(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[tuple[WatchedTable, dict[str, bytes]]]:
    """An evening at a table in a folder, and what a stranger has read in it, which is there at its end.

    The next evening may have the same folder, so that it has the same names in it.
    """
    home = folder / "table"
    home.mkdir(mode=0o700)
    patch.setattr(status_file, "folder_here", lambda: home / "run")
    patch.setattr(status_file, "SERVICE", home / "run")
    patch.setattr("controller.web.site.PAUSE_S", AT_ONCE_S)
    patch.setattr("controller.web.seat_site.PAUSE_S", AT_ONCE_S)
    patch.setattr("controller.mqtt.publisher.PAUSE_S", AT_ONCE_S)
    settings = home / "tablier.toml"
    settings.write_text(f'[journal]\npath = "{home}/games/journal.sqlite"\n', encoding="utf-8")
    config = load(settings)
    assert config.recorder_folder is not None
    patch.setattr("controller.simulation.rig.started", Recording(config.recorder_folder).started)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, home)
        ear = stack.enter_context(hearing())
        server = stack.enter_context(broker(folder))
        listener = stack.enter_context(listening(server.port))
        heard: SimpleQueue[Event] = SimpleQueue()
        for_phones = WebSettings(listen="network", address=ADDRESS, port=free_port())
        page = WebServer(for_phones, config.journal.file, VERSION, heard.put, after_s=0)
        stack.callback(page.stop)
        page.start()
        until(lambda: page.port > 0 and not heard.empty())
        told = MqttSettings(broker="127.0.0.1", port=server.port, table="t1")
        voice = MqttPublisher(told, "", config.journal.file, after_s=0)
        stack.callback(voice.stop)
        voice.start()
        until(lambda: not voice.trouble)
        stranger = Stranger(page, ear, listener, settings)
        stack.callback(stranger.close)
        table = WatchedTable(config, voice, page, stranger, listener, heard)
        stack.callback(table.rig.close)
        found: dict[str, bytes] = {}
        yield table, found
        voice.stop()
        until(lambda: listener.payloads("/online")[-1:] == ["offline"])
        found.update(stranger.found())


@contextmanager
def hearing() -> Iterator[Ear]:
    """A listener to the whole log."""
    ear, root = Ear(), logging.getLogger()
    level = root.level
    root.setLevel(logging.DEBUG)
    root.addHandler(ear)
    try:
        yield ear
    finally:
        root.removeHandler(ear)
        root.setLevel(level)
