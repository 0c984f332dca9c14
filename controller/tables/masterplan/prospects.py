"""Comments on undecided towers."""

from __future__ import annotations

from controller.tables.remarks import Naming, Prospects
from engines.masterplan.board import PLAYERS, worth
from engines.masterplan.play import TOWER_POINTS
from engines.masterplan.position import MasterplanPosition
from texts import _


def prospects(position: MasterplanPosition, name: Naming) -> Prospects:
    """The towers, and their present score."""
    for cell in position.towers if position.turn else ():
        values = [worth(cell, homes) for homes in position.homes]
        if values[0] != values[1]:
            player = PLAYERS[values[1] > values[0]]
            yield (
                (cell, player),
                _(
                    "The tower on {cell} would give {player} {points} more",
                    cell=cell,
                    player=name(player),
                    points=TOWER_POINTS,
                ),
            )
