"""The thread that publishes to the broker. The main loop hands it the view, and never waits."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.daemon.health import Health
from controller.daemon.shown import Shown
from controller.files.as_json import NotThat, decoded, encoded
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.monotonic import now_ms
from controller.mqtt.actions import Cursor, CursorFile, Teller
from controller.mqtt.commands import Hearing, events_of
from controller.mqtt.connection import Connection
from controller.mqtt.discovery import DiscoveredDevice, discovery, discovery_topic
from controller.mqtt.installation import installation
from controller.mqtt.messages import OFFLINE, ONLINE, HealthState, Topics, game_state
from controller.mqtt.retained import RetainedFile
from controller.referee.session import Event, Session
from controller.settings.settings import MqttSettings
from controller.tables.table import GameTable
from hardware.lasting_thread import BackOff, LastingThread
from texts import _, why

log = logging.getLogger(__name__)

HEALTH_S: Final = 30.0
"""The interval of the table's condition, which is also published at once when it changes."""

PAUSE_S: Final = 0.2
"""The view is published at most five times a second; newer ones replace older ones."""

AFTER_S: Final = 1.0
"""The table starts first: the broker is contacted this long after it."""

AGAIN_S: Final = 30.0
"""Pause before the publisher restarts after a fault of its own."""

TWIN_S: Final = 2.5 * HEALTH_S
"""Another table of this name is there as long as it has said so within this."""

BATCH: Final = 100


