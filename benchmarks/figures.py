"""Statistics of measured values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """The median and the value that only one in a hundred exceeds."""

    p50: float
    p99: float


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of the values that at least `percent` of them do not exceed (the nearest rank).

    Raises ValueError if there are none.
    """
    if not values:
        raise ValueError("no values were measured")
    return sorted(values)[max(math.ceil(percent / 100 * len(values)), 1) - 1]


def spread(values: Sequence[float]) -> Spread:
    """Median and 99th percentile, by the nearest rank."""
    return Spread(percentile(values, 50), percentile(values, 99))


def quietest(rounds: Sequence[Spread]) -> Spread:
    """The round with the least interference by other programs."""
    return min(rounds, key=lambda spread: spread.p99)


def rounded(value: float) -> float:
    """Three significant digits, the limit of any measurement here; whole numbers from a hundred on."""
    short = float(f"{value:.3g}")
    return round(short) if abs(short) >= 100 else short
