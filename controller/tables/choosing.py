"""Actions that no sensor can see: people choose them on the screen, openly or behind a cover."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import field
from typing import Any, Final, Generic, TypeVar

from controller.model.view import Choice
from engines.game import Action, Illegal, Position
from engines.record import record
from texts import _

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position[Any])

TILE_ITEM: Final = "block-"
"""The id of an item that is a tile: this, and the tile's name."""


@record
class Spoken(Generic[A]):
    """An action that no sensor can see: the screen's button, and the panel's button for it, if any."""

    choice: Choice
    action: A
    button: str | None = None


@record
class Selection:
    """A player's choice on the screen, from `least` to `most` of the `items`.

    An item with the id `cell-3,4` is a cell of the board picture (column and row from 0), the others are
    buttons. With `is_secret` the screen is covered until `seat` uncovers it. Without a `button` to begin it,
    the choice is due: play waits for it. If several secret choices are due, any seat may make its own first.
    `has_board` says whether the board picture stands beside the items. A choice that `tells` is no action: it
    identifies the pieces on these pads, in place of their readers. `examples` are good choices.
    """

    id: str
    seat: str | None
    words: str
    items: tuple[Choice, ...] = field(repr=False)
    least: int
    most: int
    is_secret: bool = False
    button: Choice | None = None
    has_board: bool = True
    tells: tuple[int, ...] = ()
    examples: tuple[tuple[str, ...], ...] = field(default=(), repr=False)

    @property
    def is_at_once(self) -> bool:
        """Whether the first touch makes the choice."""
        return self.most == 1 and (not self.is_secret or bool(self.tells))

    @property
    def is_at_the_table(self) -> bool:
        """Whether the choice is due, and public."""
        return self.button is None and not self.is_secret


class Choosing(ABC, Generic[A, P]):
    """The choices of a game."""

    @abstractmethod
    def spoken(self, position: P) -> tuple[Spoken[A], ...]:
        """The legal actions that only the screen or a button can make."""

    def selections(self, position: P) -> tuple[Selection, ...]:
        """The optional and due choices on the screen."""
        return ()

    def selected(self, position: P, selection: Selection, chosen: Sequence[str]) -> A:
        """The action of a finished choice, from the ids of the items. Raises `RuleError` if the rules refuse
        it; its text reveals no secret.

        It is the inverse of `selecting`, and by default found by it among the legal actions. A game overrides
        it to be faster, or to give a reason.
        """
        wanted = selection.id, frozenset(chosen)
        legal: Sequence[A] = position.legal() or ()
        for action in legal:
            choice = self.selecting(position, action)
            if choice is not None and (choice[0].id, frozenset(choice[1])) == wanted:
                return action
        raise Illegal(_("the rules do not allow this choice"))

    def selecting(self, position: P, action: A) -> tuple[Selection, tuple[str, ...]] | None:
        """The choice, and the items, of an action; `None` if it is not made by choosing."""
        return None

    def has_secrets(self, position: P) -> bool:
        """Whether this game has any secret of a single player."""
        return False
