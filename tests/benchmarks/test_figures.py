from __future__ import annotations

import pytest

from benchmarks.figures import Spread, percentile, quietest, rounded, spread


@pytest.mark.parametrize(
    ("percent", "expected"), [(0, 1), (1, 1), (50, 50), (50.1, 51), (99, 99), (99.9, 100), (100, 100)]
)
def test_a_percentile_is_a_value_that_was_measured(percent: float, expected: float) -> None:
    assert percentile(list(range(100, 0, -1)), percent) == expected


def test_one_value_is_every_percentile() -> None:
    assert spread([7.5]) == Spread(7.5, 7.5)


def test_nothing_measured_has_no_percentile() -> None:
    with pytest.raises(ValueError, match="no values"):
        percentile([], 50)


def test_the_quietest_round_has_the_least_p99() -> None:
    rounds = [Spread(1.0, 9.0), Spread(1.2, 1.9), Spread(0.9, 2.1)]
    assert quietest(rounds) == Spread(1.2, 1.9)


@pytest.mark.parametrize(
    ("value", "expected"), [(0.0123456, 0.0123), (1.2345, 1.23), (99.94, 99.9), (384.52, 385), (9408, 9410)]
)
def test_figures_have_three_digits(value: float, expected: float) -> None:
    assert rounded(value) == expected
    assert isinstance(rounded(value), int) == (expected >= 100)
