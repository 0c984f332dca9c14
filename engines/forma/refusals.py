"""Why Forma refuses an action, in words for the players. Rules: docs/rules/forma.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.forma.actions import EndSetup, FormaAction, Obstacle, Place, Tower, Withdraw
from engines.forma.board import EDGE, FITTER, OBSTACLES, sorted_names, touching
from engines.forma.polyominoes import CODES
from engines.forma.side import Stage
from engines.grid import Cells
from texts import _, listed

if TYPE_CHECKING:
    from engines.forma.position import FormaPosition

_ELEMENTS = {
    "blue": _("a blue element"),
    "yellow": _("a yellow element"),
    "red": _("a red element"),
    "green": _("a green element"),
}
_MARKERS = {
    "blue": _("a blue marker"),
    "yellow": _("a yellow marker"),
    "red": _("a red marker"),
    "green": _("a green marker"),
}


def refusal(position: FormaPosition, action: FormaAction) -> str | None:
    """The rule that forbids the action here, or `None`."""
    outcome = position.outcome()
    if outcome:
        return outcome.refusal
    return _untimely(position, action) or _unruly(position, action)


def _untimely(position: FormaPosition, action: FormaAction) -> str | None:
    is_set_up = isinstance(action, Obstacle | Tower | EndSetup)
    if position.stage is Stage.SETUP and not is_set_up:
        if position.tower:
            return _("the board is still being set up: start before the first element")
        return _("the board is still being set up: the tower must stand, then start before the first element")
    if position.stage is not Stage.SETUP and is_set_up:
        return _("the set-up is done: {player} must place an element or withdraw one", player=position.turn)
    return None


def _unruly(position: FormaPosition, action: FormaAction) -> str | None:
    match action:
        case Obstacle(cell=cell):
            return _no_obstacle(position, cell)
        case Tower(cell=cell):
            return _no_tower(position, cell)
        case EndSetup():
            return None if position.tower else _("the tower must stand before the game starts")
        case Place(cells=cells):
            return _no_place(position, cells)
        case Withdraw(code=code):
            return _none_left(position, code)


def _no_obstacle(position: FormaPosition, cell: Cells) -> str | None:
    if position.obstacles.bit_count() == OBSTACLES:
        return _("no obstacle is left: all {number} are on the board", number=OBSTACLES)
    return _taken(position, cell) or _touched(position, cell)


def _no_tower(position: FormaPosition, cell: Cells) -> str | None:
    if position.tower:
        return _("the tower stands already, on {cell}", cell=_list(position.tower))
    if cell & EDGE:
        return _("{cell} is on the board's edge: the tower may not stand there", cell=_list(cell))
    return _taken(position, cell) or _touched(position, cell)


def _touched(position: FormaPosition, cell: Cells) -> str | None:
    near = touching(cell, position.rules.contact)
    if not near & (position.obstacles | position.tower):
        return None
    found = listed(
        [
            *(_("the obstacle on {cell}", cell=name) for name in sorted_names(near & position.obstacles)),
            *(_("the tower on {cell}", cell=name) for name in sorted_names(near & position.tower)),
        ]
    )
    if position.rules.contact == "corner":
        return _("{cell} touches {pieces}: corners may not touch either", cell=_list(cell), pieces=found)
    return _(
        "{cell} touches {pieces}: obstacles and tower may not touch side by side",
        cell=_list(cell),
        pieces=found,
    )


def _no_place(position: FormaPosition, cells: Cells) -> str | None:
    taken = _taken(position, cells)
    if taken:
        return taken
    code = FITTER.code_of(cells)
    if code is None:
        return _("{cells} make no element: the squares of one are joined side to side", cells=_list(cells))
    return _none_left(position, code)


def _taken(position: FormaPosition, cells: Cells) -> str | None:
    if not cells & ~position.free:
        return None
    there = position.cells
    return listed(
        [
            _("{cell} is taken by {piece}", cell=name, piece=_in_words(there[name]))
            for name in sorted_names(cells & ~position.free)
        ]
    )


def _in_words(what: str) -> str:
    """The content of a cell in words, from the notation of the rule page."""
    match what.split():
        case ["tower"]:
            return _("the tower")
        case ["obstacle"]:
            return _("an obstacle")
        case ["obstacle", player]:
            return _("an obstacle with {marker}", marker=_MARKERS[player])
        case ["marker", player]:
            return _MARKERS[player]
    return _ELEMENTS[what]


def _none_left(position: FormaPosition, code: int) -> str | None:
    if position.side.reserve[code]:
        return None
    return _("{player} has no element {element} left", player=position.turn, element=CODES[code])


def _list(cells: Cells) -> str:
    return " ".join(sorted_names(cells))
