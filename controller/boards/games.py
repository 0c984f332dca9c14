"""Which drawing is which game's board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.boards import cites, forma, massai, masterplan
from controller.boards.plate import Plate
from controller.boards.shapes import Drawing
from controller.tables.table import GameTable

_BOARDS: Final[Mapping[str, Callable[[Plate], Drawing]]] = {
    "masterplan": masterplan.board,
    "forma": forma.board,
    "massai": massai.board,
    "cites": cites.board,
}


def board_of(table: GameTable[Any, Any]) -> Drawing:
    """The whole sheet of a game, as it lies on this table."""
    return _BOARDS[table.game.name](Plate.of(table))
