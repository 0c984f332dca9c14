"""The picture of Forma in menus, made of its own pieces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.model.view import BoardView, Mark
from controller.tables.drawing import emblem


def _element(player: str, *cells: tuple[int, int]) -> Iterable[Mark]:
    """An element's squares, each joined to its neighbours."""
    sides = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
    for x, y in cells:
        joined = "".join(side for side, (east, north) in sides.items() if (x + east, y + north) in cells)
        yield Mark("element", x + 0.5, y + 0.5, 1.0, player, joined=joined)


EMBLEM: Final[BoardView] = emblem(
    5,
    5,
    *_element("blue", (0, 0), (0, 1), (0, 2), (1, 0)),
    *_element("yellow", (1, 1), (1, 2), (1, 3), (2, 3), (0, 3)),
    *_element("red", (2, 0), (3, 0), (3, 1), (4, 1)),
    *_element("green", (3, 3), (3, 4), (4, 3), (2, 4)),
)
