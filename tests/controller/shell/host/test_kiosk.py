"""The ways to the host's page, the PIN, and the page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.model.orders import Unlock
from controller.referee.session import Pressed
from controller.settings import preferences
from controller.settings.preferences import Preferences
from controller.shell.host.kiosk import FIRST_LOCK_MS, GESTURE_MS, TAPS
from controller.shell.model.screen import LEFT_MS
from tests.controller.shell.at_the_shell import AtTheShell

PIN = "90817263"


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path, ("kiosk.pin", f'"{PIN}"'), ("lights.order", '"GRB"'))


def rotate(table: AtTheShell) -> None:
    table.touch("settings", "set-rotation-180")


def enter(table: AtTheShell, pin: str) -> None:
    table.touch(*(f"digit-{digit}" for digit in pin), "enter")


@pytest.fixture
def host(table: AtTheShell) -> AtTheShell:
    table.tap_corners(*TAPS)
    enter(table, PIN)
    assert table.phase == "host"
    return table


def test_six_taps_on_the_corners_in_turn_ask_for_the_pin(table: AtTheShell) -> None:
    table.tap_corners(*TAPS)
    assert table.phase == "pin"


def test_taps_in_another_order_are_no_gesture(table: AtTheShell) -> None:
    table.tap_corners("left", "right", "left", "left", "right", "left", "right")
    assert table.phase == "menu"


def test_taps_that_take_too_long_are_no_gesture(table: AtTheShell) -> None:
    table.tap_corners(*TAPS[:-1])
    table.wait(GESTURE_MS + 1)
    table.tap_corners(TAPS[-1])
    assert table.phase == "menu"


def test_there_is_no_gesture_in_the_middle_of_a_game(table: AtTheShell) -> None:
    table.begin()
    table.tap_corners(*TAPS)
    assert table.phase == "playing"


def test_without_a_pin_nothing_opens(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    table.tap_corners(*TAPS)
    assert table.phase == "menu"


def test_the_screen_shows_how_many_digits_and_never_which(table: AtTheShell) -> None:
    table.tap_corners(*TAPS)
    table.touch("digit-9", "digit-0")
    assert table.view.ask == ("• • ",)


def test_each_wrong_pin_is_slower_than_the_one_before(table: AtTheShell) -> None:
    table.tap_corners(*TAPS)
    waits = []
    for _ in range(4):
        enter(table, "1234")
        waits.append(table.daemon.shell.locked_ms - table.now_ms)
        table.wait(waits[-1])
    assert waits == [2_000, 4_000, 8_000, 16_000]


def test_while_it_is_locked_there_are_no_keys(table: AtTheShell) -> None:
    table.tap_corners(*TAPS)
    enter(table, "1234")
    assert table.buttons == ["back"]
    for digit in PIN:
        table.tell(Pressed(table.now_ms, f"digit-{digit}"))
    table.tell(Pressed(table.now_ms, "enter"))
    assert table.phase == "pin"


def test_the_lock_counts_down(table: AtTheShell) -> None:
    table.tap_corners(*TAPS)
    told = []
    for _ in range(2):
        enter(table, "1234")
        while table.view.choices == ():
            told.append(str(table.view.ask[1]))
            table.wait(1_000)
    assert told == [
        "The keys are locked for 2 seconds",
        "The keys are locked for another second",
        "The keys are locked for 4 seconds",
        "The keys are locked for 3 seconds",
        "The keys are locked for 2 seconds",
        "The keys are locked for another second",
    ]
    enter(table, PIN)
    assert table.phase == "host"


@pytest.mark.parametrize("way", [lambda table: table.tap_corners(*TAPS), rotate])
def test_leaving_the_keys_does_not_end_the_lock(table: AtTheShell, way: Callable[[AtTheShell], None]) -> None:
    table.tap_corners(*TAPS)
    enter(table, "1234")
    table.touch("back")
    way(table)
    assert (table.phase, table.buttons) == ("pin", ["back"])
    assert str(table.view.ask[0]) == "The keys are locked for 2 seconds"


def test_whoever_runs_the_computer_unlocks_the_keys(table: AtTheShell) -> None:
    table.tap_corners(*TAPS)
    enter(table, "1234")
    table.tell(Unlock(table.now_ms))
    enter(table, "1235")
    assert table.daemon.shell.locked_ms - table.now_ms == FIRST_LOCK_MS
    table.tell(Unlock(table.now_ms))
    enter(table, PIN)
    assert table.phase == "host"


def test_the_pin_is_nowhere_to_be_read(
    table: AtTheShell, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    table.tap_corners(*TAPS)
    table.touch(*(f"digit-{digit}" for digit in PIN))
    told = [repr(table.config), repr(table.daemon.shell), repr(table.view), repr(table.daemon.shown.picture)]
    table.touch("enter")
    told += [caplog.text, *capsys.readouterr(), repr(table.daemon.shell)]
    assert [one for one in told if PIN in one] == []


def test_the_host_ends_the_program_after_saying_so_twice(host: AtTheShell) -> None:
    host.touch("end-program")
    assert host.ended == 0
    host.touch("end-really")
    assert host.ended == 1


@pytest.mark.parametrize("is_in", [lambda table: enter(table, PIN), lambda table: None])
def test_a_host_who_has_gone_leaves_nothing_open(
    table: AtTheShell, is_in: Callable[[AtTheShell], None]
) -> None:
    table.tap_corners(*TAPS)
    is_in(table)
    table.wait(LEFT_MS)
    assert table.phase == "menu"


def test_what_visitors_should_not_change_is_set_after_the_pin(table: AtTheShell) -> None:
    table.touch("settings", "set-rotation-180")
    assert table.phase == "pin"
    enter(table, PIN)
    assert table.phase == "preferences"
    assert table.daemon.shell.preferences.rotation == 180


def to_the_last_settings(table: AtTheShell) -> None:
    table.touch("settings", "page-on", "page-on", "page-on")


def test_the_settings_lead_to_the_host_s_page_through_the_pin(table: AtTheShell) -> None:
    to_the_last_settings(table)
    table.touch("host")
    assert table.phase == "pin"
    table.touch("back")
    assert table.phase == "preferences"
    table.touch(*["page-on"] * 3, "host")
    enter(table, PIN)
    assert table.phase == "host"
    assert "end-program" in table.buttons


def test_a_wrong_pin_locks_the_keys_on_that_way_too(table: AtTheShell) -> None:
    to_the_last_settings(table)
    table.touch("host")
    enter(table, "1111")
    assert table.buttons == ["back"]
    table.wait(FIRST_LOCK_MS + 1)
    enter(table, PIN)
    assert table.phase == "host"


def test_without_a_pin_everybody_gets_there_and_no_one_ends_the_program(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    to_the_last_settings(table)
    table.touch("host")
    assert table.phase == "host"
    assert {"condition", "self-test"} < set(table.buttons)
    table.tell(Pressed(table.now_ms, "end-program"))
    table.tell(Pressed(table.now_ms, "end-really"))
    assert (table.phase, table.ended) == ("host", 0)


def test_the_order_that_a_self_test_finds_is_shown_kept_and_not_asked_again(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    assert table.lamps.orders == ["GRB"]
    to_the_last_settings(table)
    table.touch("host", "self-test", "several")
    assert table.lamps.orders == ["GRB", "GRBW"]
    table.touch("red", "green")
    assert table.lamps.orders == ["GRB", "GRBW", "RGBW"]
    assert "in the order RGBW." in table.view.ask[0]
    assert preferences.load(table.file, Preferences()).order == "RGBW"

    again = AtTheShell(tmp_path)
    assert again.lamps.orders == ["RGBW"]
    to_the_last_settings(again)
    again.touch("host", "self-test")
    assert again.view.heading == "Lights"
    again.touch("wrong")
    assert again.view.heading == "Colours of the lights"


def test_the_order_that_a_self_test_has_found_outlasts_the_visitors(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("kiosk.idle_s", "20"))
    to_the_last_settings(table)
    table.touch("host", "self-test", "red", "green", "stop", "back", "back")
    table.wait(25_000)
    assert table.phase == "demo"
    assert table.lamps.orders[-1] == preferences.load(table.file, Preferences()).order == "RGB"


def test_a_self_test_that_is_left_before_the_order_is_known_leaves_the_one_that_was(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path)
    to_the_last_settings(table)
    table.touch("host", "self-test", "several", "stop", "back", "back")
    assert table.lamps.orders == ["GRB", "GRBW", "GRB"]
    assert not table.file.exists()


def test_a_self_test_starts_with_what_lies_on_the_table(host: AtTheShell) -> None:
    host.touch("back")
    host.closed = 1
    host.see()
    host.tap_corners(*TAPS)
    enter(host, PIN)
    host.touch("self-test", *["next"] * 5)
    assert host.view.heading == "Empty table"
    assert "@0,0" in host.view.ask[0]


def test_a_self_test_lights_all_lights_in_its_own_colours(host: AtTheShell) -> None:
    host.touch("self-test")
    assert host.lamps.shown[-1] == bytes((255, 0, 0)) * 576
    host.touch("next")
    assert host.lamps.shown[-1] == bytes((0, 255, 0)) * 576


def test_what_a_self_test_found_is_written_beside_the_journal(host: AtTheShell) -> None:
    host.touch("self-test", "stop")
    assert (host.file.parent / "check" / "report.txt").read_text().startswith("Self-test of a table")
    assert "report.txt" in host.view.notice
