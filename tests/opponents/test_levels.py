from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from opponents.levels import MANNERS, allowed, as_played
from opponents.thought import Budget, Level, Option, Thought
from tests.opponents.toys import Do

HALF_AND_LESS = Thought(
    tuple(Option(Do(word), share, (0.5, 0.5)) for word, share in (("a", 0.5), ("b", 0.4), ("c", 0.1))), 300
)


def test_every_level_has_its_manner_and_a_stronger_one_is_never_more_careless() -> None:
    assert set(MANNERS) == set(Level)
    easy, medium, strong = (MANNERS[level] for level in (Level.EASY, Level.MEDIUM, Level.STRONG))
    assert easy.carelessness > medium.carelessness > strong.carelessness == 0
    assert easy.nodes is not None
    assert medium.nodes is not None
    assert easy.nodes < medium.nodes
    assert strong.nodes is None


def test_a_level_thinks_no_more_than_it_may_and_no_more_than_there_is() -> None:
    most = MANNERS[Level.EASY].nodes
    assert most is not None
    assert allowed(Level.EASY, Budget(100_000)).nodes == most
    assert allowed(Level.EASY, Budget(most - 1)).nodes == most - 1
    assert allowed(Level.STRONG, Budget(100_000)).nodes == 100_000


def test_a_level_ends_when_the_time_is_over() -> None:
    assert allowed(Level.MEDIUM, Budget(100_000, lambda: True)).is_over()


def test_strong_plays_the_best() -> None:
    assert as_played(Level.STRONG, HALF_AND_LESS, Random(1)) is HALF_AND_LESS


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM])
def test_a_careless_level_plays_what_was_thought_of_more_more_often(level: Level) -> None:
    random = Random(1)
    bests = Counter(str(as_played(level, HALF_AND_LESS, random).best.action) for _time in range(1000))
    ratio = (0.4 / 0.5) ** (1 / MANNERS[level].carelessness)
    assert bests["b"] / bests["a"] == pytest.approx(ratio, abs=0.15)
    assert bests["c"] < bests["b"]


def test_careless_choices_keep_all_options_and_say_that_they_were_drawn() -> None:
    thoughts = [as_played(Level.EASY, HALF_AND_LESS, Random(seed)) for seed in range(20)]
    thought = next(thought for thought in thoughts if str(thought.best.action) == "b")
    assert [str(option.action) for option in thought.options] == ["b", "a", "c"]
    assert thought.nodes == 300
    assert thought.is_drawn


def test_what_is_drawn_from_a_mixture_and_what_is_forced_stays() -> None:
    drawn = Thought(HALF_AND_LESS.options, 300, is_drawn=True)
    forced = Thought(HALF_AND_LESS.options[:1], 0)
    assert as_played(Level.EASY, drawn, Random(1)) is drawn
    assert as_played(Level.EASY, forced, Random(1)) is forced
