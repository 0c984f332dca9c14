"""The demonstration of Massaï in a terminal."""

from __future__ import annotations

from typing import Final

from controller.tables.demo import SIGNS_LEGEND, DemoStyle
from engines.massai.game import MassaiPosition

DEMO: Final[DemoStyle[MassaiPosition]] = DemoStyle(f"D and L are dark and light huts. {SIGNS_LEGEND}")
