"""Why an action is good, in a few words: what it scores, and what it denies the others. Pure.

Each clause follows the action as its predicate (`House on d4 north-east: scores 3 points`), the most telling
first. What a game says of its actions is in `tables/GAME_reasons.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.tables.cites import reasons as cites_reasons
from controller.tables.forma import reasons as forma_reasons
from controller.tables.massai import reasons as massai_reasons
from controller.tables.masterplan import reasons as masterplan_reasons
from engines.game import Action, Position


@dataclass(frozen=True, slots=True)
class _Game:
    """What a game can say: why there is no hint, why an action is good, and what of that the others feel."""

    no_hint: Callable[[Any], str]
    reasons: Callable[[Any, Any], tuple[str, ...]]
    denials: Callable[[Any, Any], tuple[str, ...]]


_GAMES: Final[Mapping[str, _Game]] = {
    "masterplan": _Game(masterplan_reasons.no_hint, masterplan_reasons.reasons, masterplan_reasons.denials),
    "forma": _Game(forma_reasons.no_hint, forma_reasons.reasons, forma_reasons.denials),
    "massai": _Game(massai_reasons.no_hint, massai_reasons.reasons, massai_reasons.denials),
    "cites": _Game(cites_reasons.no_hint, cites_reasons.reasons, lambda position, action: ()),
}


def no_hint(game: str, position: Position[Any]) -> str:
    """Why nobody gets a hint in a position, as a sentence; nothing where there is one to be had.

    A hint is for everybody's eyes: there is none where it would tell what is secret, or what the table cannot
    know.
    """
    return _GAMES[game].no_hint(position)


def reasons(game: str, position: Position[Any], action: Action) -> tuple[str, ...]:
    """Why a legal action is good, in clauses. None, where only what comes later speaks for it.

    Of a secret action they say only what anybody may know.
    """
    return _GAMES[game].reasons(position, action)


def denials(game: str, position: Position[Any], action: Action) -> tuple[str, ...]:
    """What a legal action keeps the others from: those of the reasons that are worth a comment."""
    return _GAMES[game].denials(position, action)
