"""Matches between opponents, under a limit of nodes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import click
import pytest

from benchmarks.matches import PLAYERS, Limit, Match, Played, played
from benchmarks.results import kept
from benchmarks.searching import mid_games
from benchmarks.strength import next_two, pair_of, play, pool_of, told
from controller.shell.idle.exhibition import given
from engines.games import GAMES

FEW = Limit(nodes=8)
PAIR = ("strong", "greedy")


@pytest.mark.parametrize("game", GAMES)
def test_two_games_of_a_pair_begin_alike_with_the_seats_swapped(game: str) -> None:
    one, other, next_one = (Match(game, PAIR, 1, number) for number in range(3))
    assert one.opening() == other.opening()
    assert one.seated == PAIR
    assert other.seated == ("greedy", "strong")
    assert next_one.seated == PAIR
    if game != "massai":  # whose secret set-ups are the players' own
        assert next_one.opening() != one.opening()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_to_its_end_and_is_the_same_by_its_seed(game: str) -> None:
    match = Match(game, ("strong", "random"), 3, 1)
    one, again = played(match, FEW), played(match, FEW)
    assert one.is_over
    assert min(one.thought_of) > 3
    assert replace(one, thought_s=(0, 0)) == replace(again, thought_s=(0, 0))


def test_other_seeds_and_numbers_are_other_games() -> None:
    matches = [
        Match("masterplan", ("greedy", "random"), seed, number) for seed in (1, 2) for number in (0, 2)
    ]
    games = [played(match, FEW) for match in matches]
    assert len({match.opening() for match in matches}) == 4
    assert len({game.thought_of for game in games}) > 1


def test_a_limit_of_time_is_over_when_the_processor_has_worked_so_long() -> None:
    assert Limit(seconds=0.0).budget().is_over()
    assert not Limit(seconds=1000.0).budget().is_over()
    assert Limit(nodes=7).budget().nodes == 7


def test_the_round_robin_goes_through_all_pairs_before_the_next_two_games() -> None:
    matches = next_two(["forma", "massai"], [PAIR, ("strong", "path")], 5, 2, ())
    assert [(match.game, match.pair[1], match.number) for match in matches] == [
        ("forma", "greedy", 2),
        ("forma", "greedy", 3),
        ("massai", "greedy", 2),
        ("massai", "greedy", 3),
        ("massai", "path", 2),
        ("massai", "path", 3),
    ]


def test_a_pair_that_is_decided_plays_no_more() -> None:
    lost = [
        Played(Match("forma", PAIR, 5, number), FEW, "greedy", 70, True, (1.0, 1.0), (30, 30))
        for number in range(20)
    ]
    assert [match.game for match in next_two(["forma", "massai"], [PAIR], 5, 20, lost)] == ["massai"] * 2


def test_a_pair_is_named_in_either_order() -> None:
    assert pair_of("greedy:strong") == PAIR
    for wrong in ("strong", "strong:strong", "strong:weak", "strong:easy:random"):
        with pytest.raises(click.BadParameter, match="names no two of strong, medium"):
            pair_of(wrong)


def test_each_game_is_kept_as_soon_as_it_is_over(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    matches = [Match("masterplan", ("greedy", "random"), 1, number) for number in range(2)]
    with pool_of(1) as pool:
        for number, game in enumerate(play(pool, matches, FEW, file), start=1):
            assert len(kept(file)) >= number
            assert game in kept(file)
            assert f"masterplan {game.match.number}, " in told(game)
    assert {game.match for game in kept(file)} == set(matches)


def test_everybody_has_a_name() -> None:
    assert list(PLAYERS) == ["strong", "medium", "path", "uct", "greedy", "easy", "beginner", "random"]


@pytest.mark.parametrize("game", GAMES)
def test_nodes_are_counted_from_the_same_moments_of_choice(game: str) -> None:
    moments = list(mid_games(game))
    assert moments == list(mid_games(game))
    assert len(moments) == len(set(moments)) > 3
    assert all(given(moment, Random(1)) is None for moment in moments)
