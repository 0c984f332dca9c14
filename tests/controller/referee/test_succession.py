"""Many pieces that were set one after the other, faster than the board comes to rest."""

from __future__ import annotations

import random

import pytest

from controller.referee.board_at_rest import BoardAtRest
from controller.referee.interpretation import Interpretation, interpret
from controller.referee.play import Play
from controller.referee.succession import succession, waiting, when_done
from controller.tables.masterplan import table as masterplan
from engines.record import replace
from hardware.ports import Grid, sites_in

TABLE = masterplan.MasterplanTable(Grid(24, 24), 3)
TWELVE = ("a1.n", "c8.n", "e1.n", "g8.n", "h3.n", "a5.n", "h5.s", "a7.n", "c3.s", "f6.n", "h7.n", "d6.n")
BEGUN = Play.begin(TABLE, TABLE.header({"assist": True, "overlap": "park"}))


def board(*places: str, apart_ms: int = 150, missing: int = 0) -> BoardAtRest:
    sites = [TABLE.sites(place) for place in places]
    since = {site.bit_length() - 1: apart_ms * number for number, site in enumerate(sites, 1)}
    return BoardAtRest(sum(sites) & ~missing, since)


def said(interpretation: Interpretation) -> list[str]:
    return [str(action).replace("house ", "").replace(" ", ".") for action in interpretation.actions]


@pytest.mark.parametrize("apart_ms", [100, 150, 400])
def test_twelve_houses_are_played_in_the_order_of_their_setting(apart_ms: int) -> None:
    (interpretation,) = interpret(BEGUN, board(*TWELVE, apart_ms=apart_ms))
    assert said(interpretation) == list(TWELVE)
    assert interpretation.premature == 0


def test_many_houses_of_one_moment_are_a_disturbed_board() -> None:
    assert interpret(BEGUN, board(*TWELVE, apart_ms=0)) == ()


def test_a_house_that_breaks_a_rule_ends_it() -> None:
    (interpretation,) = interpret(BEGUN, board(*TWELVE[:5], "a1.s", *TWELVE[6:]))
    assert said(interpretation) == list(TWELVE[:5])
    assert interpretation.premature.bit_count() == 7


def test_nothing_is_played_of_many_pieces_with_one_missing() -> None:
    play = BEGUN.after(TABLE.game.parse("house e5 n"))
    lifted = TABLE.sites("e5.n")
    assert interpret(play, board(*TWELVE[1::2], *TWELVE[::2], "e5.n", missing=lifted)) == ()


def test_nothing_is_played_of_many_pieces_while_a_tower_is_off_the_board() -> None:
    """Only at the end of the game does an action lift a tower."""
    dice = random.Random(5)
    play = BEGUN
    while not play.position.tower_cells:
        play = play.after(dice.choice(play.position.legal()))
    tower = TABLE.liftable(play.position)
    then, since = play, {}
    for at_ms in range(0, 12 * 150, 150):
        before, then = then, then.after(dice.choice(then.position.legal()))
        since |= dict.fromkeys(sites_in(before.closed ^ then.closed), at_ms)
    stands = BoardAtRest(then.closed, since)
    assert interpret(play, stands) != ()
    lifted = replace(
        stands, closed=then.closed & ~tower, since={**since, tower.bit_length() - 1: at_ms + 150}
    )
    assert interpret(play, lifted) == ()


def test_nothing_is_played_in_an_order_that_no_one_saw() -> None:
    assert succession(BEGUN, BoardAtRest(board(*TWELVE).closed)).actions == ()


def test_what_can_be_played_when_the_park_stands_may_wait() -> None:
    play = BEGUN
    for text in ("house d4 ne", "house f6 n", "house c3 n"):
        play = play.after(TABLE.game.parse(text))
    assert str(when_done(play).plies[-1].action) == "park e5"
    new = board("g8.n", "h3.n", "d4.s", "a5.n")
    later = BoardAtRest(play.closed | new.closed, new.since)
    assert waiting(play, later) == TABLE.sites("g8.n") | TABLE.sites("h3.n")
    assert waiting(when_done(play), later) == 0
