"""A stranger who listens over a whole evening: at the page and its streams, at the broker, and at what the
wires to the phones carry. Nothing that is heard may be other than it would be with other secrets.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Final

from benchmarks.broker import IS_HERE as HAS_BROKER
from controller.view.language import LANGUAGES
from tests.controller.mqtt.listener import Listener, listening
from tests.controller.stranger import BODIES, GUESS, PATHS, SHOWN, WRONG
from tests.controller.web.evening.real_table import RealTable

EVERY_S: Final = 3.0
"""How often all that can be asked for is asked for."""

_PICTURES: Final = re.compile(rb"event: picture\ndata: (.*)\n")
_CHUNKS: Final = re.compile(rb"\r\n[0-9a-f]+\r\n")


class Stranger:
    """Listens until it is told to go."""

    def __init__(self, table: RealTable, broker: Listener | None) -> None:
        self._table = table
        self._broker = broker
        self._is_gone = threading.Event()
        self.streams: dict[str, bytearray] = {language: bytearray() for language in LANGUAGES}
        """The data of each public stream."""
        self.answers: list[bytes] = []
        """All other answers, with their heads."""
        self.tokens: list[str] = [GUESS]
        """What it shows: a guess, and what it has found."""
        self.refusals: set[int] = set()
        """The status of all answers."""
        self._opened = ExitStack()
        self._threads = [
            *(threading.Thread(target=self._follow, args=(language,)) for language in LANGUAGES),
            threading.Thread(target=self._ask_again_and_again),
        ]

    def start(self) -> None:
        """Begin to listen."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Go."""
        self._is_gone.set()
        for thread in self._threads:
            thread.join()
        self._opened.close()

    def heard(self) -> bytes:
        """All that was heard but for the broker's."""
        return b"\n".join((*map(bytes, self.streams.values()), *self.answers))

    def told_by_the_broker(self) -> list[tuple[str, bytes]]:
        """Topics and payloads."""
        return [] if self._broker is None else [*self._broker.raw]

    def unknown(self, *wires: bytes) -> list[bytes]:
        """Pictures, from the streams, the broker and these wires to phones, that would be others with other
        secrets."""
        allowed = self._table.public
        streams = (*map(bytes, self.streams.values()), *wires)
        pictures = [told for one in streams for told in _PICTURES.findall(_CHUNKS.sub(b"", one))]
        pictures += [told for topic, told in self.told_by_the_broker() if topic.endswith("/game") and told]
        assert len(pictures) > len(streams)
        return [told for told in pictures if hashlib.sha256(told).hexdigest() not in allowed]

    def ask_for(self, seat: str) -> None:
        """Ask the table for a seat, and wait there."""
        line = self._opened.enter_context(closing(self._line("127.0.3.1")))
        line.request("POST", "/seat/ask", json.dumps({"seat": seat}), {"Content-Type": "application/json"})
        self.tokens.append(json.loads(line.getresponse().read())["token"])
        headers = {"Authorization": f"Bearer {self.tokens[-1]}"}
        line.request("GET", "/seat/events/en", headers=headers)
        self._opened.enter_context(closing(line.getresponse()))

    def _follow(self, language: str) -> None:
        while not self._is_gone.is_set():
            with suppress(OSError, http.client.HTTPException), closing(self._line("127.0.9.9")) as line:
                line.request("GET", f"/events/{language}")
                answer = self._opened.enter_context(closing(line.getresponse()))
                while not self._is_gone.is_set() and (told := answer.readline()):
                    self.streams[language] += told
            self._is_gone.wait(0.2)

    def _ask_again_and_again(self) -> None:
        looks = 0
        while not self._is_gone.wait(EVERY_S):
            looks += 1
            with suppress(OSError, http.client.HTTPException):
                self._ask_for_all(looks)

    def _ask_for_all(self, looks: int) -> None:
        for path in (*(one for paths in PATHS.values() for one in paths), *WRONG):
            if not path.startswith("/events/"):
                self._ask(f"127.0.1.{looks % 250}", "GET", path)
        shown = [{"Authorization": f"Bearer {token}"} for token in self.tokens[-3:]]
        for headers in (SHOWN[0], *shown):
            for path, body in BODIES.items():
                if path != "/seat/ask":  # who asks is let in nowhere, but is seen at the table
                    self._ask(f"127.0.2.{looks % 250}", "POST", path, json.dumps(body), headers)
            for path in PATHS["/seat/events/{language}"]:
                self._ask(f"127.0.2.{looks % 250}", "GET", path, None, headers)

    def _ask(
        self,
        source: str,
        method: str,
        path: str,
        body: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        with closing(self._line(source)) as line:
            line.request(method, path, body, {"Content-Type": "application/json", **(headers or {})})
            with closing(line.getresponse()) as answer:
                self.refusals.add(answer.status)
                head = "\n".join(f"{name}: {value}" for name, value in answer.getheaders())
                self.answers.append(head.encode() + answer.read())

    def _line(self, source: str) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self._table.port, 5, (source, 0))


@contextmanager
def stranger_at(table: RealTable) -> Iterator[Stranger]:
    """A stranger, from now on."""
    if HAS_BROKER:
        assert table.broker is not None
        with listening(table.broker.port) as broker, _at(table, broker) as stranger:
            yield stranger
    else:
        with _at(table, None) as stranger:
            yield stranger


@contextmanager
def _at(table: RealTable, broker: Listener | None) -> Iterator[Stranger]:
    stranger = Stranger(table, broker)
    stranger.start()
    try:
        yield stranger
    finally:
        stranger.stop()
