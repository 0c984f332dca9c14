"""Which touches are presses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.daemon.fingers import DOUBLE_MS, ECHO_MS, LOOK_MS, Fingers, Press
from controller.daemon.shown import Shown
from controller.model.clock import Clock
from controller.screens import find
from controller.screens.layout.picture import ScreenButton as DrawnButton
from hardware.ports import Button, Touch
from tests.controller.shell.at_the_shell import AtTheShell


@pytest.fixture
def table(tmp_path: Path) -> AtTheShell:
    table = AtTheShell(tmp_path, ("kiosk.pin", '"1122"'))
    table.wait(1_000)
    return table


def where(table: AtTheShell, name: str) -> tuple[int, int]:
    button = find(table.daemon.shown.picture, name)
    assert button is not None
    return button.box.x + 3, button.box.y + 3


def tap(table: AtTheShell, point: tuple[int, int]) -> None:
    table.tell(Touch(table.now_ms, *point))


def test_a_double_tap_on_pause_is_a_pause(table: AtTheShell) -> None:
    table.begin()
    point = where(table, "#pause")
    for gap_ms in (25, 120, 300):
        tap(table, point)
        table.wait(gap_ms)
        tap(table, point)
        assert table.phase == "paused"
        table.wait(1_000)
        tap(table, where(table, "#resume"))
        table.wait(1_000)
    assert table.phase == "playing"


def test_a_button_that_has_come_under_the_finger_counts_when_it_has_been_there(table: AtTheShell) -> None:
    table.begin()
    point = where(table, "#pause")
    tap(table, point)
    table.wait(LOOK_MS)
    assert find(table.daemon.shown.picture, "#leave") is not None
    tap(table, where(table, "#leave"))
    assert table.phase == "menu"


def test_a_page_that_has_just_changed_says_so_where_nothing_was_pressed(table: AtTheShell) -> None:
    table.begin()
    point = where(table, "#pause")
    table.touch("pause")  # by another hand
    table.wait(100)
    tap(table, point)
    assert table.phase == "paused"
    assert "had just changed" in table.view.notice
    table.wait(7_000)
    assert "had just changed" not in table.view.notice


def test_the_second_tap_of_a_double_tap_needs_no_word(table: AtTheShell) -> None:
    table.begin()
    point = where(table, "#pause")
    tap(table, point)
    table.wait(100)
    tap(table, point)
    assert table.view.notice == ""


def test_a_page_that_only_redraws_stays_live(table: AtTheShell) -> None:
    table.begin()
    table.put("d4.ne")
    table.closed ^= table.daemon.session.table.sites("f6.n")
    table.see()
    tap(table, where(table, "#pause"))
    assert table.phase == "paused"


def test_take_back_twice_is_two_touches_with_a_pause_between(table: AtTheShell) -> None:
    table.begin()
    table.put("d4.ne", "f6.n")
    point = where(table, "#undo")
    tap(table, point)
    table.wait(DOUBLE_MS - 1)
    tap(table, point)
    assert len(table.daemon.session.current.plies) == 1
    table.wait(LOOK_MS)
    tap(table, where(table, "#undo"))
    assert len(table.daemon.session.current.plies) == 0


def test_keys_are_pressed_as_fast_as_fingers_can_but_each_touch_once(table: AtTheShell) -> None:
    table.tap_corners("left", "right", "left", "right", "left", "right")
    table.wait(1_000)
    one, two = where(table, "#digit-1"), where(table, "#digit-2")
    for point in (one, one, two, two):
        tap(table, point)
        tap(table, point)  # the same finger, also reported as a mouse
        table.wait(ECHO_MS)
    tap(table, where(table, "#enter"))
    assert table.phase == "host"


def test_a_button_of_the_panel_that_bounces_is_pressed_once(table: AtTheShell) -> None:
    table.begin()
    table.put("d4.ne", "f6.n")
    for _ in range(3):
        table.tell(Button(table.now_ms, "undo"))
        table.wait(90)
    assert len(table.daemon.session.current.plies) == 1


def test_two_fingers_on_two_buttons_are_two_presses_of_what_both_saw(table: AtTheShell) -> None:
    table.touch("game-masterplan")
    table.wait(1_000)
    help_, start = where(table, "#help"), where(table, "#start")
    tap(table, help_)
    tap(table, start)
    assert table.phase == "help"


def pushed_aside(shown: Shown, name: str) -> Shown:
    """The same page with a remark that has pushed a button far aside."""
    shell = replace(shown.shell, session=replace(shown.shell.session, notice="a remark"))
    picture = shown.picture
    later = Shown(shell, (picture.width, picture.height))
    items = tuple(
        replace(item, face=replace(item.face, box=item.box._replace(x=-500)))
        if isinstance(item, DrawnButton) and item.id == name
        else item
        for item in picture.items
    )
    later.__dict__["picture"] = replace(picture, items=items)
    return later


def test_a_button_that_a_remark_has_just_moved_is_pressed_where_it_was(table: AtTheShell) -> None:
    table.begin()
    shown, point = table.daemon.shown, where(table, "#pause")
    for after_ms, press in (
        (1, Press("pause")),
        (LOOK_MS - 1, Press("pause")),
        (LOOK_MS, Press()),
    ):
        fingers = Fingers(shown)
        fingers.see(pushed_aside(shown, "pause"), 10_000)
        assert fingers.press(*point, 10_000 + after_ms) == press


def test_a_moved_button_is_pressed_once_by_a_double_tap(table: AtTheShell) -> None:
    table.begin()
    shown, point = table.daemon.shown, where(table, "#pause")
    fingers = Fingers(shown)
    assert fingers.press(*point, 9_900) == Press("pause")
    fingers.see(pushed_aside(shown, "pause"), 10_000)
    assert fingers.press(*point, 10_050) == Press()


def test_a_button_that_was_too_briefly_there_or_is_gone_with_its_page_is_not_meant(table: AtTheShell) -> None:
    table.begin()
    shown, point = table.daemon.shown, where(table, "#pause")
    aside = pushed_aside(shown, "pause")
    fingers = Fingers(aside)
    fingers.see(shown, 10_000)
    fingers.see(aside, 10_100)
    assert fingers.press(*point, 10_200) == Press(is_early=True)
    table.touch("help")
    helping = pushed_aside(table.daemon.shown, "close")
    free = replace(helping.picture, items=())
    helping.__dict__["picture"] = free
    fingers = Fingers(shown)
    fingers.see(helping, 10_000)
    assert fingers.press(*point, 10_200) == Press(is_early=True)


def test_a_piece_that_moves_the_buttons_makes_no_second_press(table: AtTheShell) -> None:
    table.begin()
    shown = table.daemon.shown
    tracker = shown.shell.session.tracker.seen(1, 9_990).seen(1, 10_000)
    assert tracker.board != shown.shell.session.tracker.board
    later = Shown(replace(shown.shell, session=replace(shown.shell.session, tracker=tracker)), (1024, 600))
    place = {item.id: item.box for item in shown.picture.items if isinstance(item, DrawnButton)}
    swapped = {"help": "pause", "pause": "help"}
    items = tuple(
        replace(item, face=replace(item.face, box=place[swapped.get(item.id, item.id)]))
        if isinstance(item, DrawnButton)
        else item
        for item in shown.picture.items
    )
    later.__dict__["picture"] = replace(shown.picture, items=items)
    fingers = Fingers(shown)
    assert fingers.press(*where(table, "#help"), 9_980) == Press("help")
    fingers.see(later, 10_000)
    assert fingers.press(*where(table, "#help"), 10_010) == Press()
    fingers.see(shown, 12_000)
    fingers.see(later, 12_100)
    fingers.see(later, 13_000)
    assert fingers.press(*where(table, "#help"), 13_000) == Press("pause")


def test_a_flag_that_falls_is_a_new_picture(table: AtTheShell) -> None:
    table.begin()
    shown, point = table.daemon.shown, where(table, "#pause")
    session = shown.shell.session
    clock = Clock("game", 60_000, player="white", since_ms=0)
    ticking = replace(shown.shell, session=replace(session, clock=clock.shown_at(59_999)))
    fallen = replace(shown.shell, session=replace(session, clock=clock.shown_at(60_000)))
    fingers = Fingers(Shown(ticking, (1024, 600)))
    later = pushed_aside(Shown(fallen, (1024, 600)), "pause")
    later.shell = fallen
    fingers.see(later, 60_000)
    assert fingers.press(*point, 60_100) == Press("pause")
