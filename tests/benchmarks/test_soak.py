"""The soak: what its hand does, and when memory counts as flat."""

from __future__ import annotations

import random

import pytest

from benchmarks.running import is_quiet, play_where
from benchmarks.soak import WARM_MINUTES, Hand, Minute, Soak

WARMING = (*[50.0] * (WARM_MINUTES - 1), 59.5)


def soak(*rss_mib: float, decisions: int = 1) -> Soak:
    return Soak(tuple(Minute(each, 3.0) for each in rss_mib), 6_000 * len(rss_mib), decisions)


def test_the_hand_sets_a_house_and_takes_it_back() -> None:
    play = play_where(is_quiet)
    hand = Hand(play, random.Random(1))
    for _ in range(5):
        hand.move()
        assert (hand.closed ^ play.closed).bit_count() == 1
        assert hand.closed > play.closed
        hand.move()
        assert hand.closed == play.closed


def test_memory_may_grow_while_the_program_gets_warm() -> None:
    assert soak(*WARMING, 60, 60.4).is_flat
    assert not soak(*WARMING, 60, 60.6).is_flat
    assert soak(*WARMING, 60, 60.6).growth_mib == pytest.approx(1.1)


def test_memory_at_which_nothing_was_played_says_nothing() -> None:
    assert not soak(50, 50, decisions=0).is_flat


def test_a_short_soak_is_all_warming_and_tells_of_no_growth() -> None:
    assert soak(50).growth_mib == 0
    assert soak(50, 52).growth_mib == 0


def test_what_was_measured_is_reported_in_one_line() -> None:
    assert str(soak(50, 61.26)) == (
        "2 min, 12000 frames, 1 decisions; 50.0 MiB after the first minute, 61.3 after the last, "
        "61.3 at the most; 3.0 % of a core."
    )
