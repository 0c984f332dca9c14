"""Cités Nouvelles for the search: the course and the result of a round.

A search looks to the end of the round. The position after building is valued by `worth`; moments before it by
a fast playout, `quick`. `sight` makes the view of a seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Any, Final

from engines.cites.actions import CHOICES, CONTRES, PLAYS, TURN_UPS, YIELD, Build, CitesAction
from engines.cites.blocks import KIND, OF_KIND, TRUMP, blocks_in
from opponents.cites.quick import played_on
from opponents.cites.sight import view
from opponents.cites.state import Stage, State, lowest_with_room, settled
from opponents.cites.worth import hope, results
from opponents.levels import WITH_ALL_CARE, Glance, Handicap
from opponents.model import Model, Move
from opponents.thought import Level

__all__ = ["MODEL", "view"]

_MOST_IN_HAND = 15

_PLAYS = tuple(tuple(Move(play, 1 / (others + 1)) for play in PLAYS) for others in range(_MOST_IN_HAND))
"""`_PLAYS[others][block]`: playing a block, with equal priors for this many other blocks."""

_EAGERNESS = 25.0
"""The difference in promised points that makes a set e times more likely to be tried."""

_CONTRE_COSTS = 25.0
"""The loss of a set's promise, in points, when another side has it already."""


class CitesModel(Model[State]):
    """See `Model`. The sides are those of the round."""

    def mover(self, state: State) -> int | None:
        return None if state.stage is Stage.OVER else state.side

    def moves(self, state: State) -> Sequence[Move]:
        match state.stage:
            case Stage.TURN_UP:
                return [Move(TURN_UPS[state.trick[0]], 1.0)]
            case Stage.OFFERS:
                return _offers(state)
            case Stage.TRICKS:
                blocks = _unlike(state)
                moves = _PLAYS[len(blocks) - 1]
                return [moves[block] for block in blocks]
            case _:
                return [Move(_building(state), 1.0)]

    def is_certain(self, state: State) -> bool:
        """See `Model.is_certain`. After the round, the rest of the game is estimated."""
        return False

    def after(self, state: State, action: Any) -> State:
        return state.after(action)

    def value(self, state: State, random: Random) -> tuple[float, ...]:
        while state.stage is Stage.OFFERS:
            state = self.after(state, _offers(state)[0].action)
        lots, points = state.lots, state.points
        if state.stage is Stage.TRICKS:
            lots, points = settled(state, played_on(state, random))
        elif state.stage is Stage.BUILDING:
            lots, points = settled(state, state.taken)
        return results(state.round, lots, points)


MODEL = CitesModel()

HANDICAPS: Final[Mapping[Level, Handicap | Glance]] = {
    Level.BEGINNER: Glance(2, is_by_number=True),
    Level.EASY: Glance(3),
    Level.MEDIUM: Handicap(60, 0.4),
    Level.STRONG: WITH_ALL_CARE,
}


def _offers(state: State) -> list[Move]:
    """The options of the speaking seat, by the promise of the sets for its hand."""
    hand, chosen = state.hands[state.seat], [offer.kind for offer in state.offers]
    hopes: list[tuple[float, CitesAction]] = []
    for kind, lot in enumerate(state.lots):
        points = hope(lot, (hand & OF_KIND[kind]).bit_count(), state.gone, state.round.decorations)
        if kind not in chosen:
            hopes.append((points, CHOICES[kind]))
        elif state.round.has_contre and chosen.count(kind) == 1:
            hopes.append((points - _CONTRE_COSTS, CONTRES[kind]))
    if state.round.has_teams and not state.has_yielded:
        hopes.append((sum(points for points, _offer in hopes) / len(hopes), YIELD))
    hopes.sort(key=lambda offer: -offer[0])
    weights = [exp((points - hopes[0][0]) / _EAGERNESS) for points, _offer in hopes]
    total = sum(weights)
    return [Move(offer, weight / total) for (_points, offer), weight in zip(hopes, weights, strict=True)]


def _unlike(state: State) -> list[int]:
    """The playable blocks; of equivalent buildings, with no block in play between them, only the lowest."""
    playable = state.playable
    passable = state.hands[state.seat] | state.gone
    blocks: list[int] = []
    last = -1
    for block in blocks_in(playable):
        between = (1 << block) - (2 << last) if last >= 0 else 0
        if last < 0 or KIND[block] != KIND[last] or KIND[block] == TRUMP or between & ~passable:
            blocks.append(block)
        last = block
    return blocks


def _building(state: State) -> Build:
    offer = next(offer for offer in state.offers if offer.side == state.side)
    placed = lowest_with_room(state.lots[offer.kind], state.taken[offer.side], state.round.decorations)
    return Build(tuple(blocks_in(placed)))
