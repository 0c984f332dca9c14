"""The printed parts of each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from controller.boards import card, cites, forma
from controller.boards.games import board_of
from controller.boards.plate import Plate
from controller.boards.shapes import Drawing
from controller.making.overlay import words
from controller.making.overlay.sheets import Part
from controller.tables.table import GameTable
from controller.view.language import catalogue
from engines.cites.blocks import KINDS, PER_KIND
from engines.cites.game import CitesPosition
from engines.forma.board import COLOURS


def parts_of(table: GameTable[Any, Any], language: str = "en") -> tuple[Part, ...]:
    """The board of a game, its printed pieces, and a card with the rules for each player in a language."""
    plate = Plate.of(table)
    name = table.game.name
    drawing = cites.lots(plate) if name == "cites" else board_of(table)
    board = _part(table, "board", (drawing,), plate.seams, is_cut=True)
    return (board, *(make(plate) for make in _PIECES.get(name, ())), _cards(plate, language))


def _cards(plate: Plate, language: str) -> Part:
    """The rules in short: a block for each player."""
    drawings = card.cards(plate, catalogue(language))
    seams = (([0.0, card.WIDTH], [0.0, card.HEIGHT]),)
    return _part(plate.table, "cards", drawings, seams, is_cut=False)


def _elements(plate: Plate) -> Part:
    """Forma's elements: a block for each colour."""
    return _part(plate.table, "elements", tuple(map(forma.elements, COLOURS)), (), is_cut=False)


def _tiles(plate: Plate) -> Part:
    """The tiles of Cités Nouvelles: a block for each set, and for the decorations."""
    decorations = cast(CitesPosition, plate.start).table.rules.decorations
    sets = tuple(cites.tiles(kind, decorations) for kind in KINDS)
    across = [i * cites.SIDE for i in range(cites.ACROSS + 1)]
    up = [i * cites.SIDE for i in range(PER_KIND // cites.ACROSS + 1)]
    return _part(plate.table, "tiles", sets, ((across, up),), is_cut=False)


def _pads(plate: Plate) -> Part:
    """The papers of the pads: a block for each seat."""
    papers = tuple(map(cites.pad, range(plate.table.pads)))
    return _part(plate.table, "pads", papers, (([0.0, cites.PAD], [0.0, cites.PAD]),), is_cut=False)


_PIECES: Final[Mapping[str, tuple[Callable[[Plate], Part], ...]]] = {
    "forma": (_elements,),
    "cites": (_tiles, _pads),
}
"""The games with printed pieces."""


def _part(
    table: GameTable[Any, Any],
    name: str,
    drawings: tuple[Drawing, ...],
    seams: tuple[tuple[list[float], list[float]], ...],
    *,
    is_cut: bool,
) -> Part:
    return Part(name, f"{table.title} · {words.PART_WORDS[name]}", drawings, seams, is_cut)
