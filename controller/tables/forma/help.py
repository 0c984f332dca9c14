"""Forma's rules for players, in short. See docs/rules/forma.md."""

from __future__ import annotations

from typing import Final

from controller.tables.help import Topic
from engines.forma.position import FormaPosition
from engines.forma.side import Stage
from texts import _

_SETUP: Final = Topic(
    _("Before the first element"),
    (
        _("The player who begins sets the white tower, not on the edge of the board."),
        _("Up to 25 grey obstacles may be set too: as many as you like."),
        _("None of them may touch another, at a corner either."),
        _("Then touch Start."),
    ),
)
_TURN: Final = Topic(
    _("Your turn: an element"),
    (
        _("Set one element on free cells, anywhere. Turn it or flip it as you like."),
        _("What you touch you play. If it does not fit where you meant it, it is withdrawn."),
        _("Then take another one. A second misfit is withdrawn too, and your turn is over."),
    ),
)
_POINTS: Final = Topic(
    _("Points"),
    (
        _("An element: 1 for each square."),
        _("A single free cell that your element closes in on all sides: 10. Your marker fills it."),
        _("An obstacle with only your elements, and the edge, around it: 10."),
        _("The tower: 50 to whoever closes its last open side."),
    ),
)
_BRIDGES: Final = Topic(
    _("Bridges"),
    (
        _("A chain of your squares, side by side, from one edge of the board to the one opposite: 50."),
        _("Your markers count as squares in it."),
        _("Two bridges in one direction share no square. Two that cross share just one."),
    ),
)
_END: Final = Topic(
    _("How it ends"),
    (
        _("When no element of anybody fits any more."),
        _("Then you lose the squares of all elements that you have left, or that were withdrawn."),
        _("The most points win."),
    ),
)
_ALL: Final = (_SETUP, _TURN, _POINTS, _BRIDGES, _END)


def topics(position: FormaPosition | None) -> tuple[Topic, ...]:
    """All pages, the current topic first."""
    now = _SETUP if position is None or position.stage is Stage.SETUP else _TURN
    return (now, *(topic for topic in _ALL if topic is not now))
