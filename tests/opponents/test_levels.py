from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from engines.games import GAMES
from opponents.levels import Glance, Handicap, allowed, as_played
from opponents.think import player_of
from opponents.thought import Budget, Level, Option, Thought
from tests.opponents.toys import Do

CARELESS = Handicap(30, 1.5)
HALF_AND_LESS = Thought(
    tuple(Option(Do(word), share, (0.5, 0.5)) for word, share in (("a", 0.5), ("b", 0.4), ("c", 0.1))), 300
)


@pytest.mark.parametrize("game", GAMES)
def test_a_stronger_level_that_searches_thinks_more_and_is_less_careless(game: str) -> None:
    found = [player_of(game).handicaps[level] for level in Level]
    searching = [one for one in found if isinstance(one, Handicap)]
    assert found[-len(searching) :] == searching
    assert len(searching) >= 2
    for weaker, stronger in pairwise(searching):
        assert weaker.carelessness > stronger.carelessness
        assert weaker.nodes is not None
        assert stronger.nodes is None or weaker.nodes < stronger.nodes
    assert searching[-1] == Handicap(None, 0.0)


@pytest.mark.parametrize("game", GAMES)
def test_a_weaker_level_that_only_glances_notices_less(game: str) -> None:
    looks = [one.looks for level in Level if isinstance(one := player_of(game).handicaps[level], Glance)]
    assert looks
    assert looks == sorted(looks)


def test_no_more_is_thought_than_a_handicap_wants_and_than_there_is() -> None:
    assert allowed(Handicap(30, 1.0), Budget(100_000)).nodes == 30
    assert allowed(Handicap(30, 1.0), Budget(29)).nodes == 29
    assert allowed(Handicap(None, 0.0), Budget(100_000)).nodes == 100_000


def test_a_level_ends_when_the_time_is_over() -> None:
    assert allowed(Handicap(30, 1.0), Budget(100_000, lambda: True)).is_over()


def test_without_carelessness_the_best_is_played() -> None:
    assert as_played(Handicap(None, 0.0), HALF_AND_LESS, Random(1)) is HALF_AND_LESS


@pytest.mark.parametrize("carelessness", [0.5, 1.0, 1.5])
def test_the_careless_play_what_was_thought_of_more_more_often(carelessness: float) -> None:
    random = Random(1)
    handicap = Handicap(30, carelessness)
    bests = Counter(str(as_played(handicap, HALF_AND_LESS, random).best.action) for _time in range(1000))
    assert bests["b"] / bests["a"] == pytest.approx((0.4 / 0.5) ** (1 / carelessness), abs=0.15)
    assert bests["c"] / bests["a"] == pytest.approx((0.1 / 0.5) ** (1 / carelessness), abs=0.1)


def test_careless_choices_keep_all_options_and_say_that_they_were_drawn() -> None:
    thoughts = [as_played(CARELESS, HALF_AND_LESS, Random(seed)) for seed in range(20)]
    thought = next(thought for thought in thoughts if str(thought.best.action) == "b")
    assert [str(option.action) for option in thought.options] == ["b", "a", "c"]
    assert thought.nodes == 300
    assert thought.is_drawn


DRAWN = Thought(HALF_AND_LESS.options, 300, is_drawn=True)


@pytest.mark.parametrize("carelessness", [0.0, 0.35, 1.0])
def test_what_is_drawn_from_a_mixture_stays(carelessness: float) -> None:
    assert as_played(Handicap(30, carelessness), DRAWN, Random(1)) is DRAWN


def test_the_very_careless_choose_nearly_anything_in_secret() -> None:
    random = Random(1)
    bests = Counter(str(as_played(Handicap(30, 5.0), DRAWN, random).best.action) for _time in range(1000))
    assert bests["c"] / bests["a"] == pytest.approx((0.1 / 0.5) ** (1 / 5), abs=0.15)


def test_what_is_forced_stays() -> None:
    forced = Thought(HALF_AND_LESS.options[:1], 0)
    assert as_played(CARELESS, forced, Random(1)) is forced
