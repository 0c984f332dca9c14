"""Forma's rules for players, in short. See docs/rules/forma.md."""

from __future__ import annotations

from typing import Final

from controller.tables.help import Figure, Topic, ordered, topic
from engines.forma.position import FormaPosition
from engines.forma.side import Stage
from texts import _

_FOUR: Final = {"players": 4}
_BEGUN: Final = ("tower k10", "start")
_PART: Final = (1, 0, 8, 8)
_ENCLOSING: Final = (
    *_BEGUN,
    *("place d4 d5 e4 f4 f5", "place d7", "place c2", "place h7"),
    "place d6 e6 f6",
)
_BRIDGE: Final = (
    *_BEGUN,
    *("place a5 b5 c5 d5 e5", "place c8", "place f5 g5 h5 i5 j5", "place c10 d10"),
    *("place k5 l5 m5 n5", "place f8 f9", "place o5 p5 q5 r5", "place n14 n15 o15"),
    "place s5 t5",
)

_AIM: Final = topic(
    Figure(_BRIDGE, {"players": 2}),
    _("The aim"),
    _("Set your elements so that they close in free cells, and join two edges of the board."),
    _("Set as many as you can: each square scores 1, and costs 1 if it is left over."),
    _("The most points win."),
)
_SETUP: Final = topic(
    Figure(("tower k10", "obstacle m12", "obstacle i13", "obstacle l8"), _FOUR, (7, 6, 8, 8)),
    _("Before the first element"),
    _("The player who begins sets the white tower, not on the edge of the board."),
    _("Up to 25 grey obstacles may be set too: as many as you like."),
    _("None of them may touch another, at a corner either."),
    _("Then touch Start."),
)
_TURN: Final = topic(
    Figure(_ENCLOSING[:3], _FOUR, _PART),
    _("Your turn: an element"),
    _("Set one element on free cells, anywhere. Turn it or flip it as you like."),
    _("What you touch you play. If it does not fit where you meant it, it is withdrawn."),
    _("Then take another one. A second misfit is withdrawn too, and your turn is over."),
)
_POINTS: Final = topic(
    Figure(_ENCLOSING, _FOUR, _PART),
    _("Points"),
    _("An element: 1 for each square."),
    _("A single free cell that your element closes in on all sides: 10. Your marker fills it."),
    _("An obstacle with only your elements, and the edge, around it: 10."),
    _("The tower: 50 to whoever closes its last open side."),
)
_BRIDGES: Final = topic(
    Figure(_BRIDGE, {"players": 2}),
    _("Bridges"),
    _("A chain of your squares, side by side, from one edge of the board to the one opposite: 50."),
    _("Your markers count as squares in it."),
    _("Two bridges in one direction share no square. Two that cross share just one."),
)
_END: Final = topic(
    Figure(_ENCLOSING[:-1], _FOUR, _PART),
    _("How it ends"),
    _("When nobody can place an element any more."),
    _("Then you lose the squares of all elements that you have left, or that were withdrawn."),
    _("The most points win."),
)
_ALL: Final = (_AIM, _SETUP, _TURN, _POINTS, _BRIDGES, _END)


def topics(position: FormaPosition | None) -> tuple[Topic, ...]:
    """All pages, the aim and the current topic first."""
    now = _SETUP if position is None or position.stage is Stage.SETUP else _TURN
    return ordered(_ALL, now)
