"""Rivals from outside: players that share no idea with the opponents, to measure these against.

`path` is for Massaï alone. `uct` plays every game with nothing but its rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import log, sqrt
from random import Random
from typing import Any, Final

from controller.shell.idle.exhibition import given
from engines.cites.blocks import mask_of
from engines.cites.game import CitesPosition
from engines.game import Action, Position
from engines.massai.actions import PLAYERS
from engines.massai.game import MassaiPosition
from engines.massai.huts import split
from opponents.cites.sight import view
from opponents.massai.chains import chains
from opponents.massai.setups import setups
from opponents.simple import afters, at_random
from opponents.thought import Budget

_CURIOSITY: Final = sqrt(2)
"""UCB1's own."""

_LONGEST: Final = 200
"""A playout of more actions is a draw."""

_FAR: Final = 9
"""More missing huts than a free way has. A blocked way can be freed by an attack, and is no farther."""


def path(position: Position[Any], seat: str, random: Random) -> Action:
    """Massaï: the action after which the own shortest chain lacks least, compared with the other's; ties at
    random. Attacks count by their chances, as for `greedy`."""
    assert isinstance(position, MassaiPosition)
    actions = position.legal()
    if actions is None:
        return random.choice(setups(seat, position.orthogonal))
    leads = [
        sum(chance * _lead(after, seat) for chance, after in afters(position, action, seat, seat))
        for action in actions
    ]
    best = max(leads)
    return random.choice([action for action, lead in zip(actions, leads, strict=True) if lead == best])


def _lead(position: Position[Any], seat: str) -> float:
    assert isinstance(position, MassaiPosition)
    outcome = position.outcome()
    if outcome is not None:
        return _FAR if outcome.winner == seat else -_FAR
    own, other = position.huts if seat == PLAYERS[0] else position.huts[::-1]
    return _lacking(other, own, position) - _lacking(own, other, position)


def _lacking(own: int, other: int, position: MassaiPosition) -> int:
    return min(_FAR, chains(own, other, position.orthogonal).missing)


@dataclass(slots=True)
class _Node:
    """A history of actions: the results of each player's walks through it."""

    visits: int = 0
    results: float = 0.0
    """For the seat that acted last."""
    after: dict[Action, _Node] = field(default_factory=dict)


def uct(position: Position[Any], seat: str, random: Random, budget: Budget) -> Action:
    """The action tried most by UCT with random playouts to the end (Kocsis, Szepesvári 2006), of `budget`.

    Hidden information is drawn for each walk, so that the tree is one of histories. With hundreds of legal
    actions a node tries the square root of its visits (progressive widening: Coulom 2007), since it would
    otherwise try each once and no more. Guards are placed at random, except at the root.
    """
    root = _Node()
    for walk in range(budget.nodes):
        if walk and budget.is_over():
            break
        _walk(root, drawn(position, seat, random), random)
    if not root.after:
        return at_random(position, seat, random)
    return max(root.after, key=lambda action: root.after[action].visits)


def _walk(root: _Node, position: Position[Any], random: Random) -> None:
    node, path = root, [(root, "")]
    is_new = False
    for _action in range(_LONGEST):
        if position.outcome() is not None:
            break
        action = given(position, random)
        if action is None:
            seat = str(position.turn)
            if is_new or (node is not root and isinstance(position, MassaiPosition) and position.attacked):
                action = at_random(position, seat, random)
            else:
                action = _chosen(node, position, random)
                is_new = action not in node.after
                node = node.after.setdefault(action, _Node())
                path.append((node, seat))
        position, _events = position.after(action)
    for node, seat in path:
        node.visits += 1
        node.results += _result(position, seat) if seat else 0.0


def _chosen(node: _Node, position: Position[Any], random: Random) -> Action:
    legal: Sequence[Action] | None = position.legal()
    most = 1 + 2 * sqrt(node.visits)
    tried = list(node.after)
    if legal is not None and isinstance(position, CitesPosition | MassaiPosition):
        allowed = set(legal)
        tried = [action for action in tried if action in allowed]
    if len(tried) < (most if legal is None else min(most, len(legal))):
        return at_random(position, str(position.turn), random)
    return max(tried, key=lambda action: _bound(node.after[action], node.visits))


def _bound(node: _Node, walks: int) -> float:
    return node.results / node.visits + _CURIOSITY * sqrt(log(walks) / node.visits)


def _result(position: Position[Any], seat: str) -> float:
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 1 / len(position.players)
    return float(seat in outcome.winner.split("+"))


def drawn(position: Position[Any], seat: str, random: Random) -> Position[Any]:
    """A position that may be the true one, as far as the seat knows: what is hidden from it is drawn."""
    if isinstance(position, CitesPosition):
        return _dealt(position, seat, random)
    if isinstance(position, MassaiPosition) and position.marks is not None:
        blank = replace(position, marks=(0, 0))
        dark, light = (
            at_random(blank, player, random).cells if marked and player != seat else marked  # type: ignore[attr-defined]
            for player, marked in zip(PLAYERS, position.marks, strict=True)
        )
        return replace(position, marks=(dark, light))
    if isinstance(position, MassaiPosition) and position.attacked and seat == position.turn:
        return replace(position, attacked=random.choice(list(split(position.threatened()))))
    return position


def _dealt(position: CitesPosition, seat: str, random: Random) -> Position[Any]:
    """The other hands and the front of the reserve, drawn; its back is what was played in the open."""
    seen = view(position, seat)
    hands = seen.sample(random).hands
    table = position.table
    somewhere = mask_of(table.reserve) | sum(table.hands)
    rest = [
        block
        for block in seen.unseen
        if somewhere >> block & 1 and not any(hand >> block & 1 for hand in hands)
    ]
    random.shuffle(rest)
    reserve = (*rest, *table.reserve[len(rest) :])
    return replace(position, table=replace(table, hands=hands, reserve=reserve))
