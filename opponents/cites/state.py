"""The search states of Cités Nouvelles: one round, with all hands known.

Lighter than `CitesPosition`: no events, no order of the reserve, and the walk ends with the building of the
round, because the next deal is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations
from typing import NamedTuple

from engines.cites.actions import Build, Choose, CitesAction, Contre, PlayBlock, Yield
from engines.cites.blocks import (
    KIND,
    KINDS,
    NAMES,
    NUMBER,
    OF_KIND,
    STRENGTH,
    TRUMPS,
    Decorations,
    blocks_in,
    mask_of,
)
from engines.cites.points import ROOM_PER_TYPE, marks
from engines.cites.table import Offer


def _stronger(led: int, block: int) -> int:
    strength = STRENGTH[led]
    return mask_of(other for other, rank in enumerate(strength) if rank > strength[block])


BEATS = tuple(tuple(_stronger(led, block) for block in range(len(NAMES))) for led in range(len(KINDS)))
"""`BEATS[led][block]`: the blocks that are stronger in a trick to which the kind `led` was led."""


class Stage(IntEnum):
    """The stage of a round. When it is `OVER` it is built."""

    TURN_UP = 0
    OFFERS = 1
    TRICKS = 2
    BUILDING = 3
    OVER = 4


class Round(NamedTuple):
    """The constants of a round. `side_of` is by seat."""

    players: int
    sides: int
    side_of: tuple[int, ...]
    speaker: int
    has_contre: bool
    decorations: Decorations

    @property
    def has_teams(self) -> bool:
        """Whether partners face each other."""
        return self.sides < self.players


class State(NamedTuple):
    """A moment of a round. Sets of blocks are those of `engines.cites.blocks`.

    `seat` acts; `has_yielded` means that its partner left the offer to it. `hands` are by seat, `lots` by
    kind, `points` and `taken` by side. `gone` are the blocks that can no longer be played in this round:
    those on lots and those of finished tricks. `trick` holds the blocks of the current trick, or the block
    that is turned up next.
    """

    round: Round
    stage: Stage
    seat: int
    lots: tuple[int, ...]
    points: tuple[int, ...]
    hands: tuple[int, ...]
    gone: int
    offers: tuple[Offer, ...] = ()
    has_yielded: bool = False
    trick: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()

    @property
    def side(self) -> int:
        """The side of the seat that acts."""
        return self.round.side_of[self.seat]

    @property
    def playable(self) -> int:
        """The playable blocks of the hand: those of the kind led, or all if there are none."""
        hand = self.hands[self.seat]
        return (hand & OF_KIND[KIND[self.trick[0]]] or hand) if self.trick else hand

    def after(self, action: CitesAction) -> State:
        """The state after an action, and after building if that follows."""
        match action:
            case PlayBlock(block):
                return self._played(block)
            case Choose(kind) | Contre(kind):
                return self._offered(kind)
            case Yield():
                return self._replace(seat=self._partner, has_yielded=True)
            case Build(blocks):
                return self._with_takings(self.taken[self.side] & ~TRUMPS | mask_of(blocks)).built()
        return self._replace(stage=Stage.OVER)

    def built(self) -> State:
        """The state after all sides have built their takings."""
        lots, points = settled(self, self.taken)
        return self._replace(stage=Stage.OVER, lots=lots, points=points)

    @property
    def _partner(self) -> int:
        return (self.seat + 2) % self.round.players

    def _with_takings(self, taken: int) -> State:
        side = self.side
        return self._replace(taken=(*self.taken[:side], taken, *self.taken[side + 1 :]))

    def _offered(self, kind: int) -> State:
        offers = (*self.offers, Offer(self.seat, self.side, kind))
        sides, players = self.round.sides, self.round.players
        if len(offers) == sides:
            return self._replace(
                stage=Stage.TRICKS,
                seat=offers[0].seat,
                offers=offers,
                has_yielded=False,
                taken=(0,) * sides,
            )
        first = self._partner if self.has_yielded else self.seat
        return self._replace(seat=(first + 1) % players, offers=offers, has_yielded=False)

    def _played(self, block: int) -> State:
        seat, players = self.seat, self.round.players
        hands = (*self.hands[:seat], self.hands[seat] & ~(1 << block), *self.hands[seat + 1 :])
        trick = (*self.trick, block)
        if len(trick) < players:
            return self._replace(seat=(seat + 1) % players, hands=hands, trick=trick)
        strength = STRENGTH[KIND[trick[0]]]
        winner = (seat + 1 + trick.index(max(trick, key=strength.__getitem__))) % players
        blocks, side = mask_of(trick), self.round.side_of[winner]
        won = blocks & kept_by_sides(self)[side]
        after = self._replace(
            seat=winner,
            hands=hands,
            gone=self.gone | blocks,
            trick=(),
            taken=(*self.taken[:side], self.taken[side] | won, *self.taken[side + 1 :]),
        )
        return after if all(hands) else after.built()


def kept_by_sides(state: State) -> list[int]:
    """The blocks that each side keeps of a trick: the buildings of its set, and the trumps."""
    kept = [TRUMPS] * state.round.sides
    for offer in state.offers:
        kept[offer.side] |= OF_KIND[offer.kind]
    return kept


def settled(state: State, taken: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lots and the points after all sides have built their `taken` blocks."""
    lots, points = list(state.lots), list(state.points)
    decorations = state.round.decorations
    loser = _loser(state.offers, taken) if state.round.has_contre else None
    for offer in state.offers:
        side, kind = offer.side, offer.kind
        if not taken[side] or side == loser:
            continue
        before = lots[kind]
        lots[kind] |= taken[side] & ~TRUMPS | lowest_with_room(before, taken[side], decorations)
        points[side] += marks(before, lots[kind], decorations).points
    return tuple(lots), tuple(points)


def lowest_with_room(lot: int, taken: int, decorations: Decorations) -> int:
    """The decorations that a side places by default: of each type the lowest ones that fit.

    The choice within a type does not change the points, and later deals are random.
    """
    placed = 0
    for _name, of_type in decorations.types:
        at_hand = taken & of_type
        for _place in range(ROOM_PER_TYPE - (lot & of_type).bit_count()):
            placed |= at_hand & -at_hand
            at_hand &= at_hand - 1
    return placed


def _loser(offers: tuple[Offer, ...], taken: Sequence[int]) -> int | None:
    """The side that loses a contre: fewer takings, then the lower sum, then the later offer."""
    for first, second in combinations(offers, 2):
        if first.kind == second.kind:
            wins = _strength(taken[first.side]) >= _strength(taken[second.side])
            return second.side if wins else first.side
    return None


def _strength(taken: int) -> tuple[int, int]:
    return taken.bit_count(), sum(NUMBER[block] for block in blocks_in(taken))
