"""One seat's knowledge and beliefs in a round of Cités Nouvelles, and deals that agree with them.

Known are the own hand and all blocks that lie open or were played. A seat that did not follow a kind has none
of it; one that named a set probably holds many of it.
"""

from __future__ import annotations

from random import Random

from engines.cites.blocks import KIND, mask_of
from engines.record import record
from opponents.cites.state import State
from opponents.model import SeatView


@record
class Belief:
    """Beliefs about a hand: its number of `blocks`, and by kind the weight of a block, relative to a kind
    without information: 0 if it has none of the kind."""

    blocks: int
    weights: tuple[float, ...]

    @property
    def kinds_lacking(self) -> int:
        """The number of kinds that it does not have."""
        return self.weights.count(0.0)


@record
class CitesView(SeatView[State]):
    """A seat's knowledge. The hands that it does not see are empty in `state`, and have `beliefs` (by seat;
    `None` for a hand that it sees). `unseen` are the blocks that may be in them."""

    seat: int
    state: State
    unseen: tuple[int, ...]
    beliefs: tuple[Belief | None, ...]

    @property
    def side(self) -> int:
        """See `View.side`."""
        return self.state.round.side_of[self.seat]

    def sample(self, random: Random) -> State:
        """See `View.sample`. The most constrained hands are dealt first."""
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

    Blocks of kinds that it should not have come last: they fill up the hand if there are too few others.
    """
    weights, chance = belief.weights, random.random

    def rank(block: int) -> float:
        weight = weights[KIND[block]]
        return 1.0 - chance() ** (1 / weight) if weight else 1.0 + chance()

    return sorted(left, key=rank)[: belief.blocks]
