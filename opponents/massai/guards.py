"""An attack of Massaï as a game of its own: which hut to attack, which huts to guard, with simultaneous
choices.

The value of an attack depends only on its cell and on whether that is guarded. So the defender's strategy is
the guarding frequency of each hut, and the optimum follows by arithmetic: guard so that the best of the
attacks is worth as little as the number of guards allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor
from typing import NamedTuple

_SLIVER = 1e-6
"""Rarer shifts of the comb are rounding errors."""


class Stake(NamedTuple):
    """The value of attacking one hut to the attacker, from 0 (lost) to 1 (won)."""

    cell: int
    unguarded: float
    guarded: float


class Balance(NamedTuple):
    """Best play of an attack: its value to the attacker, and the frequencies with which each hut is attacked
    and guarded.

    `attacks` add up to 1, `guards` to at most the number of guards; both are in the order of the stakes.
    """

    worth: float
    attacks: tuple[float, ...]
    guards: tuple[float, ...]


def balance(stakes: Sequence[Stake], guards: int) -> Balance:
    """The optimal mixed strategies of an attack against this many guards."""
    floor = max(min(stake.unguarded, stake.guarded) for stake in stakes)
    worth = max(floor, _level(stakes, guards))
    guarded = tuple(_share(stake, worth) for stake in stakes)
    slopes = [
        1 / (stake.unguarded - stake.guarded) if share and worth > floor else 0.0
        for stake, share in zip(stakes, guarded, strict=True)
    ]
    if not any(slopes):
        slopes = [float(min(stake.unguarded, stake.guarded) == floor) for stake in stakes]
    return Balance(worth, tuple(slope / sum(slopes) for slope in slopes), guarded)


def _share(stake: Stake, worth: float) -> float:
    """How often a hut must be guarded so that its attack is worth at most `worth`."""
    if stake.unguarded <= worth or stake.unguarded <= stake.guarded:
        return 0.0
    return (stake.unguarded - worth) / (stake.unguarded - stake.guarded)


def _level(stakes: Sequence[Stake], guards: int) -> float:
    """The equal value of the attacks on the best huts when the guards are shared out among them."""
    weight = total = 0.0
    level = 0.0
    for stake in sorted(stakes, key=lambda stake: -stake.unguarded):
        if stake.unguarded <= max(level, stake.guarded):
            continue
        slope = 1 / (stake.unguarded - stake.guarded)
        weight += slope
        total += slope * stake.unguarded
        level = (total - guards) / weight
    return level


def filled(often: Sequence[float], order: Sequence[int], guards: int) -> list[float]:
    """The guarding frequencies when guards that the balance does not need are placed as well, in this
    order."""
    left = guards - sum(often)
    more = list(often)
    for place in order:
        extra = max(0.0, min(left, 1 - more[place]))
        more[place] += extra
        left -= extra
    return more


def choices(often: Sequence[float]) -> list[tuple[int, ...]]:
    """A small mixture of sets of huts, by index, that guards each hut with its frequency.

    Lay the huts' shares end to end on a line and put a comb with teeth one apart on it: the huts that are hit
    are a set. Every shift of the comb hits the same number, and hits each hut for a proportion of the shifts
    equal to its share (systematic sampling: Madow 1949).
    """
    ends = [0.0]
    for share in often:
        ends.append(ends[-1] + share)
    shifts = sorted({0.0, 1.0, *(end % 1 for end in ends)})
    sets = []
    for one, other in pairwise(shifts):
        if other - one > _SLIVER:
            shift = (one + other) / 2
            teeth = [floor(end - shift) for end in ends]
            sets.append(tuple(place for place, (low, high) in enumerate(pairwise(teeth)) if high > low))
    return sets
