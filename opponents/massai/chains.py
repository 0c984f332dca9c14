"""A side's distance to joining the banks in Massaï: the shortest chains and their missing huts."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.massai.huts import BANK, BOARD, OPPOSITE_BANK, Touching, by_side, by_side_or_corner

BLOCKED = 49
"""More than any chain lacks: the distance of a side whose ways are all blocked by the other's huts."""


class Chains(NamedTuple):
    """The shortest chains from bank to bank over a side's own huts and empty cells.

    Each lacks `missing` huts: 0 if a chain stands, `BLOCKED` if there is no way. `links` are the empty cells
    of these chains. `narrowest` is the number of cells that the other side has to fill to block them all: the
    smallest cut through the links (0 if no hut is missing).
    """

    missing: int
    links: int
    narrowest: int


@lru_cache(maxsize=1 << 16)
def chains(own: int, other: int, orthogonal: bool) -> Chains:
    """The shortest chains of the side with the huts `own` (sets of cells of `engines.massai.huts`)."""
    touching: Touching = by_side if orthogonal else by_side_or_corner
    free = BOARD & ~(own | other)
    ahead = _reached(own, free, BANK, OPPOSITE_BANK, touching)
    if not ahead[-1] & OPPOSITE_BANK:
        return Chains(BLOCKED, 0, 0)
    missing = len(ahead) - 1
    if not missing:
        return Chains(0, 0, 0)
    back = _reached(own, free, OPPOSITE_BANK, BANK, touching)
    links, narrowest = 0, BLOCKED
    for step in range(1, missing + 1):
        bound = missing + 1 - step
        here = ahead[step] & ~ahead[step - 1] & back[bound] & ~back[bound - 1] & free
        links |= here
        narrowest = min(narrowest, here.bit_count())
    return Chains(missing, links, narrowest)


def _reached(own: int, free: int, bank: int, goal: int, touching: Touching) -> list[int]:
    """The cells joined to `bank` by at most 0, 1, 2 … new huts, until `goal` is reached or there is no
    way."""
    reached = own & bank
    edge = bank
    steps = []
    while True:
        new = reached
        while new:
            near = touching(reached)
            edge |= near
            new = near & own & ~reached
            reached |= new
        steps.append(reached)
        step = edge & free & ~reached
        if reached & goal or not step:
            return steps
        reached |= step
