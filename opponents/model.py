"""What the search must be told of a game: one small class a game.

The search (`opponents.search`) plays through *states*. A state is whatever a game's model likes, a position
of `engines` or something lighter; it is immutable and hashable. In a state everything is known: what a seat
may not see is drawn anew for every walk down the tree by `View.sample`, so that nothing hidden can be read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from engines.game import Action

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Move:
    """An action worth a look, and how much of the attention it deserves beforehand.

    `prior` is positive; the priors of one state's moves add up to 1.
    """

    action: Action
    prior: float


@dataclass(frozen=True, slots=True)
class Secret:
    """A moment in which two sides choose in secret: a small matrix game.

    `rows` are the choices of the side `chooser`, `columns` those of the other side; neither sees the other's.
    Where the secret choice is one of several things to do (attack, or build), `Model.moves` has *one* action
    for all rows, say the first; `Model.after` of it is the state in which the secret is to be played. The
    search then answers with the rows themselves.
    """

    chooser: int
    rows: tuple[Action, ...]
    columns: tuple[Action, ...]
    outcomes: tuple[int, ...] = ()
    """Which pairs of choices come to the same, row by row: those with the same number, from 0 on.

    They lead to the same state, or to states that are mirrored. Empty where no two pairs do.
    """
    guesses: tuple[float, ...] = ()
    """What each outcome is worth to `chooser` at first sight, or empty."""


class View(ABC, Generic[S]):
    """All that one seat knows of a position: what a search is given.

    Made by the game's module from a position and the seat, it holds nothing that the seat may not know: two
    positions that differ only in that give equal views.
    """

    @property
    @abstractmethod
    def side(self) -> int:
        """The number of the seat's side: the place of its player in `Position.players`."""

    @abstractmethod
    def sample(self, random: Random) -> S:
        """A state that may be the true one, drawn by how likely it is. An equal one each time where all is
        known (a secret that `Model.secret` is to solve is not drawn)."""


class Model(ABC, Generic[S]):
    """One game for the search. It keeps nothing between calls but what it works out once, as tables."""

    sides: int
    """How many sides there are."""

    @abstractmethod
    def mover(self, state: S) -> int | None:
        """The side that acts, `None` when the game is over (or so deep that only `value` counts).

        In a state with a `secret` it is the side of the rows.
        """

    @abstractmethod
    def moves(self, state: S) -> Sequence[Move]:
        """The actions worth a look, the best first; at least one while somebody has to act.

        Where hundreds are legal, those that a quick look finds good: the search looks at no others.
        """

    @abstractmethod
    def after(self, state: S, action: Action) -> S:
        """The state after an action, and after all that follows by force (required parks, say)."""

    @abstractmethod
    def value(self, state: S, random: Random) -> tuple[float, ...]:
        """The expected result for each side, from 0 (lost) to 1 (won), adding up to 1 for two sides.

        Exact where the game is over; else a quick evaluation, or a short way on by quick moves and then one.
        """

    def secret(self, state: S) -> Secret | None:
        """The matrix game that is to be played now, `None` in nearly all games and states."""
        return None

    def after_secret(self, state: S, row: Action, column: Action) -> S:
        """The state after both have revealed. Only where `secret` is not `None`."""
        raise NotImplementedError
