"""Choices on the screen, open and behind a cover."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.model.view import Choice, Phase
from controller.referee import selecting, step
from controller.referee.play import Play
from controller.referee.session import Effects, Pressed, Session, first_session
from controller.referee.session_parts import Due, Question, Selecting
from controller.tables.choosing import Selection
from controller.tables.massai.table import MassaiTable
from controller.view.showing import view
from hardware.ports import Grid, LinkLost

GRID = Grid(24, 24)
TABLE = MassaiTable(GRID, 3)
HEADER = {"game": "massai"}
DARK, LIGHT = "setup dark b2 b3 c3 c4 d4", "setup light e1 e3 e4 f2 g3"
FIVE = ("cell-1,1", "cell-1,2", "cell-2,2", "cell-2,3", "cell-3,3")


def session_after(*texts: str) -> Session:
    """A session whose board is right after these actions."""
    play = Play.resume(TABLE, HEADER, texts)
    session = first_session({"massai": TABLE}, GRID, 600, {})
    tracker = replace(session.tracker, closed=play.closed)
    return replace(session, tracker=tracker, play=play, phase=Phase.PLAYING).right()


def press(session: Session, *ids: str) -> tuple[Session, Effects]:
    effects: Effects = ()
    for button_id in ids:
        session, effects = step.handle(session, Pressed(0, button_id))
    return session, effects


def ids(choices: tuple[Choice, ...]) -> list[str]:
    return [choice.id for choice in choices]


def test_a_cover_shows_no_board_no_lights_and_no_items() -> None:
    shown = view(session_after(DARK, LIGHT, "attack e4"))
    assert shown.phase is Phase.SECRET
    assert (shown.board, shown.lights, shown.tasks, shown.last) == (None, (), (), "")
    assert ids(shown.choices) == ["reveal"]


def test_the_cover_offers_everybody_who_has_not_chosen() -> None:
    assert ids(view(session_after()).choices) == ["reveal", "reveal-light"]
    assert ids(view(session_after(LIGHT)).choices) == ["reveal"]


def test_at_the_cover_nothing_can_be_chosen() -> None:
    session = session_after()
    assert press(session, *FIVE, "done", "back") == (session, ())


def test_a_finished_choice_is_played_and_the_next_player_finds_the_cover() -> None:
    session, effects = press(session_after(), "reveal", *FIVE, "done")
    assert [repr(effect) for effect in effects] == ["Played(public='setup dark')"]
    assert session.question.selecting is not None
    assert session.question.selecting.selection.seat == "light"
    assert not session.question.selecting.is_open


def test_only_what_is_offered_can_be_chosen_and_not_too_much() -> None:
    session, _ = press(session_after(), "reveal", "cell-4,0", *FIVE, "cell-0,0")
    assert session.question.selecting is not None
    assert session.question.selecting.chosen == FIVE


def test_another_touch_takes_an_item_back() -> None:
    session, _ = press(session_after(), "reveal", *FIVE, FIVE[0])
    assert session.question.selecting is not None
    assert session.question.selecting.chosen == FIVE[1:]
    assert not selecting.is_enough(session.question.selecting)


def test_done_does_nothing_before_enough_is_chosen() -> None:
    opened, _ = press(session_after(), "reveal", *FIVE[:4])
    assert press(opened, "done") == (opened, ())


def test_what_the_rules_refuse_is_reported_until_the_choice_changes_or_is_covered() -> None:
    refused, effects = press(session_after(), "reveal", *FIVE[:4], "cell-3,5", "done")
    assert effects == ()
    why = "Each of the five huts must touch another of them: d6 would stand alone."
    assert view(refused).notice == why
    assert view(press(refused, "cell-3,5")[0]).notice == ""
    for covered in (press(refused, "back")[0], step.handle(refused, LinkLost(0, "screen", "Away."))[0]):
        assert why not in repr(view(covered))


def test_a_choice_that_a_button_began_may_be_left() -> None:
    session = session_after(DARK, LIGHT)
    for way in (("back",), ("reveal", "back"), ("reveal", "cell-4,3", "back")):
        left, effects = press(session, "attack", *way)
        assert (left.phase, left.question.selecting, effects) == (Phase.PLAYING, None, ())


def test_a_choice_that_is_due_is_only_covered_again() -> None:
    session = session_after(DARK, LIGHT, "attack e4")
    covered, effects = press(session, "reveal", "cell-4,3", "back")
    assert view(covered) == view(session)
    assert (covered.phase, covered.question.selecting, effects) == (
        session.phase,
        session.question.selecting,
        (),
    )


def test_nothing_is_begun_while_the_last_action_is_not_done() -> None:
    session = replace(session_after(DARK, LIGHT), due=Due(asked=TABLE.sites("b2")))
    assert press(session, "attack") == (session, ())
    assert "attack" not in ids(view(session).controls)


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [(5, 5, "1 of 5 chosen"), (0, 2, "1 chosen, 2 at most"), (1, 1, "1 of 1 chosen")],
)
def test_the_screen_counts_what_is_chosen(least: int, most: int, words: str) -> None:
    items = (Choice("cell-0,0", "a1"), Choice("cell-0,1", "a2"))
    selection = Selection("id", "dark", "Choose.", items, least, most, is_secret=True)
    selecting = Selecting(selection, ("cell-0,0",), is_open=True)
    session = replace(session_after(), phase=Phase.SECRET, question=Question(selecting=selecting))
    assert view(session).ask == ("Choose.", words)


def test_the_picture_frames_what_may_be_chosen_and_ticks_what_is() -> None:
    session, _ = press(session_after(DARK, LIGHT), "attack", "reveal", "cell-4,3")
    shown = view(session)
    assert shown.board is not None
    frames = {(mark.shape, mark.x, mark.y) for mark in shown.board.marks if mark.shape.startswith("cho")}
    assert frames == {("choosable", 4.5, 2.5), ("chosen", 4.5, 3.5)}
    assert shown.board.signs == shown.lights == ()


def test_examples_are_choices_that_the_rules_accept_one_after_the_other() -> None:
    session, _ = press(session_after(LIGHT), "reveal")
    examples = session.question.selecting.selection.examples if session.question.selecting else ()
    assert len(set(examples)) > 1
    for example in (*examples, examples[0]):
        session, _ = press(session, "example")
        assert session.question.selecting is not None
        assert session.question.selecting.chosen == example
        assert press(session, "done")[0].current.plies[-1].action.public == "setup dark"
