"""Massaï's actions and their results, in words. Of a secret they say only that it exists."""

from __future__ import annotations

from collections.abc import Sequence

from engines.game import Json
from engines.massai.actions import (
    ALL_HUTS,
    PASS,
    PLAYERS,
    Attack,
    Build,
    GamePhase,
    Guard,
    MassaiAction,
    Move,
    Setup,
)
from engines.massai.game import MassaiPosition
from engines.massai.huts import NAMES
from engines.massai.refusals import A_HUT
from texts import _, _c, joined

PLAYER_NAMES = {"dark": _("Dark"), "light": _("Light")}

_SET = {
    "dark": _("Set a dark hut on the board, beside another of yours."),
    "light": _("Set a light hut on the board, beside another of yours."),
}
_MOVE = {
    "dark": _("Move a dark hut on the board, to a cell beside another of yours."),
    "light": _("Move a light hut on the board, to a cell beside another of yours."),
}
_SET_OR_ATTACK = {
    "dark": _("Set a dark hut on the board, beside another of yours. Or attack a light one, here."),
    "light": _("Set a light hut on the board, beside another of yours. Or attack a dark one, here."),
}
_MOVE_OR_ATTACK = {
    "dark": _(
        "Move a dark hut on the board, to a cell beside another of yours. Or attack a light one, here."
    ),
    "light": _(
        "Move a light hut on the board, to a cell beside another of yours. Or attack a dark one, here."
    ),
}


def describe(action: MassaiAction) -> str:
    """An action in words."""
    match action:
        case Build(cell):
            return _("Hut on {cell}", cell=NAMES[cell])
        case Move(start, goal):
            return _("Hut from {start} to {goal}", start=NAMES[start], goal=NAMES[goal])
        case Attack():
            return _c("action", "Attack")
        case Guard():
            return _("Guards")
        case Setup():
            return _("Set-up")
    return _c("action", "Pass")


def describe_events(events: Sequence[Json]) -> str:
    """The result of an action, if its own words do not say it: a set-up, or the outcome of an attack."""
    first = events[0]
    if first["kind"] == "setup":
        return _("The huts are revealed") if len(events) > 1 else _("Has chosen")
    return _revealed(events) if first["kind"] == "reveal" else ""


def _revealed(events: Sequence[Json]) -> str:
    attacked, guarded = events[0]["attack"], events[0]["guards"]
    off = [event for event in events if event["kind"] == "off"]
    loser = off[0]["player"]
    attacker = loser if attacked in guarded else next(one for one in PLAYERS if one != loser)
    name = PLAYER_NAMES[attacker]
    sentences: list[str] = [_("{attacker} attacked {cell}: not guarded.", attacker=name, cell=attacked)]
    if attacked in guarded:
        sentences = [_("{attacker} attacked {cell}: guarded.", attacker=name, cell=attacked)]
    if others := [cell for cell in guarded if cell != attacked]:
        sentences.append(_("Guards stood on {cells}.", cells=_listed(others)))
    huts = _listed([event["cell"] for event in off])
    sentences.append(_("{player} loses {huts}", player=PLAYER_NAMES[loser], huts=huts))
    return joined(" ", sentences)


def _listed(cells: Sequence[str]) -> str:
    return ", ".join(sorted(cells))


def prompt(position: MassaiPosition) -> str:
    """The options of the player to move."""
    if position.phase is not GamePhase.TURN:
        return _("Each player chooses on the screen, alone")
    if must_pass(position):
        return _("Nothing can be done: touch Pass")
    player, own = PLAYERS[position.mover], position.huts[position.mover]
    hut, may_attack = A_HUT[player], bool(position.threatened())
    if own.bit_count() == ALL_HUTS:
        if may_attack:
            return _("Move {hut} beside another, or touch Attack", hut=hut)
        return _("Move {hut} beside another", hut=hut)
    if may_attack:
        return _("Set {hut} beside another, or touch Attack", hut=hut)
    return _("Set {hut} beside another", hut=hut)


def prompt_alone(position: MassaiPosition) -> str:
    """The mover's options on the mover's phone, which has the button to attack, or to pass."""
    if position.phase is not GamePhase.TURN or must_pass(position):
        return _("Nothing can be done: you pass")
    player = PLAYERS[position.mover]
    is_moving = position.huts[position.mover].bit_count() == ALL_HUTS
    if not position.threatened():
        return _MOVE[player] if is_moving else _SET[player]
    return _MOVE_OR_ATTACK[player] if is_moving else _SET_OR_ATTACK[player]


def must_pass(position: MassaiPosition) -> bool:
    """Whether the player to move can only pass."""
    return position.phase is GamePhase.TURN and position.legal() == (PASS,)
