"""Cités Nouvelles for the search: how a round goes on, and what comes of it.

A search looks to the end of the round. What is built by then is valued by `cites_worth`; moments on the way
are valued by a quick way to there, `cites_quick`. What a seat sees is told by `cites_sight`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import cast

from engines.cites.actions import CHOICES, CONTRES, PLAYS, TURN_UPS, YIELD, Build, CitesAction
from engines.cites.blocks import KIND, OF_KIND, TRUMP, blocks_in
from engines.game import Action
from opponents.cites.quick import played_on
from opponents.cites.sight import view
from opponents.cites.state import Stage, State, lowest_with_room, settled
from opponents.cites.worth import hope, results
from opponents.model import Model, Move

__all__ = ["MODEL", "view"]

_MOST_IN_HAND = 15

_PLAYS = tuple(tuple(Move(play, 1 / (others + 1)) for play in PLAYS) for others in range(_MOST_IN_HAND))
"""`_PLAYS[others][block]`: to play a block where so many others may be played, all worth the same look."""

_EAGERNESS = 25.0
"""So many points more that a set promises make it e times more worth a look."""

_CONTRE_COSTS = 25.0
"""What a set promises less, in points, when another side has it already."""


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

    def after(self, state: State, action: Action) -> State:
        return state.after(cast(CitesAction, action))

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


def _offers(state: State) -> list[Move]:
    """What the speaking seat can say, by what the sets promise to its hand."""
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
    """The blocks that may be played, but of buildings that nothing in play lies between only the lowest."""
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
