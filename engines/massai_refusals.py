"""Why an action of Massaï is refused, in a player's words, with the rule and the cells.

Only the refused action and what lies open is looked at: no text depends on a set-up or attack still secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.huts import NAMES, ROWS, lone, names, rows
from engines.massai_actions import (
    ALL_HUTS,
    PASS,
    PLAYERS,
    TIMES,
    Attack,
    Build,
    Guard,
    MassaiAction,
    Move,
    Setup,
    guards_allowed,
)

if TYPE_CHECKING:
    from engines.massai import MassaiPosition

HALVES = dict(zip(PLAYERS, (ROWS[:4], ROWS[4:]), strict=True))


def refusal(position: MassaiPosition, action: MassaiAction) -> str:
    """Why the rules refuse the action here; empty if they allow it."""
    return _untimely(position, action) or _unruly(position, action)


def _unruly(position: MassaiPosition, action: MassaiAction) -> str:
    match action:
        case Setup():
            return _setup(position, action)
        case Build(cell):
            return _build(position, cell)
        case Move():
            return _move(position, action)
        case Attack(cell):
            return _attack(position, cell)
        case Guard(cells):
            return _guard(position, cells)
    return _pass(position)


def _untimely(position: MassaiPosition, action: MassaiAction) -> str:
    if TIMES[type(action)] is position.phase:
        return ""
    mover, other = PLAYERS[position.mover], PLAYERS[1 - position.mover]
    if position.ended:
        return f"the game is over: {position.ended.reason}"
    if position.marks is not None:
        missing = " and ".join(p for p, marks in zip(PLAYERS, position.marks, strict=True) if not marks)
        return f"first both players set up in secret: {missing} must still mark five cells"
    if position.attacked:
        return f"{mover} attacks: now {other} guards own huts, or none"
    if isinstance(action, Guard):
        return "there is no attack to guard against"
    return "the set-up is over: both players' first huts are on the board"


def _setup(position: MassaiPosition, action: Setup) -> str:
    player, half = action.player, HALVES[action.player]
    if position.marks and position.marks[PLAYERS.index(player)]:
        return f"{player} has set up already"
    beyond = action.cells & ~rows(half)
    if beyond:
        return f"{player} sets up in the four nearest rows, {half[0]} to {half[-1]}, not on {_words(beyond)}"
    alone = lone(action.cells, position.touching)
    if alone:
        return (
            f"each of the five huts must touch another of them{_by_a_side(position)}: "
            f"{_words(alone)} would stand alone"
        )
    return ""


def _build(position: MassaiPosition, cell: int) -> str:
    player, own = PLAYERS[position.mover], position.huts[position.mover]
    if own.bit_count() == ALL_HUTS:
        return f"{player} has no hut in hand: all {ALL_HUTS} are on the board, so one of them can be moved"
    if _taken(position, cell) or cell & position.touching(own):
        return _taken(position, cell)
    return f"a new hut must touch an own one{_by_a_side(position)}: {NAMES[cell]} touches no {player} hut"


def _move(position: MassaiPosition, action: Move) -> str:
    player, own = PLAYERS[position.mover], position.huts[position.mover]
    start, goal = NAMES[action.start], NAMES[action.goal]
    if own.bit_count() < ALL_HUTS:
        in_hand = ALL_HUTS - own.bit_count()
        return f"a hut moves only when all {ALL_HUTS} are on the board: {player} has {in_hand} in hand"
    if not action.start & own:
        return f"no {player} hut stands on {start}"
    if _taken(position, action.goal):
        return _taken(position, action.goal)
    if action.goal & position.goals(action.start):
        return ""
    alone = lone(own & ~action.start | action.goal, position.touching)
    return (
        f"after a move every own hut must touch another{_by_a_side(position)}: "
        f"with the hut of {start} on {goal}, {_words(alone)} would stand alone"
    )


def _attack(position: MassaiPosition, cell: int) -> str:
    player, other = PLAYERS[position.mover], PLAYERS[1 - position.mover]
    if not cell & position.huts[1 - position.mover]:
        return f"only a {other} hut can be attacked: there is none on {NAMES[cell]}"
    if not cell & position.threatened():
        return (
            f"a hut that is attacked must touch one of the attacker's{_by_a_side(position)}: "
            f"{NAMES[cell]} touches no {player} hut"
        )
    return ""


def _guard(position: MassaiPosition, cells: int) -> str:
    attacker, defender = PLAYERS[position.mover], PLAYERS[1 - position.mover]
    missing = cells & ~position.huts[1 - position.mover]
    if missing:
        return f"only {defender} huts are guarded: there is none on {_words(missing)}"
    threatened = position.threatened()
    safe = cells & ~threatened
    if safe:
        return f"only huts that touch a {attacker} one{_by_a_side(position)} are guarded, not {_words(safe)}"
    allowed = guards_allowed(threatened)
    if cells.bit_count() > allowed:
        return (
            f"{defender} has {allowed} {'guard' if allowed == 1 else 'guards'}, not {cells.bit_count()}: "
            f"{threatened.bit_count()} of the huts touch a {attacker} one ({_words(threatened)})"
        )
    return ""


def _pass(position: MassaiPosition) -> str:
    actions = position.legal()
    if not actions or PASS in actions:
        return ""
    player, example = PLAYERS[position.mover], min(action.public for action in actions)
    return f"only a player who can do nothing else passes: {player} can {example}"


def _taken(position: MassaiPosition, cell: int) -> str:
    for player, huts in zip(PLAYERS, position.huts, strict=True):
        if cell & huts:
            return f"{NAMES[cell]} is taken: a {player} hut stands there"
    return ""


def _by_a_side(position: MassaiPosition) -> str:
    return " by a side" if position.orthogonal else ""


def _words(cells: int) -> str:
    return " ".join(names(cells))
