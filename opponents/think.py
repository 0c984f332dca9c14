"""Thinking: from a position and a seat to its options, the best first. Start reading here.

A game is identified by the folder of its class of positions, and its module here is imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from engines.game import Position
from engines.record import record
from opponents.levels import WITH_ALL_CARE, Glance, Handicap, allowed, as_played
from opponents.model import Model, SeatView
from opponents.search import search
from opponents.simple import glanced
from opponents.thought import Budget, Level, Option, Seen, Thought, joined

__all__ = ["joined", "think"]


@record
class ComputerPlayer:
    """The parts of thinking about a game: the seat's view, the search's model, the handicaps by level."""

    view: Callable[[Position[Any], str, frozenset[str]], SeatView[Any]]
    model: Model[Any]
    handicaps: Mapping[Level, Handicap | Glance]


@cache
def player_of(game: str) -> ComputerPlayer:
    """The computer player of a game, made of `view`, `MODEL` and `HANDICAPS` in its module
    `opponents/GAME/model.py`. Raises `ModuleNotFoundError` if there is none."""
    module = import_module(f"opponents.{game}.model")
    return ComputerPlayer(module.view, module.MODEL, module.HANDICAPS)


def think(
    position: Position[Any],
    seat: str,
    level: Level,
    random: Random,
    budget: Budget,
    hand: frozenset[str] = frozenset(),
    seen: Sequence[Seen] = (),
) -> Thought:
    """The options of the seat in its turn; the first is the one that the level plays.

    `hand` names the blocks that the seat holds, if hands are hidden and so not in the position. Nothing else
    that is hidden from the seat is used, even if the position holds it. `seen` are the earlier secret choices
    of this game, from which `strong` learns how its rival chooses; without any it learns nothing. Raises
    `ValueError` if the game is over or the seat does not exist.
    """
    if seat not in position.seats:
        raise ValueError(f"{seat!r} has no seat here; the seats are {', '.join(position.seats)}")
    if position.outcome() is not None:
        raise ValueError("the game is over: there is nothing to think about")
    _engines, game, _module = type(position).__module__.split(".")
    player = player_of(game)
    handicap = player.handicaps[level]
    view = player.view(position, seat, hand)
    if isinstance(handicap, Glance):
        action = glanced(position, seat, handicap, random, hand)
        return Thought(
            (Option(action, 1.0, player.model.value(view.sample(random), random)),), 1, is_drawn=True
        )
    thought = search(player.model, view, random, allowed(handicap, budget))
    if seen and handicap == WITH_ALL_CARE:
        return player.model.against(thought, view, seen, random)
    return as_played(handicap, thought, random)
