"""A storm while others look on: the page, phones and the broker are there, and nothing there is as it should
be.

`python -m tests.controller.simulation.storm.onlookers SEED GAMES JOBS` plays a larger one.
"""

from __future__ import annotations

import http.client
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TextIO
from unittest.mock import patch

from controller.files.as_json import encoded
from controller.model.records import Entry, Finish, Played, Undo
from controller.mqtt import connection, publisher
from controller.mqtt.actions import Cursor, CursorFile
from controller.mqtt.publisher import MqttPublisher
from controller.referee.session import Event
from controller.screens.queries import find
from controller.settings.settings import MqttSettings, WebSettings
from controller.simulation.rig import Rig
from controller.simulation.rig_journal import RigJournal
from controller.simulation.storm import run as storms
from controller.web import server
from controller.web.feed import Told
from controller.web.picture import picture_of
from controller.web.server import WebServer
from engines.games import GAMES
from hardware.ports import Touch
from tests.controller.simulation.storm.crowd import Crowd
from tests.controller.simulation.storm.flaky_broker import FlakyBroker
from tests.controller.simulation.storm.phoning import Phones
from tests.controller.web.serving import free_port

VERSION: Final = "1"
WITHIN_S: Final = 60.0
QUICK_S: Final = (0.01, 0.05)
FAILED: Final = ("missing", "out of order", "told wrongly", "steered", "page stuck")
"""Counters that must stay zero."""


class WatchedJournal(RigJournal):
    """A table's journal. The onlookers die with the program, before anything else."""

    at_death: Callable[[], None]

    def keep(self) -> None:
        """See `RigJournal.keep`."""
        self.at_death()
        super().keep()


class WatchedRig(Rig):
    """A table that is looked at while its world misbehaves. `tally` is a file: each game adds a line of what
    came of it, by kinds."""

    def __init__(self, config: Any, journal_file: Path, *more: Any, tally: Path, **named: Any) -> None:
        super().__init__(config, journal_file, *more, **named)
        self.storage = WatchedJournal(journal_file, config.simulation.seed, self._stall)
        self.storage.at_death = self._die
        self._tally = tally
        self._counts: Counter[str] = Counter()
        self._seed = config.simulation.seed
        self._port = free_port()
        self._broker = FlakyBroker(self._seed)
        self._orders: list[Event] = []
        self._voice: MqttPublisher | None = None
        self._page: WebServer | None = None
        self._crowd: Crowd | None = None
        self._phones = Phones()
        self._seen: Path | None = None
        self._is_torn = False
        self._quick = ExitStack()
        self._quick.enter_context(patch.object(connection, "RETRY_S", QUICK_S))
        self._quick.enter_context(patch.object(publisher, "PAUSE_S", 0.02))
        self._quick.enter_context(
            patch.multiple(
                server, FIRST_RETRY_S=0.02, LAST_RETRY_S=0.1, ADDRESS_S=0.05, address_of=self._address_of
            )
        )

    def _address_of(self, settings: WebSettings, port: int) -> str:
        return self._crowd.address_of(settings, port) if self._crowd else ""

    # They begin with the program, and die with it

    def _start(self) -> None:
        super()._start()
        self._carry_the_cursor()
        assert self._seen is not None
        settings = MqttSettings(broker="127.0.0.1", port=self._broker.port, table="storm")
        self._voice = MqttPublisher(settings, "", self._seen, self._orders.append, after_s=0)
        heard = self._phones.heard.put
        self._page = WebServer(WebSettings(port=self._port), self._seen, VERSION, heard, after_s=0)
        self._voice.start()
        self._page.start()
        self._counts["starts"] += 1
        self._crowd = Crowd(self._port, self._seed + self._counts["starts"])
        self._tell_them()
        _wait(_cursor_beside(self._seen).exists)  # no one plays this soon at a table that is slower than this

    def _die(self) -> None:
        self._is_torn = self.storage.disk.is_committing
        self._leave()

    def _end(self) -> None:
        self._leave()
        super()._end()

    def _leave(self) -> None:
        if self._crowd is not None:
            self._crowd.stop()
            self._counts.update(self._crowd.whims)
        if self._voice is not None:
            self._voice.stop()
        if self._page is not None:
            self._page.stop()
        self._crowd = self._voice = self._page = None

    def _carry_the_cursor(self) -> None:
        """The next start finds the record of the published lines.

        If the program died while a commit was on its way to the disk, this simulated disk may have shown it
        already, which SQLite's does not (it shows only what is kept): no line about it was published.
        """
        now, before = self.storage._file, self._seen
        self._seen = now
        if before is None or before == now:
            return
        last, kept = self.journal.last_line(), CursorFile(_cursor_beside(before)).read(sys.maxsize)
        if kept.id > last:
            self._counts["told wrongly"] += not self._is_torn
            kept = Cursor(kept.journal, last)
        CursorFile(_cursor_beside(now)).write(kept)
        if self._is_torn:
            told = self._broker.told
            told[:] = [one for one in told if json.loads(one)["id"] <= last]
            self._is_torn = False

    def _look(self) -> None:
        super()._look()
        self._tell_them()

    def _tell_them(self) -> None:
        if self.daemon is not None and self._page is not None and self._voice is not None:
            self._page.follow(self.daemon.shown)
            self._voice.follow(self.daemon.shown)

    def tell(self, event: Event) -> None:
        """See `Rig.tell`. Of what is chosen in secret a part is chosen on a phone: somebody who is about to
        touch *Done* has the same on a phone, and sends it there."""
        if isinstance(event, Touch) and self._is_done(event) and self._page is not None:
            chosen = self._phones.chosen(self._page, self._port, self.running.session)
            self._counts["secrets chosen on phones" if chosen else "secrets chosen on the screen"] += 1
            event = event if chosen is None else replace(chosen, at_ms=event.at_ms)
        super().tell(event)

    def _is_done(self, touch: Touch) -> bool:
        """Whether a touch ends a secret choice."""
        button = find(self.running.shown.picture, "#done")
        if button is None:
            return False
        selecting = self.running.session.question.selecting
        return button.box.has(touch.x, touch.y) and selecting is not None and selecting.selection.is_secret

    # The outcome

    def close(self) -> None:
        """See `Rig.close`."""
        try:
            if self.daemon is not None and self._crowd is not None:
                self._come_to_rest(self._crowd)
        finally:
            super().close()
            self._leave()
            self._broker.stop()
            self._quick.close()
        self._counts.update({f"broker {whim}": times for whim, times in self._broker.whims.items()})
        with self._tally.open("a", encoding="utf-8") as file:
            file.write(json.dumps(self._counts) + "\n")

    def _come_to_rest(self, crowd: Crowd) -> None:
        """Everything is well again: all lines must have been published, and the page must be there."""
        crowd.stop()
        self._broker.is_well = True
        self._tell_them()
        lines = [(game, entry) for game, entry in self.journal.written_after(0, 10_000)]
        _wait(lambda: len({one["id"] for one in self._told()}) >= len(lines))
        told = self._told()
        taken = {(one["journal"], one["id"]): one for one in reversed(told)}
        self._counts["actions told"] += len(taken)
        self._counts["told twice"] += len(told) - len(taken)
        ids = list(dict.fromkeys(one["id"] for one in told))
        self._counts["out of order"] += ids != sorted(ids)
        self._counts["missing"] += len(lines) - len(ids)
        self._counts["told wrongly"] += len({one["journal"] for one in told}) > 1
        by_id = {one["id"]: one for one in told}
        for game, entry in lines:
            self._counts["told wrongly"] += not _is_told_as(by_id.get(entry.id), game, entry)
        self._counts["steered"] += len(self._orders)
        self._counts["page stuck"] += not _wait(self._is_served)

    def _told(self) -> list[dict[str, Any]]:
        return [json.loads(one) for one in self._broker.told]

    def _is_served(self) -> bool:
        """Whether a new client sees the table's present view."""
        assert self.daemon is not None
        expected = encoded(picture_of(Told(self.daemon.session), "en", VERSION))
        somebody_else = ("127.0.0.2", 0)
        line = http.client.HTTPConnection("127.0.0.1", self._port, 1, somebody_else)
        try:
            line.request("GET", "/events/en")
            with line.getresponse() as answer:
                told = [answer.readline() for _ in range(5)]  # a beat, and the first event
            return told[4] == b"data: %b\n" % expected
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()


