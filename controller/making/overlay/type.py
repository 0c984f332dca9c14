"""The printed font: DejaVu Sans, which the screens use too."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import controller

FAMILY: Final = "DejaVu Sans"
CAPITALS: Final = 0.729
"""The height of its capitals, in heights of the type."""

_FOLDER: Final = Path(controller.__file__).parent / "fonts"
_FILES: Final = {False: _FOLDER / "DejaVuSans.ttf", True: _FOLDER / "DejaVuSans-Bold.ttf"}


@cache
def font(is_bold: bool) -> str:
    """The reportlab name of the font, regular or bold."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    file = _FILES[is_bold]
    registerFont(TTFont(file.stem, str(file)))
    return file.stem


@cache
def width(text: str, is_bold: bool) -> float:
    """The width of a text, in heights of its type."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(text, font(is_bold), 1.0))
