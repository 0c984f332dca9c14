"""Paper sizes."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Paper(StrEnum):
    """The paper: one of two sizes, or a single sheet as large as the drawing."""

    A4 = "a4"
    A3 = "a3"
    SHEET = "sheet"


SIZES: Final = {Paper.A4: (210.0, 297.0), Paper.A3: (297.0, 420.0)}
"""Width and height, upright, in millimetres."""