def _cursor_beside(journal: Path) -> Path:
    return journal.with_name(f"{journal.stem}-mqtt.json")


def _is_told_as(event: dict[str, Any] | None, game: int, entry: Entry) -> bool:
    """Whether an event is a line of the journal, as everybody may read it."""
    if event is None or event["game"] != game:
        return event is None  # it is counted as missing
    match entry.what:
        case Played(text):
            return event["text"] in (text, GAMES[event["name"]].parse(text).public)
        case Undo(plies):
            return (event["kind"], event["plies"]) == ("undo", plies)
        case Finish(result):
            return (event["kind"], event["winner"]) == ("finish", result.get("winner"))
    return False


def _wait(holds: Callable[[], bool]) -> bool:
    end_s = time.monotonic() + WITHIN_S
    while not (held := holds()) and time.monotonic() < end_s:
        time.sleep(0.05)
    return held


def play(storm: storms.Storm, jobs: int, folder: Path, out: TextIO) -> tuple[int, Counter[str]]:
    """Play a storm with onlookers. Returns its exit status and all counts."""
    with tempfile.TemporaryDirectory() as beside:
        tally = Path(beside) / "tally"
        tally.touch()
        status = storms.run(storm, jobs, folder, out, partial(WatchedRig, tally=tally))
        counts: Counter[str] = Counter()
        for line in tally.read_text(encoding="utf-8").splitlines():
            counts.update(json.loads(line))
    return status, counts


def main(seed: int, games: int, jobs: int) -> int:
    """Play a storm with onlookers, and print its results."""
    status, counts = play(storms.Storm(seed, games), jobs, Path("out"), sys.stdout)
    for name in sorted({*counts, *FAILED}):
        print(f"{name} {counts[name]}")
    return storms.FAILED if any(counts[name] for name in FAILED) else status


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
