"""A table's voice at a real broker: in order, once, and never in the game's way."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from benchmarks.broker import IS_HERE, WHY_NOT, broker, until
from controller.daemon.health import Contact
from controller.journal.journal import Journal
from controller.model.view import BoardView
from controller.mqtt import connection
from controller.mqtt.messages import GameState, game_state
from controller.mqtt.publisher import MqttPublisher
from controller.referee.session import Event, Session
from controller.settings.settings import MqttSettings
from tests.controller.daemon.test_health import health_at
from tests.controller.mqtt.listener import listening
from tests.controller.simulation.storm.flaky_broker import FlakyBroker
from tests.controller.web.serving import HOUSES, massai, masterplan, shown

pytestmark = pytest.mark.skipif(not IS_HERE, reason=WHY_NOT)


def settings(port: int, **more: str) -> MqttSettings:
    return MqttSettings(broker="127.0.0.1", port=port, table="t1", **more)  # type: ignore[arg-type]


@contextmanager
def publishing(
    of: MqttSettings,
    journal: Path | None = None,
    password: str = "",
    emit: Callable[[Event], None] = lambda event: None,
) -> Iterator[MqttPublisher]:
    publisher = MqttPublisher(of, password, journal, emit, after_s=0)
    publisher.start()
    try:
        yield publisher
    finally:
        publisher.stop()


def test_a_table_says_that_it_is_there_and_what_it_shows(tmp_path: Path) -> None:
    with broker(tmp_path) as one, listening(one.port) as heard, publishing(settings(one.port)) as table:
        table.follow(shown(masterplan(*HOUSES)))
        until(lambda: bool(heard.payloads("t1/game")))
        assert heard.payloads("t1/online") == ["online"]
        state = heard.payloads("t1/game")[-1]
        assert (state["v"], state["name"], state["turn"], state["ask"]) == (
            1,
            "masterplan",
            "white",
            ["Park on e5"],
        )
        assert state["scores"][0] == {"player": "white", "name": "White", "points": 0}
        assert msgspec.convert(state["board"], BoardView, strict=False).columns == 8


def test_whoever_comes_later_gets_all_that_holds(tmp_path: Path) -> None:
    with broker(tmp_path) as one, listening(one.port) as first, publishing(settings(one.port)) as table:
        table.follow(shown(masterplan(*HOUSES)))
        until(lambda: bool(first.payloads("t1/game")))
        with listening(one.port) as heard:
            until(lambda: bool(heard.payloads("t1/game")))
            assert all(was_retained for _, _, was_retained in heard.heard)
            assert heard.payloads("t1/online") == ["online"]


def test_home_assistant_finds_the_table(tmp_path: Path) -> None:
    with broker(tmp_path) as one, listening(one.port) as heard, publishing(settings(one.port)) as table:
        table.follow(shown(masterplan()))
        until(lambda: bool(heard.payloads("/config")))
        (found,) = heard.payloads("/config")
        assert found["availability_topic"] == "tablier/t1/online"
        assert found["components"]["turn"]["state_topic"] == "tablier/t1/game"
        ids = [part["unique_id"] for part in found["components"].values()]
        assert len(set(ids)) == len(ids)


def test_where_home_assistant_is_to_know_nothing_it_is_sent_nothing(tmp_path: Path) -> None:
    with (
        broker(tmp_path) as one,
        listening(one.port) as heard,
        publishing(settings(one.port, discovery="")) as table,
    ):
        table.follow(shown(masterplan()))
        until(lambda: bool(heard.payloads("t1/game")))
        assert heard.payloads("/config") == []


def test_a_table_that_ends_says_so_and_one_that_is_killed_is_reported(tmp_path: Path) -> None:
    with broker(tmp_path) as one, listening(one.port, "+/+/online") as heard:
        with publishing(settings(one.port)) as table:
            table.follow(shown(masterplan()))
            until(lambda: heard.payloads("online") == ["online"])
        # If the broker has missed the goodbye because the table has gone already, it repeats it.
        until(lambda: heard.payloads("online")[:2] == ["online", "offline"])
        plug = publishing(settings(one.port))
        table = plug.__enter__()
        table.follow(shown(masterplan()))
        until(lambda: heard.payloads("online")[-1] == "online")
        client = table._connection._client
        assert client is not None
        client._sock_close()  # as when the plug is pulled: nothing more is said
        client.loop_stop()
        until(lambda: heard.payloads("online")[-1] == "offline")
        plug.__exit__(None, None, None)


def test_a_broker_that_is_killed_in_the_middle_of_a_game_misses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    houses = [f"house {column}{row} n" for column in "aceg" for row in (1, 4, 7)]
    with broker(tmp_path) as one, listening(one.port, "+/+/action") as heard, Journal.open(file) as journal:
        game = journal.start_game({"game": "masterplan"}, 1)
        with publishing(settings(one.port), file) as table:

            def play(number: int) -> None:
                journal.play(game, houses[number], number)
                table.follow(shown(masterplan(*houses[: number + 1])))

            table.follow(shown(masterplan()))
            until(lambda: table.trouble == "")
            for number in range(4):
                play(number)
            until(lambda: len(heard.payloads("action")) == 4)
            one.kill()
            for number in range(4, 8):
                play(number)
            until(lambda: "away" in table.trouble or "does not answer" in table.trouble)
            one.start()
            for number in range(8, 12):
                play(number)
            until(lambda: len({told["id"] for told in fresh(heard.payloads("action"))}) == 12)
        texts = [told["text"] for told in fresh(heard.payloads("action"))]
        assert texts == houses


def fresh(told: list[dict[str, object]]) -> list[dict[str, object]]:
    """A follower's lines: it drops a line that it has had (docs/mqtt.md). The remaining lines must come in
    their order."""
    taken: dict[object, dict[str, object]] = {}
    for one in told:
        taken.setdefault((one["journal"], one["id"]), one)
    lines = [one["id"] for one in taken.values()]
    assert lines == sorted(lines)  # type: ignore[type-var]
    return list(taken.values())


def test_what_was_played_while_no_one_listened_is_reported_after_the_next_start(tmp_path: Path) -> None:
    file, cursor = tmp_path / "journal.sqlite", tmp_path / "journal-mqtt.json"
    with broker(tmp_path) as one, listening(one.port, "+/+/action") as heard, Journal.open(file) as journal:
        game = journal.start_game({"game": "masterplan"}, 1)
        with publishing(settings(one.port), file) as table:
            table.follow(shown(masterplan()))
            until(cursor.exists)
        for house in HOUSES:
            journal.play(game, house, 1)
        with publishing(settings(one.port), file) as table:
            table.follow(shown(masterplan(*HOUSES)))
            until(lambda: len(heard.payloads("action")) == 3)
            # The broker's word that it has the last one comes after that one itself.
            until(lambda: json.loads(cursor.read_text())["id"] == heard.payloads("action")[2]["id"])
        with publishing(settings(one.port), file) as table:
            table.follow(shown(masterplan(*HOUSES)))
            until(lambda: table.trouble == "")
            time.sleep(0.5)  # nothing is published twice
        assert [told["text"] for told in heard.payloads("action")] == list(HOUSES)


def test_an_attack_is_reported_and_its_cell_is_not(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    played = ("setup dark b2 b3 c3 c4 d4", "setup light e3 e4 f4 f5 g5", "attack e3")
    with broker(tmp_path) as one, listening(one.port) as heard, Journal.open(file) as journal:
        game = journal.start_game({"game": "massai"}, 1)
        with publishing(settings(one.port), file) as table:
            table.follow(shown(massai()))
            until((tmp_path / "journal-mqtt.json").exists)
            for count, text in enumerate(played, 1):
                journal.play(game, text, 1)
                table.follow(shown(massai(*played[:count])))
            until(lambda: len(heard.payloads("action")) == 3)
        assert heard.payloads("action")[-1]["text"] == "attack"
        assert heard.payloads("action")[0]["text"] == "setup dark"


def test_a_wrong_password_is_said_in_the_log_and_nowhere_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with broker(tmp_path, "right") as one:
        wrong = settings(one.port, username="tablier")
        with publishing(wrong, password="wr0ng-secret") as table:
            table.follow(shown(masterplan()))
            until(lambda: "refuses" in table.trouble)
        assert "the broker 127.0.0.1 refuses the name or the password of the settings" in caplog.text
        assert "wr0ng-secret" not in caplog.text
        right = settings(one.port, username="tablier")
        with publishing(right, password="right") as table, listening(one.port, password="right") as heard:
            table.follow(shown(masterplan()))
            until(lambda: bool(heard.payloads("t1/game")))


def test_what_fails_in_the_publishing_is_said_and_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = iter([RuntimeError("no luck")])

    def failing(session: Session, language: str) -> GameState:
        for failure in failures:
            raise failure
        return game_state(session, language)

    monkeypatch.setattr("controller.mqtt.publisher.game_state", failing)
    monkeypatch.setattr("controller.mqtt.publisher.AGAIN_S", 0.5)
    with broker(tmp_path) as one, listening(one.port) as heard, publishing(settings(one.port)) as table:
        table.follow(shown(masterplan(*HOUSES)))
        until(lambda: "by a fault of this program" in table.trouble)
        until(lambda: bool(heard.payloads("t1/game")))
        assert table.trouble == ""
    assert "no luck" in caplog.text


def test_a_broker_that_is_back_hears_nothing_of_its_absence(tmp_path: Path) -> None:
    with broker(tmp_path) as one, listening(one.port) as heard, publishing(settings(one.port)) as table:
        table.tell(health_at(1, network={"broker": Contact("the broker is away", 5), "page": Contact()}))
        table.follow(shown(masterplan()))
        until(lambda: bool(heard.payloads("t1/health")))
        (told,) = heard.payloads("t1/health")
        assert told["is_well"]
        assert told["health"]["network"] == {"page": {"trouble": "", "for_s": 0}}


def test_without_a_broker_the_table_says_so_once_and_plays_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with broker(tmp_path) as one:
        port = one.port
    with publishing(settings(port)) as table:
        until(lambda: "does not answer" in table.trouble)
        begun_s = time.thread_time()
        for number in range(200):
            table.follow(shown(masterplan(*HOUSES[: number % 3])))
        assert time.thread_time() - begun_s < 10  # only a step that waits takes this long
        until(lambda: "does not answer" in caplog.text)
    assert caplog.text.count("does not answer") == 1


def test_what_was_played_before_the_broker_ever_answered_is_reported_when_it_does(tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    with broker(tmp_path) as one, Journal.open(file) as journal:
        one.kill()
        game = journal.start_game({"game": "masterplan"}, 1)
        with publishing(settings(one.port), file) as table:
            until((tmp_path / "journal-mqtt.json").exists)
            for house in HOUSES:
                journal.play(game, house, 1)
            until(lambda: "does not answer" in table.trouble)
            one.start()
            with listening(one.port, "+/+/action") as heard:
                table.follow(shown(masterplan(*HOUSES)))
                until(lambda: len(fresh(heard.payloads("action"))) == 3)
        assert [told["text"] for told in fresh(heard.payloads("action"))] == list(HOUSES)


def test_a_broker_that_says_what_is_no_mqtt_misses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connection, "RETRY_S", (0.01, 0.01))
    file = tmp_path / "journal.sqlite"
    broken = FlakyBroker(1, ["says what is damaged"], patience=1)
    with Journal.open(file) as journal, publishing(settings(broken.port), file) as table:
        game = journal.start_game({"game": "masterplan"}, 1)
        until((tmp_path / "journal-mqtt.json").exists)
        for house in HOUSES:
            journal.play(game, house, 1)
        table.follow(shown(masterplan(*HOUSES)))
        until(lambda: "does not speak MQTT" in caplog.text)
        broken.is_well = True
        until(lambda: len(set(broken.told)) == 3)
    broken.stop()


def test_a_broker_that_gives_orders_which_no_one_asked_for_is_not_followed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    orders: list[Event] = []
    bossy = FlakyBroker(1, ["gives orders"], patience=1)
    with publishing(settings(bossy.port), emit=orders.append) as table:
        for count in range(4):
            table.follow(shown(masterplan(*HOUSES[:count])))
            until(lambda: not table.trouble)
        until(lambda: "no command" in caplog.text)
    bossy.stop()
    assert orders == []
