"""Massaï's rules for players, in short. See docs/rules/massai.md."""

from __future__ import annotations

from typing import Final

from controller.tables.help import Figure, Topic, ordered, topic
from engines.massai.actions import GamePhase
from engines.massai.game import MassaiPosition
from texts import _

_SETUPS: Final = ("setup dark a3 b3 c3 c4 d3", "setup light e4 f4 g4 g5 h5")
_CHAIN: Final = ("build e3", "build f6", "build f3", "build e6", "build g3", "build h6", "build h3")

_SETUP: Final = topic(
    Figure(_SETUPS),
    _("The first five huts"),
    _("Each player chooses five cells in secret, in the four rows nearest."),
    _("Each of the five must touch another of them, at a side or at a corner."),
    _("When both have chosen, the table asks for the huts."),
)
_TURN: Final = topic(
    Figure((*_SETUPS, "build d4")),
    _("Your turn"),
    _("Build: set a hut on a free cell that touches one of yours."),
    _("Or attack: touch Attack and choose, in secret, an enemy hut that touches one of yours."),
    _("With all 15 huts on the board, move one of them in place of building."),
)
_GUARD: Final = topic(
    Figure((*_SETUPS, "build d4", "attack d4")),
    _("You are attacked"),
    _("Guard, in secret, some of your huts that touch an enemy hut."),
    _("With 1 or 2 such huts you have one guard, with 3 or 4 two, with 5 or 6 three, with more four."),
    _("If you guard the right hut, all attackers beside it are taken off."),
    _("If not, it becomes the attacker's, and all your huts beside it are taken off."),
)
_LONELY: Final = topic(
    Figure((*_SETUPS, "build d4", "attack d4", "guard d3")),
    _("After an attack"),
    _("Huts of the loser that touch no own hut any more are taken off as well."),
    _("Huts that were taken off can be built again."),
)
_AIM: Final = topic(
    Figure((*_SETUPS, *_CHAIN)),
    _("The aim"),
    _("Join the two banks, the first row and the last, by a chain of your huts."),
    _("Huts touch at sides and corners, unless you play side by side only."),
    _("Whoever has no hut left on the board has lost."),
)
_ALL: Final = (_AIM, _SETUP, _TURN, _GUARD, _LONELY)


def topics(position: MassaiPosition | None) -> tuple[Topic, ...]:
    """All pages, the aim and the current topic first."""
    phase = GamePhase.SETUP if position is None else position.phase
    return ordered(_ALL, {GamePhase.SETUP: _SETUP, GamePhase.GUARDS: _GUARD}.get(phase, _TURN))
