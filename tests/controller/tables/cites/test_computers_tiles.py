"""The computer plays its tiles: people lay them; hands that were dealt again, power cuts and harm."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from controller.model.hands import Hands
from controller.model.records import Hand, Undo
from controller.referee.judging import taken_to
from controller.referee.pads import dealt_again
from controller.referee.play import Play
from controller.simulation.killing import Point
from controller.simulation.simulated_disk import Condition
from controller.tables.cites.table import CitesTable
from hardware.ports import Grid
from tests.controller.tables.cites.at_the_tiles import (
    MINE,
    ROW,
    THEIRS,
    TURNED_UP,
    AtTheTiles,
    in_the_second_round,
)
from tests.controller.with_a_computer import SETTLED_MS

# The computer's plays


def test_people_lay_what_the_computer_plays_by_its_place_in_the_row(table: AtTheTiles) -> None:
    table.offer()
    table.decide("H1")
    assert table.asked == "Player 2, computer: lay tile 3 from the left on pad 2, face up"
    assert "Place for Player 2" in table.words
    assert table.played[-1] == "play H9"
    assert "H1" not in re.findall(r"\w+", table.words)
    table.lay("H1")
    assert table.played[-1] == "play H1"


def test_tiles_that_have_been_played_are_not_counted_any_more(table: AtTheTiles) -> None:
    table.offer()
    table.decide("H1")
    table.player.do_tasks()
    table.player.play("play M7")
    table.answer("play M3")
    table.rig.run_for(100)
    assert "lay tile 10 from the left" in table.asked  # the eleventh that was shown


def test_another_tile_of_the_row_is_named_by_its_place(table: AtTheTiles) -> None:
    table.offer()
    table.decide("H1")
    table.lay("T2")
    assert "Lift the tile on pad 2. It is tile 9 of its row: lay tile 3 from the left." in table.words
    assert "T2" not in table.words
    assert table.played[-1] == "play H9"
    table.lift()
    table.lay("H1")
    assert table.played[-1] == "play H1"


def test_a_tile_that_is_not_in_the_row_is_reported(table: AtTheTiles) -> None:
    table.offer()
    table.decide("H1")
    table.lay("T14")
    assert "It is none of its tiles: lay tile 3 from the left." in table.words
    assert "T14" not in table.words


def test_a_tile_laid_while_it_thinks_is_to_be_lifted(table: AtTheTiles) -> None:
    table.offer()
    table.player.play("play H9")
    table.lay("H1")
    assert "Lift the tile on pad 2. The computer plays for Player 2." in table.words
    assert table.rig.thinker.thinking is None
    assert table.played[-1] == "play H9"


def test_a_tile_of_the_computers_on_a_persons_pad_is_reported_without_its_name(table: AtTheTiles) -> None:
    table.offer()
    table.lay("T2", seat=1)
    assert "Lift the tile on pad 1. It belongs to Player 2." in table.words
    assert "T2" not in table.words
    assert table.played[-1] == "choose M"


def test_what_is_turned_up_is_no_ones_choice(table: AtTheTiles) -> None:
    table.begin("cites", p1="easy")
    assert table.rig.thinker.thinking is None
    table.player.play("turnup D15")
    assert table.played == ["turnup D15"]
    table.player.touch("#undo")
    assert table.played == []


def test_the_computers_tile_that_is_taken_back_returns_to_its_row(table: AtTheTiles) -> None:
    table.offer()
    table.decide("H1")
    table.player.do_tasks()
    table.player.touch("#undo")
    assert table.rows()[-1] == Undo(2)
    assert "Player 2, computer: H1 goes back into its row, as tile 3 from the left" in table.asked
    table.player.do_tasks()
    table.decide("H3", "H8")
    assert "lay tile 13 from the left" in table.asked


def test_a_persons_tile_taken_back_while_the_computers_is_asked_for_asks_for_none(table: AtTheTiles) -> None:
    table.offer()
    table.decide("H1")
    table.lift(1)
    assert table.played[-1] == "choose M"
    assert table.session.pads.laying is None
    assert "Player 1 plays" in table.words


def test_tiles_that_are_turned_up_again_leave_the_hands_as_they_are(table: AtTheTiles) -> None:
    table.speak()
    table.show()
    table.player.touch("#undo")
    table.player.do_tasks()
    assert table.session.current.row("p2") == ()
    table.player.play(TURNED_UP[-1])
    table.player.do_tasks()
    assert table.session.current.row("p2") == ROW
    assert table.rig.stored.hands(1) == Hands({(1, "p2"): ROW})


def test_a_deal_that_is_dealt_again_brings_its_hands_back() -> None:
    _before, play = in_the_second_round()
    then = play.back(3).keeping_dealt()
    assert not then.hands.rows
    for ply in play.plies[-3:]:
        then = then.after(ply.action)
    assert then.hands == play.hands


def test_hands_of_a_deal_that_was_taken_back_stay_stored_until_something_else_is_played() -> None:
    _before, play = in_the_second_round()
    then, effects = taken_to(play, 3)
    assert effects == [Undo(3)]
    assert then.stored_hands == play.hands.rows
    same = then.after(play.plies[-3].action)
    assert dealt_again(then, same) == ()
    other = next(one for one in then.position.legal() if one != play.plies[-3].action)
    gone = dealt_again(then, then.after(other))
    assert gone == tuple(Hand(2, seat, (), is_kept=False) for seat in ("p1", "p2"))


def test_hands_of_a_deal_that_was_taken_back_outlive_a_kill() -> None:
    _before, play = in_the_second_round()
    texts = [str(ply.action) for ply in play.plies]
    stood, again = texts[:-2], texts[-2:]
    then = Play.resume(play.table, play.header, stood, (), {}, play.hands, again)
    assert not then.hands.rows
    for ply in play.plies[-2:]:
        then = then.after(ply.action)
    assert then.hands == play.hands
    assert then.stored_hands == play.hands.rows


def test_another_deal_brings_no_hand_back() -> None:
    _before, play = in_the_second_round()
    then = play.back(2).keeping_dealt()
    first, last = (ply.action for ply in play.plies[-2:])
    other = next(one for one in then.position.legal() if one != first)
    then = then.after(other).back(1).keeping_dealt()
    for action in (first, last):
        then = then.after(action)
    assert not then.hands.rows


def test_a_hand_with_a_tile_that_was_turned_up_is_not_known_again() -> None:
    table = CitesTable(Grid(24, 24), 2, pads=2)
    play = Play.begin(table, table.header({"players": 2, "contre": False}))
    for text in ("turnup D15", "turnup M15"):
        play = play.after(table.game.parse(text))
    play = replace(play, hands=Hands({(1, "p1"): MINE, (1, "p2"): THEIRS}))
    then = play.back(2).keeping_dealt()
    for text in (f"turnup {MINE[0]}", "turnup M15"):
        then = then.after(table.game.parse(text))
    assert then.hands == Hands({(1, "p2"): THEIRS})


# Through the dark


def test_after_a_power_cut_among_the_tiles_those_that_were_shown_are_known(table: AtTheTiles) -> None:
    table.speak()
    table.show(ROW[:4])
    table.player.put(table.pad(2), ROW[4])
    table.rig.run_for(200)
    table.cut()
    assert "5 of 15 tiles" in table.asked
    assert table.session.current.row("p2") == ROW[:5]
    table.player.lift(table.pad(2))
    table.show(ROW[5:])
    assert "Player 1 speaks" in table.words


def test_after_a_power_cut_the_computer_plays_on_with_its_hand(table: AtTheTiles) -> None:
    table.offer()
    table.decide("H1")
    table.rig.thinker.is_silent = True
    table.cut()
    assert table.session.pads.laying is None
    request = table.rig.thinker.thinking
    assert request is not None
    assert request.hand == frozenset(ROW)
    table.answer("play H2")
    table.rig.run_for(100)
    assert "lay tile 8 from the left" in table.asked
    table.player.do_tasks()
    assert table.played[-1] == "play H2"


POINTS = [point for point in Point if point not in (Point.WIRE, Point.SHOW, Point.SHOWN)]
"""A pad has no light, and a tile that is counted sends nothing to the board."""


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("times", [1, 2])
def test_wherever_the_program_dies_a_tile_that_lies_there_is_counted_once(
    table: AtTheTiles, point: Point, times: int
) -> None:
    table.speak()
    table.show(ROW[:3])
    table.rig.storage.killer.lie_in_wait(point, times)
    for tile in ROW[3:5]:
        table.player.put(table.pad(2), tile)
        table.rig.run_for(6_000)
        table.player.lift(table.pad(2))
        table.rig.run_for(SETTLED_MS)
    assert table.rig.kills == 1
    assert table.session.current.row("p2") == ROW[:5]
    assert table.rig.stored.hands(1) == table.session.current.hands
    table.show(ROW[5:])
    assert "Player 1 speaks" in table.words


@pytest.mark.parametrize("point", POINTS)
def test_wherever_the_program_dies_the_tile_that_is_laid_for_the_computer_is_played_once(
    table: AtTheTiles, point: Point
) -> None:
    row = (*ROW[:3], *(tile for tile in MINE if tile[0] != "H"))
    table.offer(row)
    table.decide("H1")
    table.rig.storage.killer.lie_in_wait(point, 1)
    table.player.put(table.pad(2), "H1")
    table.rig.run_for(6_000)
    if table.played[-1] != "play H1":  # it lies there, and the computer, which must think again, expects none
        table.player.lift(table.pad(2))
        table.rig.run_for(6_000)
        assert "lay tile 3 from the left" in table.asked  # it must follow
        table.lay("H1")
    assert table.rig.kills == 1
    assert table.played.count("play H1") == 1


def test_a_tile_that_cannot_be_stored_is_counted_when_it_can(table: AtTheTiles) -> None:
    table.speak()
    table.rig.storage.disk.condition = Condition.FULL
    table.lay("H12")
    assert table.session.current.row("p2") == ()
    assert "journal.sqlite cannot be written: the card or disk is full." in table.words
    table.lift()
    table.rig.storage.disk.condition = Condition.SOUND
    table.rig.run_for(3_000)
    assert table.session.current.row("p2") == ("H12",)
    assert table.rig.stored.hands(1) == table.session.current.hands


def test_a_hand_that_a_card_has_harmed_is_played_by_people(table: AtTheTiles) -> None:
    table.offer()
    table.rig.journal._db.execute("UPDATE hand SET pieces = replace(pieces, 'T2', 'T?')")
    table.cut()
    for text in ("play H9", "play H1"):
        table.player.play(text)
    assert table.played[-1] == "play H1"