class MqttPublisher:
    """A table's publisher at a broker. The game goes on if it fails.

    `journal` is the journal's file, without which no actions are published; `password` is the broker's.
    `emit` receives the broker's commands, if the settings allow them, and returns `False` if there is no
    room.
    """

    def __init__(
        self,
        settings: MqttSettings,
        password: str,
        journal: Path | None,
        emit: Callable[[Event], object] = lambda event: None,
        after_s: float = AFTER_S,
    ) -> None:
        self._emit = emit
        self._settings = settings
        self._journal = journal
        self._after_s = after_s
        self._topics = Topics(settings.prefix, settings.name)
        self._news = threading.Event()
        self._thread = LastingThread("mqtt", self._run, self._failed, BackOff(AGAIN_S, AGAIN_S))
        self._shown: Shown | None = None
        self._health: Health | None = None
        self._is_fresh = False
        self._acknowledged: set[int] = set()
        self._fault = ""
        self._hearing = Hearing(time.monotonic)
        self._hears = False
        self._who = installation(journal)
        self._twin_s = time.monotonic() - TWIN_S
        # Versions before this one wrote "-" as "_" for Home Assistant.
        self._older = discovery_topic(settings, settings.name.replace("-", "_"))
        self._retained = RetainedFile(journal and journal.with_name(f"{journal.stem}-mqtt-topics.json"))
        self._connection = Connection(
            settings,
            password,
            f"tablier-{settings.name}-{self._who}",
            will=(self._topics.online, OFFLINE),
            connected=self._on_connected,
            heard=self._on_heard,
            acknowledged=self._on_acknowledged,
        )

    @property
    def trouble(self) -> str:
        """Why nothing is published; empty while it works."""
        trouble = self._fault or self._connection.trouble
        if trouble:
            return trouble
        if time.monotonic() - self._twin_s < TWIN_S:
            return _(
                "another table is called {name} at the broker, too: give one another name (mqtt.table)",
                name=self._settings.name,
            )
        if self._hearing.is_deaf:
            return _(
                "the broker {broker} brings too many commands: none is followed now",
                broker=self._settings.broker,
            )
        return ""

    @property
    def left_out(self) -> int:
        """The number of commands ignored because too many came."""
        return self._hearing.left_out

    def start(self) -> None:
        """Start publishing, in a thread. Failures are retried there."""
        self._thread.begin()

    def stop(self) -> None:
        """End the thread. The broker publishes that the table is away."""
        self._thread.end()
        self._news.set()
        self._thread.stop(5)

    def follow(self, shown: Shown) -> None:
        """Publish the current view. Called from the main loop; returns at once."""
        if shown is not self._shown:
            self._shown = shown
            self._news.set()

    def tell(self, health: Health) -> None:
        """The table's present condition. From the main loop; returns at once."""
        if self._health is None or health.is_well != self._health.is_well:
            self._news.set()  # perhaps only about the broker itself: then nothing is published
        self._health = health

    def _on_connected(self, connection: Connection) -> None:
        self._hears = False
        self._is_fresh = True
        connection.subscribe(self._topics.who)
        self._news.set()

    def _on_heard(self, topic: str, payload: bytes, is_retained: bool) -> None:
        """A command, if the settings allow them, and if it is new: a retained one would be repeated at every
        start. A broker may also send messages without a subscription."""
        if topic == self._topics.who:
            self._meet(payload, is_retained=is_retained)
            return
        if topic == self._older and is_retained:
            self._remove_older(payload)
            return
        if not self._settings.commands or not topic.startswith(self._topics.commands.removesuffix("+")):
            log.warning("mqtt: a message that is no command was ignored")
            return
        if not self._hearing.may():
            if self._hearing.is_flooded():
                self._connection.unsubscribe(self._topics.commands)
                self._hears = False
            return
        shown = self._shown
        if is_retained or shown is None:
            log.warning("mqtt: a retained command was ignored")
            return
        for event in events_of(topic, payload, shown.session, now_ms()):
            if self._emit(event) is False:
                return

    def _meet(self, who: bytes, *, is_retained: bool) -> None:
        """Another table introduces itself by this table's name; a retained message may come from one that is
        gone.

        An empty message removes the retained ones below this name, as a table does that has taken another
        name: then this table introduces itself again.
        """
        if is_retained or who == self._who.encode():
            return
        if not who:
            self._twin_s = time.monotonic() - TWIN_S
            self._is_fresh = True
            self._news.set()
            return
        now_s = time.monotonic()
        is_new, self._twin_s = now_s - self._twin_s >= TWIN_S, now_s
        if is_new:
            log.warning("mqtt: another table is called %s, too", self._settings.name)
            self._announce_name()  # it may not know

    def _remove_older(self, payload: bytes) -> None:
        """Remove the device that an older version has made, unless it is that of another table."""
        with suppress(NotThat):
            if decoded(payload, DiscoveredDevice).availability_topic == self._topics.online:
                self._connection.publish(self._older, b"", sure=True)

    def _announce_name(self) -> None:
        self._connection.publish(self._topics.who, self._who)

    def _on_acknowledged(self, number: int) -> None:
        self._acknowledged.add(number)
        self._news.set()

    def _run(self) -> None:
        """One connection, from its beginning to the end of the table or a fault of this program."""
        with closing(_Actions(self._journal, self._settings.name)) as actions:
            actions.begin()
            self._thread.wait_s(self._after_s)
            if not self._connects():
                return
            try:
                self._publish_all(actions)
            finally:
                self._connection.publish(self._topics.online, OFFLINE, sure=True)
                self._connection.stop()

    def _connects(self) -> bool:
        """Begin to look for the broker. Gives whether that is possible."""
        try:
            self._connection.start()
        except OSError as error:
            log.error("mqtt: no connection can be made: %s", error)
            self._fault = _("the broker cannot be asked: {why}", why=str(error))
            return False
        self._fault = ""
        self._news.set()
        return True

    def _failed(self, error: Exception) -> None:
        log.error("mqtt: publishing has ended by a fault of this program, and begins again", exc_info=error)
        self._fault = _("what is told to the broker has ended by a fault of this program")

    def _publish_all(self, actions: _Actions) -> None:
        session: Session | None = None
        health: Health | None = None
        while not self._thread.is_ending:
            self._news.wait(HEALTH_S)
            self._news.clear()
            shown = self._shown
            if shown is None or not self._connection.is_connected:
                continue
            is_fresh, self._is_fresh = self._is_fresh, False
            if is_fresh:
                self._introduce()
            if self._settings.commands and not self._hears and not self._hearing.is_deaf:
                self._hears = True
                self._connection.subscribe(self._topics.commands)
            if is_fresh or shown.session is not session:
                session = shown.session
                state = encoded(game_state(session, shown.preferences.language))
                self._connection.publish(self._topics.game, state)
            health = self._publish_health(None if is_fresh else health)
            self._publish_actions(actions, shown.session.tables)
            self._acknowledged.clear()
            self._thread.wait_s(PAUSE_S)

    def _publish_health(self, told: Health | None) -> Health | None:
        """Publish the table's condition, if it is new or due; returns the last published one."""
        health = self._health
        if health is None:
            return told
        is_due = told is None or health.at_ms - told.at_ms >= 1000 * HEALTH_S
        if not is_due and told is not None and without_broker(health).is_well == without_broker(told).is_well:
            return told
        heard = without_broker(health)  # its readers have the broker
        state = encoded(HealthState(heard.is_well, heard))
        self._connection.publish(self._topics.health, state)
        self._announce_name()
        return health

    def _introduce(self) -> None:
        """Introduce this table, and remove the messages of former settings."""
        settings, topics = self._settings, self._topics
        said = [topics.online, topics.game, topics.action, topics.health]
        if settings.discovery:
            said.append(discovery_topic(settings, settings.name))
        said.append(topics.who)  # the last to be removed: see `_meet`
        self._remove_former(said)
        self._announce_name()
        self._connection.publish(topics.online, ONLINE, sure=True)
        if settings.discovery:
            topic, payload = discovery(settings, topics)
            self._connection.publish(topic, encoded(payload), sure=True)

    def _remove_former(self, said: list[str]) -> None:
        """Remove what is retained at this broker below the topics of former settings, which are not those
        that are `said` now."""
        broker = f"{self._settings.broker}:{self._settings.port}"
        before = self._retained.read(broker)
        if before is None and self._settings.discovery and self._older not in said:
            self._connection.subscribe(self._older)
        for topic in before or ():
            if topic not in said:
                self._connection.publish(topic, b"", sure=True)
        self._retained.write(broker, tuple(said))

    def _publish_actions(self, actions: _Actions, tables: Mapping[str, GameTable[Any, Any]]) -> None:
        """Publish every unpublished line of the journal, one after the other."""
        try:
            while lines := actions.untold(tables):
                for line, payload in lines:
                    if payload and not self._is_delivered(payload):
                        return
                    actions.published(line)
        except JournalError as error:
            log.warning("mqtt: %s", why(error))

    def _is_delivered(self, payload: bytes) -> bool:
        """Publish one action, and wait until the broker has it; while it is away the client keeps it. `False`
        if the table ends before that."""
        number = self._connection.publish(self._topics.action, payload, sure=True)
        while number not in self._acknowledged:
            if self._thread.is_ending:
                return False
            self._news.wait(HEALTH_S)
            self._news.clear()
        self._acknowledged.discard(number)
        return True


