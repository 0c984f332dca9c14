"""The demonstration of Masterplan in a terminal."""

from __future__ import annotations

from typing import Final

from controller.tables.demo import SIGNS_LEGEND, DemoStyle
from engines.masterplan.position import MasterplanPosition

DEMO: Final[DemoStyle[MasterplanPosition]] = DemoStyle(
    "W and Y are houses with their spots (Wne stands in the north-east), (P) is a park, [T] a tower. "
    f"P? and T? are asked for, {SIGNS_LEGEND}",
    second_thoughts_turn=5,
    says_all=False,
)
