"""The simulated table as a person sees it from above: printed board, pieces, and every light as it shines.

It is painted on any `pygame.Surface`; no display is needed. The lights are the physical state of the board's
lights, not the intended one.
"""

from __future__ import annotations

from typing import Final

import pygame

from controller.boards.shapes import Drawing
from controller.model.signs import Rgb
from controller.screens.layout.picture import Box
from controller.simulation.window.ground import painted_ground, placed
from controller.simulation.window.sprites import (
    TILES,
    glow,
    look_of,
    paint_piece,
    paint_squares,
    size_of,
    veil,
)
from hardware.ports import Grid
from hardware.simulated.table import Piece

_NORMAL: Final = 5.0
"""An eye sees a light at a fifth of its power, the table's usual brightness, as fully lit."""

_SCREEN_GAMMA: Final = 2.2
_LEVELS: Final = tuple((level / 255 * _NORMAL) ** (1 / _SCREEN_GAMMA) for level in range(256))
"""The visible brightness of each level of a light, 1 being fully lit: power is linear in the level, a screen
is not."""

_THROUGH: Final = {False: 0.35, True: 0.65}
"""The share of a light that comes through a piece: little for a player's piece, so that its colour stays
true; more for a tile (True), which covers more of the glow around it."""

_MOST_PARTS: Final = 48
"""Beyond this many changed parts everything is repainted."""


PadTile = tuple[str, Box]
"""The kind of a tile on a pad, and its place."""


class TablePicture:
    """Paints a table on one surface; later only what has changed.

    `cell_sites` is the number of sites along one side of a cell, for the size of pieces that fill one.
    """

    def __init__(self, surface: pygame.Surface, grid: Grid, cell_sites: int) -> None:
        self.geometry = placed(surface.get_size(), grid)
        self._surface = surface
        self.cell_sites = cell_sites
        self._reach = 3.4 if cell_sites > 1 else 1.6
        self._ground = pygame.Surface((1, 1))
        self._board: Drawing | None = None
        self._pieces: tuple[Piece, ...] = ()
        self._tiles: tuple[PadTile, ...] = ()
        self._lit = b""
        self._lights: dict[int, Rgb] = {}

    def draw(
        self, board: Drawing, pieces: tuple[Piece, ...], lit: bytes, tiles: tuple[PadTile, ...] = ()
    ) -> list[Box]:
        """Bring the surface up to date. `board` lies on the table, `tiles` on the pads beside its sites;
        `lit` is what the lights show: red, green, blue for each site.

        Returns the boxes whose pixels changed, if any.
        """
        if board is not self._board:
            self._board = board
            self._ground = painted_ground(self.geometry, self._surface.get_size(), board)
            self._pieces, self._lit, self._lights = pieces, lit, _lights(lit)
            self._tiles = tiles
            return self._paint_all()
        moved = [_with_shadow(box) for _, box in sorted(set(tiles) ^ set(self._tiles))]
        self._tiles = tiles
        changed = [*self._changed_lights(lit), *self._changed_pieces(pieces), *moved]
        if len(changed) > _MOST_PARTS:
            return self._paint_all()
        for box in changed:
            self._paint(box)
        return changed

    def piece_at(self, x: float, y: float) -> Piece | None:
        """The visible piece at a point of the picture: if there are several, the last one set."""
        return next((piece for piece in reversed(self._pieces) if self._shows(piece, x, y)), None)

    def _shows(self, piece: Piece, x: float, y: float) -> bool:
        return any(box.has(x, y) for box in self._boxes(piece))

    def _changed_lights(self, lit: bytes) -> list[Box]:
        if lit == self._lit:
            return []
        was, self._lit, self._lights = self._lights, lit, _lights(lit)
        sites = {site for site, _ in was.items() ^ self._lights.items()}
        return [self._halo(site) for site in sorted(sites)]

    def _changed_pieces(self, pieces: tuple[Piece, ...]) -> list[Box]:
        if pieces == self._pieces:
            return []
        changed = sorted(set(pieces) ^ set(self._pieces), key=lambda piece: piece.sites)
        self._pieces = pieces
        lit = [site for piece in changed for site in piece.sites if site in self._lights]
        seen = [_with_shadow(box) for piece in changed for box in self._boxes(piece)]
        return [*seen, *(self._halo(site) for site in lit)]

    # Geometry

    def _halo(self, site: int) -> Box:
        """The radius of the light of a site."""
        return self.geometry.around(*self.geometry.grid.column_row(site), self._reach)

    def _boxes(self, piece: Piece) -> list[Box]:
        """The place of a piece: a square on each of its sites."""
        size = size_of(piece.kind, self.cell_sites)
        grid, (shift_x, shift_y) = self.geometry.grid, piece.shift
        places = [grid.column_row(site) for site in piece.sites]
        return [self.geometry.around(x + shift_x, y + shift_y, size) for x, y in places]

    # Painting

    def _paint_all(self) -> list[Box]:
        whole = Box(0, 0, *self._surface.get_size())
        self._paint(whole)
        return [whole]

    def _paint(self, box: Box) -> None:
        """Everything within a box: the ground, the lights, the pieces on them, the light that comes
        through."""
        self._surface.set_clip(pygame.Rect(box))
        self._surface.blit(self._ground, (box.x, box.y), pygame.Rect(box))
        near = [(site, self._halo(site), rgb) for site, rgb in self._lights.items()]
        near = [(site, halo, rgb) for site, halo, rgb in near if halo.meets(box)]
        for _site, halo, rgb in near:
            left = veil(halo.w // 2, rgb)
            self._surface.blit(left, (halo.x, halo.y), special_flags=pygame.BLEND_RGB_MULT)
        for _site, halo, rgb in near:
            self._add(halo, rgb)
        through: dict[int, float] = {}
        for piece in self._pieces:
            through.update(dict.fromkeys(piece.sites, _THROUGH[piece.kind in TILES]))
            self._paint_piece(piece, box)
        for site, halo, rgb in near:
            if site in through:
                self._add(halo, _scaled(rgb, through[site]))
        for kind, place in self._tiles:
            if _with_shadow(place).meets(box):
                paint_piece(self._surface, kind, place)
        self._surface.set_clip(None)

    def _paint_piece(self, piece: Piece, within: Box) -> None:
        places = self._boxes(piece)
        if not any(_with_shadow(place).meets(within) for place in places):
            return
        if piece.kind.startswith("element "):
            paint_squares(self._surface, look_of(piece.kind)[1].main, places)
            return
        for place in places:
            paint_piece(self._surface, piece.kind, place)

    def _add(self, halo: Box, rgb: Rgb) -> None:
        self._surface.blit(glow(halo.w // 2, rgb), (halo.x, halo.y), special_flags=pygame.BLEND_RGB_ADD)


def _with_shadow(box: Box) -> Box:
    reach = box.w // 8 + 2
    return Box(box.x, box.y, box.w + reach, box.h + reach)


def _lights(lit: bytes) -> dict[int, Rgb]:
    """The lit sites, and their visible colours."""
    return {
        start // 3: _seen(lit[start : start + 3])
        for start in range(0, len(lit), 3)
        if lit[start : start + 3] != b"\0\0\0"
    }


def _seen(sent: bytes) -> Rgb:
    """A light's colour on a screen. One brighter than fully lit keeps its hue."""
    looks = [_LEVELS[level] for level in sent]
    most = max(1.0, *looks)
    red, green, blue = (round(255 * look / most) for look in looks)
    return red, green, blue


def _scaled(colour: Rgb, share: float) -> Rgb:
    red, green, blue = (round(part * share) for part in colour)
    return red, green, blue
