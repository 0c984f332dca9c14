"""The fonts as reportlab knows them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import controller

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
