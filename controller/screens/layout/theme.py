"""The screens' colours and measures, in each style that people may choose.

They are dark and calm, so that the board's own lights get the attention.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Final, Literal

from controller.model.signs import STYLES, Rgb
from controller.model.view import Meaning
from engines.record import record

GROUND: Final[Rgb] = (15, 19, 24)
SURFACE: Final[Rgb] = (30, 37, 45)
RAISED: Final[Rgb] = (48, 58, 70)
EDGE: Final[Rgb] = (96, 110, 126)
LIGHT: Final[Rgb] = (236, 240, 243)
INK: Final[Rgb] = (247, 247, 242)
QUIET_INK: Final[Rgb] = (188, 198, 208)
DARK_INK: Final[Rgb] = (15, 19, 24)
ALARM: Final[Rgb] = STYLES[Meaning.LIFT].colour or LIGHT
FOCUS: Final[Rgb] = STYLES[Meaning.HINT].colour or LIGHT
"""The ring around the keyboard's focus."""
CODE: Final[Rgb] = (0, 0, 0)
CODE_GROUND: Final[Rgb] = (255, 255, 255)
"""A QR code's modules, dark and light, in every contrast."""


@record
class Palette:
    """The colours of one contrast. `rim` is drawn around panels that a fill alone would not set off."""

    ground: Rgb
    surface: Rgb
    raised: Rgb
    edge: Rgb
    light: Rgb
    ink: Rgb
    quiet_ink: Rgb
    board: Rgb
    cell: Rgb
    rim: Rgb | None = None


_BLACK: Final[Rgb] = (0, 0, 0)
_WHITE: Final[Rgb] = (255, 255, 255)

PALETTES: Final[Mapping[str, Palette]] = {
    "normal": Palette(
        GROUND, SURFACE, RAISED, EDGE, LIGHT, INK, QUIET_INK, board=(24, 30, 37), cell=(50, 60, 71)
    ),
    "high": Palette(
        _BLACK,
        _BLACK,
        _BLACK,
        _WHITE,
        _WHITE,
        _WHITE,
        _WHITE,
        board=(120, 120, 120),
        cell=_BLACK,
        rim=_WHITE,
    ),
}

_TYPE: Final[Mapping[str, float]] = {"normal": 1.0, "large": 1.2}


@record
class Style:
    """A person's screen style: the size of its texts, and the contrast of its colours."""

    text: Literal["normal", "large"] = "normal"
    contrast: Literal["normal", "high"] = "normal"

    @property
    def palette(self) -> Palette:
        """The colours."""
        return PALETTES[self.contrast]

    @property
    def type_factor(self) -> float:
        """How much larger than usual every text is."""
        return _TYPE[self.text]


PLAIN: Final = Style()

_REFERENCE: Final = (800, 480)


@record
class Scale:
    """Converts the measures of the plan, drawn for 800 x 480 or upright for 480 x 800, into pixels of a
    screen of any size."""

    width: int
    height: int

    factor: float = field(init=False, compare=False)

    def __post_init__(self) -> None:
        long, short = max(self.width, self.height), min(self.width, self.height)
        object.__setattr__(self, "factor", min(long / _REFERENCE[0], short / _REFERENCE[1]))

    def __call__(self, measure: float) -> int:
        """This measure in pixels."""
        return round(measure * self.factor)


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2, relative luminance)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


_MOST_COLOURS: Final = 64
"""More colours of panels than there are."""

LEAST_CONTRAST: Final = 4.5
"""For words on a panel (WCAG 2 AA)."""


@lru_cache(maxsize=_MOST_COLOURS)
def panel_of(fill: Rgb) -> Rgb:
    """A colour as a panel for words: the same, or darkened until they stand out."""
    while contrast(ink_on(fill), fill) < LEAST_CONTRAST:
        red, green, blue = (part * 49 // 50 for part in fill)
        fill = red, green, blue
    return fill


@lru_cache(maxsize=_MOST_COLOURS)
def ink_on(fill: Rgb) -> Rgb:
    """The text colour, light or dark, with the better contrast on a filled panel."""
    return max(INK, DARK_INK, key=lambda ink: contrast(ink, fill))


def _luminance(colour: Rgb) -> float:
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
