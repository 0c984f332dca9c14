"""The type that is printed: DejaVu Sans, which the screens use too."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import controller

FAMILY: Final = "DejaVu Sans"
CAPITALS: Final = 0.729
"""How high its capitals are, in heights of the type."""

_FOLDER: Final = Path(controller.__file__).parent / "fonts"
FILES: Final = {False: _FOLDER / "DejaVuSans.ttf", True: _FOLDER / "DejaVuSans-Bold.ttf"}
"""The files, plain and bold."""
