"""The signs of lights and screen: the one table of colours, rhythms and shapes.

Colours are from the Okabe-Ito set (https://jfly.uni-koeln.de/color/). Each task also has its own rhythm, and
on the screen each meaning a shape, so that colours are never the only distinction. Every rhythm is a table of
steps: there is nothing to draw between two of them. No rhythm flashes more than three times in any second
(WCAG 2.3.1), because of photosensitive epilepsy.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import pairwise
from typing import Final

from controller.model.view import Lit, Meaning
from engines.record import record

Rgb = tuple[int, int, int]


class Rhythm(StrEnum):
    """The rhythm of a light."""

    STEADY = "steady"
    BLINK = "blink"
    DOUBLE_BLINK = "double blink"
    BREATHE = "breathe"
    FAST_BLINK = "fast blink"
    SLOW_WAVE = "slow wave"
    FAST_START = "steady with a fast start"
    FADE = "at once and fades"

    __hash__ = str.__hash__


class Shape(StrEnum):
    """The screen's shape for a meaning, beside its colour."""

    TREE = "tree"
    BLOCK = "block"
    RING = "ring"
    PLUS = "plus"
    ARROW_UP = "arrow up"
    CROSS = "cross"
    CORNERS = "corners"
    STAR = "star"
    CIRCLE = "circle"
    BAR = "bar"
    DIAMOND = "diamond"


@record
class Appearance:
    """The appearance of a meaning. `colour` is `None` if it is the player's; `strength` is up to 1."""

    colour: Rgb | None
    rhythm: Rhythm
    shape: Shape
    strength: float = 1.0


WHITE: Final = (255, 255, 255)

STYLES: Final[Mapping[Meaning, Appearance]] = {
    Meaning.LIFT: Appearance((230, 159, 0), Rhythm.FAST_BLINK, Shape.ARROW_UP),
    Meaning.WRONG: Appearance((213, 94, 0), Rhythm.FAST_START, Shape.CROSS),
    Meaning.PLACE: Appearance(WHITE, Rhythm.BREATHE, Shape.PLUS),
    Meaning.PARK: Appearance((0, 158, 115), Rhythm.BLINK, Shape.TREE),
    Meaning.TOWER: Appearance((86, 180, 233), Rhythm.DOUBLE_BLINK, Shape.BLOCK),
    Meaning.MARKER: Appearance(None, Rhythm.BREATHE, Shape.RING),
    Meaning.HINT: Appearance((240, 228, 66), Rhythm.SLOW_WAVE, Shape.STAR),
    Meaning.ECHO: Appearance(WHITE, Rhythm.FADE, Shape.CIRCLE, strength=0.35),
    Meaning.SCORED: Appearance(None, Rhythm.FAST_BLINK, Shape.DIAMOND, strength=0.7),
    Meaning.LAST: Appearance(WHITE, Rhythm.STEADY, Shape.CORNERS, strength=0.2),
    Meaning.SCORE: Appearance(None, Rhythm.STEADY, Shape.BAR, strength=0.4),
}
"""Every meaning, in the order of precedence for the same light, the strongest first."""

PLAYERS: Final[Mapping[str, Rgb]] = {
    "white": WHITE,
    "yellow": (240, 228, 66),
    "blue": (0, 114, 178),
    "red": (220, 50, 47),
    "green": (0, 158, 115),
    "dark": (0, 114, 178),
    "light": (255, 236, 200),
    "p1": (0, 114, 178),
    "p2": (240, 228, 66),
    "p3": (204, 121, 167),
    "p4": (0, 158, 115),
    "p1+p3": (0, 114, 178),
    "p2+p4": (240, 228, 66),
}
"""The players' colours. Red is no Okabe-Ito colour: the set's own red, vermilion, says `wrong` here."""

PIECES: Final[Mapping[str, Rgb]] = {
    "park": (0, 158, 115),
    "tower": (86, 180, 233),
    "obstacle": (150, 150, 150),
}
"""The colours of pieces that belong to no player."""

_PRECEDENCE: Final = {meaning: rank for rank, meaning in enumerate(STYLES)}


@record
class _Pattern:
    """A sequence of levels: `levels[i]` lasts until `ends_ms[i]`. The last stays, unless it `loops`."""

    ends_ms: tuple[int, ...]
    levels: tuple[float, ...]
    loops: bool

    def find(self, at_ms: int) -> tuple[int, int]:
        """The start of the cycle around `at_ms`, and the number of the step."""
        begun_ms = at_ms - at_ms % self.ends_ms[-1] if self.loops else 0
        return begun_ms, min(bisect_right(self.ends_ms, at_ms - begun_ms), len(self.levels) - 1)