def without_broker(health: Health) -> Health:
    """The condition of a table apart from its broker."""
    network = {name: contact for name, contact in health.network.items() if name != "broker"}
    return msgspec.structs.replace(health, network=network)


class _Actions:
    """The unpublished lines of a journal. The file is opened once and kept open, because opening verifies all
    of it."""

    def __init__(self, journal: Path | None, table: str) -> None:
        self._path = journal
        self._file: CursorFile | None = None
        self._table = table
        self._teller: Teller | None = None
        self._cursor: Cursor | None = None
        self._journal: Journal | None = None

    def begin(self) -> None:
        """Lines written from now on will be published, whenever the broker comes."""
        try:
            self._opened()
        except JournalError as error:
            log.warning("mqtt: %s", why(error))

    def untold(self, tables: Mapping[str, GameTable[Any, Any]]) -> list[tuple[int, bytes]]:
        """The next lines: each one's number and its payload, which is empty for a line that must not be
        published. Raises `JournalError`."""
        try:
            opened = self._opened()
            return [] if opened is None else self._lines(*opened, tables)
        except JournalError:
            self._teller = None
            self.close()
            raise

    def _opened(self) -> tuple[Journal, Cursor] | None:
        """The journal, and its cursor; `None` while there is none. Raises `JournalError`."""
        if self._path is None:
            return None
        if self._journal is None:
            if not self._path.exists():
                return None
            self._journal = Journal.read(self._path)
        if self._file is None or self._cursor is None:
            self._file = CursorFile(self._path.with_name(f"{self._path.stem}-mqtt.json"))
            self._cursor = self._file.read(self._journal.last_line())
            self._file.write(self._cursor)
        return self._journal, self._cursor

    def _lines(
        self, journal: Journal, cursor: Cursor, tables: Mapping[str, GameTable[Any, Any]]
    ) -> list[tuple[int, bytes]]:
        self._teller = self._teller or Teller(self._table, tables)
        lines = []
        for game_id, entry in journal.written_after(cursor.id, BATCH):
            event = self._teller.event(journal, cursor.journal, game_id, entry)
            lines.append((entry.id, b"" if event is None else encoded(event)))
        return lines

    def published(self, line: int) -> None:
        """A line has been published."""
        assert self._file is not None
        assert self._cursor is not None
        self._cursor = Cursor(self._cursor.journal, line)
        self._file.write(self._cursor)

    def close(self) -> None:
        """Close the journal."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None
