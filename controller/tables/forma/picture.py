"""The board picture of Forma: elements with their squares joined, obstacles, tower, markers and bridges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from controller.model.view import BoardView, Mark
from controller.tables.forma.bridges import chains
from controller.tables.forma.layout import SIDE
from engines.forma.actions import FormaAction, Place
from engines.forma.board import BOARD, FITTER
from engines.forma.polyominoes import LARGEST
from engines.forma.position import FormaPosition
from engines.grid import Cells, each

_MARKER: Final = 0.7
_COLUMNS: Final = tuple("abcdefghijklmnopqrst")
_ROWS: Final = tuple(str(number) for number in range(1, SIDE + 1))


def picture(position: FormaPosition, actions: Iterable[FormaAction] = ()) -> BoardView:
    """The board with its pieces. Squares are joined to elements as far as the actions are known; otherwise
    all adjacent squares of a player are joined."""
    owned = tuple([side.elements for side in position.sides])
    elements = tuple([action.cells for action in actions if isinstance(action, Place)]) or owned
    marks = (
        *_elements(elements, owned, position.players),
        *_standing(position.obstacles, position.tower),
        *_others(position),
    )
    return BoardView(SIDE, SIDE, _COLUMNS, _ROWS, marks)


@lru_cache(maxsize=16)  # many views show the same elements
def _elements(elements: tuple[Cells, ...], owned: Sequence[Cells], players: Sequence[str]) -> list[Mark]:
    """The elements, in their owners' colours."""
    marks = list[Mark]()
    for element in elements:
        for player, squares in zip(players, owned, strict=True):
            if element & squares:
                marks += _element(element, player)
                break
    return marks


@lru_cache(maxsize=1024)
def _element(element: Cells, player: str) -> list[Mark]:
    """An element square by square. It never moves, so its marks are cached."""
    first = element & -element
    x, y = _middle(first)
    west = int(x) if FITTER.code_of(element) is None else LARGEST
    return [
        Mark("element", x + east, y + north, 1.0, player, "", joined)
        for east, north, joined in _squares(element >> first.bit_length() - 1, west)
    ]


@lru_cache(maxsize=128)  # an element has one of 91 forms
def _squares(form: Cells, west: int) -> list[tuple[int, int, str]]:
    """The squares of an element that begins with bit 0: how far each lies to the east and north of the first
    one, at most `west` columns to its west, and the sides on which it is joined to others."""
    squares = []
    for cell in each(form):
        joined = "n" if form & cell << BOARD.stride else ""
        joined += "e" if form & cell << 1 else ""
        joined += "s" if form & cell >> BOARD.stride else ""
        joined += "w" if form & cell >> 1 else ""
        north, east = divmod(cell.bit_length() - 1 + west, BOARD.stride)
        squares.append((east - west, north, joined))
    return squares


@lru_cache(maxsize=16)  # they never move after the set-up
def _standing(obstacles: Cells, tower: Cells) -> list[Mark]:
    """Obstacles and tower."""
    return [
        *(_mark("obstacle", cell, 1.0) for cell in each(obstacles)),
        *(_mark("tower", cell, 1.0) for cell in each(tower)),
    ]


def _others(position: FormaPosition) -> Iterator[Mark]:
    """Markers and bridges."""
    for player, side in zip(position.players, position.sides, strict=True):
        for cell in each(side.markers):
            yield _mark("disc", cell, _MARKER, player)
        bridge = chains(side.squares, side.bridges) | (position.tower if side.has_tower else 0)
        for cell in each(bridge):
            yield _mark("bead", cell, 1.0, player)


@lru_cache(maxsize=1024)
def _mark(shape: str, cell: Cells, size: float, player: str | None = None) -> Mark:
    return Mark(shape, *_middle(cell), size, player)


def _middle(cell: Cells) -> tuple[float, float]:
    """The middle of a cell, in cells from the south-west corner."""
    row, column = divmod(cell.bit_length() - 1, BOARD.stride)
    return column + 0.5, row + 0.5
