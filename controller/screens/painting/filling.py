"""Boxes in one colour."""

from __future__ import annotations

import pygame

from controller.model.signs import Rgb
from controller.screens.layout.picture import Box


def fill(surface: pygame.Surface, colour: Rgb | tuple[int, int, int, int], box: Box) -> None:
    """Set all pixels of a box. SDL's own filling writes past the processor's caches and takes five times as
    long as a polygon; a polygon does not keep to the surface's clip."""
    x, y, w, h = surface.get_clip().clip(box)
    if w > 0 and h > 0:
        right, foot = x + w - 1, y + h - 1
        pygame.draw.polygon(surface, colour, ((x, y), (right, y), (right, foot), (x, foot)))
