"""The pairings of a tournament."""

from __future__ import annotations

from itertools import combinations

import pytest

from controller.model.pairings import Pair, PastRounds, round_robin, swiss


def names(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


@pytest.mark.parametrize("count", range(2, 20))
def test_in_a_round_robin_everyone_meets_everyone_once(count: int) -> None:
    rounds = round_robin(names(count))
    met = sorted(tuple(sorted((one, other))) for games in rounds for one, other in games if other is not None)
    assert met == sorted(tuple(sorted(pair)) for pair in combinations(names(count), 2))
    for games in rounds:
        assert sorted(one for pair in games for one in pair if one is not None) == sorted(names(count))


@pytest.mark.parametrize("count", range(3, 20))
def test_in_a_round_robin_no_one_has_one_seat_much_more_often(count: int) -> None:
    firsts = PastRounds.of(pair for games in round_robin(names(count)) for pair in games).firsts
    assert all(abs(difference) <= 3 for difference in firsts.values())


@pytest.mark.parametrize("count", [2, 3, 7, 8, 16, 33])
def test_in_a_swiss_tournament_no_one_meets_anyone_twice_or_has_two_byes(count: int) -> None:
    so_far: list[Pair] = []
    for number in range(min(count - 1, 6)):
        standing = names(count)[number % count :] + names(count)[: number % count]
        games = swiss(standing, PastRounds.of(so_far))
        assert sorted(one for pair in games for one in pair if one is not None) == sorted(names(count))
        so_far += games
    met = [frozenset(pair) for pair in so_far if pair[1] is not None]
    assert len(met) == len(set(met))
    byes = [one for one, other in so_far if other is None]
    assert len(byes) == len(set(byes))


def test_neighbours_in_the_standing_are_paired() -> None:
    games = swiss(["a", "b", "c", "d"], PastRounds.of([("a", "b"), ("c", "d")]))
    assert {frozenset(pair) for pair in games} == {frozenset("ac"), frozenset("bd")}


def test_whoever_had_the_first_seat_less_often_has_it_now() -> None:
    assert swiss(["a", "b"], PastRounds.of([("a", "c"), ("d", "b")])) == (("b", "a"),)


def test_the_bye_goes_to_the_last_who_had_none() -> None:
    assert swiss(["a", "b", "c"], PastRounds.of([("c", None), ("a", "b")]))[-1] == ("b", None)


def test_where_all_have_met_they_meet_again() -> None:
    games = swiss(["a", "b"], PastRounds.of([("a", "b")]))
    assert {frozenset(pair) for pair in games} == {frozenset("ab")}
