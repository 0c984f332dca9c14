"""Small drawings with smooth edges: signs, pieces, glyphs, round corners.

A drawing is a list of strokes in a unit square (see `drawings`). It is painted four times too large and
scaled down, once for each size and colour, and cached.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import pygame

from controller.model.signs import STYLES, Rgb
from controller.model.view import Meaning
from controller.screens.layout.drawings import Circle, Paint, Point, Polygon, Stroke, Tile, sign_strokes
from controller.screens.layout.picture import Box
from controller.screens.layout.theme import GROUND
from controller.screens.painting.filling import fill

_OVERSAMPLING: Final = 4

MOST: Final = 512
"""The size of the cache: the drawings of any two successive screens."""

_MOST_SIGNS: Final = 128
"""The same for signs, each at the levels of its rhythm."""


@lru_cache(maxsize=MOST)
def sprite(strokes: tuple[Stroke, ...], px: int, paint: Paint, turned: float = 0.0) -> pygame.Surface:
    """A drawing of `px` by `px` pixels, turned clockwise by this many degrees. Do not paint on it."""
    large = px * _OVERSAMPLING
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    fill(surface, (*paint.main, 0), Box(0, 0, large, large))
    for stroke in strokes:
        _draw_stroke(surface, stroke, large, paint, turned)
    return pygame.transform.smoothscale(surface, (px, px))


@lru_cache(maxsize=_MOST_SIGNS)
def sign_sprite(meaning: Meaning, colour: Rgb, px: int, opacity: int = 255) -> pygame.Surface:
    """The drawing of a sign, opaque up to 255. Do not paint on it."""
    if opacity == 255:
        return sprite(sign_strokes(STYLES[meaning].shape), px, Paint(colour, line=GROUND))
    faded = sign_sprite(meaning, colour, px).copy()  # SDL takes three times as long to fade it as it paints
    faded.fill((255, 255, 255, opacity), special_flags=pygame.BLEND_RGBA_MULT)
    return faded


def _draw_stroke(surface: pygame.Surface, stroke: Stroke, px: int, paint: Paint, turned: float) -> None:
    colour = paint.colour(stroke.tone)
    match stroke:
        case Polygon(points):
            corners = [_turn(point, turned) for point in points]
            pygame.draw.polygon(surface, colour, [(x * px, y * px) for x, y in corners])
        case Circle((x, y), radius):
            pygame.draw.circle(surface, colour, (x * px, y * px), radius * px)
        case Tile(margin, radius):
            rest = px - 2 * margin * px
            box = pygame.Rect(round(margin * px), round(margin * px), round(rest), round(rest))
            pygame.draw.rect(surface, colour, box, border_radius=round(radius * px))


def _turn(point: Point, degrees: float) -> Point:
    """A point turned clockwise about the middle."""
    turn = math.radians(degrees)
    x, y = point[0] - 0.5, point[1] - 0.5
    return (
        0.5 + x * math.cos(turn) - y * math.sin(turn),
        0.5 + x * math.sin(turn) + y * math.cos(turn),
    )
