"""Thinking: from a position and a seat to what it may do, the best first. Begin to read here.

A game is known by the class of its positions, and its module is imported when it is first thought about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from engines.game import Position
from opponents.levels import MANNERS, Manner, allowed, as_played
from opponents.model import Model, View
from opponents.search import search
from opponents.thought import Budget, Level, Thought, joined

__all__ = ["joined", "think"]

_GAMES = {
    "MasterplanPosition": "masterplan",
    "FormaPosition": "forma",
    "MassaiPosition": "massai",
    "CitesPosition": "cites",
}
"""A game by the name of its class of positions. Its package's `model` has a `view` and a `MODEL`."""


@dataclass(frozen=True, slots=True)
class Player:
    """What thinking about a game needs: how a seat sees it, the game for the search, manners by level."""

    view: Callable[[Position[Any], str, frozenset[str]], View[Any]]
    model: Model[Any]
    manners: Mapping[Level, Manner]


@cache
def player_of(positions: type[Position[Any]]) -> Player:
    """Who plays the game of this class of positions. Raises `KeyError` where nobody does."""
    game = _GAMES[positions.__name__]
    module = import_module(f"opponents.{game}.model")
    return Player(module.view, module.MODEL, MANNERS[game])


def think(
    position: Position[Any],
    seat: str,
    level: Level,
    random: Random,
    budget: Budget,
    hand: frozenset[str] = frozenset(),
) -> Thought:
    """What the seat can do in its turn, the first of it what the level plays.

    `hand` names the blocks that the seat holds, where hands are hidden and so not in the position. Nothing
    else that is hidden from the seat is looked at, even where the position holds it. Raises `ValueError`
    where the game is over or the seat is none of the game's.
    """
    if seat not in position.seats:
        raise ValueError(f"{seat!r} has no seat here; the seats are {', '.join(position.seats)}")
    if position.outcome() is not None:
        raise ValueError("the game is over: there is nothing to think about")
    player = player_of(type(position))
    manner = player.manners[level]
    thought = search(player.model, player.view(position, seat, hand), random, allowed(manner, budget))
    return as_played(manner, thought, random)
