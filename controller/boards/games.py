"""The printed things of each game: the `PRINTED` of the module here that has the game's name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from controller.boards.plate import Plate
from controller.boards.printed import Block, Printed
from controller.boards.shapes import Drawing
from controller.tables.table import GameTable


def board_of(table: GameTable[Any, Any]) -> Drawing:
    """The whole sheet of a game, as it lies on this table."""
    return _printed(table).board(Plate.of(table))


def printed_board_of(table: GameTable[Any, Any]) -> Drawing:
    """The sheet to print."""
    printed = _printed(table)
    return (printed.on_paper or printed.board)(Plate.of(table))


def blocks_of(table: GameTable[Any, Any]) -> tuple[Block, ...]:
    """The pieces to print, if the game has any."""
    return _printed(table).blocks(Plate.of(table))


def _printed(table: GameTable[Any, Any]) -> Printed:
    printed: Printed = import_module(f"controller.boards.{table.game.name}").PRINTED
    return printed
