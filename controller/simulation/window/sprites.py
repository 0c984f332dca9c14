"""The sprites of a simulated table from above: the pieces, and the light of a site.

Pieces are drawn like the screens' small drawings. A light is a soft disc that is added to the picture below
it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import pygame

from controller.model.signs import PLAYERS, Rgb
from controller.screens.layout.drawings import Circle, Paint, Polygon, Stroke, Tile, Tone
from controller.screens.layout.picture import Box
from controller.screens.layout.text import font
from controller.screens.layout.theme import ink_on
from controller.screens.painting.sprites import sprite
from controller.tables.cites.words import SET_COLOURS
from engines.cites.blocks import BLOCKS

_LINE: Final[Rgb] = (18, 20, 23)

_ROOF: Final[tuple[Stroke, ...]] = (
    Tile(0.06, 0.1, Tone.LINE),
    Polygon(((0.13, 0.13), (0.87, 0.13), (0.87, 0.5), (0.13, 0.5))),
    Polygon(((0.13, 0.5), (0.87, 0.5), (0.87, 0.87), (0.13, 0.87)), Tone.SHADE),
    Polygon(((0.62, 0.2), (0.76, 0.2), (0.76, 0.36), (0.62, 0.36)), Tone.LINE),
)

_TREES: Final[tuple[Stroke, ...]] = (
    Tile(0.02, 0.16, Tone.LINE),
    Tile(0.06, 0.13, Tone.SHADE),
    Circle((0.33, 0.34), 0.19),
    Circle((0.69, 0.42), 0.17),
    Circle((0.44, 0.7), 0.18),
)

_WALLS: Final[tuple[Stroke, ...]] = (
    Tile(0.02, 0.06, Tone.LINE),
    Tile(0.06, 0.04),
    *(Polygon(((x, 0.06), (x + 0.1, 0.06), (x + 0.1, 0.94), (x, 0.94)), Tone.LINE) for x in (0.28, 0.62)),
    *(Polygon(((0.06, y), (0.06, y + 0.1), (0.94, y + 0.1), (0.94, y)), Tone.LINE) for y in (0.28, 0.62)),
    Tile(0.2, 0.02),
    Tile(0.26, 0.02, Tone.SHADE),
)

_HUT: Final[tuple[Stroke, ...]] = (
    Circle((0.5, 0.5), 0.49, Tone.LINE),
    Circle((0.5, 0.5), 0.45),
    *(
        Polygon(
            tuple(
                (0.5 + reach * math.cos(turn + off), 0.5 + reach * math.sin(turn + off))
                for reach, off in ((0.14, 0.0), (0.45, 0.07), (0.45, -0.07))
            ),
            Tone.SHADE,
        )
        for turn in (math.tau * i / 12 for i in range(12))
    ),
    Circle((0.5, 0.5), 0.15, Tone.LINE),
    Circle((0.5, 0.5), 0.11, Tone.SHADE),
)
"""A thatched roof."""

_DISC: Final[tuple[Stroke, ...]] = (Circle((0.5, 0.5), 0.48, Tone.LINE), Circle((0.5, 0.5), 0.42))

_SQUARE: Final[tuple[Stroke, ...]] = (
    Tile(0.0, 0.08, Tone.LINE),
    Tile(0.04, 0.06, Tone.SHADE),
    Tile(0.12, 0.04),
)

_TAKEN: Final = 0.95
"""The share of the paper's own colour that is not seen in the middle of a full light."""

_CORE: Final = 1.5
"""The factor by which the middle of a light is brighter than can be shown: a small disc around it is full."""

_BACK: Final[Rgb] = (112, 92, 72)
_PLAIN: Final[Rgb] = (196, 180, 158)
_LOOKS: Final[Mapping[str, tuple[tuple[Stroke, ...], Paint]]] = {
    "park": (_TREES, Paint(main=(116, 178, 104), shade=(52, 98, 62), line=_LINE)),
    "tower": (_WALLS, Paint(main=(160, 172, 186), shade=(92, 104, 120), line=_LINE)),
}
"""The pieces without an owner. They are duller than the lights, to prevent confusion."""

_BLOCK: Final[tuple[Stroke, ...]] = (
    Tile(0.04, 0.14, Tone.LINE),
    Tile(0.1, 0.1),
    Tile(0.24, 0.06, Tone.SHADE),
)

TILES: Final = frozenset(_LOOKS)
"""The kinds that fill a cell; all others stand on one site."""

_LARGE: Final = 0.62
"""How much of a cell's side such a piece, or a hut alone in its cell, takes."""

_BLOCK_SIZE: Final = 1.8
"""The width of a tile, in sites: as wide as it is printed."""

_OWN_SHAPES: Final[Mapping[str, tuple[Stroke, ...]]] = {
    "house": _ROOF,
    "hut": _HUT,
    "element": _SQUARE,
    "obstacle": _SQUARE,
    "tower": _WALLS,
}
"""The pieces in players' own colours, by the first word of their kind (`house white`)."""


