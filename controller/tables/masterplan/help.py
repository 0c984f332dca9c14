"""Masterplan's rules for players, in short. See docs/rules/masterplan.md."""

from __future__ import annotations

from typing import Final

from controller.tables.help import Figure, Topic, ordered, topic
from engines.masterplan.play import Stage
from engines.masterplan.position import MasterplanPosition
from texts import _

_PART: Final = (1, 1, 6, 6)
_SCORED: Final = ("house d4 ne", "house f6 n", "house c3 n", "park e5")
_TOWERED: Final = ("house d4 ne", "house e4 n", "house d5 s", "tower e5", "house c3 ne", "house f6 sw")

_AIM: Final = topic(
    Figure(_SCORED, part=_PART),
    _("The aim"),
    _("Build houses where parks will come: each new park scores the houses around it."),
    _("When all houses are placed, the most points win."),
)
_HOUSE: Final = topic(
    Figure(_SCORED[:1], part=_PART),
    _("Your turn: a house"),
    _("Set one of your houses on any free cell, on the middle of a side or in a corner."),
    _("Not where it would make four houses in a row: across, along or diagonally."),
    _("Face it to where parks may come. Only houses score."),
)
_PIECES: Final = topic(
    Figure(("house d4 ne", "house e5 n", "house g4 nw", "house e4 s"), part=_PART),
    _("Parks and towers"),
    _("A free cell where one more house would make four in a row gets a park."),
    _("A free cell that would complete a square of four houses gets a tower, while there are any."),
    _("Where both are called for, the park comes first."),
    _("Take a house up again at once to play elsewhere."),
)
_PARKS: Final = topic(
    Figure(_SCORED, part=_PART),
    _("What a park scores"),
    _("Each house around a new park scores 1 for its owner."),
    _("A house that faces the park scores 2: at the side, or in the corner, that touches it."),
    _("Houses that are built later beside an old park score nothing for it."),
)
_END: Final = topic(
    Figure(_TOWERED, part=_PART),
    _("How it ends"),
    _("When all houses are placed the towers are scored. Then the most points win."),
    _("Lift the towers one by one, in any order."),
    _("Each is counted like a park. Who has more around it gets 2 points, and nobody on a tie."),
    _("If no cell is free before, the towers are scored at once."),
)
_FORGETTING: Final = topic(
    Figure(_SCORED[:3], {"options": {"assist": False}}, _PART),
    _("Players watch"),
    _("The table does not say where parks and towers are due: watch for them yourselves."),
    _("A park that was forgotten may be placed later, but scores nothing."),
    _("Touch End the turn when you have placed what you saw."),
)
_ALL: Final = (_AIM, _HOUSE, _PIECES, _PARKS, _END)


def topics(position: MasterplanPosition | None) -> tuple[Topic, ...]:
    """All pages, the aim and the current topic first."""
    if position is None:
        return _ALL
    now = {Stage.HOUSE: _HOUSE, Stage.PIECES: _PIECES}.get(position.stage, _END)
    watching = () if position.options.assist else (_FORGETTING,)
    return ordered((_AIM, *watching, *_ALL[1:]), now)
