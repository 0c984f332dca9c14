"""Turns the meanings of lights into a picture for the device. Brightness, gamma and current are the
device's."""

from __future__ import annotations

from collections.abc import Iterable

from controller.model.signs import STYLES, Rgb, colour_of, lit_level, next_lit_change_ms, precedence
from controller.model.view import Lit

Lights = Iterable[tuple[int, Lit]]


def frame(lights: Lights, size: int, now_ms: int) -> bytes:
    """The picture at `now_ms` for a table of `size` sites: red, green, blue of each, 0 to 255.

    If a site is named twice, the stronger meaning wins.
    """
    picture = bytearray(3 * size)
    colours: dict[Lit, Rgb] = {}
    for site, lit in strongest(lights).items():
        if lit not in colours:
            colours[lit] = _colour(lit, now_ms)
        picture[3 * site : 3 * site + 3] = bytes(colours[lit])
    return bytes(picture)


def strongest(lights: Lights) -> dict[int, Lit]:
    """Each lit site's one meaning: the one with precedence, and the first of equal ones."""
    chosen: dict[int, Lit] = {}
    for site, lit in lights:
        rival = chosen.get(site)
        if rival is None or precedence(lit.meaning) < precedence(rival.meaning):
            chosen[site] = lit
    return chosen


def next_frame_ms(lights: Lights, now_ms: int) -> int | None:
    """When the picture next changes after `now_ms`, by the same clock; `None` if it never does."""
    return next_lit_change_ms(set(strongest(lights).values()), now_ms)


def _colour(lit: Lit, now_ms: int) -> Rgb:
    red, green, blue = colour_of(lit)
    share = STYLES[lit.meaning].strength * lit_level(lit, now_ms)
    return round(red * share), round(green * share), round(blue * share)
