"""The pads of the simulated table as a person sees them: frames on the sheet, with the tiles on them."""

from __future__ import annotations

from typing import Any, Final

import pygame

from controller.model.signs import Rgb
from controller.screens.picture import Box
from controller.screens.sprites import Sprites
from controller.screens.table_geometry import Overlay, TableGeometry
from controller.screens.text import font
from controller.screens.theme import ink_on
from controller.simulation.window.sprites import look_of, paint_piece
from controller.tables.table import GameTable
from hardware.simulated.pads import SimulatedPads

_FRAME: Final[Rgb] = (224, 202, 172)
_GROUND: Final[Rgb] = (32, 31, 32)


class PadPicture:
    """Paints the pads that a game uses, at the places of the game's picture."""

    def __init__(self, surface: pygame.Surface, geometry: TableGeometry, pads: SimulatedPads) -> None:
        self._surface = surface
        self._geometry = geometry
        self._pads = pads
        self._sprites = Sprites()
        self._tiles: tuple[str | None, ...] = ()
        self._boxes: tuple[Box, ...] = ()

    def draw(self, game: GameTable[Any, Any], overlay: Overlay, *, anew: bool) -> list[Box]:
        """Update the pads: all of them if the ground was painted `anew`."""
        count = self._pads.count if game.tiles.need_readers else 0
        boxes = tuple(self._box(game, overlay, pad) for pad in range(count))
        tiles = tuple(self._kind_on(pad) for pad in range(count))
        if (boxes, tiles) == (self._boxes, self._tiles) and not anew:
            return []
        self._boxes, self._tiles = boxes, tiles
        for box, kind in zip(boxes, tiles, strict=True):
            self._paint(box, kind)
        return list(boxes)

    def pad_at(self, x: int, y: int) -> int | None:
        """The pad at a point of the table's picture, counted from 0."""
        return next((pad for pad, box in enumerate(self._boxes) if box.has(x, y)), None)

    def _kind_on(self, pad: int) -> str | None:
        tile = self._pads.tile_on(pad)
        return tile.kind if tile else None

    def _box(self, game: GameTable[Any, Any], overlay: Overlay, pad: int) -> Box:
        left, foot, width = game.corner(self._geometry.grid.size + pad)
        x, y = overlay.point(left + width / 2, foot + width / 2)
        return self._geometry.around(x, y, width * overlay.cell)

    def _paint(self, box: Box, kind: str | None) -> None:
        radius = box.w // 8
        pygame.draw.rect(self._surface, _GROUND, pygame.Rect(box), border_radius=radius)
        pygame.draw.rect(self._surface, _FRAME, pygame.Rect(box), width=2, border_radius=radius)
        if kind is None:
            return
        place = box.inset(box.w // 10)
        paint_piece(self._surface, kind, place, self._sprites)
        ink = ink_on(look_of(kind)[1].shade)
        drawn = font(round(0.36 * place.h), True).render(kind, True, ink)
        self._surface.blit(drawn, place.middle(*drawn.get_size())[:2])