def look_of(kind: str) -> tuple[tuple[Stroke, ...], Paint]:
    """The drawing of a kind of piece; a disc of plain wood for an unknown one."""
    if kind in _LOOKS:
        return _LOOKS[kind]
    if kind in BLOCKS or kind in SET_COLOURS:
        main = PLAYERS[SET_COLOURS[kind[0]]]
        return _BLOCK, Paint(main, _darker(main), _LINE)
    word, _, player = kind.partition(" ")
    main = PLAYERS.get(player, _PLAIN)
    return _OWN_SHAPES.get(word, _DISC), Paint(main, _darker(main), _LINE)


def size_of(kind: str, cell_sites: int) -> float:
    """The width of a kind of piece on a table with this many sites along a cell, in sites."""
    if kind in BLOCKS:
        return _BLOCK_SIZE
    if kind.startswith("element"):
        return 1.0
    if kind in TILES or kind.startswith("hut"):
        return _LARGE * cell_sites
    return 0.92 if cell_sites > 1 else 0.6


def paint_piece(surface: pygame.Surface, kind: str, box: Box) -> None:
    """A piece in its box, with its shadow."""
    strokes, paint = look_of(kind)
    reach = max(round(0.07 * box.w), 1)
    shadow = sprite((Tile(0.0, 0.2, Tone.LINE),), box.w, Paint((0, 0, 0)))
    shadow.set_alpha(90)
    surface.blit(shadow, (box.x + reach, box.y + reach))
    surface.blit(sprite(strokes, box.w, paint), (box.x, box.y))
    if kind in BLOCKS:
        drawn = font(max(round(0.36 * box.w), 9), True).render(kind, True, ink_on(paint.shade))
        surface.blit(drawn, box.middle(*drawn.get_size())[:2])


def paint_back(surface: pygame.Surface, box: Box) -> None:
    """A tile that lies face down."""
    pygame.draw.rect(surface, _LINE, pygame.Rect(box), border_radius=box.w // 8)
    pygame.draw.rect(surface, _BACK, pygame.Rect(box.inset(2)), border_radius=box.w // 8)
    pygame.draw.rect(surface, _LINE, pygame.Rect(box.inset(box.w // 4)), 2, border_radius=box.w // 10)


def paint_squares(surface: pygame.Surface, colour: Rgb, boxes: Sequence[Box]) -> None:
    """One element: its squares joined, with an edge around all of them and a groove between two."""
    paint = Paint(colour, _darker(colour), _LINE)
    px = boxes[0].w
    line, reach = max(px // 14, 1), max(round(0.07 * px), 1)
    shadow = pygame.Surface((px, px))
    shadow.set_alpha(90)
    corners = {(box.x, box.y) for box in boxes}
    for box in boxes:
        surface.blit(shadow, (box.x + reach, box.y + reach))
    for box in boxes:
        pygame.draw.rect(surface, paint.main, pygame.Rect(box))
        pygame.draw.rect(surface, paint.shade, pygame.Rect(box.inset(px // 4)), border_radius=px // 8)
    for box in boxes:
        for (dx, dy), ends in _SIDES.items():
            is_joined = any(abs(x - box.x - dx * px) + abs(y - box.y - dy * px) <= 2 for x, y in corners)
            start, end = ((box.x + across * (px - line), box.y + down * (px - line)) for across, down in ends)
            side = pygame.Rect(start, (end[0] - start[0] + line, end[1] - start[1] + line))
            pygame.draw.rect(surface, paint.shade if is_joined else paint.line, side)


_SIDES: Final = {
    (-1, 0): ((0, 0), (0, 1)),
    (1, 0): ((1, 0), (1, 1)),
    (0, -1): ((0, 0), (1, 0)),
    (0, 1): ((0, 1), (1, 1)),
}
"""The sides of a square: the step to the neighbour there, and the side's two ends."""


def _darker(colour: Rgb) -> Rgb:
    red, green, blue = (round(part * 0.76) for part in colour)
    return red, green, blue


@lru_cache(maxsize=512)
def glow(radius: int, colour: Rgb) -> pygame.Surface:
    """A light of this colour that fades to nothing at a radius, added to the picture below. Do not paint on
    it."""
    made = _soft_disc(radius).copy()
    made.fill(colour, special_flags=pygame.BLEND_RGB_MULT)
    return made


@lru_cache(maxsize=512)
def veil(radius: int, colour: Rgb) -> pygame.Surface:
    """The share of each colour that a light lets through, as factors: least of those that it does not have
    itself, and nearly all if it is dim. Not to be painted on."""
    strength = max(colour) / 255
    taken = [min(1.0, strength**2 + (1 - part / max(colour)) * min(1.0, 1.5 * strength)) for part in colour]
    part = _soft_disc(radius).copy()
    part.fill([round(255 * _TAKEN * share) for share in taken], special_flags=pygame.BLEND_RGB_MULT)
    made = pygame.Surface((2 * radius, 2 * radius))
    made.fill((255, 255, 255))
    made.blit(part, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    return made


@lru_cache(maxsize=8)
def _soft_disc(radius: int) -> pygame.Surface:
    disc = pygame.Surface((2 * radius, 2 * radius))
    for distance in range(radius, 0, -1):
        level = round(255 * min(1.0, _CORE * (1 - distance / radius) ** 1.8))
        pygame.draw.circle(disc, (level, level, level), (radius, radius), distance)
    return disc
