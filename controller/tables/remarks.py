"""A game's comments on positions and actions, in words, for hints, reviews and comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeAlias, TypeVar

from engines.game import Action, Position
from engines.record import record

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position[Any])

Naming: TypeAlias = Callable[[str], str]
"""The name of a player of the score."""

Prospects: TypeAlias = Iterator[tuple[object, str]]
"""Coming events: a key, by which a comment recognizes news, and a sentence without full stop."""


@record
class Remarks(Generic[A, P]):
    """All of it uses public information only."""

    no_hint: Callable[[P], str]
    """Why there is no hint in a position, as a sentence; empty if there is one. A hint is public: it must not
    reveal secrets, and cannot use what the table does not know."""

    reasons: Callable[[P, A], tuple[str, ...]]
    """Why a legal action is good, the strongest reason first. Each is a predicate of the action (`House on d4
    north-east: scores 3 points`). Empty if only later consequences speak for it."""

    prospects: Callable[[P, Naming], Prospects]

    denials: Callable[[P, A], tuple[str, ...]] = lambda position, action: ()
    """The harm of a legal action to the others: those of the reasons that are worth a comment."""

    lead: int | None = None
    """The lead in points; `None` if the points say little about the winner."""

    is_open: bool = True
    """Whether a search sees no more than the public."""
