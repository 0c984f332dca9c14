"""The colour order of a light, with or without white.

An order names the bytes of one light on the wire: "GRB" for most WS2812B, "RGB", "GRBW" for a SK6812 with
four colours. Pictures are red, green and blue everywhere else; white is the common part of the three, and is
subtracted from them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

USUAL: Final = "GRB"
"""The order of a WS2812B, the default."""

ORDERS: Final = tuple(
    order
    for three in ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
    for order in (three, f"{three}W", f"W{three}")
)
"""All supported orders."""

PATTERN: Final = f"^({'|'.join(ORDERS)}|)$"
"""A regular expression: an order, or empty."""


def with_white(picture: bytes) -> bytes:
    """Red, green, blue and white a light, from red, green and blue."""
    red, green, blue = picture[0::3], picture[1::3], picture[2::3]
    white = bytes(map(min, red, green, blue))
    found = bytearray(4 * len(white))
    for place, colour in enumerate((red, green, blue)):
        found[place::4] = bytes(one - least for one, least in zip(colour, white, strict=True))
    found[3::4] = white
    return bytes(found)


def wired(picture: bytes, order: str) -> bytes:
    """The bytes on the wire for a picture of red, green and blue a light, in this order."""
    width = len(order)
    bytes_of = with_white(picture) if width == 4 else picture
    wire = bytearray(len(bytes_of))
    for place, letter in enumerate(order):
        wire[place::width] = bytes_of["RGBW".index(letter) :: width]
    return bytes(wire)


@lru_cache(maxsize=1024)
def wired_colour(colour: bytes, order: str) -> bytes:
    """The bytes on the wire for the colour of one light."""
    return wired(colour, order)


def seen(wire: bytes, order: str) -> bytes:
    """The visible red, green and blue of each light, from the bytes on the wire."""
    width = len(order)
    parts = {letter: wire[place::width] for place, letter in enumerate(order)}
    picture = bytearray(3 * (len(wire) // width))
    for place, letter in enumerate("RGB"):
        white = parts.get("W", bytes(len(parts[letter])))
        picture[place::3] = bytes(min(a + b, 255) for a, b in zip(parts[letter], white, strict=True))
    return bytes(picture)
