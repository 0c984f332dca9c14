"""The content of the racks beside the simulated table: the pieces of a game, and the number left of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from controller.referee.play import Play
from controller.tables.forma.elements import squares
from controller.tables.forma.pieces import OBSTACLE, TOWER
from controller.tables.table import GameTable
from engines.cites.blocks import NAMES
from engines.forma.board import COLOURS, all_elements
from engines.forma.polyominoes import CODES, Square, code_of
from engines.forma.position import FormaPosition
from engines.forma.side import Stage
from engines.record import record
from hardware.ports import Grid
from hardware.simulated.table import Piece

Squares = tuple[Square, ...]
ONE: Final[Squares] = ((0, 0),)


@record
class Stack:
    """Equal pieces, and the number left; `None` if it is not counted. `squares` are those of an element, from
    the one by which it is held. One that is `hidden` lies face down."""

    kind: str
    left: int | None = None
    squares: Squares = ONE
    is_hidden: bool = False


def stacks_of(table: GameTable[Any, Any], play: Play | None, lying: Sequence[Piece]) -> tuple[Stack, ...]:
    """The stacks of a game without hidden hands, when these pieces lie on the table or are in a hand."""
    left = dict(table.supply)
    for piece in lying:
        if piece.kind in left:
            left[piece.kind] = max(left[piece.kind] - 1, 0)
    if table.game.name == "forma":
        return tuple(_of_forma(table.grid, play, lying, left))
    return tuple(Stack(kind, left.get(kind)) for kind in table.pieces if kind not in NAMES)


def _of_forma(
    grid: Grid, play: Play | None, lying: Sequence[Piece], left: Mapping[str, int]
) -> Iterator[Stack]:
    """The tower and the obstacles while the board is being set up, then the elements and markers of the
    player to move: in a game for two both colours of theirs."""
    position = play.position if play is not None else None
    if not isinstance(position, FormaPosition) or position.stage is Stage.SETUP:
        yield Stack(TOWER, left[TOWER])
        yield Stack(OBSTACLE, left[OBSTACLE])
        return
    taken = Counter((piece.kind, _code(grid, piece)) for piece in lying if piece.kind.startswith("element"))
    number = len(position.players)
    mover = position.players.index(position.turn) if position.turn in position.players else 0
    for colour in COLOURS[mover::number]:
        kind = f"element {colour}"
        for code, count in zip(CODES, all_elements(1), strict=True):
            yield Stack(kind, max(count - taken[kind, code], 0), _held_in_the_middle(code))
        marker = f"marker {colour}"
        yield Stack(marker, left[marker])


def _held_in_the_middle(code: str) -> Squares:
    """An element's squares, from the one nearest to its middle."""
    shape = squares(code)
    x, y = (sum(square[axis] for square in shape) / len(shape) for axis in (0, 1))
    held = min(shape, key=lambda square: (square[0] - x) ** 2 + (square[1] - y) ** 2)
    return tuple((column - held[0], row - held[1]) for column, row in shape)


def _code(grid: Grid, piece: Piece) -> str:
    """Which element a piece is, by its squares."""
    places = [grid.column_row(site) for site in piece.sites]
    west, south = (min(place[axis] for place in places) for axis in (0, 1))
    return code_of(frozenset((x - west, y - south) for x, y in places))
