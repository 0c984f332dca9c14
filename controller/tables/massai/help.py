"""Massaï's rules for players, in short. See docs/rules/massai.md."""

from __future__ import annotations

from typing import Final

from controller.tables.help import Topic
from engines.massai.actions import Phase
from engines.massai.game import MassaiPosition
from texts import _

_SETUP: Final = Topic(
    _("The first five huts"),
    (
        _("Each player chooses five cells in secret, in the four rows nearest."),
        _("Each of the five must touch another of them, at a side or at a corner."),
        _("When both have chosen, the table asks for the huts."),
    ),
)
_TURN: Final = Topic(
    _("Your turn"),
    (
        _("Build: set a hut on a free cell that touches one of yours."),
        _("Or attack: touch Attack and choose, in secret, an enemy hut that touches one of yours."),
        _("With all 15 huts on the board, move one of them in place of building."),
    ),
)
_GUARD: Final = Topic(
    _("You are attacked"),
    (
        _("Guard, in secret, some of your huts that touch an enemy hut."),
        _("With 1 or 2 such huts you have one guard, with 3 or 4 two, with 5 or 6 three, with more four."),
        _("If you guard the right hut, all attackers beside it are taken off."),
        _("If not, it becomes the attacker's, and all your huts beside it are taken off."),
    ),
)
_LONELY: Final = Topic(
    _("After an attack"),
    (
        _("Huts of the loser that touch no own hut any more are taken off as well."),
        _("Huts that were taken off can be built again."),
    ),
)
_END: Final = Topic(
    _("How to win"),
    (
        _("Join the two banks, the first row and the last, by a chain of your huts."),
        _("Huts touch at sides and corners, unless you play side by side only."),
        _("Whoever has no hut left on the board has lost."),
    ),
)
_ALL: Final = (_SETUP, _TURN, _GUARD, _LONELY, _END)


def topics(position: MassaiPosition | None) -> tuple[Topic, ...]:
    """All pages, the current topic first."""
    phase = Phase.SETUP if position is None else position.phase
    now = {Phase.SETUP: _SETUP, Phase.GUARDS: _GUARD}.get(phase, _TURN)
    return (now, *(topic for topic in _ALL if topic is not now))
