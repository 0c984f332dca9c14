"""Hands of tiles: shown to a pad tile by tile, and kept by a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from controller.model.hands import Hands
from controller.model.view import Meaning, Phase
from opponents.thought import Level
from tests.controller.tables.cites.at_the_tiles import (
    MINE,
    OTHER_ROW,
    ROW,
    TURNED_UP,
    AtTheTiles,
    in_the_second_round,
)
from tests.controller.with_a_computer import SETTLED_MS

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


def test_no_one_speaks_before_the_computers_tiles_are_shown(table: AtTheTiles) -> None:
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


def test_a_tile_that_is_shown_twice_is_reported_and_not_counted(table: AtTheTiles) -> None:
    table.speak()
    table.show(ROW[:3])
    table.lay("M1")
    assert "Tile 1 of Player 2, from the left, has been shown already." in table.words
    assert table.session.current.row("p2") == ROW[:3]


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        (("tile", "04FFEE"), "The tile file does not know this tag."),
        (("M15",), "Lift the tile on pad 2. It was turned up, and is in no hand."),
        (("house white",), "It is no tile of this game."),
    ],
)
def test_an_unsuitable_piece_is_named_and_not_counted(
    table: AtTheTiles, piece: tuple[str, ...], words: str
) -> None:
    table.speak()
    table.player.put(table.pad(2), *piece)
    table.rig.run_for(SETTLED_MS)
    assert words in table.words
    assert table.session.current.row("p2") == ()
    table.lift()
    assert "0 of 15 tiles" in table.asked


def test_a_tile_on_the_pad_of_someone_who_shows_none_is_reported_without_its_name(table: AtTheTiles) -> None:
    table.speak()
    table.lay("H12", seat=1)
    assert "Lift the tile on pad 1. The computer's tiles are shown on pad 2." in table.words
    assert "H12" not in table.words
    table.lift(1)
    table.show()
    table.lay("H12", seat=1)
    assert "Nothing is played before all have spoken." in table.words


def test_a_tile_on_a_pad_where_no_one_sits_is_reported(table: AtTheTiles) -> None:
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


def test_no_one_speaks_before_a_hand_that_was_begun_is_shown(table: AtTheTiles) -> None:
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


def test_a_play_that_does_not_follow_is_reported_at_once_and_stands(table: AtTheTiles) -> None:
    kept(table)
    for text in ("play H9", "play D14", "play D13"):
        table.player.play(text)
    assert "does not follow" not in table.words
    table.player.play("play M7")
    assert table.played[-1] == "play M7"
    assert "Player 1 does not follow, and could. Take it back, or let it stand." in table.words


def test_a_tile_that_was_not_shown_is_reported_at_once_and_stands(table: AtTheTiles) -> None:
    kept(table)
    table.player.play("play H15")
    assert "H15 is none of the tiles that Player 1 has shown." in table.words
    assert table.played[-1] == "play H15"


def test_no_ones_hand_is_told_of_the_computers_seats(table: AtTheTiles) -> None:
    table.offer()
    assert table.session.current.computers == {"p2": Level.MEDIUM}
    assert table.session.current.kept_hand("p2") is None
