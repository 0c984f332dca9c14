"""A side's distance to joining the banks in Massaï: the shortest chains and their missing huts."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.massai.huts import BANK, BOARD, OPPOSITE_BANK, STRIDE

BLOCKED = 49
"""More than any chain lacks: the distance of a side whose ways are all blocked by the other's huts."""


class Chains(NamedTuple):
    """The shortest chains from bank to bank over a side's own huts and empty cells.

    Each lacks `missing` huts: 0 if a chain stands, `BLOCKED` if there is no way. `links` are the empty cells
    of these chains. `narrowest` is the number of cells that the other side has to fill to block them all: the
    smallest cut through the links (0 if no hut is missing). `gates` are the links that block them alone.
    """

    missing: int
    links: int
    narrowest: int
    gates: int


@lru_cache(maxsize=1 << 16)
def chains(own: int, other: int, orthogonal: bool) -> Chains:
    """The shortest chains of the side with the huts `own` (sets of cells of `engines.massai.huts`)."""
    free = BOARD & ~(own | other)
    ahead = _reached(own, free, BANK, OPPOSITE_BANK, orthogonal)
    if not ahead[-1] & OPPOSITE_BANK:
        return Chains(BLOCKED, 0, 0, 0)
    missing = len(ahead) - 1
    if not missing:
        return Chains(0, 0, 0, 0)
    back = _reached(own, free, OPPOSITE_BANK, BANK, orthogonal)
    links, narrowest, gates = 0, BLOCKED, 0
    for step in range(1, missing + 1):
        bound = missing + 1 - step
        here = ahead[step] & ~ahead[step - 1] & back[bound] & ~back[bound - 1] & free
        links |= here
        wide = here.bit_count()
        narrowest = min(narrowest, wide)
        if wide == 1:
            gates |= here
    return Chains(missing, links, narrowest, gates)


def _reached(own: int, free: int, bank: int, goal: int, orthogonal: bool) -> list[int]:
    """The cells joined to `bank` by at most 0, 1, 2 … new huts, until `goal` is reached or there is no way.

    The cells beside a set are found here, since calls would take half of the search's time.
    """
    reached, edge, steps = 0, bank, []
    new = bank & own
    while True:
        while new:
            reached |= new
            beside = new << 1 | new >> 1
            across = new if orthogonal else new | beside
            edge |= beside | across << STRIDE | across >> STRIDE
            new = edge & own & ~reached
        steps.append(reached)
        step = edge & free & ~reached
        if reached & goal or not step:
            return steps
        reached |= step
        beside = step << 1 | step >> 1
        across = step if orthogonal else step | beside
        edge |= beside | across << STRIDE | across >> STRIDE
        new = edge & own & ~reached
