"""The type of what is printed: DejaVu Sans, which the screens use too."""

from __future__ import annotations

from functools import cache
from typing import Final

from controller.screens.layout.text import font

FAMILY: Final = "DejaVu Sans"
CAPITALS: Final = 0.729
"""The height of its capitals, in heights of the type."""

_UNITS: Final = 2048
"""The font's own units in a height: at this size it is measured exactly."""


@cache
def width(text: str, is_bold: bool) -> float:
    """The length of a text, in heights of its type, as a printer sets it: without kerning."""
    advances = [metric[4] for metric in font(_UNITS, is_bold).metrics(text) if metric is not None]
    return sum(advances) / _UNITS
