"""The printed parts of each game."""

from __future__ import annotations

from typing import Any

from controller.boards import card
from controller.boards.games import blocks_of, printed_board_of
from controller.boards.languages import in_words_of
from controller.boards.plate import Plate
from controller.boards.printed import Block
from controller.boards.shapes import Drawing
from controller.making.overlay import words
from controller.making.overlay.sheets import Printout
from controller.tables.table import GameTable
from controller.view.language import catalogue
from engines.record import replace
from texts import Catalogue


def parts_of(table: GameTable[Any, Any], language: str = "en") -> tuple[Printout, ...]:
    """The board of a game, its printed pieces, and a card with the rules for each player, in a language."""
    plate, said = Plate.of(table), catalogue(language)
    board = Block("board", (printed_board_of(table),), plate.seams)
    parts = (_part(table, board, is_cut=True), *(_part(table, one, is_cut=False) for one in blocks_of(table)))
    cards = _part(table, _cards(plate, said), is_cut=False)
    return (*(replace(part, drawings=_spoken(part.drawings, said)) for part in parts), cards)


def _spoken(drawings: tuple[Drawing, ...], said: Catalogue) -> tuple[Drawing, ...]:
    return tuple(in_words_of(drawing, said) for drawing in drawings)


def _cards(plate: Plate, said: Catalogue) -> Block:
    """The rules in short: a block for each player."""
    return Block("cards", card.cards(plate, said), (([0.0, card.WIDTH], [0.0, card.HEIGHT]),))


def _part(table: GameTable[Any, Any], block: Block, *, is_cut: bool) -> Printout:
    title = f"{table.title} · {words.PART_WORDS[block.name]}"
    return Printout(block.name, title, block.drawings, block.seams, is_cut)
