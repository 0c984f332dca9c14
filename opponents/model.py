"""The interface between a game and the search: one small class a game.

The search (`opponents.search`) plays through *states*. A state is any type that suits the game's model, a
position of `engines` or something lighter; it is immutable and hashable. In a state everything is known:
hidden information is drawn anew for every walk down the tree by `View.sample`, so that nothing hidden can be
read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, Generic, TypeVar

from engines.game import Action
from engines.record import record
from opponents.thought import Seen, Thought

S = TypeVar("S")


@record
class Move:
    """A candidate action, and its prior share of the search.

    `prior` is positive; the priors of one state's moves add up to 1.
    """

    action: Action
    prior: float


@record
class Secret:
    """A moment in which two sides choose in secret: a small matrix game.

    `rows` are the choices of the side `chooser`, `columns` those of the other side; neither sees the other's.
    If the secret choice is one of several options (attack, or build), `Model.moves` has *one* action for all
    rows, such as the first; `Model.after` of it is the state in which the secret is played. The search then
    answers with the rows themselves.
    """

    chooser: int
    rows: tuple[Action, ...]
    columns: tuple[Action, ...]
    outcomes: tuple[int, ...] = ()
    """Equivalent pairs of choices, row by row: those with the same number, from 0 on.

    They lead to the same state, or to mirrored states. Empty if no two pairs do.
    """
    guesses: tuple[float, ...] = ()
    """The first evaluation of each outcome for `chooser`, or empty."""
    is_measured: bool = False
    """Whether the guesses are known from many games: the search answers by them at once."""


class SeatView(ABC, Generic[S]):
    """All knowledge of one seat in a position: the input of a search.

    The game's module makes it from a position and the seat. It holds nothing that the seat may not know: two
    positions that differ only in that give equal views.
    """

    @property
    @abstractmethod
    def side(self) -> int:
        """The number of the seat's side: the place of its player in `Position.players`."""

    @abstractmethod
    def sample(self, random: Random) -> S:
        """A possible true state, drawn by its probability. An equal one each time if everything is known (a
        secret that `Model.secret` solves is not drawn)."""


class Model(ABC, Generic[S]):
    """One game for the search. Between calls it keeps only precomputed tables."""

    sides: int
    """The number of sides."""

    confidence: float = 1.0
    """The power to which the odds of expected results are taken before they are told, so that they come true
    as often as they say. Measured by `benchmarks/calibration.py`."""

    @abstractmethod
    def mover(self, state: S) -> int | None:
        """The side to act, `None` when the game is over (or so deep that only `value` counts).

        In a state with a `secret` it is the side of the rows.
        """

    @abstractmethod
    def moves(self, state: S) -> Sequence[Move]:
        """The candidate actions, the best first; at least one while a side has to act.

        If hundreds are legal, a fast preselection: the search considers no others.
        """

    @abstractmethod
    def after(self, state: S, action: Any) -> S:
        """The state after an action, and after all forced actions (such as required parks)."""

    @abstractmethod
    def value(self, state: S, random: Random) -> tuple[float, ...]:
        """The expected result for each side, from 0 (lost) to 1 (won), adding up to 1 for two sides.

        Exact when the game is over; otherwise a fast evaluation, or a short playout followed by one.
        """

    def is_whole(self, state: S) -> bool:
        """Whether `moves` gives every action that can matter: the search may then prove that no action wins.
        Only for two sides."""
        return False

    def is_certain(self, state: S) -> bool:
        """Whether `value` is the result for certain, as when the game is over."""
        return self.mover(state) is None

    def secret(self, state: S) -> Secret | None:
        """The matrix game to play now, `None` in nearly all games and states."""
        return None

    def against(self, thought: Thought, view: SeatView[S], seen: Sequence[Seen], random: Random) -> Thought:
        """The thought after a look at what the rivals have shown of their secret choices, oldest first."""
        return thought

    def after_secret(self, state: S, row: Action, column: Action) -> S:
        """The state after both have revealed."""
        return self.after(self.after(state, row), column)
