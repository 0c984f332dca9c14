"""Small drawings as lists of strokes: signs, pieces, glyphs, and the colours of a piece.

A drawing is in a unit square with `y` downwards. The screen paints it (`screens.sprites`), the web page
writes it as SVG (`web.svg`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from controller.model.signs import Rgb, Shape, player_colour
from controller.model.view import Mark
from controller.screens.layout.picture import Glyph
from controller.screens.layout.theme import GROUND, Palette

Point = tuple[float, float]


class Tone(StrEnum):
    """A stroke's colour, by its role in the drawing."""

    MAIN = "main"
    SHADE = "shade"
    LINE = "line"
    NONE = "none"


class Polygon(NamedTuple):
    """A filled polygon."""

    points: tuple[Point, ...]
    tone: Tone = Tone.MAIN


class Circle(NamedTuple):
    """A filled circle; with the tone `none` a hole."""

    middle: Point
    radius: float
    tone: Tone = Tone.MAIN


class Tile(NamedTuple):
    """A filled square with round corners, at a distance from the drawing's edge."""

    margin: float
    radius: float
    tone: Tone = Tone.MAIN


Stroke = Polygon | Circle | Tile


def _bar(left: float, top: float, right: float, bottom: float, tone: Tone = Tone.MAIN) -> Polygon:
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), tone)


def _star(points: int, outer: float, inner: float) -> Polygon:
    radii = (outer, inner)
    corners = []
    for i in range(2 * points):
        turn = math.pi * i / points
        corners.append((0.5 + radii[i % 2] * math.sin(turn), 0.54 - radii[i % 2] * math.cos(turn)))
    return Polygon(tuple(corners))


def _corners(margin: float, length: float, width: float) -> tuple[Polygon, ...]:
    strokes = []
    for left, top in ((0, 0), (1, 0), (0, 1), (1, 1)):
        x, y = (margin if side == 0 else 1 - margin for side in (left, top))
        across, down = (1 if side == 0 else -1 for side in (left, top))
        strokes.append(_bar(x, y, x + across * length, y + down * width))
        strokes.append(_bar(x, y, x + across * width, y + down * length))
    return tuple(strokes)


_TREE: Final = (
    _bar(0.44, 0.6, 0.56, 0.88),
    Polygon(((0.5, 0.1), (0.74, 0.44), (0.26, 0.44))),
    Polygon(((0.5, 0.28), (0.82, 0.7), (0.18, 0.7))),
)

_BLOCK: Final = (
    Polygon(
        (
            (0.24, 0.14), (0.36, 0.14), (0.36, 0.25), (0.44, 0.25), (0.44, 0.14), (0.56, 0.14),
            (0.56, 0.25), (0.64, 0.25), (0.64, 0.14), (0.76, 0.14), (0.76, 0.4), (0.68, 0.46),
            (0.68, 0.88), (0.32, 0.88), (0.32, 0.46), (0.24, 0.4),
        )
    ),
    _bar(0.46, 0.54, 0.54, 0.68, Tone.NONE),
)  # fmt: skip

SIGNS: Final[Mapping[Shape, tuple[Stroke, ...]]] = {
    Shape.TREE: _TREE,
    Shape.BLOCK: _BLOCK,
    Shape.RING: (Circle((0.5, 0.5), 0.36), Circle((0.5, 0.5), 0.2, Tone.NONE)),
    Shape.PLUS: (_bar(0.42, 0.16, 0.58, 0.84), _bar(0.16, 0.42, 0.84, 0.58)),
    Shape.ARROW_UP: (
        Polygon(
            ((0.5, 0.12), (0.84, 0.5), (0.61, 0.5), (0.61, 0.86), (0.39, 0.86), (0.39, 0.5), (0.16, 0.5))
        ),
    ),
    Shape.CROSS: (
        Polygon(((0.2, 0.32), (0.32, 0.2), (0.8, 0.68), (0.68, 0.8))),
        Polygon(((0.68, 0.2), (0.8, 0.32), (0.32, 0.8), (0.2, 0.68))),
    ),
    Shape.CORNERS: _corners(0.02, 0.3, 0.09),
    Shape.STAR: (_star(5, 0.42, 0.18),),
    Shape.CIRCLE: (Circle((0.5, 0.5), 0.42),),
    Shape.BAR: (Circle((0.5, 0.5), 0.3),),
    Shape.DIAMOND: (
        Polygon(((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)), Tone.LINE),
        Polygon(((0.5, 0.06), (0.94, 0.5), (0.5, 0.94), (0.06, 0.5))),
        Polygon(((0.5, 0.18), (0.82, 0.5), (0.5, 0.82), (0.18, 0.5)), Tone.LINE),
        Polygon(((0.5, 0.24), (0.76, 0.5), (0.5, 0.76), (0.24, 0.5)), Tone.NONE),
    ),
}
"""The drawing on each sign."""

GLYPHS: Final[Mapping[Glyph, tuple[Stroke, ...]]] = {
    Glyph.PLAY: (
        Circle((0.5, 0.5), 0.5),
        Polygon(((0.39, 0.27), (0.39, 0.73), (0.77, 0.5)), Tone.NONE),
    ),
    Glyph.PAUSE: (
        Circle((0.5, 0.5), 0.5),
        _bar(0.33, 0.28, 0.45, 0.72, Tone.LINE),
        _bar(0.55, 0.28, 0.67, 0.72, Tone.LINE),
    ),
    Glyph.TICK: (Polygon(((0.06, 0.54), (0.2, 0.4), (0.4, 0.6), (0.8, 0.16), (0.94, 0.3), (0.41, 0.88))),),
    Glyph.DISC: (Circle((0.5, 0.5), 0.5),),
    Glyph.LEFT: (Polygon(((0.2, 0.5), (0.75, 0.12), (0.75, 0.88))),),
    Glyph.CYCLE: (
        Polygon(((0.5, 0.05), (0.82, 0.42), (0.18, 0.42))),
        Polygon(((0.5, 0.95), (0.82, 0.58), (0.18, 0.58))),
    ),
    Glyph.RIGHT: (Polygon(((0.8, 0.5), (0.25, 0.12), (0.25, 0.88))),),
}


