"""Why a cell of Forma is as it is: what its piece scored, or which of its sides are open."""

from __future__ import annotations

from collections.abc import Sequence
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


def why(position: FormaPosition, events: Sequence[Json], name: str) -> str:
    """A cell in words, with all events of the game so far."""
    for event in reversed(events):
        if name in event.get("cells", ()):
            return _n(
                "{player}: an element of {number} square, {number} point",
                "{player}: an element of {number} squares, {number} points",
                event["points"],
                player=NAMES[event["player"]],
            )
        if event.get("cell") == name and "points" in event:
            return _(
                "{player} closed the last side of {cell}: {points} points",
                player=NAMES[event["player"]],
                cell=name,
                points=event["points"],
            )
    cell = BOARD.cell[name]
    if cell & position.obstacles:
        return _(
            "An obstacle: {points} points to a player whose elements alone, or the edge, close it in.",
            points=OBSTACLE_POINTS,
        )
    points = TOWER_POINTS if cell & position.tower else CELL_POINTS
    return _open(position, cell, name, points)


def _open(position: FormaPosition, cell: Cells, name: str, points: int) -> Text:
    """The open sides of a free cell or of the tower."""
    sides = [SIDES[side] for side in _SIDES if BOARD.step(cell, side) & position.free]
    return _(
        "{cell} is open here: {sides}. Who closes its last open side gets {points} points.",
        cell=name,
        sides=joined(", ", sides),
        points=points,
    )
