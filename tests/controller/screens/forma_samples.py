"""Views of a game of Forma: its set-up, elements, markers and bridges, a misfit, a clock, and the end."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from controller import step
from controller.clock import Clock
from controller.play import Play
from controller.session import Pressed, Session, first_session
from controller.showing import view
from controller.tables.forma import FormaTable
from controller.view import Phase, View
from hardware.ports import Grid, SensorFrame

_GRID: Final = Grid(24, 24)
_TABLE: Final = FormaTable(_GRID, 3)
_SETTLE_MS: Final = 600
_VECTORS: Final = Path(__file__).parents[2] / "vectors" / "forma.jsonl"
_TWO: Final = {"game": "forma", "players": 2, "options": {}}
_MARKER: Final = ("tower k10", "start", "place b1 b2", "place p1", "place a2")


def _game(name: str) -> tuple[dict[str, Any], list[str]]:
    """The header and the actions of a vector game."""
    for line in _VECTORS.read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        if vector["name"] == name:
            pairs = zip(vector["requests"], vector["answers"], strict=True)
            texts = [
                request["play"] for request, answer in pairs if "play" in request and answer.get("ok", True)
            ]
            return vector["requests"][0], texts
    raise LookupError(name)


def _played(header: dict[str, Any], texts: list[str], clock: Clock | None = None) -> Session:
    """A session after these actions, with the board as they leave it."""
    play = Play.resume(_TABLE, header, texts)
    session = first_session({"forma": _TABLE}, _GRID, _SETTLE_MS, {})
    tracker = replace(session.tracker, closed=play.closed, settled=play.closed)
    session = replace(
        session, tracker=tracker, phase=Phase.PLAYING, is_seen=True, clock=clock or session.clock
    )
    if not texts:
        return replace(session, play=play).right()
    return replace(session, play=play.back(1)).advanced_to(play)


def _with_pieces_on(session: Session, *places: str) -> View:
    """What is shown when pieces have come to rest on these cells."""
    closed = session.tracker.closed
    for place in places:
        closed |= _TABLE.sites(place)
    session, _ = step.handle(session, SensorFrame(10_000, closed))
    session, _ = step.tick(session, 10_000 + _SETTLE_MS)
    return view(session)


def _touched(session: Session, *ids: str) -> View:
    for button_id in ids:
        session, _ = step.handle(session, Pressed(0, button_id))
    return view(session)


_FOUR: Final = _game("random game: 4 players, contact corner, 1")
_MENU: Final = replace(first_session({"forma": _TABLE}, _GRID, _SETTLE_MS, {}), phase=Phase.MENU)
_CLOCK: Final = Clock("game", 600_000, {"blue": 605_000, "red": 71_000}, "yellow", 0, 9_000)
_MOVE: Final = Clock("move", 60_000, {}, "yellow", 0, 15_000)

FORMA_SAMPLES: Final[dict[str, View]] = {
    "forma-setup": _touched(_MENU, "game-forma"),
    "forma-set-up-begins": view(_played(_TWO, [])),
    "forma-tower-or-obstacle": _with_pieces_on(_played(_TWO, []), "k10"),
    "forma-on-the-edge": _with_pieces_on(_played(_TWO, []), "a5"),
    "forma-touching": _with_pieces_on(_played(_TWO, ["tower k10", "obstacle c5"]), "d6"),
    "forma-half-an-element": _with_pieces_on(_played(_TWO, ["tower k10", "start"]), "c3", "c4", "c6"),
    "forma-marker": view(_played(_TWO, [*_MARKER])),
    "forma-clock-of-a-move": view(_played(_TWO, [*_MARKER, "place p3"], _MOVE)),
    "forma-in-its-middle": view(_played(_FOUR[0], _FOUR[1][:60])),
    "forma-clock-of-a-game": view(_played(_FOUR[0], _FOUR[1][:60], _CLOCK)),
    "forma-misfit": _touched(_played(_TWO, ["tower k10", "start"]), "misfit"),
    "forma-over": view(_played(*_FOUR)),
}
