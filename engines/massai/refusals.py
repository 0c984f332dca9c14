"""Why an action of Massaï is refused, in words for players, with the rule and the cells.

Only the refused action and the open state are used: no text depends on a set-up or attack that is still
secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.massai.actions import (
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
from engines.massai.huts import NAMES, ROWS, lone, names, rows
from texts import _, _c, _n, listed

if TYPE_CHECKING:
    from engines.massai.game import MassaiPosition

HALVES = dict(zip(PLAYERS, (ROWS[:4], ROWS[4:]), strict=True))

A_HUT = {"dark": _("a dark hut"), "light": _("a light hut")}
_NO_HUT = {"dark": _("no dark hut"), "light": _("no light hut")}
_ONE = {"dark": _("a dark one"), "light": _("a light one")}
_HUTS = {"dark": _("dark huts"), "light": _("light huts")}


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
        return _("the game is over: {reason}", reason=position.ended.reason)
    if position.marks is not None:
        missing = listed([p for p, marks in zip(PLAYERS, position.marks, strict=True) if not marks])
        return _("first both players set up in secret: {players} must still mark five cells", players=missing)
    if position.attacked:
        return _(
            "{attacker} attacks: now {defender} guards own huts, or none", attacker=mover, defender=other
        )
    if isinstance(action, Guard):
        return _("there is no attack to guard against")
    return _("the set-up is over: both players' first huts are on the board")


def _setup(position: MassaiPosition, action: Setup) -> str:
    player, half = action.player, HALVES[action.player]
    if position.marks and position.marks[PLAYERS.index(player)]:
        return _("{player} has set up already", player=player)
    beyond = action.cells & ~rows(half)
    if beyond:
        return _(
            "{player} sets up in the four nearest rows, {first} to {last}, not on {cells}",
            player=player,
            first=half[0],
            last=half[-1],
            cells=_words(beyond),
        )
    alone = lone(action.cells, position.touching)
    if not alone:
        return ""
    if position.orthogonal:
        return _(
            "each of the five huts must touch another of them by a side: {cells} would stand alone",
            cells=_words(alone),
        )
    return _(
        "each of the five huts must touch another of them: {cells} would stand alone", cells=_words(alone)
    )


def _build(position: MassaiPosition, cell: int) -> str:
    player, own = PLAYERS[position.mover], position.huts[position.mover]
    if own.bit_count() == ALL_HUTS:
        return _(
            "{player} has no hut in hand: all {number} are on the board, so one of them can be moved",
            player=player,
            number=ALL_HUTS,
        )
    if _taken(position, cell) or cell & position.touching(own):
        return _taken(position, cell)
    if position.orthogonal:
        return _(
            "a new hut must touch an own one by a side: {cell} touches {no_hut}",
            cell=NAMES[cell],
            no_hut=_NO_HUT[player],
        )
    return _(
        "a new hut must touch an own one: {cell} touches {no_hut}",
        cell=NAMES[cell],
        no_hut=_NO_HUT[player],
    )


def _move(position: MassaiPosition, action: Move) -> str:
    player, own = PLAYERS[position.mover], position.huts[position.mover]
    if own.bit_count() < ALL_HUTS:
        return _(
            "a hut moves only when all {all} are on the board: {player} has {number} in hand",
            all=ALL_HUTS,
            player=player,
            number=ALL_HUTS - own.bit_count(),
        )
    if not action.start & own:
        return _("{no_hut} stands on {cell}", no_hut=_NO_HUT[player], cell=NAMES[action.start])
    if _taken(position, action.goal):
        return _taken(position, action.goal)
    if action.goal & position.goals(action.start):
        return ""
    alone = _words(lone(own & ~action.start | action.goal, position.touching))
    if position.orthogonal:
        return _(
            "after a move every own hut must touch another by a side: "
            "with the hut of {start} on {goal}, {cells} would stand alone",
            start=NAMES[action.start],
            goal=NAMES[action.goal],
            cells=alone,
        )
    return _(
        "after a move every own hut must touch another: "
        "with the hut of {start} on {goal}, {cells} would stand alone",
        start=NAMES[action.start],
        goal=NAMES[action.goal],
        cells=alone,
    )


def _attack(position: MassaiPosition, cell: int) -> str:
    player, other = PLAYERS[position.mover], PLAYERS[1 - position.mover]
    if not cell & position.huts[1 - position.mover]:
        return _("only {hut} can be attacked: there is none on {cell}", hut=A_HUT[other], cell=NAMES[cell])
    if cell & position.threatened():
        return ""
    if position.orthogonal:
        return _(
            "a hut that is attacked must touch one of the attacker's by a side: {cell} touches {no_hut}",
            cell=NAMES[cell],
            no_hut=_NO_HUT[player],
        )
    return _(
        "a hut that is attacked must touch one of the attacker's: {cell} touches {no_hut}",
        cell=NAMES[cell],
        no_hut=_NO_HUT[player],
    )


def _guard(position: MassaiPosition, cells: int) -> str:
    attacker, defender = PLAYERS[position.mover], PLAYERS[1 - position.mover]
    missing = cells & ~position.huts[1 - position.mover]
    if missing:
        return _(
            "only {huts} are guarded: there is none on {cells}", huts=_HUTS[defender], cells=_words(missing)
        )
    threatened = position.threatened()
    safe = cells & ~threatened
    if safe:
        return _not_threatened(position, safe)
    allowed = guards_allowed(threatened)
    if cells.bit_count() <= allowed:
        return ""
    return _n(
        "{player} has {number} guard, not {chosen}: {threatened} of the huts touch {one} ({cells})",
        "{player} has {number} guards, not {chosen}: {threatened} of the huts touch {one} ({cells})",
        allowed,
        player=defender,
        chosen=cells.bit_count(),
        threatened=threatened.bit_count(),
        one=_ONE[attacker],
        cells=_words(threatened),
    )


def _not_threatened(position: MassaiPosition, cells: int) -> str:
    """Why huts on these cells cannot be guarded."""
    one = _ONE[PLAYERS[position.mover]]
    if position.orthogonal:
        return _(
            "only huts that touch {one} by a side are guarded, not {cells}", one=one, cells=_words(cells)
        )
    return _("only huts that touch {one} are guarded, not {cells}", one=one, cells=_words(cells))


def _pass(position: MassaiPosition) -> str:
    actions = position.legal()
    if not actions or PASS in actions:
        return ""
    return _(
        "only a player who can do nothing else passes: {player} can {action}",
        player=PLAYERS[position.mover],
        action=_in_words(min(actions, key=lambda action: action.public)),
    )


def _in_words(action: MassaiAction) -> str:
    """A player's possible action in notation, as a translatable text."""
    match action:
        case Build(cell):
            return _("build {cell}", cell=NAMES[cell])
        case Move(start, goal):
            return _("move {start} {goal}", start=NAMES[start], goal=NAMES[goal])
    return _c("action", "attack")


def _taken(position: MassaiPosition, cell: int) -> str:
    for player, huts in zip(PLAYERS, position.huts, strict=True):
        if cell & huts:
            return _("{cell} is taken: {hut} stands there", cell=NAMES[cell], hut=A_HUT[player])
    return ""


def _words(cells: int) -> str:
    return " ".join(names(cells))
