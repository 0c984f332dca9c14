"""The simulated table without pieces: a wooden rim, the game's printed sheet, a hole for each light."""

from __future__ import annotations

from random import Random
from typing import Final

import pygame

from controller.model.signs import Rgb
from controller.screens.drawings import Disc, Paint
from controller.screens.sprites import Sprites
from controller.screens.table_geometry import Overlay, TableGeometry, rim_width
from controller.screens.text import font

_WALNUT: Final[Rgb] = (92, 63, 44)
_GRAIN: Final = 9
"""The most that a line of the grain may differ from the wood, 0 to 255."""

_FIELD: Final[Rgb] = (32, 31, 32)
_CELL: Final[Rgb] = (52, 50, 50)
_NAME: Final[Rgb] = (224, 202, 172)
_HOLE: Final[Rgb] = (17, 17, 18)


def painted_ground(geometry: TableGeometry, size: tuple[int, int], overlay: Overlay) -> pygame.Surface:
    """A table with its sheet, in a picture of this size."""
    ground = pygame.Surface(size)
    rim = rim_width(size)
    _paint_wood(ground)
    _paint_field(ground, geometry, max(rim // 8, _overhang(geometry, overlay)), rim // 8)
    _paint_cells(ground, geometry, overlay)
    _paint_labels(ground, geometry, overlay)
    _paint_holes(ground, geometry)
    _paint_names(ground, geometry, overlay, rim)
    return ground


def _overhang(geometry: TableGeometry, overlay: Overlay) -> int:
    """How far cells extend beyond the outermost sites, both sides of the field together, in pixels."""
    right, top = overlay.point(overlay.columns, overlay.rows)
    beyond = max(right - geometry.grid.columns, top - geometry.grid.rows) + 0.5
    return max(round(2 * beyond * geometry.pitch), 0)


def _paint_field(ground: pygame.Surface, geometry: TableGeometry, margin: int, radius: int) -> None:
    """The ground of the sites, inlaid in the wood."""
    left, top = geometry.point(-0.5, geometry.grid.rows - 0.5)
    width, height = geometry.grid.columns * geometry.pitch, geometry.grid.rows * geometry.pitch
    field = pygame.Rect(round(left), round(top), round(width), round(height)).inflate(margin, margin)
    pygame.draw.rect(ground, _HOLE, field.inflate(2, 2), border_radius=radius + 1)
    pygame.draw.rect(ground, _FIELD, field, border_radius=radius)


def _paint_cells(ground: pygame.Surface, geometry: TableGeometry, overlay: Overlay) -> None:
    gap = max(round(overlay.cell * geometry.pitch / 30), 1)
    for column in range(overlay.columns):
        for row in range(overlay.rows):
            if overlay.cells is not None and (column, row) not in overlay.cells:
                continue
            left, top = geometry.point(*overlay.point(column, row + 1))
            right, foot = geometry.point(*overlay.point(column + 1, row))
            cell = pygame.Rect(round(left), round(top), round(right - left), round(foot - top))
            pygame.draw.rect(ground, _CELL, cell.inflate(-2 * gap, -2 * gap), border_radius=2 * gap)


def _paint_labels(ground: pygame.Surface, geometry: TableGeometry, overlay: Overlay) -> None:
    """The texts on the sheet, above the centres, where the lights are."""
    type_ = font(max(round(0.55 * geometry.pitch), 8), True)
    for column, row, text in overlay.labels:
        x, y = geometry.point(*overlay.point(column, row))
        drawn = type_.render(text, True, _NAME)
        ground.blit(drawn, (round(x - drawn.get_width() / 2), round(y - 0.85 * geometry.pitch)))


def _paint_holes(ground: pygame.Surface, geometry: TableGeometry) -> None:
    px = max(round(min(0.3 * geometry.pitch, 12)), 3)
    hole = Sprites().get((Disc((0.5, 0.5), 0.5),), px, Paint(_HOLE))
    for site in range(geometry.grid.size):
        x, y = geometry.point(*geometry.grid.column_row(site))
        ground.blit(hole, (round(x - px / 2), round(y - px / 2)))


def _paint_names(ground: pygame.Surface, geometry: TableGeometry, overlay: Overlay, rim: int) -> None:
    """The cells' names on the rim, on all four sides, because people sit around a table."""
    type_ = font(round(0.6 * rim), True)
    grid, off = geometry.grid, 0.5 * rim / geometry.pitch + 0.5
    named = [
        *(
            (name, overlay.point(i + 0.5, 0)[0], y)
            for i, name in enumerate(overlay.column_names)
            for y in (-off, grid.rows - 1 + off)
        ),
        *(
            (name, x, overlay.point(0, i + 0.5)[1])
            for i, name in enumerate(overlay.row_names)
            for x in (-off, grid.columns - 1 + off)
        ),
    ]
    for name, column, row in named:
        x, y = geometry.point(column, row)
        drawn = type_.render(name, True, _NAME)
        ground.blit(drawn, (round(x - drawn.get_width() / 2), round(y - drawn.get_height() / 2)))


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
