"""The commands that a broker may send to a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest

from benchmarks.broker import IS_HERE, WHY_NOT, broker, until
from controller.daemon.night import Brightness
from controller.model.orders import Message, Night
from controller.model.view import Phase
from controller.mqtt.commands import AT_ONCE, DEAF_S, FLOOD, LARGEST, PER_S, WAKE, Hearing, events_of
from controller.mqtt.publisher import MqttPublisher
from controller.recorder.recording import event_of, record_of
from controller.referee.session import Event, Pressed
from controller.settings.config import load
from controller.settings.settings import KioskSettings, MqttSettings
from controller.simulation.rig import Rig
from tests.controller.mqtt.listener import listening
from tests.controller.web.serving import HOUSES, masterplan, shown

MENU = replace(masterplan(), phase=Phase.MENU, play=None)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    one = Rig(load(), tmp_path / "journal.sqlite")
    one.power_on()
    one.run_for(50)
    yield one
    one.close()


def follow(rig: Rig, name: str, text: str) -> None:
    """Let the table follow a command as its loop does."""
    for event in events_of(f"tablier/t1/command/{name}", text.encode(), rig.running.session, rig.now_ms):
        rig.running.handle(event, rig.now_ms)
    rig.run_for(50)


def test_a_game_is_begun_from_the_menu(rig: Rig) -> None:
    follow(rig, "start", "massai")
    assert rig.running.session.current.table.game.name == "massai"
    assert rig.journal.games()[-1].header["game"] == "massai"


def test_no_ones_game_is_ended_by_a_command(rig: Rig) -> None:
    follow(rig, "start", "massai")
    follow(rig, "start", "masterplan")
    assert rig.running.session.current.table.game.name == "massai"
    assert len(rig.journal.games()) == 1


def test_someone_at_the_table_is_faster_than_a_command(rig: Rig) -> None:
    events = events_of("tablier/t1/command/start", b"massai", rig.running.session, rig.now_ms)
    for name in ("game-forma", "start"):
        rig.running.handle(Pressed(rig.now_ms, name), rig.now_ms)
    rig.run_for(1_000)
    rig.running.handle(Pressed(rig.now_ms, "game-masterplan"), rig.now_ms)
    before = rig.running.session.current
    for event in events:
        rig.running.handle(event, rig.now_ms)
    assert rig.running.session.current is before
    assert before.table.game.name == "forma"


def test_a_message_is_shown_and_taken_away(rig: Rig) -> None:
    follow(rig, "message", "Round 2 begins at five")
    assert "Round 2 begins at five" in rig.running.shown.view.notice
    follow(rig, "message", "")
    assert rig.running.shown.view.notice == ""


def test_lights_are_dimmed_and_go_by_the_hours_again() -> None:
    dimmed: list[float] = []
    lights = Brightness(KioskSettings(night_factor=0.25), dimmed.append)
    for mode in ("auto", "on", "off", "auto"):
        lights.order(mode)
        lights.set(0.8, 0, lambda: 0)
    assert dimmed == [0.8, 0.2, 0.8]


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("start", b"chess"),
        ("start", b""),
        ("stop", b"masterplan"),
        ("night", b"perhaps"),
        ("message", b"\xff"),
        ("message", b"two\nlines"),
        ("message", b"\x1b[2J"),
        ("message", b"x" * (LARGEST + 1)),
    ],
)
def test_what_is_no_command_is_left_out_and_logged(
    name: str, payload: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    assert events_of(f"tablier/t1/command/{name}", payload, MENU, 0) == ()
    assert "is not possible now" in caplog.text


def test_the_flight_recorder_knows_a_message_again() -> None:
    record = record_of(Message(5, "Hello"), 7)
    assert record is not None
    assert event_of(record, 0) == Message(5, "Hello")
    assert record_of(Night(5, "on"), 7) is None


@pytest.mark.skipif(not IS_HERE, reason=WHY_NOT)
@pytest.mark.parametrize("commands", [True, False])
def test_a_table_follows_the_broker_only_where_its_settings_say_so(tmp_path: Path, commands: bool) -> None:
    followed: SimpleQueue[Event] = SimpleQueue()
    with broker(tmp_path, "right") as one, listening(one.port, password="right") as host:
        host.publish("tablier/t1/command/start", b"masterplan", retain=True)
        settings = MqttSettings(
            broker="127.0.0.1", port=one.port, table="t1", username="tablier", commands=commands
        )
        table = MqttPublisher(settings, "right", None, followed.put, after_s=0)
        table.start()
        table.follow(shown(MENU))
        until(lambda: bool(host.payloads("t1/game")))
        host.publish("tablier/t1/command/message", b"Hello")
        host.publish("tablier/t1/command/start", b"masterplan")
        if commands:
            until(lambda: followed.qsize() == 4)
        table.follow(shown(masterplan(*HOUSES)))
        until(lambda: len(host.payloads("t1/game")) == 2)
        table.stop()
    events = [followed.get() for _ in range(followed.qsize())]
    assert [type(event) for event in events] == ([Message, Pressed, Pressed, Pressed] if commands else [])
    pressed = [event.id for event in events if isinstance(event, Pressed)]
    assert pressed == ([WAKE, "game-masterplan", "start"] if commands else [])


class Clock:
    """A clock that a test moves, in seconds."""

    now_s = 1_000.0

    def __call__(self) -> float:
        return self.now_s


def test_commands_beyond_a_few_a_second_are_left_out_and_counted() -> None:
    clock = Clock()
    hearing = Hearing(clock)
    assert [hearing.may() for _ in range(AT_ONCE + 1)] == [True] * AT_ONCE + [False]
    clock.now_s += 1
    assert [hearing.may() for _ in range(int(PER_S) + 1)] == [True] * int(PER_S) + [False]
    assert hearing.left_out == 2
    assert not hearing.is_flooded()


def test_after_a_flood_none_is_heard_for_a_while() -> None:
    clock = Clock()
    hearing = Hearing(clock)
    for _ in range(AT_ONCE + FLOOD):
        hearing.may()
    assert hearing.is_flooded()
    assert not hearing.is_flooded()
    clock.now_s += DEAF_S - 1
    assert not hearing.may()
    clock.now_s += 1
    assert hearing.may()


@pytest.mark.skipif(not IS_HERE, reason=WHY_NOT)
def test_a_flood_is_reported_and_the_broker_is_asked_for_no_more_of_it(tmp_path: Path) -> None:
    with broker(tmp_path) as one, listening(one.port, "tablier/t1/game") as host:
        settings = MqttSettings(broker="127.0.0.1", port=one.port, table="t1", commands=True)
        table = MqttPublisher(settings, "", None, lambda event: None, after_s=0)
        table.start()
        table.follow(shown(MENU))
        until(lambda: bool(host.payloads("t1/game")))
        until(lambda: host.flood("tablier/t1/command/message", 50) and "too many commands" in table.trouble)
        assert table.left_out >= FLOOD
        table.follow(shown(masterplan(*HOUSES)))
        until(lambda: len(host.payloads("t1/game")) == 2)
        table.stop()
