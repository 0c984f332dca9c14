"""Forma for the search. Nothing is hidden in it: a view is the state itself.

Rules: docs/rules/forma.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from engines.forma.actions import FormaAction
from engines.forma.position import FormaPosition
from engines.forma.side import Stage
from engines.record import record
from opponents.forma.ends import settled
from opponents.forma.moves import are_all, moves
from opponents.forma.state import State, state_of
from opponents.forma.value import results
from opponents.levels import SEARCHING, Glance, Handicap
from opponents.model import Model, Move, SeatView
from opponents.thought import Level


@record
class FormaView(SeatView[State]):
    """A player's view: everything."""

    state: State
    player: int

    @property
    def side(self) -> int:
        """See `View.side`."""
        return self.player

    def sample(self, random: Random) -> State:
        """See `View.sample`."""
        return self.state


class FormaModel(Model[State]):
    """See `Model`. For two and for four players."""

    confidence = 0.7

    def mover(self, state: State) -> int | None:
        """See `Model.mover`."""
        return None if state.stage is Stage.OVER else state.mover

    def moves(self, state: State) -> Sequence[Move]:
        """See `Model.moves`."""
        return moves(state)

    def is_whole(self, state: State) -> bool:
        """See `Model.is_whole`."""
        return len(state.players) == 2 and are_all(state)

    def is_certain(self, state: State) -> bool:
        """See `Model.is_certain`."""
        return settled(state) is not None

    def after(self, state: State, action: FormaAction) -> State:
        """See `Model.after`."""
        return state.after(action)

    def value(self, state: State, random: Random) -> tuple[float, ...]:
        """See `Model.value`."""
        return results(state)


MODEL = FormaModel()

HANDICAPS: Final[Mapping[Level, Handicap | Glance]] = {
    Level.BEGINNER: Glance(300),
    Level.EASY: Glance(4000),
    **SEARCHING,
}
"""Ten to thirty thousand actions are legal."""


def view(position: FormaPosition, seat: str, hand: frozenset[str] = frozenset()) -> FormaView:
    """The seat's view. `hand` is for other games."""
    return FormaView(state_of(position), position.players.index(seat))
