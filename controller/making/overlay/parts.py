"""The printed parts of each game."""

from __future__ import annotations

from typing import Any

from controller.boards import card
from controller.boards.games import blocks_of, printed_board_of
from controller.boards.plate import Plate
from controller.boards.printed import Block
from controller.making.overlay import words
from controller.making.overlay.sheets import Printout
from controller.tables.table import GameTable
from controller.view.language import catalogue


def parts_of(table: GameTable[Any, Any], language: str = "en") -> tuple[Printout, ...]:
    """The board of a game, its printed pieces, and a card with the rules for each player in a language."""
    plate = Plate.of(table)
    board = Block("board", (printed_board_of(table),), plate.seams)
    blocks = (*blocks_of(table), _cards(plate, language))
    return (_part(table, board, is_cut=True), *(_part(table, block, is_cut=False) for block in blocks))


def _cards(plate: Plate, language: str) -> Block:
    """The rules in short: a block for each player."""
    drawings = card.cards(plate, catalogue(language))
    return Block("cards", drawings, (([0.0, card.WIDTH], [0.0, card.HEIGHT]),))


def _part(table: GameTable[Any, Any], block: Block, *, is_cut: bool) -> Printout:
    title = f"{table.title} · {words.PART_WORDS[block.name]}"
    return Printout(block.name, title, block.drawings, block.seams, is_cut)
