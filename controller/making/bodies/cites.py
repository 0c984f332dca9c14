"""The bodies of Cités Nouvelles' tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from controller.boards.cites import TAG
from controller.making.bodies.body import (
    Bodies,
    Body,
    Marks,
    pocket,
)
from controller.making.bodies.outlines import box, disc, moved, ring
from controller.making.bodies.solid import Feature, Outline, Pane, Solid
from controller.tables.cites.decorations import MARKING
from engines.cites.blocks import BLOCKS, KINDS, PER_KIND, SETS

MAGNET: Final = (6.0, 2.0)
TILE: Final = 35.6
TILE_THICK: Final = 5.0
ENGRAVED: Final = 0.8
TAG_PLAY: Final = 0.8
TAG_DEEP: Final = 0.6
PIP: Final = 2.6


def _pieces(marks: Marks) -> Iterator[Body]:
    magnet, types = MAGNET, MARKING.all_of(marks)
    for kind in KINDS:
        for number in range(1, PER_KIND + 1):
            word = kind if kind in SETS else types[f"D{number}"]
            name = f"{kind}{number}" if kind in SETS else f"{kind}{number}-{word}"
            feel, figure = _FIGURES[word]
            dots = "1 dot" if number == 1 else f"{number} dots"
            yield Body("cites", name, 1, f"{feel}, {dots}", tile(figure, number), magnet, TAG_DEEP)


def tile(figure: tuple[Outline, ...], number: int) -> Solid:
    """A tile, face down: figure and dots sunk into its face, the tag's room above with the magnet's in it."""
    square = box(TILE, TILE)
    sunk = [Feature(_mirrored(outline), -ENGRAVED) for outline in (*figure, *_pips(number))]
    tag = Feature(disc(TAG + TAG_PLAY), -TAG_DEEP, features=(pocket(MAGNET),))
    return Solid((Pane(square, (tag,), tuple(sunk)),), ((TILE_THICK, square),))


def _mirrored(outline: Outline) -> Outline:
    """As it lies face down: seen from the face it reads rightly."""
    return tuple((round(-x, 4) + 0.0, y) for x, y in reversed(outline))


def _pips(number: int) -> Iterator[Outline]:
    """Dots in rows of five in the lower half of the face."""
    for dot in range(number):
        row, column = divmod(dot, 5)
        yield ring(12, PIP, ((column - 2) * 6.0, -3.5 - row * 5.0))


_MIDDLE: Final = (0.0, 8.5)

_GABLE: Final = ((-5.0, -5.0), (5.0, -5.0), (5.0, 1.0), (0.0, 5.5), (-5.0, 1.0))

_FIGURES: Final[Mapping[str, tuple[str, tuple[Outline, ...]]]] = {
    "M": ("a house with a gable", (moved(_GABLE, *_MIDDLE),)),
    "P": ("two small squares", (box(5.0, 5.0, (-4.5, 8.5)), box(5.0, 5.0, (4.5, 8.5)))),
    "H": ("three bars lying", tuple(box(16.0, 2.2, (0.0, 8.5 + up)) for up in (-4.5, 0.0, 4.5))),
    "T": ("one bar standing", (box(4.0, 12.0, _MIDDLE),)),
    "lawn": ("three bars standing", tuple(box(2.2, 11.0, (along, 8.5)) for along in (-5.0, 0.0, 5.0))),
    "pool": ("a round hollow", (disc(8.0, _MIDDLE),)),
    "tree": ("a triangle", (moved(((-5.5, -5.0), (5.5, -5.0), (0.0, 5.5)), *_MIDDLE),)),
}
"""Of each kind of tile: what a finger feels, and what is sunk into its face."""

BODIES = Bodies(MAGNET, len(BLOCKS), "upon the tags", _pieces)
