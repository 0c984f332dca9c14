"""Glyphs in a unit square for the blocks of Cités Nouvelles."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

from controller.boards.shapes import Area, Ink, Path, Point, Shape

_HOUSE: Final = (((0.1, 0.0), (0.9, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5)),)
_PAVILION: Final = (
    ((0.0, 0.0), (1.0, 0.0), (1.0, 0.42), (0.8, 0.75), (0.2, 0.75), (0.0, 0.42)),
    ((0.72, 0.6), (0.84, 0.6), (0.84, 0.95), (0.72, 0.95)),
)
_SLAB: Final = tuple(
    ((x, y), (x + 0.16, y), (x + 0.16, y + 0.2), (x, y + 0.2))
    for x in (0.0, 0.21, 0.42, 0.63, 0.84)
    for y in (0.06, 0.33, 0.6)
)
_TOWER: Final = (
    ((0.3, 0.0), (0.7, 0.0), (0.7, 0.88), (0.3, 0.88)),
    ((0.46, 0.88), (0.54, 0.88), (0.54, 1.0), (0.46, 1.0)),
)
_TREE: Final = (
    ((0.45, 0.0), (0.55, 0.0), (0.55, 0.2), (0.45, 0.2)),
    ((0.15, 0.2), (0.85, 0.2), (0.5, 0.68)),
    ((0.22, 0.5), (0.78, 0.5), (0.5, 1.0)),
)


def _blades() -> Iterator[tuple[Point, ...]]:
    for x, tip, height in (
        (0.08, 0.0, 0.6),
        (0.28, 0.24, 0.8),
        (0.5, 0.52, 0.9),
        (0.7, 0.76, 0.8),
        (0.88, 1.0, 0.6),
    ):
        yield (x - 0.06, 0.08), (x + 0.06, 0.08), (tip, height)


def _waves() -> Iterator[tuple[Point, ...]]:
    steps = [i / 24 for i in range(25)]
    for y in (0.12, 0.42, 0.72):
        upper = [(x, y + 0.16 + 0.07 * math.sin(2 * math.tau * x)) for x in steps]
        lower = [(x, y + 0.07 * math.sin(2 * math.tau * x)) for x in reversed(steps)]
        yield (*upper, *lower)


GLYPHS: Final[Mapping[str, tuple[tuple[Point, ...], ...]]] = {
    "M": _HOUSE,
    "P": _PAVILION,
    "H": _SLAB,
    "T": _TOWER,
    "lawn": tuple(_blades()),
    "pool": tuple(_waves()),
    "tree": _TREE,
}
"""Each drawing's polygons, by the set of a building or the type of a decoration."""


def glyph(name: str, area: Area, ink: Ink) -> Iterator[Shape]:
    """A drawing that fills an area."""
    for polygon in GLYPHS[name]:
        points = tuple((area.x + x * area.w, area.y + y * area.h) for x, y in polygon)
        yield Path(points, ink, closed=True)
