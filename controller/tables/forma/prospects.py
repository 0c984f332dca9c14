"""Comments on bridges and towers that are nearly done."""

from __future__ import annotations

from typing import Final

from controller.tables.forma import reasons
from controller.tables.remarks import Naming, Prospects
from engines.forma.board import BOARD, beside
from engines.forma.position import FormaPosition
from engines.forma.side import BRIDGE_POINTS, TOWER_POINTS, Stage
from texts import _, _n

FEW_SQUARES: Final = 4
"""A bridge is worth a comment when it lacks this few squares."""


def prospects(position: FormaPosition, name: Naming) -> Prospects:
    """Bridges that lack few squares, and a tower that lacks one side."""
    if position.stage not in (Stage.TURN, Stage.SECOND):
        return
    free = position.free
    for player, side in zip(position.players, position.sides, strict=True):
        missing = reasons.lacks(position, side)
        if missing is not None and 0 < missing <= FEW_SQUARES:
            yield (
                (player, side.bridges, missing),
                _n(
                    "{player} lacks {number} square of a bridge, worth {points}",
                    "{player} lacks {number} squares of a bridge, worth {points}",
                    missing,
                    player=name(player),
                    points=BRIDGE_POINTS,
                ),
            )
    if (beside(position.tower) & free & BOARD.all).bit_count() == 1:
        yield (
            "tower",
            _("One side of the tower is open: {points} points for whoever closes it", points=TOWER_POINTS),
        )
