"""The demonstration of Forma in a terminal."""

from __future__ import annotations

from typing import Final

from controller.tables.demo import SIGNS_LEGEND, DemoStyle
from engines.forma.position import FormaPosition

DEMO: Final[DemoStyle[FormaPosition]] = DemoStyle(
    "B and Y are squares of elements, b and y markers, # an obstacle, T the tower. "
    f"Behind them: ? is asked for, {SIGNS_LEGEND}",
    {"players": "2"},
    shown_every=5,
    wrong_turn=15,
    nodes=400,
    shown_at=frozenset({"start", "enclosed tower", "bridge"}),
)
