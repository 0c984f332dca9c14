"""Views of a game of Forma: its set-up, elements, markers and bridges, a misfit, a clock, and the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from controller.model.clock import Clock
from controller.model.view import Phase, View
from controller.referee.session import Session
from controller.tables.forma.table import FormaTable
from tests.controller.screens.samples.sessions import GRID, at_rest, begun, played, seen, touched, vector_game

_TABLE: Final = FormaTable(GRID, 3)
_TWO: Final = {"game": "forma", "players": 2, "options": {}}
_MARKER: Final = ("tower k10", "start", "place b1 b2", "place p1", "place a2")


def _played(header: dict[str, Any], texts: list[str], clock: Clock | None = None) -> Session:
    session = played(_TABLE, header, texts)
    return session if clock is None else replace(session, clock=clock)


def _with_pieces_on(session: Session, *places: str) -> View:
    """The view after pieces have come to rest on these cells."""
    closed = session.tracker.closed
    for place in places:
        closed |= _TABLE.sites(place)
    return seen(at_rest(session, closed))


def _touched(session: Session, *ids: str) -> View:
    return seen(touched(session, *ids))


_FOUR: Final = vector_game("forma", "random game: 4 players, contact corner, 1")


def _of_red() -> int:
    """After this many actions of that game it is Red's turn."""
    return next(n for n in range(20, 60) if _played(_FOUR[0], _FOUR[1][:n]).current.position.turn == "red")


_CLOCK: Final = Clock("game", 600_000, {"blue": 605_000, "red": 71_000}, "yellow", 0, 9_000)
_MOVE: Final = Clock("move", 60_000, {}, "yellow", 0, 15_000)

_FIRST: Final = _played(_FOUR[0], _FOUR[1][:60])

FORMA_SAMPLES: Final[dict[str, View]] = {
    "forma-setup": _touched(begun(_TABLE), "game-forma"),
    "forma-set-up-begins": seen(_played(_TWO, [])),
    "forma-tower-or-obstacle": _with_pieces_on(_played(_TWO, []), "k10"),
    "forma-on-the-edge": _with_pieces_on(_played(_TWO, []), "a5"),
    "forma-touching": _with_pieces_on(_played(_TWO, ["tower k10", "obstacle c5"]), "d6"),
    "forma-half-an-element": _with_pieces_on(_played(_TWO, ["tower k10", "start"]), "c3", "c4", "c6"),
    "forma-marker": seen(_played(_TWO, [*_MARKER])),
    "forma-clock-of-a-move": seen(_played(_TWO, [*_MARKER, "place p3"], _MOVE)),
    "forma-in-its-middle": seen(_played(_FOUR[0], _FOUR[1][:60])),
    "forma-red-to-move": seen(_played(_FOUR[0], _FOUR[1][: _of_red()])),
    "forma-pointed-at": _touched(_played(_FOUR[0], _FOUR[1][:60]), "unseen", "cell-10,10"),
    "forma-pointed-at-in-a-corner": _touched(_played(_FOUR[0], _FOUR[1][:60]), "unseen", "cell-19,0"),
    "forma-clock-of-a-game": seen(_played(_FOUR[0], _FOUR[1][:60], _CLOCK)),
    "forma-which-piece": _touched(
        replace(
            _FIRST,
            tracker=_FIRST.tracker.read(GRID.site(4, 4), "unknown tag 04A2B1C9", 1_000),
            phase=Phase.CORRECTING,
        ),
        "unseen",
    ),
    "forma-misfit": _touched(_played(_TWO, ["tower k10", "start"]), "misfit"),
    "forma-over": seen(_played(*_FOUR)),
}
