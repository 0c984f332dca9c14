"""Why a cell of Forma is as it is: what its piece scored, or which of its sides are open."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from controller.tables.forma.words import NAMES
from controller.tables.pieces import SIDES
from engines.forma.board import BOARD
from engines.forma.position import FormaPosition
from engines.forma.side import CELL_POINTS, OBSTACLE_POINTS, TOWER_POINTS
from engines.game import Json
from engines.grid import Cells
from texts import Text, _, _n, joined

_SIDES: Final = ("n", "e", "s", "w")
_ACTIONS: Final = ("element", "withdrawn")
"""The events with which a turn begins."""

_NOBODY: Final = {"player": "", "cell": "", "points": 0}
_ENCLOSED: Final = {
    "enclosed cell": _("{player} closed the last side of {cell}: {points} points", **_NOBODY),
    "enclosed obstacle": _(
        "Only elements of {player}, or the edge, are around the obstacle on {cell}: {points} points",
        **_NOBODY,
    ),
    "enclosed tower": _("{player} closed the last side of the tower on {cell}: {points} points", **_NOBODY),
}


def why(position: FormaPosition, events: Sequence[Json], name: str) -> str:
    """A cell in words, with all events of the game so far."""
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if name in event.get("cells", ()):
            later = takewhile(lambda one: one["kind"] not in _ACTIONS, events[number + 1 :])
            bridge = next((one for one in later if one["kind"] == "bridge"), None)
            return joined(" ", (_element(event), *((_bridge(bridge),) if bridge else ())))
        if event.get("cell") == name and event["kind"] in _ENCLOSED:
            player = NAMES[event["player"]]
            return _ENCLOSED[event["kind"]].with_values(player=player, cell=name, points=event["points"])
    cell = BOARD.cell[name]
    if cell & position.obstacles:
        return _(
            "An obstacle: {points} points to a player whose elements alone, or the edge, close it in.",
            points=OBSTACLE_POINTS,
        )
    points = TOWER_POINTS if cell & position.tower else CELL_POINTS
    return _open(position, cell, name, points)


def _element(event: Json) -> Text:
    return _n(
        "{player}: an element of {number} square, {number} point.",
        "{player}: an element of {number} squares, {number} points.",
        event["points"],
        player=NAMES[event["player"]],
    )


def _bridge(event: Json) -> Text:
    return _("It joined two opposite edges, as a bridge: {points} points.", points=event["points"])


def _open(position: FormaPosition, cell: Cells, name: str, points: int) -> Text:
    """The open sides of a free cell or of the tower."""
    sides = [SIDES[side] for side in _SIDES if BOARD.step(cell, side) & position.free]
    return _(
        "{cell} is open here: {sides}. Who closes its last open side gets {points} points.",
        cell=name,
        sides=joined(", ", sides),
        points=points,
    )
