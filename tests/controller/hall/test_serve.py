"""A hall as it runs: a real broker, real tables' voices, and a browser before the wall."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from benchmarks.broker import IS_HERE, WHY_NOT, WITHIN_S, broker, until
from controller.files.as_json import encoded
from controller.games import tables_for
from controller.hall.files import create_tournament, read_tournament
from controller.hall.serve import HallSettings, RunningHall
from controller.hall.tournament import new_tournament, paired
from controller.journal.journal import Journal
from controller.model.records import Finish, Played, Start
from controller.mqtt.messages import game_state
from controller.mqtt.publisher import MqttPublisher
from controller.settings.settings import MqttSettings, WebSettings
from tests.controller.hall.test_hall import event
from tests.controller.screens.samples.sessions import GRID
from tests.controller.web import browser
from tests.controller.web.browser import browsing
from tests.controller.web.serving import HOUSES, masterplan, shown
from tests.controller.web.wire import wire_to

pytestmark = pytest.mark.skipif(not IS_HERE, reason=WHY_NOT)
needs_browser = pytest.mark.skipif(not browser.IS_HERE, reason=browser.WHY_NOT)

GAMES: Final = tables_for(GRID, 3, 4)
PAGE: Final = Path(__file__).parents[3] / "docs" / "mqtt.md"
TABLES: Final = 200
GAMES_MEANWHILE: Final = 4
HOUR_MS: Final = 3_600_000


class HallInAThread:
    """A hall that runs while a test goes on."""

    def __init__(self, settings: HallSettings, password: str = "") -> None:
        self._settings = settings
        self._password = password
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="hall")
        self._ends: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.running: RunningHall | None = None

    async def _run(self) -> None:
        self._loop, self._ends = asyncio.get_running_loop(), asyncio.Event()
        self.running = RunningHall(self._settings, self._password, GAMES, "1.2.3")
        await self.running.run(self._ends)

    def start(self) -> None:
        """Begin, and wait until the page is there."""
        self._thread.start()
        until(lambda: self.running is not None and self.running.port > 0)

    def stop(self) -> None:
        """End."""
        assert self._loop is not None
        assert self._ends is not None
        self._loop.call_soon_threadsafe(self._ends.set)
        self._thread.join(10)

    @property
    def now(self) -> RunningHall:
        """The hall."""
        assert self.running is not None
        return self.running


@contextmanager
def hall(port: int, folder: Path, tournament: Path | None = None) -> Iterator[HallInAThread]:
    mqtt = MqttSettings(broker="127.0.0.1", port=port)
    one = HallInAThread(HallSettings(mqtt, WebSettings(port=0), "hall", folder / "hall.json", tournament))
    one.start()
    try:
        yield one
    finally:
        one.stop()


@contextmanager
def table(name: str, port: int, folder: Path) -> Iterator[tuple[MqttPublisher, Journal]]:
    """A table's voice and its journal."""
    file = folder / f"{name}.sqlite"
    with Journal.open(file) as journal:
        settings = MqttSettings(broker="127.0.0.1", port=port, table=name)
        publisher = MqttPublisher(settings, "", file, after_s=0)
        publisher.start()
        publisher.follow(shown(masterplan()))
        until((folder / f"{name}-mqtt.json").exists)
        try:
            yield publisher, journal
        finally:
            publisher.stop()


def play_to_the_end(
    voice: MqttPublisher, journal: Journal, winner: str, at_ms: int = 1_795_000_000_000
) -> None:
    result = {"winner": winner, "score": {"white": 2, "yellow": 1}}
    journal.apply((Start({"game": "masterplan"}), *map(Played, HOUSES), Finish(result)), at_ms)
    voice.follow(shown(masterplan(*HOUSES)))


def test_a_hall_follows_tables_that_come_and_go(tmp_path: Path) -> None:
    with broker(tmp_path) as one, hall(one.port, tmp_path) as wall:
        tables = wall.now.hall.tables
        with table("t1", one.port, tmp_path), table("t2", one.port, tmp_path):
            until(lambda: {name for name, seen in tables.items() if seen.is_online} == {"t1", "t2"})
        until(lambda: not any(seen.is_online for seen in tables.values()))


