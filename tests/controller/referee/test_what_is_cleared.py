"""The state that one game leaves to the next, and a pause to the time after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.model.hands import Laid, Pads
from controller.model.phones import Answered
from controller.model.view import Meaning, Phase, Task
from controller.referee.board_at_rest import Returning
from controller.referee.session import Session
from controller.referee.session_parts import DeviceStates, Due, Judgement, Opponent, Question
from controller.referee.tasks import changes, tasks
from controller.referee.touching import pressed
from controller.settings.preferences import NO_PREFERENCES
from controller.shell.idle.invitation import invited
from controller.shell.model.state import Shell
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
    assert (then.phase, dict(then.unfinished.games), then.ended) == (Phase.MENU, {}, None)


def test_a_game_that_is_left_is_offered_again(table: AtTheTable) -> None:
    then, _ = pressed(replace(table.session, game_id=7).paused(by_hand=True), "leave", 0)
    assert (then.phase, set(then.unfinished.games)) == (Phase.MENU, {7})


def invite(session: Session) -> Session:
    return invited(Shell(session, NO_PREFERENCES), 0).shell.session


def touch(session: Session, button_id: str) -> Session:
    return pressed(session, button_id, 0)[0]


def away(session: Session) -> Session:
    return replace(session, devices=DeviceStates({"board": "It is away."})).halted()


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
        due=Due(6, 7, 5, {1: "house"}, (Task(Meaning.MARKER, 0, "Take a marker"),)),
        judgement=Judgement(lifted=3, staying=9, returning=Returning(2, 2, {1: "house"})),
        pads=Pads(laid=(Laid(0, "white", "A1"),), is_asking=True),
        opponent=Opponent(is_played_by_people=True),
        answered={(7, "white"): Answered("phone", 1, "no")},
    )
    then = leave(busy)
    assert (then.play, then.game_id, then.ended, then.answered) == (None, None, None, {})
    assert (then.due, then.question, then.pads) == (Due(), Question(), Pads())
    known = then.judgement
    assert (known.lifted, known.staying, known.returning) == (0, 0, Returning())
    assert not then.opponent.is_played_by_people
    assert (changes(then), tasks(then)) == ((), ())


def test_a_game_that_is_set_up_has_no_computer_of_another_that_was_not_begun() -> None:
    table = AtTheTable()
    table.touch("game-masterplan", "seat-yellow")
    assert table.session.setup.levels
    table.touch("back", "game-masterplan")
    assert not table.session.setup.levels


def test_a_board_that_is_right_again_leaves_no_doubt_and_no_question(table: AtTheTable) -> None:
    doubtful = replace(
        table.session,
        due=Due(held=6, asked=7, exchanging=5),
        judgement=Judgement(lifted=3, is_dark=True),
        question=Question(pointing=0),
    )
    right = doubtful.right()
    assert (right.judgement.lifted, right.judgement.is_dark) == (0, False)
    assert (right.due, right.question) == (Due(), Question())


def test_after_a_pause_no_one_knows_what_hands_have_done(table: AtTheTable) -> None:
    assert table.session.judgement.is_dark is False
    resumed = table.session.paused(by_hand=True).resumed()
    assert (resumed.judgement.is_dark, resumed.judgement.picture) == (True, None)
    assert not resumed.is_paused_by_hand


def test_a_takeback_by_touch_leaves_nothing_that_the_action_asked_for(table: AtTheTable) -> None:
    table.play("c3.n")
    assert table.session.current.table.tasks(table.session.current.position)
    back = replace(table.session, due=Due(asked=9), notice="said").back_to(table.session.current.back(1))
    assert (back.due.asked, back.notice) == (0, "")
