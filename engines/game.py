"""The contract that every game keeps.

A game parses its notation into actions, and makes start positions from a header. A position is immutable:
`after` returns a new one. Code that takes text from outside parses it, then lets the position `check` the
action, and only then applies it; `after` trusts its argument.

Hidden information, in any game: an action may be secret, and then it has a second text, `public`, which is
all that others may know of it. The position knows how many of the last actions are still secret
(`secret_plies`); if that is none, everything played so far is open. `as_json` is what everyone may see,
`seen_by` what one seat may see, `state` everything. All other output of a position, an action, an event or an
error, including `repr`, is open to everyone and so must not depend on the secret. Only `str` of a secret
action, its fields and its refusal are for its player and for the program's own records.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from engines.record import record
from texts import _

Json = dict[str, Any]


class RuleError(Exception):
    """The rules refuse a request. The text is for players; `code` is the referee's name for it."""

    code: ClassVar[str]


class BadOption(RuleError):
    """A header field or option that is unknown, missing or has a wrong value."""

    code = "bad-option"


class BadNotation(RuleError):
    """The text is no action of the game: its words or cells, or their number or order, are wrong."""

    code = "bad-notation"


class Illegal(RuleError):
    """The action is not allowed by the rules now. The text names the rule and the cells."""

    code = "illegal"


class Action:
    """One action in a game. `str(action)` is its notation, and parsing that gives an equal action.

    `repr` shows `public`. It is no `ABC`: to match an action against the classes of an abstract one takes
    five times as long.
    """

    is_secret: ClassVar[bool] = False
    """Whether the text is known to its player only, until the game reveals it."""

    is_chance: ClassVar[bool] = False
    """Whether it is drawn, not chosen by its player."""

    @abstractmethod
    def __str__(self) -> str: ...

    @property
    def public(self) -> str:
        """The part of it that everyone may know before the reveal (`attack`); the whole text if it is not
        secret."""
        return str(self)

    def __repr__(self) -> str:
        return f"<{self.public}>"


A = TypeVar("A", bound=Action)


@record
class Outcome:
    """How a game ended: the winner's name, or `None` for a draw, and the reason in a few words."""

    winner: str | None
    reason: str

    @property
    def refusal(self) -> str:
        """The reason for refusing any action after it."""
        if self.winner is None:
            return _("the game is over: it is a draw, {reason}", reason=self.reason)
        return _("the game is over: {player} has won, {reason}", player=self.winner, reason=self.reason)


class Position(ABC, Generic[A]):
    """One state of one game, with its options. Immutable, hashable, equal by value.

    `repr` shows `as_json`.
    """

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.as_json()}>"

    @property
    @abstractmethod
    def players(self) -> tuple[str, ...]:
        """The players (or sides) that the score names, in the order of play."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats at the table, in the order of play: each may hold secrets of its own (see `seen_by`)."""
        return self.players

    @property
    @abstractmethod
    def turn(self) -> str | None:
        """The seat to act, or `None` if any may act or none can."""

    @abstractmethod
    def need(self) -> tuple[str, ...]:
        """The actions' texts that the rules require now, sorted."""

    @abstractmethod
    def score(self) -> dict[str, int]:
        """Points by player."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or `None` while it goes on."""

    @abstractmethod
    def legal(self) -> Sequence[A] | None:
        """All legal actions, without repetition, in any order; `None` if the rule page does not enumerate
        them."""

    @abstractmethod
    def check(self, action: A) -> None:
        """Raise `Illegal`, with the rule and the cells, unless `action` is legal here."""

    @abstractmethod
    def after(self, action: A) -> tuple[Self, tuple[Json, ...]]:
        """The position after a legal action, and its events, each with a `kind`.

        Events are public: the effect of a secret action is in the event that reveals it.
        """

    @abstractmethod
    def as_json(self) -> Json:
        """The position in the format of the rule page, for everyone. It contains no secret."""

    def seen_by(self, seat: str) -> Json:
        """The position for one of `seats`: `as_json`, plus that seat's own secrets."""
        if seat not in self.seats:
            raise ValueError(f"{seat!r} has no seat here; the seats are {', '.join(self.seats)}")
        return self.as_json()

    @property
    def secret_plies(self) -> int:
        """The number of last actions that are not yet revealed: only their `Action.public` may be shown."""
        return 0

    @abstractmethod
    def state(self) -> Json:
        """The complete state of the position, including secrets, from which `Game.restore` makes an equal
        one."""


class Game(ABC, Generic[A]):
    """A game by its rules. Stateless; one instance serves every play."""

    name: ClassVar[str]

    @abstractmethod
    def start(self, header: Mapping[str, Any]) -> Position[A]:
        """The first position for a header (with its `game` key). Raises `BadOption`."""

    @abstractmethod
    def parse(self, text: str) -> A:
        """The action in a text. Raises only `BadNotation`."""

    @abstractmethod
    def restore(self, state: Mapping[str, Any]) -> Position[A]:
        """The position with this `state`. It is trusted: only for states written by this program."""


def public_texts(actions: Sequence[Action], position: Position[Any]) -> tuple[str, ...]:
    """The public texts of the actions that led to `position`, as of now."""
    revealed = len(actions) - position.secret_plies
    return (*map(str, actions[:revealed]), *(action.public for action in actions[revealed:]))