def test_a_hall_that_was_away_misses_no_result_and_counts_none_twice(tmp_path: Path) -> None:
    with broker(tmp_path) as one, table("t1", one.port, tmp_path) as (voice, journal):
        with hall(one.port, tmp_path) as wall:
            until(lambda: "t1" in wall.now.hall.tables)
            play_to_the_end(voice, journal, "white")
            until(lambda: len(wall.now.hall.kept.results) == 1)
        for winner in ("yellow", "draw"):
            play_to_the_end(voice, journal, winner)
        until(lambda: (tmp_path / "t1-mqtt.json").read_text().endswith(":12}"))
        with hall(one.port, tmp_path) as wall:
            until(lambda: len(wall.now.hall.kept.results) == 3)
            assert [one.winner for one in wall.now.hall.kept.results] == ["white", "yellow", "draw"]


class Crowd:
    """Many tables, with the messages that real ones send, by one client of the broker."""

    def __init__(self, port: int) -> None:
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.max_inflight_messages_set(TABLES)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        self._line = 0

    def tell(self, what: str, payload: bytes) -> None:
        """All of them say the same."""
        told = [
            self._client.publish(f"tablier/t{number}/{what}", payload, qos=1, retain=True)
            for number in range(TABLES)
        ]
        for one in told:
            one.wait_for_publish(WITHIN_S)

    def play_to_the_end(self) -> None:
        """A game of two actions ends at each table."""
        game = self._line // 2
        for winner in (None, "white"):
            self._line += 1
            self.tell("action", event(self._line, over=winner is not None, winner=winner, game=game))

    def close(self) -> None:
        """Go away."""
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def crowd(port: int) -> Iterator[Crowd]:
    tables = Crowd(port)
    try:
        tables.tell("online", b"online")
        tables.tell("game", encoded(game_state(masterplan(*HOUSES), "en")))
        tables.play_to_the_end()
        yield tables
    finally:
        tables.close()


def is_whole(wall: HallInAThread) -> bool:
    """Whether every table is on the wall."""
    tables = wall.now.hall.tables.values()
    return sum(table.is_online and table.state is not None for table in tables) == TABLES


