"""The fast evaluation of a turn of Massaï: sums of small tables, mapped to a winning chance.

The numbers were fitted by logistic regression to the results of 183,050 turns of games between fast players,
who looked one action ahead by an earlier fit and were sometimes careless. The values of a search of 400 nodes
for its own nodes differ by 0.065 of a game (root mean square).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import NamedTuple

from engines.massai.actions import ALL_HUTS
from engines.massai.huts import split
from opponents.massai.chains import Chains, chains
from opponents.massai.river import River

# fmt: off
_MISSING = (
    (0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 2.22, 1.4, 1.25, 1.09, 1.13, 0.38, 0.65, 1.55),
    (0, -1.29, 1.15, 0.79, 0.5, 0.33, 0.31, 0.37, 0.98),
    (0, -1.05, -0.74, 0.49, 0.3, 0.27, 0.15, 0.12, 0.62),
    (0, -0.83, -0.56, -0.39, 0.23, 0.1, -0.06, 0.17, 0.25),
    (0, -0.73, -0.43, -0.24, -0.13, 0.03, 0.09, -0.39, 0.21),
    (0, -0.75, -0.38, -0.2, -0.1, -0.15, 0.08, 0.06, 0.02),
    (0, -0.72, -0.34, -0.4, 0.01, -0.16, 0.26, 0, 0.28),
    (0, -1.37, -0.77, -0.44, -0.26, -0.27, -0.06, -0.22, -0.02),
)
"""By the missing huts of the mover's chain and of the other's; the last is 8, or no way."""

_OWN_WAYS = (
    (0, 0, 0, 0, 0),
    (0, 0.99, 1.67, 1.94, 1.73),
    (0, 0.02, 0.62, 0.96, 0.88),
    (0, -0.3, 0.17, 0.38, 0.24),
    (0, -0.3, -0.1, -0.01, 0.05),
    (-0.29, -0.3, -0.31, -0.31, -0.46),
)
"""By the missing huts of the mover's chain, and the cells at its narrowest; the last is 5 (4) or more."""

_OTHER_WAYS = (
    (0, 0, 0, 0, 0),
    (0, 0.47, -1.09, -1.24, -1.48),
    (0, 0.43, -0.42, -0.72, -0.66),
    (0, 0.36, -0.1, -0.26, -0.06),
    (0, 0.28, 0.15, 0.13, 0.08),
    (0.27, 0.29, 0.29, 0.32, 0.39),
)
_THREATS = (0.01, -0.43, -0.14, -0.13, 0.12, 0.11, 0.25, 0.29, 0.52)
"""By the huts that the mover can attack; the last is 8 or more."""

_THREATENED = (0.01, 0.39, 0.27, 0.13, 0.03, -0.07, -0.17, -0.19, -0.42)
"""By the mover's huts that the other can attack."""

_OWN_HUTS = (0, 0, -1.19, -0.88, -0.65, -0.47, -0.26, -0.14, -0.04, 0.06, 0.15, 0.24, 0.32, 0.35, 0.35, 0.34)
"""By the mover's huts on the board."""

_OTHER_HUTS = (0, 0, 1.14, 1.1, 0.83, 0.66, 0.41, 0.26, 0.16, 0.06, -0.05, -0.14, -0.24, -0.3, -0.32, -0.36)
# fmt: on

_ANYWHERE = 4
"""More ways than can be blocked."""


class _Side(NamedTuple):
    """The key of a side in the tables: its chains, its number of huts, and that of those under attack."""

    chains: Chains
    huts: int
    threatened: int


def chance(river: River) -> float:
    """The mover's winning chance, from 0 to 1, before its turn. Made for `Stage.TURN`."""
    own, other, touching = river.own, river.other, river.touching
    mine = chains(own, other, river.orthogonal)
    if mine.missing == 1 and own.bit_count() == ALL_HUTS and _wins_by_a_move(river):
        return 1.0
    return _chance(
        _Side(mine, own.bit_count(), (own & touching(other)).bit_count()),
        _Side(chains(other, own, river.orthogonal), other.bit_count(), (other & touching(own)).bit_count()),
        river.all_fifteen,
    )


def _wins_by_a_move(river: River) -> bool:
    """Whether one of the mover's huts, all of which are on the board, closes a chain without it."""
    own, other, position = river.own, river.other, river.position
    for hut in split(own):
        without = chains(own & ~hut, other, river.orthogonal)
        if without.missing == 1 and without.links & position.goals(hut):
            return True
    return False


def _chance(mover: _Side, other: _Side, all_fifteen: bool) -> float:
    mine, theirs = _nearest(mover, all_fifteen), _nearest(other, all_fifteen)
    if mine.missing == 1 and mover.huts < ALL_HUTS:
        return 1.0
    lead = (
        _MISSING[min(mine.missing, 8)][min(theirs.missing, 8)]
        + _OWN_WAYS[min(mine.missing, 5)][min(mine.narrowest, 4)]
        + _OTHER_WAYS[min(theirs.missing, 5)][min(theirs.narrowest, 4)]
        + _THREATS[min(other.threatened, 8)]
        + _THREATENED[min(mover.threatened, 8)]
        + _OWN_HUTS[mover.huts]
        + _OTHER_HUTS[other.huts]
    )
    return 1 / (1 + exp(-lead))


def _nearest(side: _Side, all_fifteen: bool) -> Chains:
    """A side's distance to a win. If all huts on the board win too, that may be less than a chain's."""
    in_hand = ALL_HUTS - side.huts
    return Chains(in_hand, 0, _ANYWHERE, 0) if all_fifteen and in_hand < side.chains.missing else side.chains


def glances(river: River, own: int, goals: int) -> Iterator[tuple[int, float]]:
    """Each of the cells `goals`, and roughly the mover's winning chance with one hut more there, besides the
    huts `own`.

    A link brings the mover nearer by one; a link of the other, if it is a gate, makes the other's way longer.
    How wide the ways then are is not counted anew: twenty cells take as long as one `chance`.
    """
    other, orthogonal, touching = river.other, river.orthogonal, river.touching
    mine, theirs = chains(own, other, orthogonal), chains(other, own, orthogonal)
    nearer = mine._replace(missing=mine.missing - 1)
    tighter = theirs._replace(narrowest=max(1, theirs.narrowest - 1))
    huts, others, near_own, near_other = (
        own.bit_count() + 1,
        other.bit_count(),
        touching(own),
        touching(other),
    )
    exposed = (own & near_other).bit_count()
    known: dict[tuple[Chains, Chains, int, int], float] = {}
    for goal in split(goals):
        if (goal & mine.links and mine.missing == 1) or (river.all_fifteen and huts == ALL_HUTS):
            yield goal, 1.0
            continue
        before = nearer if goal & mine.links else mine
        after = tighter if goal & theirs.links else theirs
        if goal & theirs.gates:
            after = chains(other, own | goal, orthogonal)
        key = (
            before,
            after,
            exposed + bool(goal & near_other),
            (other & (near_own | touching(goal))).bit_count(),
        )
        if key not in known:
            mover, seen = _Side(before, huts, key[2]), _Side(after, others, key[3])
            known[key] = 1 - _chance(seen, mover, river.all_fifteen)
        yield goal, known[key]
