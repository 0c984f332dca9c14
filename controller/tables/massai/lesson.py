"""Massaï's lesson. See docs/rules/massai.md."""

from __future__ import annotations

from typing import Final

from controller.tables.help import Figure
from controller.tables.lesson import LessonStep
from texts import _

_SETUPS: Final = ("setup dark a3 b3 c3 c4 d3", "setup light e4 f4 g4 g5 h5")
_BUILT: Final = (*_SETUPS, "build d4")
_ATTACKED: Final = (*_BUILT, "attack d4")
_CHAIN: Final = (*_SETUPS, "build e3", "build f6", "build f3", "build e6", "build g3", "build h6")

LESSON: Final = (
    LessonStep(
        _("The aim"),
        (
            _("Join the two banks, the first row and the last, by a chain of your huts."),
            _("You play both sides here. Pieces that only glow need not stand on the table."),
        ),
        Figure((*_CHAIN, "build h3")),
    ),
    LessonStep(
        _("Five huts"),
        (
            _("Each player chooses five cells in secret, in the four rows nearest."),
            _("Each of the five must touch another of them, at a side or at a corner."),
        ),
        Figure(_SETUPS),
    ),
    LessonStep(
        _("Build"),
        (_("A new hut must touch one of yours. Set a dark hut on d4."),),
        Figure(_SETUPS),
        ("build d4",),
        (_("d4 touches c3, c4 and d3. It also touches a light hut: there it can be attacked."),),
    ),
    LessonStep(
        _("Attack"),
        (_("Light attacks, in place of building, a hut that touches a light one. Touch d4 on the screen."),),
        Figure(_BUILT),
        ("attack d4",),
        (_("In a game the chosen hut stays secret. Dark only learns that one of its huts is attacked."),),
        _("The light hut on e4 touches two dark ones: choose the one on d4."),
    ),
    LessonStep(
        _("Guard the right hut"),
        (
            _("Dark is attacked. Two dark huts touch a light one: that gives one guard."),
            _("Touch d4 on the screen to guard it."),
        ),
        Figure(_ATTACKED),
        ("guard d4",),
        (
            _("The guard stood on the attacked hut: it stays, and the attackers beside it are taken off."),
            _("Huts cut off from their own are taken off, too."),
        ),
    ),
    LessonStep(
        _("Guard the wrong hut"),
        (
            _("More huts at the front give more guards: 3 or 4 two, 5 or 6 three, from 7 on four."),
            _("The same attack again. This time touch d3 to guard that one."),
        ),
        Figure(_ATTACKED),
        ("guard d3",),
        (_("The attacked hut becomes the attacker's, and all dark huts beside it are taken off."),),
    ),
    LessonStep(
        _("Join the banks"),
        (_("Dark's chain reaches from row a to row g. Set a dark hut in row h that joins it."),),
        Figure(_CHAIN),
        ("build h3", "build h2", "build h4"),
        (_("Dark has won. Whoever has no hut left on the board has lost, too."),),
        _("g3 touches h2, h3 and h4."),
    ),
    LessonStep(
        _("All 15 huts"),
        (
            _("With all 15 huts on the board, move one of them in place of building."),
            _("That is all. Now play a game."),
        ),
        Figure(_BUILT),
    ),
)
