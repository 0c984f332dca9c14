"""Masterplan for the search. Nothing is hidden in it: a view is the city itself.

The computer places everything that the rules require, even if forgetting is allowed: people should not face
an opponent that forgets on purpose. Rules: docs/rules/masterplan.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from engines.game import Action
from engines.masterplan.board import PLAYERS
from engines.masterplan.notation import TAKES
from engines.masterplan.play import Stage
from engines.masterplan.position import MasterplanPosition
from engines.record import record
from opponents.levels import SEARCHING, Glance, Handicap
from opponents.masterplan.city import City, after, city, missing
from opponents.masterplan.worth import ALL_HOUSES, chance, houses_worth_a_look
from opponents.model import Model, Move, SeatView
from opponents.thought import Level


@record
class MasterplanView(SeatView[City]):
    """The whole position: in Masterplan nothing is hidden."""

    city: City
    side: int

    def sample(self, random: Random) -> City:
        """See `View.sample`."""
        return self.city


class MasterplanModel(Model[City]):
    """See `Model`. A move is a house, with all pieces that it forces."""

    sides = len(PLAYERS)

    def mover(self, state: City) -> int | None:
        return state.mover

    def moves(self, state: City) -> Sequence[Move]:
        if state.stage is Stage.TOWERS:
            lowest = state.towers & -state.towers
            return [Move(TAKES[lowest], 1.0)]
        pieces = missing(state)
        return [Move(piece, 1 / len(pieces)) for piece in pieces] if pieces else houses_worth_a_look(state)

    def is_whole(self, state: City) -> bool:
        return state.stage is not Stage.HOUSE or state.houses_left <= ALL_HOUSES

    def after(self, state: City, action: Action) -> City:
        return after(state, action)

    def value(self, state: City, random: Random) -> tuple[float, ...]:
        if state.stage is Stage.TOWERS:
            white = 0.5 + 0.5 * ((state.lead > 0) - (state.lead < 0))
        else:
            white = chance(state)
        return (white, 1 - white)


MODEL = MasterplanModel()

HANDICAPS: Final[Mapping[Level, Handicap | Glance]] = {
    Level.BEGINNER: Glance(24),
    Level.EASY: Glance(64),
    **SEARCHING,
}
"""Hundreds of actions are legal."""


def view(position: MasterplanPosition, seat: str, hand: frozenset[str] = frozenset()) -> MasterplanView:
    """The seat's view of a position: all of it. There are no hands."""
    return MasterplanView(city(position), PLAYERS.index(seat))
