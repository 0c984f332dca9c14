"""Players of Cités Nouvelles that look one ply ahead and plan nothing.

They use only the hand of the seat to act and the open blocks of a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeVar

from engines.cites.actions import PLAYS, Choose, CitesAction, PlayBlock
from engines.cites.blocks import KIND, NUMBER, OF_KIND, RANK, STRENGTH, blocks_in, mask_of
from engines.game import Action
from opponents.cites.model import MODEL
from opponents.cites.state import Stage, State, kept_by_sides

A = TypeVar("A", bound=Action)


class Notice(Protocol):
    """The part of the legal actions that a player notices; at least one."""

    def __call__(self, actions: Sequence[A], /) -> Sequence[A]: ...


def greedy(state: State, random: Random, notice: Notice) -> CitesAction:
    """The most valuable of the noticed actions, ties at random.

    It names the set of which it holds most blocks. It leads the highest block that counts for its side:
    trumps, then buildings of its set. It answers with the block that wins the trick with most counting
    blocks, the weakest of these; if no block wins any, it throws the least useful: one that does not count,
    with the lowest number.
    """
    if state.stage is Stage.TRICKS:
        trick = _Trick(state)
        return _best(notice(_plays(state)), lambda play: trick.worth(play.block), random)
    hand = state.hands[state.seat]
    offers = notice(_offers(state))
    return _best(offers, lambda offer: ((hand & OF_KIND[offer.kind]).bit_count(),), random)


def by_number(state: State, random: Random, notice: Notice) -> CitesAction:
    """Any set; then of the noticed blocks the one with the highest number, whether it counts or not."""
    if state.stage is Stage.TRICKS:
        return _best(notice(_plays(state)), lambda play: (NUMBER[play.block],), random)
    return random.choice(_offers(state))


def _plays(state: State) -> list[PlayBlock]:
    return [PLAYS[block] for block in blocks_in(state.playable)]


def _offers(state: State) -> list[Choose]:
    return [move.action for move in MODEL.moves(state) if isinstance(move.action, Choose)]


class _Trick:
    """The trick on the table, from the view of the seat to play."""

    def __init__(self, state: State) -> None:
        self._blocks = state.trick
        leader = state.seat - len(state.trick)
        players = state.round.players
        self._sides = [state.round.side_of[(leader + place) % players] for place in range(players)]
        self._side = state.side
        self._counting = kept_by_sides(state)[state.side]

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
