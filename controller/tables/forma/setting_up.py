"""The ways to set up the board with new pieces: sensors do not distinguish an obstacle from the tower."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from controller.tables.forma.pieces import OBSTACLE, TOWER
from engines.forma.actions import FormaAction, Obstacle, Tower
from engines.forma.board import EDGE, OBSTACLES, touching
from engines.forma.position import FormaPosition
from engines.grid import Cells


class Piece(NamedTuple):
    """A new piece: its cell (none outside the board), and what a reader has identified there."""

    cell: Cells
    kind: str | None


def arrangements(position: FormaPosition, pieces: Sequence[Piece]) -> Iterator[tuple[FormaAction, ...]]:
    """The ways to set up these pieces, in their order, without those that may not stand there any more. The
    tower is sought from the first piece on."""
    contact, left = position.rules.contact, OBSTACLES - position.obstacles.bit_count()
    return _arranged(contact, pieces, position.room(), left, needs_tower=not position.tower)


def _arranged(
    contact: str, pieces: Sequence[Piece], room: Cells, left: int, *, needs_tower: bool
) -> Iterator[tuple[FormaAction, ...]]:
    """The ways with this room for obstacles, of which so many are left."""
    made: list[FormaAction] = []
    for number, (cell, kind) in enumerate(pieces, start=1):
        may_be_tower = needs_tower and bool(cell & ~EDGE) and kind in (None, TOWER)
        may_be_obstacle = len(made) < left and kind in (None, OBSTACLE)
        if not cell & room or not (may_be_tower or may_be_obstacle):
            continue
        room &= ~(cell | touching(cell, contact))
        if may_be_tower:
            for rest in _arranged(contact, pieces[number:], room, left - len(made), needs_tower=False):
                yield (*made, Tower(cell), *rest)
        if not may_be_obstacle:
            return
        made.append(Obstacle(cell))
    yield tuple(made)
