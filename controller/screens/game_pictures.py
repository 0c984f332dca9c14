"""A small picture of each game, made of its own pieces, for menus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from controller.model.view import BoardView, Mark


def _board(columns: int, rows: int, *marks: Mark) -> BoardView:
    return BoardView(columns, rows, ("",) * columns, ("",) * rows, marks)


def _house(x: float, y: float, player: str) -> Mark:
    """A house centred on a point, on the edge of its cell that it faces."""
    return Mark("house", x, y, 1 / 3, player)


def _element(player: str, *cells: tuple[int, int]) -> Iterable[Mark]:
    """An element's squares, each joined to its neighbours."""
    sides = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
    for x, y in cells:
        joined = "".join(side for side, (east, north) in sides.items() if (x + east, y + north) in cells)
        yield Mark("element", x + 0.5, y + 0.5, 1.0, player, joined=joined)


def _huts(player: str, *cells: tuple[int, int]) -> Iterable[Mark]:
    return (Mark("hut", x + 0.5, y + 0.5, 0.9, player) for x, y in cells)


def _tile(x: float, y: float, player: str) -> Mark:
    return Mark("tile", x + 0.5, y + 0.5, 0.9, player)


PICTURES: Final[Mapping[str, BoardView]] = {
    "masterplan": _board(
        3,
        3,
        Mark("park", 1.5, 1.5, 1.0),
        Mark("tower", 2.5, 0.5, 1.0),
        _house(0.5, 0.5, "yellow"),
        _house(0.5, 1.5, "white"),
        _house(1.5, 2.5, "yellow"),
        _house(2.5, 2.5, "white"),
    ),
    "forma": _board(
        5,
        5,
        *_element("blue", (0, 0), (0, 1), (0, 2), (1, 0)),
        *_element("yellow", (1, 1), (1, 2), (1, 3), (2, 3), (0, 3)),
        *_element("red", (2, 0), (3, 0), (3, 1), (4, 1)),
        *_element("green", (3, 3), (3, 4), (4, 3), (2, 4)),
    ),
    "massai": _board(
        4,
        4,
        *_huts("dark", (0, 0), (1, 1), (1, 2), (2, 2), (2, 3)),
        *_huts("light", (2, 0), (3, 1), (3, 2)),
    ),
    "cites": _board(
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
    ),
}
"""By the games' names."""
