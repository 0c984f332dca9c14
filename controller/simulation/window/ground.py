"""The simulated table with nothing upon it: a wooden rim, and within it the game's printed board."""

from __future__ import annotations

from random import Random
from typing import Final

import pygame

from controller.boards.plate import BORDER, PITCH
from controller.boards.shapes import Drawing
from controller.model.signs import Rgb
from controller.screens.layout.table_geometry import TableGeometry
from controller.simulation.window.board_paint import painted
from hardware.ports import Grid

_WALNUT: Final[Rgb] = (92, 63, 44)
_GRAIN: Final = 9
"""The most that a line of the grain may differ from the wood, 0 to 255."""

_EDGE: Final[Rgb] = (30, 21, 15)
_EVENING: Final[Rgb] = (206, 203, 198)
"""How much of the paper's white the room's lamp leaves, 0 to 255: the lights below it must be seen."""


def placed(size: tuple[int, int], grid: Grid) -> TableGeometry:
    """The places of a table's sites in a picture of this size: the printed board continues around them."""
    return TableGeometry.within(size, grid, max(min(size) // 45, 3), BORDER / PITCH)


def painted_ground(geometry: TableGeometry, size: tuple[int, int], board: Drawing) -> pygame.Surface:
    """A table with its board, in a picture of this size."""
    ground = pygame.Surface(size)
    _paint_wood(ground)
    margin = BORDER / PITCH + 0.5
    left, top = geometry.point(-margin, geometry.grid.rows - 1 + margin)
    scale = geometry.pitch / PITCH
    sheet = painted(board, (round(board.width * scale), round(board.height * scale)))
    sheet.blit(sheet.copy(), (0, 0), special_flags=pygame.BLEND_RGB_MULT)  # its tints are seen deeper so
    sheet.fill(_EVENING, special_flags=pygame.BLEND_RGB_MULT)
    place = sheet.get_rect(topleft=(round(left), round(top)))
    pygame.draw.rect(ground, _EDGE, place.inflate(4, 4), border_radius=2)
    ground.blit(sheet, place)
    return ground


def _paint_wood(surface: pygame.Surface) -> None:
    """Cover a surface with a walnut board: a reproducible grain along it."""
    random = Random(7)  # noqa: S311 - a grain to be repeated, no secret
    width, height = surface.get_size()
    surface.fill(_WALNUT)
    for y in range(height):
        x = 0
        while x < width:
            length = random.randint(width // 6, width)
            tint = random.randint(-_GRAIN, _GRAIN)
            line = [max(0, min(255, part + tint)) for part in _WALNUT]
            pygame.draw.line(surface, line, (x, y), (x + length, y))
            x += length