def _pattern(*steps: tuple[int, float], loops: bool = True) -> _Pattern:
    """A pattern of (milliseconds, level) steps. Equal neighbours become one, so that each end is a change."""
    ends_ms: list[int] = []
    levels: list[float] = []
    total_ms = 0
    for lasts_ms, level_ in steps:
        total_ms += lasts_ms
        if levels and levels[-1] == level_:
            ends_ms[-1] = total_ms
        else:
            ends_ms.append(total_ms)
            levels.append(level_)
    return _Pattern(tuple(ends_ms), tuple(levels), loops)


_STEP_MS: Final = 100
"""A step of the slow wave: ten changes a second look smooth and cost little."""

_BREATH_MS: Final = 1200
"""From full to the least, and as long back again."""


def _breath() -> list[tuple[int, float]]:
    """Full, down to a tenth and up again, in 2.4 s: a cosine in equal steps of its level. They are fewer than
    equal steps of time would be, and look as smooth."""
    ends_ms = [round(_BREATH_MS * math.acos((4 - step) / 4.5) / math.pi) for step in range(9)]
    between = [
        (end - begun, round(0.9 - step / 10, 1)) for step, (begun, end) in enumerate(pairwise(ends_ms))
    ]
    full, least = (2 * ends_ms[0], 1.0), (2 * (_BREATH_MS - ends_ms[-1]), 0.1)
    return [full, *between, least, *reversed(between)]


def _wave() -> list[tuple[int, float]]:
    """Full, ebbing to a quarter within 1.2 s, and slowly rising for 3.6 s."""
    ebb = [(_STEP_MS, round(1 - 0.75 * i / 12, 2)) for i in range(12)]
    return ebb + [(_STEP_MS, round(0.25 + 0.75 * i / 36, 2)) for i in range(36)]


_PATTERNS: Final[Mapping[Rhythm, _Pattern]] = {
    Rhythm.STEADY: _pattern((1, 1.0), loops=False),
    Rhythm.BLINK: _pattern((500, 1.0), (500, 0.0)),
    Rhythm.DOUBLE_BLINK: _pattern((150, 1.0), (150, 0.0), (150, 1.0), (750, 0.0)),
    Rhythm.BREATHE: _pattern(*_breath()),
    Rhythm.FAST_BLINK: _pattern((170, 1.0), (170, 0.0)),
    Rhythm.SLOW_WAVE: _pattern(*_wave()),
    Rhythm.FAST_START: _pattern((120, 1.0), (90, 0.0), (120, 1.0), (90, 0.0), (1, 1.0), loops=False),
    Rhythm.FADE: _pattern(*((80, round(1 - i / 10, 1)) for i in range(11)), loops=False),
}


def level(rhythm: Rhythm, at_ms: int) -> float:
    """The brightness of a rhythm `at_ms` after its start, 0 to 1. Before its start it is as at its start."""
    pattern = _PATTERNS[rhythm]
    return pattern.levels[pattern.find(max(at_ms, 0))[1]]


def next_change_ms(rhythm: Rhythm, at_ms: int) -> int | None:
    """When the level next changes after `at_ms`, in milliseconds since the start; `None` for never."""
    pattern = _PATTERNS[rhythm]
    begun_ms, step = pattern.find(max(at_ms, 0))
    if not pattern.loops and step == len(pattern.levels) - 1:
        return None
    return begun_ms + pattern.ends_ms[step]


def colour_of(lit: Lit) -> Rgb:
    """A light's full colour: its meaning's, or its player's (white for a player without a colour)."""
    return STYLES[lit.meaning].colour or player_colour(lit.player)


def player_colour(player: str | None) -> Rgb:
    """A player's colour; white for none and for an unknown name."""
    return PLAYERS.get(player or "", WHITE)


def piece_colour(name: str) -> Rgb:
    """The colour of a piece by its name: a player's, or its own."""
    return PIECES.get(name) or player_colour(name)


def lit_level(lit: Lit, now_ms: int) -> float:
    """The present brightness of a light's rhythm, 0 to 1, without its meaning's strength."""
    return level(STYLES[lit.meaning].rhythm, now_ms - lit.since_ms)


def moves(lit: Lit) -> bool:
    """Whether a light has a rhythm: any but a steady one changes its brightness."""
    return STYLES[lit.meaning].rhythm is not Rhythm.STEADY


def next_lit_change_ms(lits: Iterable[Lit], now_ms: int) -> int | None:
    """When the first of these lights changes after `now_ms`, by the same clock; `None` if none ever does."""
    changes_ms = []
    for meaning, since_ms in {(lit.meaning, lit.since_ms) for lit in lits}:
        change_ms = next_change_ms(STYLES[meaning].rhythm, now_ms - since_ms)
        if change_ms is not None:
            changes_ms.append(since_ms + change_ms)
    return min(changes_ms, default=None)


def precedence(meaning: Meaning) -> int:
    """The rank of a meaning for the same light; 0 is the strongest."""
    return _PRECEDENCE[meaning]
