"""The type that is printed: DejaVu Sans, which the screens use too."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import controller

FAMILY: Final = "DejaVu Sans"
CAPITALS: Final = 0.729
"""How high its capitals are, in heights of the type."""

_FOLDER: Final = Path(controller.__file__).parent / "fonts"
_FILES: Final = {False: _FOLDER / "DejaVuSans.ttf", True: _FOLDER / "DejaVuSans-Bold.ttf"}


@cache
def font(is_bold: bool) -> str:
    """The name by which reportlab knows the type, plain or bold."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    file = _FILES[is_bold]
    registerFont(TTFont(file.stem, str(file)))
    return file.stem


@cache
def width(text: str, is_bold: bool) -> float:
    """How long a text is, in heights of its type."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(text, font(is_bold), 1.0))
