"""The lights of a table that plays by itself: rings of light before a game, then its pieces in their colours.
Pure."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from controller.model.signs import Rgb, piece_colour, player_colour
from controller.model.view import LitSites, Meaning
from controller.referee.play import Play
from controller.shell.model.layers import Demonstration
from controller.view import light_picture
from hardware.ports import Grid, sites_in

RINGS_MS: Final = 7_200
"""How long rings run from the middle of the board to its edge: three times."""

_PERIOD_MS: Final = 2_400
_SHINES_MS: Final = 600
_PER_SITE_MS: Final = 100
"""A ring is a site farther out after this time. Each site shines once in a period."""

_STEP_MS: Final = 100
_PIECE: Final = 0.4
"""The brightness of a piece; that of a new one is full."""


def frame(layer: Demonstration, lit: LitSites, now_ms: int) -> bytes:
    """The picture of all lights: red, green, blue for each site. `lit` are the lights of the game."""
    grid = layer.play.table.grid
    if now_ms < layer.begun_ms + RINGS_MS:
        return _rings(layer.play, (now_ms - layer.begun_ms) // _STEP_MS * _STEP_MS)
    picture = bytearray(light_picture.frame(lit, grid.size, now_ms))
    chosen = light_picture.strongest(lit)
    for site, colour in _pieces(layer.play):
        is_new = site in chosen and chosen[site].meaning is Meaning.LAST
        if is_new or not any(picture[3 * site : 3 * site + 3]):
            picture[3 * site : 3 * site + 3] = bytes(_dimmed(colour, 1.0 if is_new else _PIECE))
    return bytes(picture)


def next_frame_ms(layer: Demonstration, lit: LitSites, now_ms: int) -> int | None:
    """When that changes next; `None` if it stays as it is."""
    passed_ms = now_ms - layer.begun_ms
    if passed_ms < RINGS_MS:
        return layer.begun_ms + (passed_ms // _STEP_MS + 1) * _STEP_MS
    return light_picture.next_frame_ms(lit, now_ms)


def _pieces(play: Play) -> tuple[tuple[int, Rgb], ...]:
    """The sites of all pieces on the board, and their colours."""
    table = play.table
    sites = sites_in(play.closed & table.grid.all_sites)
    return tuple((site, piece_colour(table.colour(table.kind(play.position, site)))) for site in sites)


@lru_cache(maxsize=8)
def _distances(grid: Grid) -> tuple[int, ...]:
    """How far each site is from the middle of the board, in whole sites."""
    x, y = (grid.columns - 1) / 2, (grid.rows - 1) / 2
    places = map(grid.column_row, range(grid.size))
    return tuple(round(math.hypot(column - x, row - y)) for column, row in places)


def _rings(play: Play, passed_ms: int) -> bytes:
    """Rings in the colours of the game's players, one after the other."""
    colours = [player_colour(player) for player in play.start.players]
    distances = _distances(play.table.grid)
    shades = []
    for distance in range(max(distances) + 1):
        ring, since_ms = divmod(passed_ms - distance * _PER_SITE_MS, _PERIOD_MS)
        share = _PIECE * max(0.0, 1 - since_ms / _SHINES_MS) ** 2 if ring >= 0 else 0.0
        shades.append(bytes(_dimmed(colours[ring % len(colours)], share)))
    return b"".join(shades[distance] for distance in distances)


def _dimmed(colour: Rgb, share: float) -> Rgb:
    red, green, blue = (round(part * share) for part in colour)
    return red, green, blue
