"""Boxes in one colour."""

from __future__ import annotations

from itertools import product

import pygame
import pytest

from controller.screens.layout.picture import Box
from controller.screens.painting.filling import fill

RED = (200, 30, 40)
CLIP = Box(2, 1, 7, 5)


@pytest.mark.parametrize("clip", [None, pygame.Rect(CLIP)])
def test_a_filled_box_has_its_pixels_and_no_others(clip: pygame.Rect | None) -> None:
    seen = CLIP if clip else Box(0, 0, 10, 8)
    for box in (Box(*one) for one in product((-2, 0, 3, 9), (-1, 0, 4), (-1, 0, 1, 2, 12), (0, 1, 5, 9))):
        surface = pygame.Surface((10, 8), 0, 32)
        surface.set_clip(clip)
        fill(surface, RED, box)
        for x, y in product(range(10), range(8)):
            assert (surface.get_at((x, y))[:3] == RED) == (box.has(x, y) and seen.has(x, y)), (box, x, y)
