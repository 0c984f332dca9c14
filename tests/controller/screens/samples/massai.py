"""Views of a game of Massaï: covers, choices of cells, huts that are asked for, the winning chain."""

from __future__ import annotations

from typing import Final

from controller.model.view import View
from controller.referee.session import Session
from controller.tables.massai.table import MassaiTable
from tests.controller.screens.samples.sessions import GRID, played, seen, touched

_TABLE: Final = MassaiTable(GRID, 3)
_SET_UP: Final = ("setup dark b2 b3 c3 c4 d4", "setup light e1 e3 e4 f2 g3")
_CHAIN: Final = (
    "setup dark a1 b1 c1 d1 d2",
    "setup light e5 f5 f6 g6 h6",
    *("build e1", "build h5", "build f1", "build h4", "build g1", "build h3", "build h1"),
)


def _played(*texts: str, is_done: bool = True) -> Session:
    return played(_TABLE, {"game": "massai"}, list(texts), is_done=is_done)


def _touched(session: Session, *ids: str) -> View:
    return seen(touched(session, *ids))


def _cells(*places: str) -> list[str]:
    return [f"cell-{'abcdefgh'.index(place[0])},{int(place[1]) - 1}" for place in places]


MASSAI_SAMPLES: Final[dict[str, View]] = {
    "secret-for-one-of-two": seen(_played()),
    "secret-for-one": seen(_played(*_SET_UP, "attack e4")),
    "secret-set-up": _touched(_played(), "reveal", *_cells("b2", "c3", "c4")),
    "secret-refused": _touched(_played(), "reveal", *_cells("a1", "a2", "b1", "b2", "d6"), "done"),
    "secret-attack": _touched(_played(*_SET_UP), "attack", "reveal", *_cells("e4")),
    "secret-guards": _touched(_played(*_SET_UP, "attack e4"), "reveal"),
    "playing-huts-to-put": seen(_played(*_SET_UP, is_done=False)),
    "playing-huts-to-lift": seen(_played(*_SET_UP, "attack e4", "guard e3", is_done=False)),
    "over-chain": seen(_played(*_CHAIN)),
}
