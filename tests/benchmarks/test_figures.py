from __future__ import annotations

import pytest

from benchmarks.figures import Spread, kernel, percentile, pooled, rounded, spread

KERNEL_RESULT = 2009
"""If the kernel changed, no figure could be compared with an older one."""


@pytest.mark.parametrize(
    ("percent", "expected"), [(0, 1), (1, 1), (50, 50), (50.1, 51), (99, 99), (99.9, 100), (100, 100)]
)
def test_a_percentile_is_a_value_that_was_measured(percent: float, expected: float) -> None:
    assert percentile(list(range(100, 0, -1)), percent) == expected


def test_one_value_is_every_percentile() -> None:
    assert spread([7.5], 0.9) == Spread(7.5, 7.5, 7.5, 0.9)


def test_nothing_measured_has_no_percentile() -> None:
    with pytest.raises(ValueError, match="no values"):
        percentile([], 50)


def test_nothing_that_was_measured_is_left_out() -> None:
    values = [*range(1, 100), 500]
    found = pooled(values)
    assert (found.p50, found.p99, found.max) == (50, 99, 500)
    assert found.kernel_ms > 0


def test_the_kernel_does_the_same_work_every_time() -> None:
    assert kernel() == kernel() == KERNEL_RESULT


@pytest.mark.parametrize(
    ("value", "expected"), [(0.0123456, 0.0123), (1.2345, 1.23), (99.94, 99.9), (384.52, 385), (9408, 9410)]
)
def test_figures_have_three_digits(value: float, expected: float) -> None:
    assert rounded(value) == expected
    assert isinstance(rounded(value), int) == (expected >= 100)
