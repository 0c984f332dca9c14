"""The picture of Cités Nouvelles in menus, made of its own pieces."""

from __future__ import annotations

from typing import Final

from controller.model.view import BoardView, Mark
from controller.tables.drawing import emblem


def _tile(x: float, y: float, player: str) -> Mark:
    return Mark("tile", x + 0.5, y + 0.5, 0.9, player)


EMBLEM: Final[BoardView] = emblem(
    3,
    3,
    _tile(0, 2, "p1"),
    _tile(1, 2, "p1"),
    _tile(2, 2, "p2"),
    _tile(0, 1, "p1"),
    _tile(1, 1, "p3"),
    _tile(2, 1, "p4"),
    _tile(1, 0, "p3"),
    _tile(2, 0, "p4"),
)
