"""A running hall: it follows the broker, stores its state, and serves the wall page. One process, one
loop."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from controller.daemon.ending import ENDS
from controller.hall.files import change_tournament, read_kept, read_tournament, write_kept
from controller.hall.hall import Hall
from controller.hall.inbox import Inbox
from controller.hall.result import GameResult
from controller.hall.site import HallSite, Wall
from controller.hall.tournament import HallTournament, TournamentError, at_table, with_result
from controller.mqtt.connection import Connection
from controller.settings.settings import MqttSettings, WebSettings
from controller.tables.table import GameTable
from controller.web.guard import guard_of
from controller.web.server import listening
from engines.record import record

log = logging.getLogger(__name__)

LOOK_S: Final = 1.0
"""The interval at which a hall stores its state and checks the tournament for changes."""

AT_ONCE: Final = 100
"""The number of messages read before others have their turn in the loop."""

SEATS: Final = 2
"""The number of players of a tournament game."""


@record
class HallSettings:
    """A hall: the broker, the page, its client name, its state file, and the tournament's file, if any."""

    mqtt: MqttSettings
    web: WebSettings
    name: str
    kept: Path
    tournament: Path | None = None


class RunningHall:
    """A hall in operation. Create and use it in a running loop."""

    def __init__(
        self, settings: HallSettings, password: str, games: Mapping[str, GameTable[Any, Any]], version: str
    ) -> None:
        self._settings = settings
        self._version = version
        self.hall = Hall(settings.mqtt.prefix, _wall_ms, read_kept(settings.kept))
        self.wall = Wall(self.hall, games, version)
        self._inbox = Inbox()
        self._is_changed = False
        self._dropped = 0
        self._missed = 0
        self._file_ns = -1
        self._loop = asyncio.get_running_loop()
        self._connection = Connection(
            settings.mqtt,
            password,
            f"tablier-hall-{settings.name}",
            keeps=True,
            connected=self._on_connected,
            heard=self._on_heard,
        )
        self.port = 0
        """The page's port; 0 while it is not served."""
        self.heard = 0
        """The number of messages received."""

    async def run(self, ends: asyncio.Event) -> None:
        """Run until `ends` is set. Raises `OSError` if the page's port is in use."""
        guard = guard_of(self._settings.web, self._loop.time)
        app = HallSite(self.wall, guard, self._version).app()
        self._connection.start()
        try:
            async with listening(app, self._settings.web) as self.port:
                log.info("hall: the page is on port %d", self.port)
                while not ends.is_set():
                    self._look()
                    await self._keep()
                    try:
                        await asyncio.wait_for(ends.wait(), LOOK_S)
                    except TimeoutError:
                        continue
        finally:
            self._connection.stop()
            await self._keep()

    def _on_connected(self, connection: Connection) -> None:
        every = f"{self._settings.mqtt.prefix}/+"
        connection.subscribe(f"{every}/action")
        # Of the rest the newest counts, and it is retained. A broker that has kept as many actions as it has
        # room for would drop it if it were to be sure.
        connection.subscribe(*(f"{every}/{what}" for what in ("online", "game", "health")), sure=False)

    def _on_heard(self, topic: str, payload: bytes, _is_retained: bool) -> None:
        """Called in the connection's thread: passes the message to the loop."""
        if self._inbox.put(topic, payload):
            self._loop.call_soon_threadsafe(self._read)

    def _read(self) -> None:
        """Read some of what waits; whoever follows the page has a turn before the rest."""
        for topic, payload in self._inbox.take(AT_ONCE):
            self._take(topic, payload)
        if self._inbox:
            self._loop.call_soon(self._read)

    def _take(self, topic: str, payload: bytes) -> None:
        self.heard += 1
        name, result = self.hall.hear(topic, payload)
        if name:
            self._is_changed = self._is_changed or topic.endswith("/action")
            self.wall.changed(name, is_day=topic.endswith("/action"))
        if result is not None:
            self._count(result)

    def _count(self, result: GameResult) -> None:
        """Enter a result in the tournament, if its table plays one of its games now."""
        path, tournament = self._settings.tournament, self.wall.tournament
        if path is None or tournament is None or not _fits(tournament, result):
            return
        try:
            change_tournament(path, partial(_counted, result=result))
        except TournamentError as error:
            log.error("hall: %s", error)
        self._look()

    def _look(self) -> None:
        """Log what was left out, and reload the tournament if another program has changed it."""
        if self._inbox.dropped > self._dropped:
            log.warning("hall: too many messages, %d were dropped", self._inbox.dropped)
            self._dropped = self._inbox.dropped
        if self.hall.missed > self._missed:
            missed = self.hall.missed - self._missed
            log.warning("hall: %d actions are missing: the broker had no room for them", missed)
            self._missed = self.hall.missed
        if self.wall.is_connected != self._connection.is_connected:
            self.wall.is_connected = self._connection.is_connected
            self.wall.changed()
        path = self._settings.tournament
        if path is None:
            return
        try:
            changed_ns = path.stat().st_mtime_ns
            if changed_ns == self._file_ns:
                return
            self._file_ns = changed_ns
            self.wall.tournament = read_tournament(path)
            self.wall.changed()
        except OSError as error:
            if self._file_ns:
                log.error("hall: %s: %s", path, error.strerror)
            self._file_ns = 0
        except TournamentError as error:
            log.error("hall: %s", error)

    async def _keep(self) -> None:
        """Store changes, in a thread of their own, so that no request waits for the disk."""
        if self._is_changed:
            self._is_changed = False
            await asyncio.to_thread(write_kept, self._settings.kept, self.hall.kept)


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _fits(tournament: HallTournament, result: GameResult) -> bool:
    is_of_two = len(result.score) == SEATS and (result.winner == "draw" or result.winner in result.score)
    return is_of_two and result.name == tournament.game and at_table(tournament, result.table) is not None


def _counted(tournament: HallTournament, result: GameResult) -> HallTournament:
    """The tournament after a table's result, if a game is due there."""
    game = at_table(tournament, result.table)
    if game is None:
        return tournament
    won = {"draw": "draw", next(iter(result.score)): "first"}.get(result.winner or "", "second")
    return with_result(tournament, len(tournament.rounds), game.first, won)  # type: ignore[arg-type]


def run(
    settings: HallSettings, password: str, games: Mapping[str, GameTable[Any, Any]], version: str
) -> None:
    """Run a hall until the program is asked to end. Raises `OSError` if the page's port is in use."""

    async def main() -> None:
        ends = asyncio.Event()
        for end in ENDS:
            asyncio.get_running_loop().add_signal_handler(end, ends.set)
        await RunningHall(settings, password, games, version).run(ends)

    asyncio.run(main())
