"""Views of a game of Massaï: covers, choices of cells, huts that are asked for, the winning chain."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller import step
from controller.play import Play
from controller.session import Pressed, Session, first_session
from controller.showing import view
from controller.tables.massai import MassaiTable
from controller.view import Phase, View
from hardware.ports import Grid

_GRID: Final = Grid(24, 24)
_TABLE: Final = MassaiTable(_GRID, 3)
_SET_UP: Final = ("setup dark b2 b3 c3 c4 d4", "setup light e1 e3 e4 f2 g3")
_CHAIN: Final = (
    "setup dark a1 b1 c1 d1 d2",
    "setup light e5 f5 f6 g6 h6",
    *("build e1", "build h5", "build f1", "build h4", "build g1", "build h3", "build h1"),
)


def _played(*texts: str, is_done: bool = True) -> Session:
    """A session after these actions; with `is_done` hands have done all that the last one asks for."""
    play = Play.resume(_TABLE, {"game": "massai"}, texts)
    session = first_session({"massai": _TABLE}, _GRID, 600, {})
    closed = play.closed if is_done else _TABLE.closed(play.before)
    session = replace(session, tracker=replace(session.tracker, closed=closed), phase=Phase.PLAYING)
    if not texts:
        return replace(session, play=play).right()
    return replace(session, play=play.back(1)).advanced_to(play)


def _touched(session: Session, *ids: str) -> View:
    for button_id in ids:
        session, _ = step.handle(session, Pressed(0, button_id))
    return view(session)


def _cells(*places: str) -> list[str]:
    return [f"cell-{'abcdefgh'.index(place[0])},{int(place[1]) - 1}" for place in places]


MASSAI_SAMPLES: Final[dict[str, View]] = {
    "secret-for-one-of-two": view(_played()),
    "secret-for-one": view(_played(*_SET_UP, "attack e4")),
    "secret-set-up": _touched(_played(), "reveal", *_cells("b2", "c3", "c4")),
    "secret-refused": _touched(_played(), "reveal", *_cells("a1", "a2", "b1", "b2", "d6"), "done"),
    "secret-attack": _touched(_played(*_SET_UP), "attack", "reveal", *_cells("e4")),
    "secret-guards": _touched(_played(*_SET_UP, "attack e4"), "reveal"),
    "playing-huts-to-put": view(_played(*_SET_UP, is_done=False)),
    "playing-huts-to-lift": view(_played(*_SET_UP, "attack e4", "guard e3", is_done=False)),
    "over-chain": view(_played(*_CHAIN)),
}
