"""Boxes in one colour."""

from __future__ import annotations

from typing import Final

import pygame

from controller.model.signs import Rgb
from controller.screens.layout.picture import Box

_NARROW: Final = 16
"""SDL fills rows of up to this many pixels through the processor's caches."""


def fill(surface: pygame.Surface, colour: Rgb | tuple[int, int, int, int], box: Box) -> None:
    """Set all pixels of a box. SDL's own filling writes long rows past the processor's caches and takes five
    times as long as a polygon, of narrow boxes half as long; a polygon does not keep to the surface's clip.
    """
    x, y, w, h = seen = surface.get_clip().clip(box)
    if w <= _NARROW:
        surface.fill(colour, seen)
    elif h > 0:
        right, foot = x + w - 1, y + h - 1
        pygame.draw.polygon(surface, colour, ((x, y), (right, y), (right, foot), (x, foot)))
