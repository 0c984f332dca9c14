"""The picture of Massaï in menus, made of its own pieces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.model.view import BoardView, Mark
from controller.tables.drawing import emblem


def _huts(player: str, *cells: tuple[int, int]) -> Iterable[Mark]:
    return (Mark("hut", x + 0.5, y + 0.5, 0.9, player) for x, y in cells)


EMBLEM: Final[BoardView] = emblem(
    4,
    4,
    *_huts("dark", (0, 0), (1, 1), (1, 2), (2, 2), (2, 3)),
    *_huts("light", (2, 0), (3, 1), (3, 2)),
)