def test_a_hall_that_is_restarted_amid_two_hundred_tables_shows_them_and_misses_no_result(
    tmp_path: Path,
) -> None:
    found = re.search(r"^max_queued_messages \d+$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    with broker(tmp_path, limits=(found[0],)) as one, crowd(one.port) as tables:
        with hall(one.port, tmp_path) as wall:
            until(lambda: is_whole(wall) and len(wall.now.hall.kept.results) == TABLES)
        for _ in range(GAMES_MEANWHILE):
            tables.play_to_the_end()
        with hall(one.port, tmp_path) as wall:
            until(lambda: is_whole(wall))
            results = (1 + GAMES_MEANWHILE) * TABLES
            until(lambda: len(wall.now.hall.kept.results) >= results, lambda: wall.now.heard)
            assert len({one.key for one in wall.now.hall.kept.results}) == results
            assert wall.now.hall.missed == 0


def test_a_hall_whose_broker_had_no_room_for_it_shows_all_tables_and_says_what_it_missed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with broker(tmp_path, limits=("max_queued_messages 10",)) as one, crowd(one.port) as tables:
        with hall(one.port, tmp_path) as wall:
            until(lambda: is_whole(wall))
        for _ in range(GAMES_MEANWHILE):
            tables.play_to_the_end()
        with hall(one.port, tmp_path) as wall:
            until(lambda: is_whole(wall))
            tables.play_to_the_end()
            until(lambda: "actions are missing" in caplog.text)


def test_tables_whose_clocks_are_an_hour_apart_have_their_results_on_the_same_day(tmp_path: Path) -> None:
    with (
        broker(tmp_path) as one,
        hall(one.port, tmp_path) as wall,
        table("t1", one.port, tmp_path) as (early, earlier),
        table("t2", one.port, tmp_path) as (late, later),
    ):
        begun_ms = time.time_ns() // 1_000_000
        play_to_the_end(early, earlier, "white", begun_ms - HOUR_MS)
        play_to_the_end(late, later, "yellow", begun_ms + HOUR_MS)
        until(lambda: len(wall.now.hall.kept.results) == 2)
        ended_ms = time.time_ns() // 1_000_000
        assert all(begun_ms <= one.at_ms <= ended_ms for one in wall.now.hall.kept.results)


def test_a_result_counts_in_the_tournament_that_plays_at_its_table(tmp_path: Path) -> None:
    path = tmp_path / "open.json"
    create_tournament(
        path, paired(new_tournament("masterplan", "swiss", ["Ada", "Bo", "Cy", "Di"]), ["t1", "t2"])
    )
    first = read_tournament(path).rounds[0][0]
    with (
        broker(tmp_path) as one,
        hall(one.port, tmp_path, path) as wall,
        table("t1", one.port, tmp_path) as (voice, journal),
        table("t9", one.port, tmp_path) as (other, elsewhere),
    ):
        until(lambda: len(wall.now.hall.tables) == 2)
        play_to_the_end(other, elsewhere, "white")
        until(lambda: len(wall.now.hall.kept.results) == 1)
        assert all(game.result is None for game in read_tournament(path).rounds[0])
        play_to_the_end(voice, journal, "yellow")
        until(lambda: read_tournament(path).rounds[0][0].result == "second")
        play_to_the_end(voice, journal, "white")  # another game at the table: the round's was played
        until(lambda: len(wall.now.hall.kept.results) == 3)
        assert read_tournament(path).rounds[0][0] == type(first)(first.first, first.second, "t1", "second")


@needs_browser
def test_the_wall_shows_every_table_the_day_and_the_tournament(tmp_path: Path) -> None:
    path = tmp_path / "open.json"
    create_tournament(path, paired(new_tournament("masterplan", "swiss", ["Ada", "Bo"]), ["t1"]))
    with (
        broker(tmp_path) as one,
        hall(one.port, tmp_path, path) as wall,
        browsing(tmp_path, 1920, 1080) as seen,
    ):
        seen.open(f"http://127.0.0.1:{wall.now.port}/")
        seen.until_it_says("#tables", "Waiting for tables …")
        seen.until_it_says("#tournament-title", "Tournament: Round 1/1")
        with table("t10", one.port, tmp_path), table("t2", one.port, tmp_path) as (voice, journal):
            voice.follow(shown(masterplan(*HOUSES)))
            seen.until_it_says("#tables", "White to move")
            seen.until_it_says(".card:first-child h3", "t2")
            seen.until_it_says(".card:last-child h3", "t10")
            cards = seen.driver.find_elements("css selector", ".card")
            room = seen.driver.find_element("id", "tables").size["width"]
            assert sum(card.size["width"] for card in cards) > 0.9 * room
            assert all(card.rect["y"] + card.size["height"] <= 1080 for card in cards)
            play_to_the_end(voice, journal, "white")
            until(lambda: len(wall.now.hall.kept.results) == 1)
        seen.until_it_says(".card:first-child", "away")
        seen.click("[data-language=fr]")
        seen.until_it_says("#title", "Toutes les tables")
        assert not seen.scrolls_sideways()
        assert seen.complaints == []
        one.kill()
        seen.until_it_says("#live", "Le serveur MQTT")


@needs_browser
def test_a_wall_whose_stream_is_dead_says_so_and_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.web.pages.HEARTBEAT_S", 0.2)
    with (
        broker(tmp_path) as one,
        hall(one.port, tmp_path) as wall,
        wire_to(wall.now.port) as wire,
        browsing(tmp_path) as seen,
        table("t1", one.port, tmp_path) as (voice, _journal),
    ):
        seen.open(f"http://127.0.0.1:{wire.port}/")
        seen.until_it_says("#tables", "White to move")
        seen.driver.execute_script("silentMs = 1000")
        wire.freeze()
        voice.follow(shown(masterplan(*HOUSES[:1])))
        seen.until_it_says("#live", "The hall does not answer")
        wire.thaw()
        seen.until_it_says("#tables", "Yellow to move")
        until(lambda: seen.text("#live") == "")
