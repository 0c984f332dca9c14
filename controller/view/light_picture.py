"""Turns the meanings of lights into a picture for the device. Brightness, gamma and current are the
device's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.model.signs import STYLES, Rgb, colour_of, lit_level, next_lit_change_ms, precedence
from controller.model.view import Lit

Lights = Iterable[tuple[int, Lit]]


_MOST: Final = 64
"""The pictures that are kept of the same lights: more than their rhythms have in a period."""


class LightPictures:
    """The pictures of some lights over time, for a table of `size` sites: red, green, blue of each, 0 to 255.

    If a site is named twice, the stronger meaning wins. Pictures are kept: rhythms bring the same ones again
    and again, and an idle table does little else than show them.
    """

    def __init__(self, lights: Lights, size: int) -> None:
        self._chosen = strongest(lights)
        self._size = size
        moving = {(lit.meaning, lit.since_ms): lit for lit in self._chosen.values()}
        self._moving = tuple(moving.values())
        """One light for each rhythm and its start."""
        self._known: dict[tuple[float, ...], bytes] = {}
        """The pictures by the levels of these lights."""

    def at(self, now_ms: int) -> bytes:
        """The picture at a moment."""
        levels = tuple([lit_level(lit, now_ms) for lit in self._moving])
        if levels not in self._known:
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[levels] = self._composed(now_ms)
        return self._known[levels]

    def next_ms(self, now_ms: int) -> int | None:
        """When the picture next changes after `now_ms`, by the same clock; `None` if it never does."""
        return next_lit_change_ms(self._moving, now_ms)

    def _composed(self, now_ms: int) -> bytes:
        picture = bytearray(3 * self._size)
        colours: dict[Lit, bytes] = {}
        for site, lit in self._chosen.items():
            if lit not in colours:
                colours[lit] = bytes(_colour(lit, now_ms))
            picture[3 * site : 3 * site + 3] = colours[lit]
        return bytes(picture)


def frame(lights: Lights, size: int, now_ms: int) -> bytes:
    """One of the `LightPictures`."""
    return LightPictures(lights, size).at(now_ms)


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
    return LightPictures(lights, 0).next_ms(now_ms)


def _colour(lit: Lit, now_ms: int) -> Rgb:
    red, green, blue = colour_of(lit)
    share = STYLES[lit.meaning].strength * lit_level(lit, now_ms)
    return round(red * share), round(green * share), round(blue * share)
