"""Small drawings with smooth edges: signs, pieces, glyphs, round corners.

A drawing is a list of strokes in a unit square (see `drawings`). It is painted four times too large and
scaled down, once for each size and colour, and kept.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import pygame

from controller.screens.drawings import Disc, Paint, Point, Polygon, Stroke, Tile

_OVERSAMPLING: Final = 4


class Sprites:
    """Drawings, each made when first asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[tuple[Stroke, ...], int, Paint, float], pygame.Surface] = {}

    def get(self, strokes: tuple[Stroke, ...], px: int, paint: Paint, turned: float = 0.0) -> pygame.Surface:
        """A drawing of `px` by `px` pixels, turned clockwise by so many degrees. Not to be painted on."""
        key = (strokes, px, paint, turned)
        if key not in self._made:
            self._made[key] = _draw(strokes, px, paint, turned)
        return self._made[key]


def _draw(strokes: Sequence[Stroke], px: int, paint: Paint, turned: float) -> pygame.Surface:
    large = px * _OVERSAMPLING
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    surface.fill((*paint.main, 0))
    for stroke in strokes:
        _draw_stroke(surface, stroke, large, paint, turned)
    return pygame.transform.smoothscale(surface, (px, px))


def _draw_stroke(surface: pygame.Surface, stroke: Stroke, px: int, paint: Paint, turned: float) -> None:
    colour = paint.colour(stroke.tone)
    match stroke:
        case Polygon(points):
            corners = [_turn(point, turned) for point in points]
            pygame.draw.polygon(surface, colour, [(x * px, y * px) for x, y in corners])
        case Disc((x, y), radius):
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
