"""What one game leaves to the next, and a pause to what comes after it: nothing but what it should."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.model.hands import Laid
from controller.model.view import Meaning, Phase, Task
from controller.referee.search import Returning
from controller.referee.session import Session
from controller.referee.tasks import changes, tasks
from controller.referee.touching import pressed
from controller.settings.preferences import NO_PREFERENCES
from controller.shell.invitation import invited
from controller.shell.state import Shell
from tests.controller.at_the_table import AtTheTable


@pytest.fixture
def table() -> AtTheTable:
    table = AtTheTable()
    table.begin()
    table.play("d4.ne", "f6.n")
    return table


def test_the_menu_says_nothing_of_the_game_before(table: AtTheTable) -> None:
    over = replace(table.session, phase=Phase.OVER, notice="A draw was agreed.")
    then, _ = pressed(over, "new", 0)
    assert (then.phase, then.notice, then.play, then.game_id) == (Phase.MENU, "", None, None)


def test_a_game_that_is_over_is_not_offered_again_though_a_cable_was_pulled(table: AtTheTable) -> None:
    ended = {"winner": "white", "reason": "", "score": {}}
    over = replace(table.session, phase=Phase.OVER, ended=ended, game_id=7)
    then, _ = pressed(over.paused(by_hand=False), "leave", 0)
    assert (then.phase, dict(then.kept), then.ended) == (Phase.MENU, {}, None)


def test_a_game_that_is_left_is_offered_again(table: AtTheTable) -> None:
    then, _ = pressed(replace(table.session, game_id=7).paused(by_hand=True), "leave", 0)
    assert (then.phase, set(then.kept)) == (Phase.MENU, {7})


def invite(session: Session) -> Session:
    return invited(Shell(session, NO_PREFERENCES), 0).shell.session


def touch(session: Session, button_id: str) -> Session:
    return pressed(session, button_id, 0)[0]


def away(session: Session) -> Session:
    return replace(session, away={"board": "It is away."}).halted()


WAYS_TO_LEAVE: dict[str, Callable[[Session], Session]] = {
    "left": lambda session: touch(session.paused(by_hand=True), "leave"),
    "left without the board": lambda session: touch(away(session), "leave"),
    "given up": lambda session: touch(replace(session.paused(by_hand=True), is_ending=True), "give-up"),
    "over": lambda session: touch(replace(session, phase=Phase.OVER), "new"),
    "over and left alone": lambda session: invite(replace(session, phase=Phase.OVER)),
}


@pytest.mark.parametrize("leave", WAYS_TO_LEAVE.values(), ids=WAYS_TO_LEAVE.keys())
def test_without_a_game_nothing_of_one_is_asked_for(
    table: AtTheTable, leave: Callable[[Session], Session]
) -> None:
    busy = replace(
        table.session,
        game_id=7,
        held=6,
        asked=7,
        exchanging=5,
        lifted=3,
        staying=9,
        leaving={1: "house"},
        reminders=(Task(Meaning.MARKER, 0, "Take a marker"),),
        returning=Returning(2, {1: "house"}),
        laid=(Laid(0, "white", "A1"),),
        is_helpless=True,
        is_asking_hands=True,
    )
    then = leave(busy)
    sites = (then.held, then.asked, then.exchanging, then.lifted, then.staying)
    assert (then.play, then.game_id, then.ended, sites) == (None, None, None, (0,) * 5)
    assert (then.leaving, then.reminders, then.laid, then.laying) == ({}, (), (), None)
    assert (then.readings, then.pointing, then.selecting) == ((), None, None)
    assert (then.returning, then.is_helpless, then.is_asking_hands) == (Returning(), False, False)
    assert (changes(then), tasks(then)) == ((), ())


def test_a_game_that_is_set_up_has_no_computer_of_another_that_was_not_begun() -> None:
    table = AtTheTable()
    table.touch("game-masterplan", "seat-yellow")
    assert table.session.levels
    table.touch("back", "game-masterplan")
    assert not table.session.levels


def test_a_board_that_is_right_again_leaves_no_doubt_and_no_question(table: AtTheTable) -> None:
    doubtful = replace(
        table.session, lifted=3, exchanging=5, held=6, asked=7, is_dark=True, pointing=0, readings=()
    )
    right = doubtful.right()
    left = (right.lifted, right.exchanging, right.held, right.asked, right.is_dark, right.pointing)
    assert left == (0, 0, 0, 0, False, None)


def test_after_a_pause_nobody_knows_what_hands_have_done(table: AtTheTable) -> None:
    assert table.session.is_dark is False
    resumed = table.session.paused(by_hand=True).resumed()
    assert (resumed.is_dark, resumed.judged, resumed.is_paused_by_hand) == (True, None, False)


def test_a_takeback_by_touch_leaves_nothing_that_the_action_asked_for(table: AtTheTable) -> None:
    table.play("c3.n")
    assert table.session.current.table.tasks(table.session.current.position)
    back = replace(table.session, asked=9, notice="said").back_to(table.session.current.back(1))
    assert (back.asked, back.notice) == (0, "")
