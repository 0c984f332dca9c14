"""Why Forma refuses an action, in words for the players. Rules: docs/rules/forma.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.forma_actions import FormaAction, Obstacle, Place, Start, Tower, Withdraw
from engines.forma_board import EDGE, FITTER, OBSTACLES, sorted_names, touching
from engines.forma_side import Stage
from engines.grid import Cells
from engines.polyominoes import CODES

if TYPE_CHECKING:
    from engines.forma_position import FormaPosition


def refusal(position: FormaPosition, action: FormaAction) -> str | None:
    """What forbids the action here, or `None` if nothing does."""
    outcome = position.outcome()
    if outcome:
        winner = f"{outcome.winner} has won" if outcome.winner else "it is a draw"
        return f"the game is over: {winner}, {outcome.reason}"
    return _untimely(position, action) or _unruly(position, action)


def _untimely(position: FormaPosition, action: FormaAction) -> str | None:
    is_set_up = isinstance(action, Obstacle | Tower | Start)
    if position.stage is Stage.SETUP and not is_set_up:
        what = "start" if position.tower else "the tower must stand, then start"
        return f"the board is still being set up: {what} before the first element"
    if position.stage is not Stage.SETUP and is_set_up:
        return f"the set-up is done: {position.turn} must place an element or withdraw one"
    return None


def _unruly(position: FormaPosition, action: FormaAction) -> str | None:
    match action:
        case Obstacle(cell=cell):
            return _no_obstacle(position, cell)
        case Tower(cell=cell):
            return _no_tower(position, cell)
        case Start():
            return None if position.tower else "the tower must stand before the game starts"
        case Place(cells=cells):
            return _no_place(position, cells)
        case Withdraw(code=code):
            return _none_left(position, code)


def _no_obstacle(position: FormaPosition, cell: Cells) -> str | None:
    if position.obstacles.bit_count() == OBSTACLES:
        return f"no obstacle is left: all {OBSTACLES} are on the board"
    return _taken(position, cell) or _touched(position, cell)


def _no_tower(position: FormaPosition, cell: Cells) -> str | None:
    if position.tower:
        return f"the tower stands already, on {_list(position.tower)}"
    if cell & EDGE:
        return f"{_list(cell)} is on the board's edge: the tower may not stand there"
    return _taken(position, cell) or _touched(position, cell)


def _touched(position: FormaPosition, cell: Cells) -> str | None:
    near = touching(cell, position.rules.contact)
    found = [f"the obstacle on {name}" for name in sorted_names(near & position.obstacles)]
    found += [f"the tower on {name}" for name in sorted_names(near & position.tower)]
    if not found:
        return None
    how = ", not even at a corner" if position.rules.contact == "corner" else " side by side"
    return f"{_list(cell)} touches {' and '.join(found)}: obstacles and tower may not touch{how}"


def _no_place(position: FormaPosition, cells: Cells) -> str | None:
    taken = _taken(position, cells)
    if taken:
        return taken
    code = FITTER.code_of(cells)
    if code is None:
        return f"{_list(cells)} make no element: the squares of one are joined side to side"
    return _none_left(position, code)


def _taken(position: FormaPosition, cells: Cells) -> str | None:
    if not cells & ~position.free:
        return None
    there = position.cells
    taken = [f"{name} is taken by {_in_words(there[name])}" for name in sorted_names(cells & ~position.free)]
    return " and ".join(taken)


def _in_words(what: str) -> str:
    """What lies on a cell, from how the rule page writes it."""
    match what.split():
        case ["tower"]:
            return "the tower"
        case ["obstacle"]:
            return "an obstacle"
        case ["obstacle", player]:
            return f"an obstacle with a {player} marker"
        case ["marker", player]:
            return f"a {player} marker"
    return f"a {what} element"


def _none_left(position: FormaPosition, code: int) -> str | None:
    if position.side.reserve[code]:
        return None
    return f"{position.turn} has no element {CODES[code]} left"


def _list(cells: Cells) -> str:
    return " ".join(sorted_names(cells))
