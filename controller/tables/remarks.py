"""What a game says of its positions and actions, in words, for hints, reviews and comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from engines.game import Action, Position

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position[Any])

Naming: TypeAlias = Callable[[str], str]
"""What a player of the score is called."""

Prospects: TypeAlias = Iterator[tuple[object, str]]
"""What is in the offing: a key, by which a comment knows what is new, and a sentence without full stop."""


@dataclass(frozen=True, slots=True)
class Remarks(Generic[A, P]):
    """All of it is from what everybody may see alone."""

    no_hint: Callable[[P], str]
    """Why nobody gets a hint in a position, as a sentence; nothing if there is one to be had. A hint is for
    everybody's eyes: there is none that would tell what is secret, or what the table cannot know."""

    reasons: Callable[[P, A], tuple[str, ...]]
    """Why a legal action is good, the most telling first. Each follows the action as its predicate (`House on
    d4 north-east: scores 3 points`). None if only what comes later speaks for it."""

    prospects: Callable[[P, Naming], Prospects]

    denials: Callable[[P, A], tuple[str, ...]] = lambda position, action: ()
    """What a legal action keeps the others from: those of the reasons that are worth a comment."""

    lead: int | None = None
    """By how many points somebody leads; `None` if the points say little of who wins."""

    is_open: bool = True
    """Whether a search sees what everybody sees."""
