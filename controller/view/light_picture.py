"""Turns the meanings of lights into a picture for the device. Brightness, gamma and current are the
device's."""

from __future__ import annotations

from collections.abc import Collection
from itertools import repeat
from typing import Final

from controller.model.signs import STYLES, colour_of, lit_level, moves, next_lit_change_ms, precedence
from controller.model.view import Lit, Meaning

Lights = Collection[tuple[int, Lit]]


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
        moving: dict[tuple[Meaning, int], Lit] = {}
        for lit in filter(moves, self._chosen.values()):
            moving[lit.meaning, lit.since_ms] = lit
        self.moving = tuple(moving.values())
        """One light for each rhythm and its start: with them the picture changes."""
        self._known: dict[tuple[float, ...], bytes] = {}
        """The pictures by the levels of these lights."""

    def at(self, now_ms: int) -> bytes:
        """The picture at a moment."""
        levels = tuple(map(lit_level, self.moving, repeat(now_ms)))
        known = self._known.get(levels)
        if known is not None:
            return known
        picture = bytearray(3 * self._size)
        colours: dict[Lit, bytes] = {}
        for site, lit in self._chosen.items():
            if lit not in colours:
                share = STYLES[lit.meaning].strength * lit_level(lit, now_ms)
                red, green, blue = colour_of(lit)
                colours[lit] = bytes((round(red * share), round(green * share), round(blue * share)))
            picture[3 * site : 3 * site + 3] = colours[lit]
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[levels] = bytes(picture)
        return self._known[levels]


def frame(lights: Lights, size: int, now_ms: int) -> bytes:
    """One of the `LightPictures`."""
    return LightPictures(lights, size).at(now_ms)


def strongest(lights: Lights) -> dict[int, Lit]:
    """Each lit site's one meaning: the one with precedence, and the first of equal ones."""
    chosen = dict(lights)
    if len(chosen) == len(lights):
        return chosen
    chosen = {}
    for site, lit in lights:
        rival = chosen.get(site)
        if rival is None or precedence(lit.meaning) < precedence(rival.meaning):
            chosen[site] = lit
    return chosen


def next_frame_ms(lights: Lights, now_ms: int) -> int | None:
    """When the picture next changes after `now_ms`, by the same clock; `None` if it never does."""
    return next_lit_change_ms(strongest(lights).values(), now_ms)