def _hut(radius: float) -> tuple[Circle, ...]:
    """A round hut from above: its roof, and the hole in its top."""
    parts = ((1.0, Tone.LINE), (0.89, Tone.SHADE), (0.67, Tone.MAIN), (0.2, Tone.LINE))
    return tuple(Circle((0.5, 0.5), share * radius, tone) for share, tone in parts)


PIECES: Final[Mapping[str, tuple[Stroke, ...]]] = {
    "house": (
        Polygon(((0.5, 0.0), (0.96, 0.46), (0.96, 0.53), (0.04, 0.53), (0.04, 0.46)), Tone.LINE),
        _bar(0.14, 0.5, 0.86, 0.86, Tone.LINE),
        _bar(0.2, 0.53, 0.8, 0.8, Tone.SHADE),
        Polygon(((0.5, 0.08), (0.87, 0.46), (0.13, 0.46))),
    ),
    "park": (
        Tile(0.05, 0.14, Tone.SHADE),
        *_TREE,
    ),
    "tower": (
        Tile(0.05, 0.14, Tone.SHADE),
        *_BLOCK,
    ),
    "hut": _hut(0.5),
    "hut joined": (Tile(0.02, 0.2), Tile(0.1, 0.13, Tone.LINE), *_hut(0.36)),
    "choosable": (Tile(0.04, 0.16), Tile(0.1, 0.1, Tone.NONE)),
    "chosen": (
        Tile(0.04, 0.16),
        Tile(0.1, 0.1, Tone.NONE),
        Circle((0.5, 0.5), 0.33, Tone.LINE),
        Circle((0.5, 0.5), 0.29),
        Polygon(
            ((0.3, 0.52), (0.37, 0.45), (0.46, 0.54), (0.63, 0.36), (0.7, 0.43), (0.46, 0.68)), Tone.LINE
        ),
    ),
    "obstacle": (Tile(0.06, 0.14, Tone.LINE), Tile(0.1, 0.1), Tile(0.26, 0.08, Tone.SHADE)),
    "bead": (Circle((0.5, 0.5), 0.27, Tone.LINE), Circle((0.5, 0.5), 0.15)),
    "disc": (Circle((0.5, 0.5), 0.5, Tone.LINE), Circle((0.5, 0.5), 0.43)),
    "square": (Tile(0.0, 0.1, Tone.LINE), Tile(0.06, 0.08)),
    "tile": (Tile(0.0, 0.14, Tone.LINE), Tile(0.04, 0.12)),
    "pad": (Tile(0.02, 0.14), Tile(0.07, 0.1, Tone.LINE)),
    "divider": (_bar(0.0, 0.0, 0.08, 1.0),),
}
"""The pieces of a board picture, by `Mark.shape`. A house, roof up, keeps within a circle: it is turned."""

FRAME: Final[tuple[Stroke, ...]] = (Tile(0.02, 0.2), Tile(0.08, 0.15, Tone.LINE))
"""The plate behind a sign with a request."""


class Paint(NamedTuple):
    """A drawing's colours by tone."""

    main: Rgb
    shade: Rgb = (0, 0, 0)
    line: Rgb = (0, 0, 0)

    def colour(self, tone: Tone) -> tuple[int, int, int, int]:
        """A tone's colour with its opacity."""
        if tone is Tone.NONE:
            return (*self.main, 0)
        return (*{Tone.MAIN: self.main, Tone.SHADE: self.shade, Tone.LINE: self.line}[tone], 255)


_PARK: Final = Paint(main=(126, 224, 178), shade=(0, 104, 76))
_TOWER: Final = Paint(main=(206, 222, 236), shade=(58, 84, 112))
_OBSTACLE: Final = Paint(main=(150, 158, 166), shade=(112, 120, 128))

_PLAIN_SHAPES: Final = frozenset({Shape.CORNERS, Shape.CIRCLE, Shape.BAR, Shape.DIAMOND})
"""Informing shapes: drawn without a plate, so that the piece below stays visible."""


def paint_of(mark: Mark, palette: Palette) -> Paint:
    """The colours of a piece: its player's, or its own."""
    if mark.player is None:
        own = {"park": _PARK, "tower": _TOWER, "obstacle": _OBSTACLE}
        return own.get(mark.shape, Paint(palette.light, palette.edge, GROUND))
    main = player_colour(mark.player)
    red, green, blue = (round(part * 0.88) for part in main)
    return Paint(main, (red, green, blue), GROUND)


def towards(mark: Mark) -> float:
    """The direction, in degrees clockwise from north, from the middle of its cell to a piece."""
    x, y = mark.x % 1 - 0.5, mark.y % 1 - 0.5
    if max(abs(x), abs(y)) < 0.05:
        return 0.0
    return float(round(math.degrees(math.atan2(x, y)) / 45) * 45)


PLATE: Final = 1.3
"""The height of the plate behind a sign's text, in heights of its type."""


@cache
def sign_strokes(shape: Shape) -> tuple[Stroke, ...]:
    """A sign's drawing: its shape, on a plate if it is a request."""
    return SIGNS[shape] if shape in _PLAIN_SHAPES else (*FRAME, *SIGNS[shape])
