"""What one seat knows and believes of a round of Cités Nouvelles, and deals that agree with it.

Known are the own hand and all blocks that lie open or were played. Whoever did not follow a kind has none of
it; whoever named a set probably holds many of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engines.cites.blocks import KIND, mask_of
from opponents.cites.state import State
from opponents.model import View


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed of a hand: how many `blocks` it has, and by kind how much more probably a block is in
    it than one of no special kind would be: 0 where it has none of the kind."""

    blocks: int
    weights: tuple[float, ...]

    @property
    def kinds_lacking(self) -> int:
        """Of how many kinds it has none."""
        return self.weights.count(0.0)


@dataclass(frozen=True, slots=True)
class CitesView(View[State]):
    """What a seat knows. The hands that it does not see are empty in `state`, and it believes something of
    each (`beliefs`, by seat; `None` of a hand that it sees). `unseen` are the blocks that may be in them."""

    seat: int
    state: State
    unseen: tuple[int, ...]
    beliefs: tuple[Belief | None, ...]

    @property
    def side(self) -> int:
        """See `View.side`."""
        return self.state.round.side_of[self.seat]

    def sample(self, random: Random) -> State:
        """See `View.sample`. Hands of which most is known are dealt first."""
        hands, left = list(self.state.hands), list(self.unseen)
        for seat, belief in self._by_knowledge():
            hands[seat] = dealt = mask_of(_dealt(left, belief, random))
            left = [block for block in left if not dealt >> block & 1]
        return self.state._replace(hands=tuple(hands))

    def _by_knowledge(self) -> list[tuple[int, Belief]]:
        hidden = [(seat, belief) for seat, belief in enumerate(self.beliefs) if belief is not None]
        return sorted(hidden, key=lambda one: -one[1].kinds_lacking)


def _dealt(left: list[int], belief: Belief, random: Random) -> list[int]:
    """A hand, drawn by the weights of its kinds (Efraimidis and Spirakis 2006).

    Blocks of kinds that it should have none of come last: they fill it where there are too few of the others.
    """
    weights, chance = belief.weights, random.random

    def rank(block: int) -> float:
        weight = weights[KIND[block]]
        return 1.0 - chance() ** (1 / weight) if weight else 1.0 + chance()

    return sorted(left, key=rank)[: belief.blocks]
