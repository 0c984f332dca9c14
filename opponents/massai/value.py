"""The fast evaluation of a turn of Massaï: sums of small tables, mapped to a winning chance.

The weights were fitted by logistic regression to the results of 183,050 turns of games between fast players,
who looked one action ahead by an earlier fit and were sometimes careless. The values of a search of 400 nodes
for its own nodes differ by 0.065 of a game (root mean square). `benchmarks/massai_weights.py` fits others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import accumulate
from math import exp
from pathlib import Path
from typing import Final, NamedTuple

from engines.massai.actions import ALL_HUTS
from engines.massai.huts import split
from opponents.massai.chains import Chains, chains
from opponents.massai.river import River

FILE: Final = Path(__file__).with_name("weights.json")
"""Tables by name, each a list of rows, in logarithms of the mover's odds."""

TABLES: Final[Mapping[str, tuple[int, int]]] = {
    "missing": (9, 9),
    "own_ways": (6, 5),
    "other_ways": (6, 5),
    "threats": (1, 9),
    "threatened": (1, 9),
    "own_huts": (1, ALL_HUTS + 1),
    "other_huts": (1, ALL_HUTS + 1),
}
"""The number of rows of each table, and of weights in a row.

- `missing`: by the missing huts of the mover's chain and of the other's; the last is 8, or no way.
- `own_ways`, `other_ways`: by the missing huts of that side's chain, and the cells at its narrowest; the last
  is 5 (4) or more.
- `threats`, `threatened`: by the huts that the mover (the other) can attack; the last is 8 or more.
- `own_huts`, `other_huts`: by that side's huts on the board.
"""


def read(file: Path = FILE) -> list[float]:
    """All weights of a file, one after the other."""
    tables = json.loads(file.read_text(encoding="utf-8"))
    return [weight for name in TABLES for row in tables[name] for weight in row]


_WEIGHTS: Final = read()
_OWN_WAYS, _OTHER_WAYS, _THREATS, _THREATENED, _OWN_HUTS, _OTHER_HUTS, PLACES = accumulate(
    rows * columns for rows, columns in TABLES.values()
)
"""Where the tables begin, and the number of weights."""

_ANYWHERE = 4
"""More ways than can be blocked."""


class Side(NamedTuple):
    """The key of a side in the tables: its chains, its number of huts, and that of those under attack."""

    chains: Chains
    huts: int
    threatened: int


def sides(river: River) -> tuple[Side, Side]:
    """The mover's and the other's."""
    own, other, touching = river.own, river.other, river.touching
    return (
        Side(chains(own, other, river.orthogonal), own.bit_count(), (own & touching(other)).bit_count()),
        Side(chains(other, own, river.orthogonal), other.bit_count(), (other & touching(own)).bit_count()),
    )


def chance(river: River) -> float:
    """The mover's winning chance, from 0 to 1, before its turn. Made for `Stage.TURN`."""
    mover, other = sides(river)
    if mover.chains.missing == 1 and mover.huts == ALL_HUTS and _wins_by_a_move(river):
        return 1.0
    return _chance(mover, other, river.all_fifteen)


def _wins_by_a_move(river: River) -> bool:
    """Whether one of the mover's huts, all of which are on the board, closes a chain without it."""
    own, other, position = river.own, river.other, river.position
    for hut in split(own):
        without = chains(own & ~hut, other, river.orthogonal)
        if without.missing == 1 and without.links & position.goals(hut):
            return True
    return False


def _chance(mover: Side, other: Side, all_fifteen: bool) -> float:
    found = places(mover, other, all_fifteen)
    if not found:
        return 1.0
    missing, own_ways, other_ways, threats, threatened, own_huts, other_huts = found
    lead = (
        _WEIGHTS[missing]
        + _WEIGHTS[own_ways]
        + _WEIGHTS[other_ways]
        + _WEIGHTS[threats]
        + _WEIGHTS[threatened]
        + _WEIGHTS[own_huts]
        + _WEIGHTS[other_huts]
    )
    return 1 / (1 + exp(-lead))


def places(mover: Side, other: Side, all_fifteen: bool) -> tuple[int, ...]:
    """Which weights count before a turn, one of each table; none if the mover wins by its next hut."""
    mine, theirs = _nearest(mover, all_fifteen), _nearest(other, all_fifteen)
    if mine.missing == 1 and mover.huts < ALL_HUTS:
        return ()
    return (
        9 * min(mine.missing, 8) + min(theirs.missing, 8),
        _OWN_WAYS + 5 * min(mine.missing, 5) + min(mine.narrowest, 4),
        _OTHER_WAYS + 5 * min(theirs.missing, 5) + min(theirs.narrowest, 4),
        _THREATS + min(other.threatened, 8),
        _THREATENED + min(mover.threatened, 8),
        _OWN_HUTS + mover.huts,
        _OTHER_HUTS + other.huts,
    )


def _nearest(side: Side, all_fifteen: bool) -> Chains:
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
            mover, seen = Side(before, huts, key[2]), Side(after, others, key[3])
            known[key] = 1 - _chance(seen, mover, river.all_fifteen)
        yield goal, known[key]
