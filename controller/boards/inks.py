"""The printed colours: the players' and signs' own, and the light grounds made from them.

Grounds are light, so that the table's lights shine through the paper.
"""

from __future__ import annotations

from typing import Final

from controller.boards.shapes import Ink
from controller.model.signs import PLAYERS, STYLES, WHITE, Rgb
from controller.model.view import Meaning

INK: Final[Rgb] = (38, 44, 52)
QUIET: Final[Rgb] = (120, 128, 136)
CUT: Final[Rgb] = (0, 0, 0)

HAIR: Final = 0.1
"""The finest line, in millimetres."""


def mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    """A colour with a `share`, 0 to 1, of another in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def tint(colour: Rgb, share: float) -> Rgb:
    """White paper with a `share` of a colour."""
    return mixed(WHITE, colour, share)


def deep(colour: Rgb, share: float = 0.5) -> Rgb:
    """A colour with a `share` of ink in it."""
    return mixed(colour, INK, share)


PARK: Final = STYLES[Meaning.PARK].colour or INK
BLUEPRINT: Final = mixed(PLAYERS["blue"], INK, 0.35)
SAND: Final[Rgb] = (206, 150, 88)
CLAY: Final[Rgb] = (140, 84, 48)
STONE: Final[Rgb] = (92, 96, 100)

HAIRLINE: Final = Ink(line=CUT, width=HAIR)
"""Cut marks, registration marks, the ruler."""
