"""The table sleeps when nobody has come for long."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.daemon.signals import Signals
from hardware.ports import Button
from hardware.screen.backlight import Backlight, is_backlight_here
from tests.controller.shell.at_the_shell import AtTheShell

SETTINGS = (("kiosk.idle_s", "60"), ("kiosk.sleep_s", "600"))


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    return AtTheShell(tmp_path, *SETTINGS)


def test_after_a_long_time_without_hands_screen_and_lights_are_dark(table: AtTheShell) -> None:
    table.wait(599_000)
    assert table.phase == "demo"
    table.wait(1_000)
    assert table.phase == "asleep"
    assert not any(table.lamps.shown[-1])
    assert table.daemon.shown.picture.items == ()
    table.wait(24 * 3_600_000)
    assert table.phase == "asleep"


@pytest.mark.parametrize("hand", ["touch", "piece", "button"])
def test_any_hand_wakes_it_and_does_nothing_else(table: AtTheShell, hand: str) -> None:
    table.wait(600_000)
    if hand == "touch":
        table.tap_corners("left")
    elif hand == "piece":
        table.closed = 1
        table.see()
    else:
        table.tell(Button(table.now_ms, "turn"))
    assert table.phase == "menu"
    table.wait(60_000)
    assert table.phase == "demo"


def test_a_game_in_play_does_not_sleep(tmp_path: Path) -> None:
    table = AtTheShell(tmp_path, ("kiosk.sleep_s", "600"))
    table.begin()
    table.wait(3_600_000)
    assert table.phase == "playing"


def test_the_backlight_is_as_people_have_set_it_and_off_in_sleep(table: AtTheShell, tmp_path: Path) -> None:
    folder = tmp_path / "backlight"
    assert not is_backlight_here(folder)
    (folder / "panel").mkdir(parents=True)
    (folder / "panel" / "max_brightness").write_text("200\n")
    file = folder / "panel" / "brightness"
    file.write_text("7")
    assert is_backlight_here(folder)
    signals = Signals(backlight=Backlight(folder))
    signals.follow(table.daemon.shown)
    assert file.read_text() == "200"
    table.wait(600_000)
    signals.follow(table.daemon.shown)
    assert file.read_text() == "0"


def test_a_backlight_that_may_not_be_set_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "panel").mkdir()
    (tmp_path / "panel" / "brightness").write_text("1")
    light = Backlight(tmp_path)
    light.set(1)
    light.set(0)
    assert [record.message.split(":")[0] for record in caplog.records] == ["screen"]
