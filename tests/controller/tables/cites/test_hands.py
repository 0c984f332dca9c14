"""Hidden hands: shown to a pad tile by tile, played by the computer, and revealed to no one."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.model.hands import HIDDEN, Hands, Pads
from controller.model.records import Hand, Undo
from controller.model.view import Meaning, Phase
from controller.referee.judging import taken_to
from controller.referee.pads import dealt_again
from controller.referee.play import Play
from controller.shell.phones import phone_code
from controller.simulation import deals
from controller.simulation.killing import Point
from controller.simulation.simulated_disk import Condition
from controller.tables.cites.table import CitesTable
from controller.view.cues import Cue, cue
from controller.web.seats import GameSeat, is_seated
from hardware.ports import Grid
from opponents.thought import Level
from tests.controller.with_a_computer import SETTLED_MS, AtTheTable

ROW = tuple(f"{kind}{number}" for number in (1, 2, 3) for kind in "MPHTD")
OTHER_ROW = tuple(f"{kind}{number}" for number in (4, 5, 6) for kind in "TDPHM")
MINE = tuple(f"{kind}{number}" for number in (7, 8, 9) for kind in "MPHTD")
THEIRS = tuple(f"{kind}{number}" for number in (10, 11, 12) for kind in "MPHTD")
TURNED_UP = ("turnup D15", "turnup M15")


class AtTheTiles(AtTheTable):
    """A table with Cités Nouvelles on it, and a person who knows where the tiles are."""

    def speak(self) -> None:
        """Begin with Player 2 as the computer, up to the showing of tiles."""
        self.begin("cites", p2="medium")
        for text in TURNED_UP:
            self.player.play(text)
        self.player.do_tasks()

    def pad(self, seat: int) -> int:
        return 1 << self.session.tracker.grid.size + seat - 1

    def show(self, row: Sequence[str] = ROW, seat: int = 2) -> None:
        self.player.show(self.pad(seat), row)

    def lay(self, tile: str, seat: int = 2) -> None:
        """Lay a tile on a pad, and wait until the table has seen it."""
        self.player.put(self.pad(seat), tile)
        self.rig.run_for(SETTLED_MS)

    def lift(self, seat: int = 2) -> None:
        self.player.lift(self.pad(seat))
        self.rig.run_for(SETTLED_MS)

    def offer(self, row: Sequence[str] = ROW) -> None:
        """Play until Player 1 leads the first trick: H for the person, M for the computer."""
        self.speak()
        self.show(row)
        self.player.play("choose H")
        self.answer("choose M")
        self.rig.run_for(SETTLED_MS)

    def decide(self, tile: str, lead: str = "H9") -> None:
        """Lead, and let the computer come to a tile."""
        self.player.play(f"play {lead}")
        self.answer(f"play {tile}")
        self.rig.run_for(100)

    def cut(self) -> None:
        """Cut the power, and switch it on again."""
        self.rig.power_cut()
        self.rig.power_on()
        self.rig.run_for(3_000)

    @property
    def asked(self) -> str:
        return " / ".join(self.rig.running.shown.view.ask)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AtTheTiles]:
    table = AtTheTiles(tmp_path)
    yield table
    table.rig.close()


# Tiles are shown


def test_the_computers_tiles_are_asked_for_one_by_one_and_counted(table: AtTheTiles) -> None:
    table.speak()
    assert "Tiles of Player 2" in table.words
    assert table.asked == "Player 2, 0 of 15 tiles: lay its next on pad 2, face down"
    (task,) = table.rig.running.shown.view.tasks
    assert (task.meaning, task.sites) == (Meaning.PLACE, table.pad(2))
    table.lay("H12")
    assert table.asked == "Player 2, 1 of 15 tiles: lift this one and lay it at the right of the row"
    table.lift()
    assert table.asked.startswith("Player 2, 1 of 15 tiles: lay its next")


def test_a_tile_is_counted_as_soon_as_it_is_read(table: AtTheTiles) -> None:
    table.speak()
    for tile in ROW[:5]:
        table.player.put(table.pad(2), tile)
        table.rig.run_for(200)
        table.player.lift(table.pad(2))
        table.rig.run_for(300)
    assert table.session.current.row("p2") == ROW[:5]


def test_nobody_speaks_before_the_computers_tiles_are_shown(table: AtTheTiles) -> None:
    table.speak()
    assert not [one for one in table.buttons if one.startswith("choose-")]
    table.show()
    assert [one for one in table.buttons if one.startswith("choose-")]
    assert "Player 1 speaks" in table.words


def test_a_tile_that_lies_there_when_all_are_shown_is_to_be_lifted(table: AtTheTiles) -> None:
    table.speak()
    table.show(ROW[:-1])
    table.lay(ROW[-1])
    assert "lift this one" in table.asked
    table.player.play("choose H")
    assert table.session.computer == "p2"


def test_the_computer_thinks_with_the_hand_that_it_was_shown(table: AtTheTiles) -> None:
    table.speak()
    table.show()
    table.player.play("choose H")
    table.rig.run_for(SETTLED_MS)
    request = table.rig.thinker.thinking
    assert request is not None
    assert request.hand == frozenset(ROW)
    table.answer("choose M")
    table.decide("H1")
    table.player.do_tasks()
    table.rig.run_for(SETTLED_MS)
    table.player.play("play M7")
    table.rig.run_for(SETTLED_MS)
    request = table.rig.thinker.thinking
    assert request is not None
    assert request.hand == frozenset(ROW) - {"H1"}


def test_a_tile_that_is_shown_twice_is_told_and_not_counted(table: AtTheTiles) -> None:
    table.speak()
    table.show(ROW[:3])
    table.lay("M1")
    assert "Tile 1 of Player 2, from the left, has been shown already." in table.words
    assert table.session.current.row("p2") == ROW[:3]


def test_a_tile_with_an_unknown_tag_is_told_and_not_counted(table: AtTheTiles) -> None:
    table.speak()
    table.player.put(table.pad(2), "tile", "04FFEE")
    table.rig.run_for(SETTLED_MS)
    assert "The tile file does not know this tag." in table.words
    assert table.session.current.row("p2") == ()
    table.lift()
    assert "0 of 15 tiles" in table.asked


def test_a_tile_that_was_turned_up_is_in_no_hand(table: AtTheTiles) -> None:
    table.speak()
    table.lay("M15")
    assert "Lift the tile on pad 2. It was turned up, and is in no hand." in table.words
    assert table.session.current.row("p2") == ()
    table.lift()
    assert "0 of 15 tiles" in table.asked


def test_a_piece_that_is_no_tile_is_told_and_not_counted(table: AtTheTiles) -> None:
    table.speak()
    table.lay("house white")
    assert "It is no tile of this game." in table.words
    assert table.session.current.row("p2") == ()


def test_a_tile_on_the_pad_of_somebody_who_shows_none_is_told_without_its_name(table: AtTheTiles) -> None:
    table.speak()
    table.lay("H12", seat=1)
    assert "Lift the tile on pad 1. The computer's tiles are shown on pad 2." in table.words
    assert "H12" not in table.words
    table.lift(1)
    table.show()
    table.lay("H12", seat=1)
    assert "Nothing is played before all have spoken." in table.words


def test_a_tile_on_a_pad_where_nobody_sits_is_told(table: AtTheTiles) -> None:
    table.speak()
    table.lay("H12", seat=4)
    assert "Lift the tile on pad 4. Nobody plays there." in table.words


def test_a_tile_of_one_row_is_none_of_another(tmp_path: Path) -> None:
    table = AtTheTiles(tmp_path)
    table.player.touch("#game-cites")
    table.player.touch("#option-players-3")
    for seat in ("p2", "p3"):
        table.player.touch(f"#seat-{seat}")
    table.player.touch("#start")
    table.rig.run_for(SETTLED_MS)
    for text in (*TURNED_UP, "turnup M14"):
        table.player.play(text)
    table.player.do_tasks()
    table.show(ROW[:12])
    assert "Tiles of Player 3" in table.words
    table.lay(ROW[4], seat=3)
    assert "Lift the tile on pad 3. It has been shown already, on pad 2." in table.words
    table.lift(3)
    table.show(OTHER_ROW[:12], seat=3)
    assert "Player 1 speaks" in table.words
    table.rig.close()


def test_a_tile_that_stands_on_a_lot_is_in_no_hand(table: AtTheTiles) -> None:
    table.begin("cites", p2="medium")
    for text in TURNED_UP:
        table.player.play(text)
    table.player.do_tasks()
    table.show()
    table.player.play("choose H")
    table.answer("choose M")
    for own in MINE:
        table.player.play(f"play {own}")
        held = table.session.current.in_hand("p2")
        may = sorted(table.session.current.table.tiles.playable(table.session.current.position, held))
        table.answer(f"play {may[0]}")
        table.rig.run_for(100)
        table.player.do_tasks()
    while need := table.session.current.position.need():
        table.player.play(need[0])
    table.player.do_tasks()
    lots = table.session.current.position.as_json()["lots"]
    built = next(tile for lot in lots.values() for tile in lot)
    assert "Tiles of Player 2" in table.words
    table.lay(built)  # as if there were two of it
    assert "It stands on a lot, and is in no hand." in table.words
    assert table.session.current.row("p2") == ()


def test_tiles_that_were_shown_are_not_forgotten_at_one_touch(table: AtTheTiles) -> None:
    table.speak()
    table.show(ROW[:3])
    table.rig.run_for(SETTLED_MS)
    table.player.touch("#hand-p2")
    assert table.rig.running.shown.view.heading == "Forget these tiles?"
    assert "Player 2 has shown 3 tiles" in table.asked
    table.player.touch("#back")
    assert table.session.current.row("p2") == ROW[:3]
    table.player.touch("#unshown-p2")
    assert table.rig.running.shell.phase is Phase.FORGETTING
    table.player.touch("#back")
    assert table.session.current.row("p2") == ROW[:3]
    table.cut()
    assert table.session.current.row("p2") == ROW[:3]


def test_tiles_can_be_shown_anew_from_the_first(table: AtTheTiles) -> None:
    table.speak()
    table.show(ROW[:3])
    table.rig.run_for(SETTLED_MS)
    table.player.touch("#hand-p2")
    table.player.touch("#forget-really")
    assert "0 of 15 tiles" in table.asked
    table.show(OTHER_ROW)
    assert table.session.current.row("p2") == OTHER_ROW


def test_where_tiles_cannot_be_shown_people_play_for_the_computer(table: AtTheTiles) -> None:
    table.speak()
    table.player.touch("#unshown-p2")
    for text in ("choose H", "choose M", "play H9", "play P4"):
        table.player.play(text)
    assert table.played[-1] == "play P4"
    assert table.rig.thinker.thinking is None


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


def test_another_tile_of_the_row_is_told_by_its_place(table: AtTheTiles) -> None:
    table.offer()
    table.decide("H1")
    table.lay("T2")
    assert "Lift the tile on pad 2. It is tile 9 of its row: lay tile 3 from the left." in table.words
    assert "T2" not in table.words
    assert table.played[-1] == "play H9"
    table.lift()
    table.lay("H1")
    assert table.played[-1] == "play H1"


def test_a_tile_that_is_not_in_the_row_is_told(table: AtTheTiles) -> None:
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


def test_a_tile_of_the_computers_on_a_persons_pad_is_told_without_its_name(table: AtTheTiles) -> None:
    table.offer()
    table.lay("T2", seat=1)
    assert "Lift the tile on pad 1. It belongs to Player 2." in table.words
    assert "T2" not in table.words
    assert table.played[-1] == "choose M"


def test_what_is_turned_up_is_nobodys_choice(table: AtTheTiles) -> None:
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


def in_the_second_round() -> tuple[Play, Play]:
    """Two people show a hand each after the second deal; and the game before its last action."""
    table = CitesTable(Grid(24, 24), 2, pads=2)
    play = Play.begin(table, table.header({"players": 2, "contre": False}))
    before = play
    while play.deal is None or play.deal.number < 2:
        before, action = play, deals.action(play, 3)
        play = play.after(table.game.parse(action))
    for seat in play.position.seats:
        row = tuple(deals.hand(play, 3, seat))
        play = replace(play, hands=play.hands.with_row(2, seat, row))
    return before, play


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
    assert "Nothing is played until this is mended." in table.words
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


# A hand that a person keeps


def kept(table: AtTheTiles, row: Sequence[str] = MINE) -> None:
    """Player 1, a person against another, shows a hand, and leads."""
    table.begin("cites")
    for text in TURNED_UP:
        table.player.play(text)
    table.player.do_tasks()
    table.player.touch("#hands")
    table.player.touch("#hand-p1")
    table.show(row, seat=1)
    for text in ("choose H", "choose M"):
        table.player.play(text)


def test_a_person_may_show_the_own_hand_and_need_not(table: AtTheTiles) -> None:
    table.begin("cites")
    for text in TURNED_UP:
        table.player.play(text)
    table.player.do_tasks()
    table.player.touch("#hands")
    table.player.touch("#hand-p1")
    assert table.asked.startswith("Player 1, 0 of 15 tiles: lay your next on pad 1, face down")
    table.show(MINE[:2], seat=1)
    table.rig.run_for(SETTLED_MS)
    table.player.touch("#unshown-p1")
    assert table.session.current.kept_hand("p1") is not None
    table.player.touch("#forget-really")
    assert table.session.current.kept_hand("p1") is None
    table.player.play("choose H")
    assert table.played[-1] == "choose H"


def test_nobody_speaks_before_a_hand_that_was_begun_is_shown(table: AtTheTiles) -> None:
    table.begin("cites")
    for text in TURNED_UP:
        table.player.play(text)
    table.player.do_tasks()
    table.player.touch("#hands")
    table.player.touch("#hand-p1")
    table.show(MINE[:14], seat=1)
    assert "Show your tiles" in table.words
    assert not [one for one in table.buttons if one.startswith("choose-")]
    table.show(MINE[14:], seat=1)
    assert [one for one in table.buttons if one.startswith("choose-")]


def test_one_wrong_tile_is_dropped_and_the_others_are_kept(table: AtTheTiles) -> None:
    table.begin("cites")
    for text in TURNED_UP:
        table.player.play(text)
    table.player.do_tasks()
    table.player.touch("#hands")
    table.player.touch("#hand-p1")
    table.show(MINE[:3], seat=1)
    table.lay(MINE[1], seat=1)
    table.player.touch("#hands")
    table.player.touch("#drop-p1")
    assert table.session.current.row("p1") == (MINE[0], MINE[2])
    table.lift(1)
    table.player.touch("#hands")
    table.player.touch("#drop-p1")
    assert table.session.current.row("p1") == (MINE[0],)
    assert table.rig.stored.hands(1) == Hands({(1, "p1"): (MINE[0],)})


def test_who_has_shown_a_hand_shows_the_next_one_unless_it_is_not_wanted() -> None:
    _before, play = in_the_second_round()
    play = replace(play, hands=Hands({(1, "p1"): MINE, (1, "p2"): None}))
    assert play.showing == play.to_show == ("p1",)
    hand = play.kept_hand("p1")
    assert hand is not None
    assert (hand.shown, hand.dealt) == (0, 15)
    play = replace(play, hands=play.hands.with_row(2, "p1", None))
    assert play.to_show == ()
    assert play.kept_hand("p1") is None


def test_the_own_hand_says_what_may_be_played_now(table: AtTheTiles) -> None:
    kept(table)
    hand = table.session.current.kept_hand("p1")
    assert hand is not None
    assert (hand.pieces, hand.playable, hand.is_whole) == (MINE, frozenset(MINE), True)
    for text in ("play H9", "play D14"):
        table.player.play(text)
    hand = table.session.current.kept_hand("p1")
    assert hand is not None
    assert (set(hand.pieces), hand.playable) == (set(MINE) - {"H9"}, frozenset())
    table.player.play("play D13")
    hand = table.session.current.kept_hand("p1")
    assert hand is not None
    assert hand.playable == {"D7", "D8", "D9"}
    assert table.session.current.kept_hand("p2") is None


def test_a_play_that_does_not_follow_is_told_at_once_and_stands(table: AtTheTiles) -> None:
    kept(table)
    for text in ("play H9", "play D14", "play D13"):
        table.player.play(text)
    assert "does not follow" not in table.words
    table.player.play("play M7")
    assert table.played[-1] == "play M7"
    assert "Player 1 does not follow, and could. Take it back, or let it stand." in table.words


def test_a_tile_that_was_not_shown_is_told_at_once_and_stands(table: AtTheTiles) -> None:
    kept(table)
    table.player.play("play H15")
    assert "H15 is none of the tiles that Player 1 has shown." in table.words
    assert table.played[-1] == "play H15"


def test_nobodys_hand_is_told_of_the_computers_seats(table: AtTheTiles) -> None:
    table.offer()
    assert table.session.current.computers == {"p2": Level.MEDIUM}
    assert table.session.current.kept_hand("p2") is None


# Secrets

Step = Callable[[AtTheTiles, Sequence[str]], None]


def seen_of(table: AtTheTiles, caplog: pytest.LogCaptureFixture) -> Any:
    """Everything about a table that everyone may see, hear and read."""
    shown = table.rig.running.shown
    session = re.sub(" at 0x[0-9a-f]+", "", repr(table.session))
    kinds = [session, shown.view, shown.picture, table.rig.board.lit]
    return [*kinds, table.rig.journal.export(1), caplog.messages[:]]


STEPS: list[Step] = [
    lambda table, row: table.show(row[:6]),
    lambda table, row: table.lay(row[6]),
    lambda table, _row: table.cut(),
    lambda table, _row: table.lift(),
    lambda table, row: table.lay(row[2]),
    lambda table, _row: table.lift(),
    lambda table, row: table.lay(row[9], seat=1),
    lambda table, _row: table.lift(1),
    lambda table, row: table.show(row[7:]),
    lambda table, _row: table.player.play("choose H"),
    lambda table, _row: table.answer("choose M"),
    lambda table, row: table.lay(row[3], seat=1),
    lambda table, _row: table.lift(1),
    lambda table, _row: table.player.play("play T15"),
    lambda table, row: table.lay(row[4]),
    lambda table, _row: table.lift(),
    lambda table, row: table.answer(f"play {row[0]}"),
    lambda table, row: table.lay(row[5]),
    lambda table, _row: table.lift(),
    lambda table, _row: table.player.touch("#pause"),
    lambda table, _row: table.player.touch("#leave"),
    lambda table, _row: table.player.touch("#resume-1"),
    lambda table, _row: table.cut(),
]


def test_two_games_that_differ_in_the_computers_hand_look_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    seen = []
    for row in (ROW, OTHER_ROW):
        caplog.clear()
        folder = tmp_path / row[0]
        folder.mkdir()
        table = AtTheTiles(folder)
        table.rig.thinker.is_silent = True
        table.speak()
        seen.append([])
        for step in STEPS:
            step(table, row)
            table.rig.run_for(SETTLED_MS)
            seen[-1].append(seen_of(table, caplog))
        assert table.rig.journal.hands(1) == Hands({(1, "p2"): row})
        table.rig.close()
    for number, (one, other) in enumerate(zip(*seen, strict=True)):
        assert one == other, f"after step {number}"


def test_a_tile_that_is_shown_is_veiled_from_the_tracker_on(table: AtTheTiles) -> None:
    table.speak()
    table.lay("H12")
    assert set(table.session.tracker.kinds.values()) == {HIDDEN}
    assert "H12" not in repr(table.session.tracker)


# Sounds


def test_each_tile_that_is_counted_is_heard(table: AtTheTiles) -> None:
    table.speak()
    before = table.session
    table.player.put(table.pad(2), "H12")
    table.rig.run_until(table.rig.now_ms + 1_000, lambda: bool(table.session.current.row("p2")))
    assert cue(before, table.session) is Cue.ACCEPTED


# On phones


def test_each_person_of_a_team_may_have_a_phone_of_their_own(table: AtTheTiles) -> None:
    table.player.touch("#game-cites")
    table.player.touch("#option-players-4")
    table.player.touch("#seat-p2")
    table.player.touch("#start")
    table.rig.run_for(SETTLED_MS)
    assert is_seated(table.session, GameSeat(1, "p3"))
    shell = replace(table.rig.running.shell, address="http://table.local/")
    asking = replace(table.session, pads=Pads(is_asking=True))
    assert phone_code.seats(replace(shell, session=asking)) == ("p1", "p3", "p4")
