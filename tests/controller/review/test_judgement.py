"""The evaluations of a finished game, and its turning points."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from controller.games import tables_for
from controller.referee.play import Play
from controller.review.judgement import (
    LEAST_SWING,
    MOST_MS,
    MOST_TURNS,
    WHOLE_MS,
    Moment,
    by_all_seats,
    found_in,
    hand_of,
    known,
    moment_of,
    next_ply,
    request,
    seat_of,
    turns,
    with_moments,
)
from engines.games import GAMES
from hardware.ports import Grid
from opponents.thought import Level, Option
from tests.controller.screens.samples.sessions import vector_game

MASTERPLAN = "the end: towers are scored, ties give nothing"
FORMA = "random game: 4 players, contact corner, 1"
CITES = "random game: 4 players, contre true, hands hidden, 2"


@cache
def game(name: str, vector: str) -> Play:
    """A whole game."""
    header, texts = vector_game(name, vector)
    return Play.resume(tables_for(Grid(24, 24), 3, 4)[name], header, texts)


def short(*actions: str, game: str = "masterplan") -> Play:
    """A game of these actions."""
    table = tables_for(Grid(24, 24), 3, 4)[game]
    header = table.header({option.name: option.values[0][0] for option in table.options})
    return Play.resume(table, header, actions)


def even(play: Play, *results: float) -> dict[int, Moment]:
    """The expected result of the first of two players after each action."""
    return {plies: Moment((result, 1 - result)) for plies, result in enumerate(results)}


def test_how_a_game_ended_is_known_without_thinking() -> None:
    moments = known(game("masterplan", MASTERPLAN))
    assert moments[-1] == Moment((1.0, 0.0))
    assert moments[0] is None


def test_a_draw_is_worth_an_equal_part_to_everybody() -> None:
    assert known(game("masterplan", "the end: equal points are a draw"))[-1] == Moment((0.5, 0.5))


def test_where_no_one_has_a_choice_the_next_result_holds() -> None:
    play = short("house d4 ne", "house f6 n", "house c3 n", "park e5")
    moments = with_moments(play, {4: Moment((0.6, 0.4)), 2: Moment((0.5, 0.5))})
    assert moments[3] == moments[4]
    assert moments[2] == Moment((0.5, 0.5))
    assert next_ply(play, moments) == 0


TWO_PARKS = ("house b2 n", "house g1 e", "house c3 n", "house d4 ne")


def test_required_pieces_are_no_choice_and_never_blamed() -> None:
    play = short(*TWO_PARKS, "park e5", "park a1")
    assert set(play.plies[3].position.need()) == {"park a1", "park e5"}
    moments = with_moments(play, {3: Moment((0.9, 0.1)), 6: Moment((0.2, 0.8))})
    assert moments[4] == moments[5] == moments[6]
    assert [turn.ply for turn in turns(play, moments)] == [4]
    assert next_ply(play, moments) == 0


def test_a_choice_among_required_pieces_is_one() -> None:
    table = tables_for(Grid(24, 24), 3, 4)["masterplan"]
    texts = (
        "house g3 se",
        "house f2 n",
        "house c3 ne",
        "house e2 se",
        "house d7 s",
        "house d3 e",
        "house f3 e",
    )
    play = Play.resume(table, table.header({"overlap": "choice"}), texts)
    assert play.position.need() == ("park e3", "tower e3", "tower g2")
    assert next_ply(play, with_moments(play, {plies: Moment((0.5, 0.5)) for plies in range(7)})) == 7


def test_the_towers_at_the_end_are_no_choice() -> None:
    play = game("masterplan", MASTERPLAN)
    moments = known(play)
    first = next(plies for plies, moment in enumerate(moments) if moment is not None)
    assert play.plies[first - 1].position.turn is None
    assert play.plies[first - 2].position.turn is not None


def test_positions_far_apart_are_thought_about_first() -> None:
    play = game("forma", FORMA)
    moments, order = known(play), []
    for _step in range(8):
        plies = next_ply(play, moments)
        assert plies is not None
        order.append(plies)
        moments = with_moments(play, {**found_in(moments), plies: Moment((0.25,) * 4)})
    assert order == [0, 16, 32, 48, 64, 80, 8, 24]


def test_in_the_end_every_position_is_known() -> None:
    play = game("masterplan", MASTERPLAN)
    moments = known(play)
    while (plies := next_ply(play, moments)) is not None:
        moments = with_moments(play, {**found_in(moments), plies: Moment((0.5, 0.5))})
    assert None not in moments


def test_what_was_given_up_is_not_asked_again() -> None:
    play = short("house d4 ne")
    assert next_ply(play, known(play), frozenset({0, 1})) is None


def test_a_request_asks_for_the_one_whose_turn_it_was_at_the_strongest() -> None:
    play = game("forma", FORMA)
    asked = request(play, 30, 7)
    assert (asked.number, asked.seat, asked.level) == (
        7,
        play.plies[29].position.turn,
        Level.STRONG,
    )
    assert asked.think_ms <= MOST_MS
    assert asked.think_ms * (len(play.plies) + 1) <= WHOLE_MS


def test_of_partners_who_build_together_the_first_is_asked() -> None:
    play = game("cites", CITES)
    building = next(ply.position for ply in play.plies if ply.position.turn == "p2+p4")
    assert seat_of(building) == "p2"


def test_the_hand_of_a_seat_is_what_it_plays_until_the_round_is_over() -> None:
    play = game("cites", CITES)
    first = next(plies for plies, ply in enumerate(play.plies) if str(ply.action).startswith("play"))
    hands = [hand_of(play, first, seat) for seat in ("p1", "p2", "p3", "p4")]
    assert [len(hand) for hand in hands] == [10] * 4
    assert len(frozenset().union(*hands)) == 40


def test_other_games_have_no_hands() -> None:
    play = game("forma", FORMA)
    assert hand_of(play, 0, "blue") == frozenset()


def parsed(name: str, text: str) -> Any:
    return GAMES[name].parse(text)


def test_what_is_expected_is_what_the_best_action_brings() -> None:
    best = Option(parsed("masterplan", "house d4 n"), 0.7, (0.61234, 0.38766))
    other = Option(parsed("masterplan", "house e4 n"), 0.3, (0.2, 0.8))
    assert moment_of([best, other]) == Moment((0.612, 0.388), "house d4 n")


def test_a_secret_choice_is_expected_to_bring_what_its_mixture_brings() -> None:
    one = Option(parsed("massai", "attack e3"), 0.5, (1.0, 0.0))
    other = Option(parsed("massai", "attack e4"), 0.5, (0.0, 1.0))
    assert moment_of([one, other]) == Moment((0.5, 0.5))


def test_a_game_turns_where_what_a_player_can_expect_changes() -> None:
    play = short("house d4 ne", "house f6 n", "house a1 n")
    found = turns(play, with_moments(play, even(play, 0.5, 0.5, 0.8, 0.6)))
    assert [(turn.ply, turn.player, round(turn.swing, 2)) for turn in found] == [(2, 1, -0.3), (3, 0, -0.2)]


def test_what_looked_better_is_told_of_a_mistake_alone() -> None:
    play = short("house d4 ne", "house f6 n")
    moments = with_moments(
        play,
        {
            0: Moment((0.5, 0.5), "house a1 n"),
            1: Moment((0.2, 0.8), "house h8 n"),
            2: Moment((0.0, 1.0)),
        },
    )
    assert [turn.best for turn in turns(play, moments)] == ["house a1 n", ""]


def test_what_was_played_is_not_better_than_itself() -> None:
    play = short("house d4 ne")
    moments = with_moments(play, {0: Moment((0.5, 0.5), "house d4 ne"), 1: Moment((0.2, 0.8))})
    assert [turn.best for turn in turns(play, moments)] == [""]


def test_small_differences_are_no_ones_doing() -> None:
    play = short("house d4 ne", "house f6 n")
    small = LEAST_SWING / 2
    assert turns(play, with_moments(play, even(play, 0.5, 0.5 - small, 0.5 + small / 2))) == ()


def test_only_the_largest_are_reported_in_the_order_of_play() -> None:
    cells = ("a1", "c2", "e1", "g2", "a4", "c5", "e4", "g5")
    play = short(*(f"house {cell} n" for cell in cells))
    results = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9)
    found = turns(play, with_moments(play, even(play, *results)))
    assert [turn.ply for turn in found] == [4, 5, 6, 7, 8]
    assert len(found) == MOST_TURNS


@pytest.mark.parametrize("plies", [0, 1])
def test_nothing_turns_before_both_sides_of_an_action_are_known(plies: int) -> None:
    play = short("house d4 ne")
    assert turns(play, with_moments(play, {plies: Moment((0.9, 0.1))})) == ()


def test_with_tiles_in_hands_a_result_is_compared_with_the_next_of_the_same_seat() -> None:
    """Each seat knows its own tiles: what p1 and p2 expect differs, whatever is played."""
    actions = ("turnup D9", "turnup M1", "choose H", "choose M", "play H3", "play H4", "play H7", "play H6")
    play = short(*actions, game="cites")
    seats = [seat_of(play.start), *(seat_of(ply.position) for ply in play.plies)]
    expected = [0.9 if seat == "p1" else 0.5 for seat in seats]
    assert turns(play, with_moments(play, even(play, *expected))) == ()
    means = by_all_seats(play, with_moments(play, even(play, *expected)))
    assert [moment.results[0] for moment in means if moment][4:] == [0.7] * 5
    expected[7] = 0.2
    found = turns(play, with_moments(play, even(play, *expected)))
    assert [(turn.ply, round(turn.swing, 2)) for turn in found] == [(5, -0.7)]


def test_without_tiles_in_hands_the_curve_is_what_was_expected() -> None:
    play = short("house d4 ne")
    moments = with_moments(play, even(play, 0.5, 0.8))
    assert by_all_seats(play, moments) == moments


def test_a_new_deal_is_no_ones_doing() -> None:
    play = game("cites", CITES)
    tiles = play.table.tiles
    built = next(plies for plies, ply in enumerate(play.plies, 1) if tiles.is_end_of_deal(ply.events))
    moments = with_moments(play, {built - 1: Moment((0.5, 0.5)), built: Moment((0.9, 0.1))})
    assert turns(play, moments) == ()
