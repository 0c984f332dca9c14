"""Forma's lesson. See docs/rules/forma.md."""

from __future__ import annotations

from typing import Any, Final

from controller.tables.help import Figure
from controller.tables.lesson import LessonStep
from texts import _

_TWO: Final[dict[str, Any]] = {"players": 2}
_BEGUN: Final = ("tower k10", "obstacle m12", "start")
_U: Final = (*_BEGUN, "place d4 d5 e4 f4 f5")
_OPEN: Final = (*_U, "place c8")
_AROUND: Final = (*_OPEN, "place d6 e6 f6", "place h7", "place l11 l12 l13 m11 n11", "place c2")
_BRIDGE: Final = (
    *("tower k10", "start"),
    *("place a5 b5 c5 d5 e5", "place c8", "place f5 g5 h5 i5 j5", "place c10 d10"),
    *("place k5 l5 m5 n5", "place f8 f9", "place o5 p5 q5 r5", "place n14 n15 o15"),
)


def _figure(actions: tuple[str, ...]) -> Figure:
    return Figure(actions, _TWO)


LESSON: Final = (
    LessonStep(
        _("The aim"),
        (
            _("Set your elements so that they close in free cells, and join two edges of the board."),
            _("You play both sides here. Pieces that only glow need not stand on the table."),
        ),
        _figure((*_BRIDGE, "place s5 t5")),
    ),
    LessonStep(
        _("The tower"),
        (_("Whoever begins sets the white tower, not on the edge. Set it on k10."),),
        _figure(()),
        ("tower k10",),
        (_("It is worth 50 points to whoever closes its last open side."),),
    ),
    LessonStep(
        _("Obstacles"),
        (_("Up to 25 grey obstacles may follow. Set one on m12."),),
        _figure(_BEGUN[:1]),
        ("obstacle m12",),
        (_("Tower and obstacles may not touch each other, at a corner either."),),
    ),
    LessonStep(
        _("The start"),
        (_("The set-up is done. Touch Start."),),
        _figure(_BEGUN[:2]),
        ("start",),
        (_("In a game for two, Blue plays red as well, and Yellow plays green."),),
        offered=("start",),
    ),
    LessonStep(
        _("An element"),
        (_("Set the blue U of five squares on d4, e4, f4, d5 and f5."),),
        _figure(_BEGUN),
        ("place d4 d5 e4 f4 f5",),
        (_("An element may go on any free cells. It scores 1 for each square: 5."),),
    ),
    LessonStep(
        _("Close in a cell"),
        (_("e5 is open to the north only. Set a blue element that covers e6."),),
        _figure(_OPEN),
        ("place d6 e6 f6", "place e6", "place e6 e7", "place d6 e6", "place e6 f6", "place e6 e7 e8"),
        (_("You closed the last open side of a single free cell: 10 points, and your marker fills it."),),
        _("An element that lies on e6 closes the cell: a bar of three on d6, e6 and f6, for example."),
    ),
    LessonStep(
        _("Close in an obstacle"),
        (_("All sides of m12 must be yours. Set a blue L of three on n12, m13 and n13."),),
        _figure(_AROUND),
        ("place m13 n12 n13",),
        (_("An obstacle with only your elements, or the edge, around it: 10 points."),),
    ),
    LessonStep(
        _("A bridge"),
        (_("A chain of squares from edge to edge is a bridge. Set a blue bar of two on s5 and t5."),),
        _figure(_BRIDGE),
        ("place s5 t5",),
        (_("50 points. Your markers count as squares of a bridge, too."),),
    ),
    LessonStep(
        _("A misfit"),
        (
            _("If an element does not fit where you meant it, it is withdrawn. Then take another one."),
            _("A second misfit is withdrawn too, and your turn is over."),
        ),
        _figure(_OPEN),
    ),
    LessonStep(
        _("How it ends"),
        (
            _("When nobody can place an element any more."),
            _("Then you lose the squares of all elements that you have left, or that were withdrawn."),
            _("That is all. Now play a game."),
        ),
        _figure(_AROUND),
    ),
)
