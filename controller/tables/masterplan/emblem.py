"""The picture of Masterplan in menus, made of its own pieces."""

from __future__ import annotations

from typing import Final

from controller.model.view import BoardView, Mark
from controller.tables.drawing import emblem


def _house(x: float, y: float, player: str) -> Mark:
    """A house centred on a point, on the edge of its cell that it faces."""
    return Mark("house", x, y, 1 / 3, player)


EMBLEM: Final[BoardView] = emblem(
    3,
    3,
    Mark("park", 1.5, 1.5, 1.0),
    Mark("tower", 2.5, 0.5, 1.0),
    _house(0.5, 0.5, "yellow"),
    _house(0.5, 1.5, "white"),
    _house(1.5, 2.5, "yellow"),
    _house(2.5, 2.5, "white"),
)
