"""Whether expectations come true: the table and the score, by hand; and one quick game."""

from __future__ import annotations

import pytest

from benchmarks.calibration import (
    Expected,
    brier,
    changes_to_other,
    changes_to_own,
    expectations,
    rows,
    with_confidence,
)

TOO_SURE = [Expected(0.8, 1.0), Expected(0.8, 1.0), Expected(0.8, 0.0), Expected(0.25, 0.0)]


def test_the_score_is_the_mean_square_of_what_was_wrong() -> None:
    assert brier(TOO_SURE) == pytest.approx((0.04 + 0.04 + 0.64 + 0.0625) / 4)
    assert brier([Expected(0.5, 1.0), Expected(0.5, 0.0)]) == 0.25


def test_like_expectations_are_put_together_and_certainty_is_the_last_tenth() -> None:
    found = list(rows([*TOO_SURE, Expected(1.0, 1.0)]))
    assert [(name, number) for name, number, *_means in found] == [
        ("0.2 to 0.3", 1),
        ("0.8 to 0.9", 3),
        ("0.9 to 1.0", 1),
    ]
    assert found[1][2:] == pytest.approx((0.8, 2 / 3))


def test_whoever_is_too_sure_does_better_with_half_the_confidence() -> None:
    surest = TOO_SURE[:3]
    half = with_confidence(surest, 0.5)
    assert half[0].result == pytest.approx(2 / 3)
    assert brier(half) < brier(surest)


def test_changes_are_those_of_whoever_acted_first() -> None:
    game = [Expected(0.5, 1.0, 0), Expected(0.3, 0.0, 1), Expected(0.6, 1.0, 0), Expected(0.75, 1.0, 0)]
    assert list(changes_to_own(game)) == pytest.approx([0.1, 0.15])
    assert list(changes_to_other(game)) == pytest.approx([0.2, 0.1])


def test_a_game_gives_what_both_expected_and_what_came_of_it() -> None:
    some = list(expectations("massai", 1, 20))
    assert {one.came for one in some} == {0.0, 1.0}
    assert all(one.came == one.result for one in some if one.result in (0.0, 1.0))
    assert all(0 <= one.result <= 1 for one in some)
