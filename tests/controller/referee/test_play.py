"""A play: its history, and whose turn its last actions were."""

from __future__ import annotations

import pytest

from controller.referee.play import Play
from controller.tables.massai.table import MassaiTable
from controller.tables.masterplan.table import MasterplanTable
from engines.game import BadNotation, BadOption, Illegal
from hardware.ports import Grid

TABLE = MasterplanTable(Grid(24, 24), 3)
HEADER = {"game": "masterplan"}
FIGURE = ("house d4 ne", "house f6 n", "house c3 n", "park e5")


def test_a_play_begins_with_nothing_played() -> None:
    play = Play.begin(TABLE, HEADER)
    assert play.plies == ()
    assert play.position == play.start
    assert play.closed == 0
    assert play.turn_length == 0


def test_every_ply_knows_who_made_it_and_how_the_board_lay_then() -> None:
    play = Play.resume(TABLE, HEADER, FIGURE)
    assert [ply.actor for ply in play.plies] == ["white", "yellow", "white", "white"]
    assert [ply.closed.bit_count() for ply in play.plies] == [1, 2, 3, 4]
    assert play.plies[-1].events[0]["kind"] == "park"
    assert play.closed == play.plies[-1].closed


def test_taking_back_is_keeping_fewer_plies() -> None:
    play = Play.resume(TABLE, HEADER, FIGURE)
    assert play.back(2) == Play.resume(TABLE, HEADER, FIGURE[:2])
    assert play.back(4) == Play.begin(TABLE, HEADER)
    assert play.back(0) == play


@pytest.mark.parametrize(("plies", "length"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2)])
def test_the_last_turn_is_all_that_one_player_did(plies: int, length: int) -> None:
    assert Play.resume(TABLE, HEADER, FIGURE[:plies]).turn_length == length


def test_without_assist_the_next_house_is_the_next_players_though_the_turn_was_not_ended() -> None:
    header = HEADER | {"options": {"assist": False}}
    play = Play.resume(TABLE, header, (*FIGURE[:3], "house a8 n"))
    assert [ply.actor for ply in play.plies] == ["white", "yellow", "white", "yellow"]
    assert play.turn_length == 1


def test_secret_choices_are_seen_when_they_are_shown_and_not_before() -> None:
    actions = ["setup dark a1 b1 c1 d1 d2", "setup light e1 e2 f1 g1 h1", "attack e1", "guard e2"]
    plays = [Play.resume(MassaiTable(Grid(24, 24), 3), {"game": "massai"}, actions[:n]) for n in range(5)]
    assert [[str(action) for _, action in play.seen] for play in plays] == [
        [],
        [],
        [actions[1]],
        [actions[1]],
        [actions[1], actions[3]],
    ]
    assert plays[4].seen[1][0] == plays[3].position
    assert Play.resume(TABLE, HEADER, FIGURE).seen == ()


def test_towers_taken_off_are_no_ones_turn() -> None:
    play = Play.begin(TABLE, HEADER)
    while play.position.outcome() is None:
        play = play.after((play.position.legal() or [])[0])
    assert play.plies[-1].actor is None
    assert play.turn_length == 0


@pytest.mark.parametrize(
    ("header", "actions", "error"),
    [
        ({"game": "masterplan", "options": {"assist": 3}}, (), BadOption),
        (HEADER, ("house d9 n",), BadNotation),
        (HEADER, ("park e5",), Illegal),
        (HEADER, ("house d4 n", "house d4 s"), Illegal),
    ],
)
def test_a_journal_that_tells_what_cannot_be_is_refused(
    header: dict[str, object], actions: tuple[str, ...], error: type[Exception]
) -> None:
    with pytest.raises(error):
        Play.resume(TABLE, header, actions)
