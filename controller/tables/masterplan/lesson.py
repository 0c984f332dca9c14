"""Masterplan's lesson. See docs/rules/masterplan.md."""

from __future__ import annotations

from typing import Final

from controller.tables.help import Figure
from controller.tables.lesson import LessonStep
from texts import _

_ROW: Final = ("house d4 ne", "house f6 n", "house c3 n")
_SCORED: Final = (*_ROW, "park e5")
_THREE: Final = (*_SCORED, "house b2 sw")
_SQUARE: Final = ("house d4 ne", "house e4 n")

LESSON: Final = (
    LessonStep(
        _("The aim"),
        (
            _("Build houses where parks will come: each new park scores the houses around it."),
            _("You play both sides here. Pieces that only glow need not stand on the table."),
        ),
        Figure(_SCORED),
    ),
    LessonStep(
        _("A house"),
        (_("Set a white house on d4, in its north-east corner."),),
        Figure(),
        ("house d4 ne",),
        (_("A house stands on the middle of a side or in a corner of any free cell."),),
    ),
    LessonStep(
        _("In turn"),
        (_("Now Yellow: set a yellow house on f6, on the middle of its north side."),),
        Figure(_ROW[:1]),
        ("house f6 n",),
        (_("In rows and squares the houses of both players count together."),),
    ),
    LessonStep(
        _("A row"),
        (_("c3, d4 and f6 lie on one diagonal. Set a white house on c3, on its north side."),),
        Figure(_ROW[:2]),
        ("house c3 n",),
        (_("A house on e5 would make four in a row, which is never allowed. So e5 needs a park."),),
    ),
    LessonStep(
        _("A park"),
        (_("The cell that needs a park blinks green. Set one there."),),
        Figure(_ROW),
        ("park e5",),
        (
            _("The house on d4 faces the park, in the corner that touches it: 2 points."),
            _("The house on f6 is only beside it: 1 point. The one on c3 is not beside it."),
        ),
    ),
    LessonStep(
        _("Face the park"),
        (
            _("A house on b2 makes three in a row with c3 and d4. Then a1 needs a park."),
            _("Set a yellow house on b2 so that it faces a1."),
        ),
        Figure(_SCORED),
        ("house b2 sw",),
        (_("That is worth 2 points as soon as the park stands."),),
        _("In which corner does b2 touch a1?"),
    ),
    LessonStep(
        _("Your park"),
        (_("Set the park."),),
        Figure(_THREE),
        ("park a1",),
        (_("Houses that are built later beside an old park score nothing for it."),),
    ),
    LessonStep(
        _("A square"),
        (_("d4 and e4 have houses. Set a white house on d5, on its south side."),),
        Figure(_SQUARE),
        ("house d5 s",),
        (_("A house on e5 would complete a square of four. So e5 needs a tower."),),
    ),
    LessonStep(
        _("A tower"),
        (_("The cell that needs a tower blinks blue. Set one there."),),
        Figure((*_SQUARE, "house d5 s")),
        ("tower e5",),
        (_("It scores when all houses are placed: whoever has more around it gets 2 points."),),
    ),
    LessonStep(
        _("How it ends"),
        (
            _("When all houses are placed the towers are scored. Then the most points win."),
            _("That is all. Now play a game."),
        ),
        Figure((*_SQUARE, "house d5 s", "tower e5", "house c3 ne", "house f6 sw")),
    ),
)
