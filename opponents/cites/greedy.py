"""A player of Cités Nouvelles that looks one ply ahead: it takes the most valuable block now, and plans
nothing.

A baseline. It uses only its own hand and the open blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from engines.cites.actions import Choose, CitesAction, Play
from engines.cites.blocks import KIND, NUMBER, OF_KIND, RANK, STRENGTH, TRUMPS, mask_of
from engines.cites.game import CitesPosition

A = TypeVar("A")


def greedy(position: CitesPosition, seat: str, random: Random) -> CitesAction:
    """The most valuable action now, ties at random. Works with open hands, and uses only its own.

    It names the set of which it holds most blocks. It leads the highest block that counts for its side:
    trumps, then buildings of its set. It answers with the block that wins the trick with most counting
    blocks, the weakest of these; if no block wins any, it throws the least useful: one that does not count,
    with the lowest number.
    """
    actions: Sequence[CitesAction] = position.legal()
    number = position.seats.index(seat)
    offers = [action for action in actions if isinstance(action, Choose)]
    if offers:
        hand = position.table.hands[number]
        return _best(offers, lambda offer: ((hand & OF_KIND[offer.kind]).bit_count(),), random)
    plays = [action for action in actions if isinstance(action, Play)]
    if plays:
        trick = _Trick(position, number)
        return _best(plays, lambda play: trick.worth(play.block), random)
    return random.choice(actions)


class _Trick:
    """The trick on the table, from the view of the seat to play."""

    def __init__(self, position: CitesPosition, seat: int) -> None:
        rules = position.table.rules
        leader, self._blocks = position.phase.trick_on_table
        self._sides = [rules.side_of(rules.seat_after(leader, place)) for place in range(rules.players)]
        self._side = rules.side_of(seat)
        own = [OF_KIND[offer.kind] for offer in position.phase.offers_made if offer.side == self._side]
        self._counting = TRUMPS | own[0]

    def worth(self, block: int) -> tuple[int, ...]:
        """The value of playing a block, as a sort key."""
        counts = self._counting >> block & 1
        if not self._blocks:
            return counts, RANK[block]
        trick = (*self._blocks, block)
        strength = STRENGTH[KIND[trick[0]]]
        best = max(trick, key=strength.__getitem__)
        won = (mask_of(trick) & self._counting).bit_count()
        if won and self._sides[trick.index(best)] == self._side:
            return 1, won, -strength[block]
        return 0, -counts, -NUMBER[block]


def _best(actions: Sequence[A], worth: Callable[[A], tuple[int, ...]], random: Random) -> A:
    worths = [worth(action) for action in actions]
    best = max(worths)
    return random.choice([action for action, one in zip(actions, worths, strict=True) if one == best])
