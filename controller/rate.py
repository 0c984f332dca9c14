"""Limits the rate of strangers' requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

REMEMBERED: Final = 1_000
"""The number of clients remembered; beyond it all start anew."""


@dataclass(slots=True)
class _Allowance:
    """The remaining allowance of one client, at a time of the loop's clock."""

    left: float
    at_s: float


class Rate:
    """A rate limit per client: a burst, then a number per second."""

    def __init__(self, burst: float, per_s: float, clock: Callable[[], float]) -> None:
        self._burst = burst
        self._per_s = per_s
        self._clock = clock
        self._allowed: dict[str, _Allowance] = {}

    def may(self, who: str) -> bool:
        """Whether a client is within its limit; the call counts."""
        now_s = self._clock()
        if who not in self._allowed and len(self._allowed) >= REMEMBERED:
            self._allowed.clear()
        allowance = self._allowed.setdefault(who, _Allowance(self._burst, now_s))
        allowance.left = min(self._burst, allowance.left + (now_s - allowance.at_s) * self._per_s)
        allowance.at_s = now_s
        if allowance.left < 1:
            return False
        allowance.left -= 1
        return True

    def __len__(self) -> int:
        """The number of clients remembered."""
        return len(self._allowed)
