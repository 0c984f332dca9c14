"""The view of a session: words, buttons, lights."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.model.records import Played
from controller.model.view import Lit, Meaning, Phase
from controller.view.light_picture import strongest
from hardware.ports import Grid
from tests.controller.at_the_table import AtTheTable
from tests.controller.referee.test_session import in_phase

FIGURE = ("d4.ne", "f6.n", "c3.n")


@pytest.fixture
def table() -> AtTheTable:
    table = AtTheTable()
    table.begin()
    return table


# The heading and the controls of every phase.
SCREENS = {
    "menu": ("What shall we play?", set()),
    "setup": ("Masterplan", {"start", "back"}),
    "playing": ("White to move", {"pause", "unseen"}),
    "correcting": ("Mend the board", {"broken", "pause", "unseen"}),
    "choosing": ("What was played?", {"undo", "pause"}),
    "over": (None, {"new", "rematch", "undo"}),
}


@pytest.mark.parametrize(("phase", "heading", "controls"), [(k, *v) for k, v in SCREENS.items()])
def test_every_phase_has_its_heading_and_controls(
    phase: str, heading: str | None, controls: set[str]
) -> None:
    view = in_phase(phase).view
    assert heading in (None, view.heading)
    assert {choice.id for choice in view.controls} == controls
    assert view.phase == phase


def test_a_paused_table_waits() -> None:
    table = AtTheTable()
    table.lose("board", "The cable is out.")
    assert (table.view.heading, table.view.ask) == ("The table waits", ("The cable is out.",))
    table.find("board")
    table.begin()
    table.touch("pause")
    assert table.view.heading == "Paused"
    assert table.view.ask == ("Touch “Continue” when ready",)
    assert {choice.id for choice in table.view.controls} == {"resume", "leave", "seats", "end"}


def test_whose_turn_it_is_and_what_to_do(table: AtTheTable) -> None:
    assert (table.view.heading, table.view.turn) == ("White to move", "white")
    assert table.view.ask == ("Set a white house on a free cell",)
    table.play("d4.ne")
    assert (table.view.heading, table.view.turn) == ("Yellow to move", "yellow")
    assert table.view.ask == ("Set a yellow house on a free cell",)


def test_after_a_takeback_the_banner_still_tells_whose_turn_it_is(table: AtTheTable) -> None:
    table.play("d4.ne", "a8.n")
    table.touch("undo")
    assert (table.view.phase, table.view.heading, table.view.turn) == (
        Phase.CORRECTING,
        "Yellow to move",
        "yellow",
    )
    assert table.view.ask == ("Lift the piece on a8 north",)
    table.put("d4")
    table.wait()
    assert (table.view.heading, table.view.turn) == ("Mend the board", "yellow")


def test_without_assist_nothing_is_given_away() -> None:
    table = AtTheTable()
    table.begin(assist=False)
    table.play(*FIGURE)
    assert table.asked == {}
    assert table.view.tasks == ()
    assert table.view.ask == ("Parks and towers, or the next house",)
    assert table.buttons["done"] == "End the turn"
    table.touch("done")
    table.play("a8.n")
    assert "done" in table.buttons


def test_the_offer_to_end_the_turn_does_not_betray_that_nothing_is_missing() -> None:
    """The turn passes when nothing is missing, so the offer comes only with the missing pieces."""
    table = AtTheTable()
    table.begin(assist=False)
    table.play("d4.ne")
    assert "done" not in table.buttons


def test_the_last_turn_is_lit_until_the_next(table: AtTheTable) -> None:
    table.play(*FIGURE, "e5")
    assert lit(table, Meaning.LAST) == {"c3 north", "e5 middle"}
    table.play("a8.n")
    assert lit(table, Meaning.LAST) == {"a8 north"}


def test_a_piece_under_a_hand_glows_at_once(table: AtTheTable) -> None:
    table.put("d4.ne")
    assert lit(table, Meaning.ECHO) == {"d4 north-east"}
    assert table.actions == []
    table.wait()
    assert lit(table, Meaning.ECHO) == set()


def test_a_hand_over_a_lit_piece_hides_nothing_that_is_asked(table: AtTheTable) -> None:
    table.play(*FIGURE)
    table.put("e5")
    shown = strongest(table.view.lights)
    (site,) = [site for site in shown if table.table.place(site) == "e5 middle"]
    assert shown[site].meaning is Meaning.PARK


def test_a_wrong_piece_starts_its_rhythm_when_it_is_judged(table: AtTheTable) -> None:
    table.put("d4")
    table.wait()
    (wrong,) = [one for _, one in table.view.lights if one.meaning is Meaning.WRONG]
    assert wrong.since_ms == table.session.judgement.at_ms > 0


def test_both_scores_are_lights_on_the_edge(table: AtTheTable) -> None:
    table.play(*FIGURE, "e5")
    scores = {one.player: table.table.place(site) for site, one in table.view.lights if is_score(one)}
    assert scores == {"white": "a3 south-west", "yellow": "a2 north-west"}


def is_score(one: Lit) -> bool:
    return one.meaning is Meaning.SCORE


def test_the_picture_has_the_lights_signs_without_the_score(table: AtTheTable) -> None:
    table.play(*FIGURE)
    board = table.view.board
    assert board is not None
    assert {sign.lit.meaning for sign in board.signs} == {Meaning.PARK, Meaning.LAST}
    assert {mark.shape for mark in board.marks} == {"house"}
    (park,) = [sign for sign in board.signs if sign.lit.meaning is Meaning.PARK]
    assert (round(park.x, 3), round(park.y, 3), round(park.size, 3)) == (4.333, 4.333, 0.333)


def test_readings_are_said_in_words() -> None:
    table = AtTheTable(Grid(8, 8), 1)
    table.begin()
    table.play("d4")
    assert table.view.ask == ("Touch what you played, or lift the piece",)
    assert [choice.label for choice in table.view.choices][:2] == [
        "House on d4 north",
        "House on d4 north-east",
    ]


def test_a_weak_sensor_is_named(table: AtTheTable) -> None:
    table.play("d4.ne")
    for _ in range(4):
        table.lift("d4.ne")
        table.put("d4.ne")
    assert table.view.notice == "Weak magnet or sensor: d4 north-east. Set the piece again."
    assert table.actions == ["house d4 ne"]
    table.wait(5_000)
    assert table.view.notice == ""


def test_what_cannot_be_stored_is_said_first(table: AtTheTable) -> None:
    table.session = replace(table.session, trouble="The card is full.", notice="Check.")
    assert table.view.notice == "The card is full. Check."


def test_who_won_is_said_with_the_points() -> None:
    table = in_phase("over")
    outcome = table.session.current.position.outcome()
    assert outcome is not None
    names = {"white": "White wins", "yellow": "Yellow wins", None: "A draw"}
    assert table.view.heading == names[outcome.winner]
    assert table.view.ask == (outcome.reason,)
    assert table.view.turn == outcome.winner
    assert not any(isinstance(effect, Played) for effect in table.stored[-1:])


def lit(table: AtTheTable, meaning: Meaning) -> set[str]:
    return {table.table.place(site) for site, one in table.view.lights if one.meaning is meaning}
