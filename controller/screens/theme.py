"""The screens' colours and measures. Dark and calm, so that the board's own lights keep the eye."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.signs import STYLES, Rgb
from controller.view import Meaning

GROUND: Final[Rgb] = (15, 19, 24)
SURFACE: Final[Rgb] = (30, 37, 45)
RAISED: Final[Rgb] = (48, 58, 70)
EDGE: Final[Rgb] = (96, 110, 126)
LIGHT: Final[Rgb] = (236, 240, 243)
INK: Final[Rgb] = (247, 247, 242)
QUIET_INK: Final[Rgb] = (188, 198, 208)
DARK_INK: Final[Rgb] = (15, 19, 24)
ALARM: Final[Rgb] = STYLES[Meaning.LIFT].colour or LIGHT

_REFERENCE: Final = (800, 480)


@dataclass(frozen=True, slots=True)
class Scale:
    """Turns the measures of the plan, drawn for 800 x 480, into pixels of a screen of any size."""

    width: int
    height: int

    def __call__(self, measure: float) -> int:
        """So many pixels."""
        return round(measure * min(self.width / _REFERENCE[0], self.height / _REFERENCE[1]))


def contrast(one: Rgb, other: Rgb) -> float:
    """How well two colours stand apart, 1 to 21 (WCAG 2, relative luminance)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(fill: Rgb) -> Rgb:
    """The text colour, light or dark, that stands out better on a filled panel."""
    return max(INK, DARK_INK, key=lambda ink: contrast(ink, fill))


def _luminance(colour: Rgb) -> float:
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
