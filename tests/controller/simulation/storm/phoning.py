"""Seats that choose in secret on a phone, in a storm: at the page that others flood and break."""

from __future__ import annotations

import http.client
import json
import queue
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Final

from controller.model.phones import SeatChose
from controller.referee.session import Event, Session
from controller.web.server import WebServer

FROM: Final = ("127.0.0.3", 0)
"""Its own address, so that the crowd's bounds are not its own."""

PATIENCE_S: Final = 2.0
TRIES: Final = 5
AGAIN_S: Final = 0.3


@dataclass(slots=True)
class Phones:
    """The phones of all seats: every other secret is chosen on one. `heard` is what the page says of them."""

    _is_due: bool = False
    heard: queue.SimpleQueue[Event] = field(default_factory=queue.SimpleQueue)

    def chosen(self, page: WebServer, port: int, session: Session) -> SeatChose | None:
        """What a phone chooses in the place of whoever is about to touch *Done*: what the screen has then.
        `None` where this person has no phone, or it does not get through."""
        selecting, play, game = session.question.selecting, session.play, session.game_id
        if selecting is None or play is None or game is None or not selecting.is_open:
            return None
        seat = selecting.selection.seat
        self._is_due = not self._is_due
        if seat is None or not self._is_due:
            return None
        body = {
            "choice": selecting.selection.id,
            "ply": len(play.plies),
            "items": selecting.chosen,
            "number": 1,
        }
        for _ in range(TRIES):
            with suppress(OSError, http.client.HTTPException, KeyError, ValueError):
                if (event := self._sent(page.invite(game, seat), port, body)) is not None:
                    return event
            time.sleep(AGAIN_S)
        return None

    def _sent(self, link: str, port: int, body: dict[str, object]) -> SeatChose | None:
        """Scan a code, follow, and choose. Raises what a line may that breaks."""
        while not self.heard.empty():
            self.heard.get()
        joined = _posted(port, "/seat/join", {"ticket": link.partition("#")[2]}, {})
        shown = {"Authorization": f"Bearer {json.loads(joined)['token']}"}
        with closing(_line(port)) as line:
            line.request("GET", "/seat/events/en", headers=shown)
            with line.getresponse() as answer:
                answer.readline()
                _posted(port, "/seat/choose", body, shown)
        return self._told()

    def _told(self) -> SeatChose | None:
        end_s = time.monotonic() + PATIENCE_S
        while (left_s := end_s - time.monotonic()) > 0:
            try:
                event = self.heard.get(timeout=left_s)
            except queue.Empty:
                return None
            if isinstance(event, SeatChose):
                return event
        return None


def _line(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, PATIENCE_S, FROM)


def _posted(port: int, path: str, body: dict[str, object], headers: dict[str, str]) -> bytes:
    with closing(_line(port)) as line:
        line.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **headers})
        with line.getresponse() as answer:
            assert answer.status != http.client.BAD_REQUEST, "the page does not understand phones any more"
            if answer.status >= http.client.BAD_REQUEST:
                raise http.client.HTTPException(answer.reason)
            return answer.read()
