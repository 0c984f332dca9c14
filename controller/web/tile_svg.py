"""A tile as SVG, as it is printed: the colour of its set, its sign and its number."""

from __future__ import annotations

from typing import Final

from controller.boards.glyphs import GLYPHS
from controller.boards.inks import deep
from controller.model.signs import player_colour
from controller.screens.layout.theme import ink_on
from controller.tables.hands import Face
from controller.web.svg import colour

_SIDE: Final = 100
_DISC: Final = 39
_SIGN: Final = 34.0
"""The tile, the light disc on it, and the sign on the disc, in the picture's own units."""


def tile_svg(face: Face) -> str:
    """The tile as one `svg` element, without words: its description stands beside it."""
    ground = player_colour(face.colour)
    middle = _SIDE / 2
    ink = colour(ink_on(ground))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIDE} {_SIDE}" aria-hidden="true">'
        f'<rect width="{_SIDE}" height="{_SIDE}" rx="9" fill="{colour(ground)}"/>'
        f'<circle cx="{middle:.0f}" cy="{middle + 4:.0f}" r="{_DISC}" fill="#ffffff"/>'
        f'<g fill="{colour(deep(ground, 0.5))}">{_sign(face.sign)}</g>'
        f'<text x="{middle:.0f}" y="{middle + 34:.0f}" font-size="38" font-weight="700" text-anchor="middle"'
        f' fill="#14181d">{face.number}</text>'
        f'<text x="5" y="17" font-size="16" font-weight="700" fill="{ink}">{face.name}</text></svg>'
    )


def _sign(sign: str) -> str:
    """The sign in the upper half of the disc."""
    left, foot = _SIDE / 2 - _SIGN / 2, _SIDE / 2
    polygons = (
        " ".join(f"{left + x * _SIGN:.1f},{foot - y * _SIGN:.1f}" for x, y in polygon)
        for polygon in GLYPHS[sign]
    )
    return "".join(f'<polygon points="{points}"/>' for points in polygons)
