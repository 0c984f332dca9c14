"""Masterplan's rules for players, in short. See docs/rules/masterplan.md."""

from __future__ import annotations

from typing import Final

from controller.tables.help import Topic
from engines.masterplan.play import Stage
from engines.masterplan.position import MasterplanPosition
from texts import _

_HOUSE: Final = Topic(
    _("Your turn: a house"),
    (
        _("Set one of your houses on any free cell, on the middle of a side or in a corner."),
        _("Not where it would make four houses in a row: across, along or diagonally."),
        _("Face it to where parks may come. Only houses score."),
    ),
)
_PIECES: Final = Topic(
    _("Parks and towers"),
    (
        _("A free cell where one more house would make four in a row gets a park."),
        _("A free cell that would complete a square of four houses gets a tower, while there are any."),
        _("Where both are called for, the park comes first."),
        _("Take a house up again at once to play elsewhere."),
    ),
)
_PARKS: Final = Topic(
    _("What a park scores"),
    (
        _("Each house around a new park scores 1 for its owner."),
        _("A house that faces the park scores 2: at the side, or in the corner, that touches it."),
        _("Houses that are built later beside an old park score nothing for it."),
    ),
)
_TOWERS: Final = Topic(
    _("Towers are scored"),
    (
        _("Lift the towers one by one, in any order."),
        _("Each is counted like a park. Who has more around it gets 2 points, and nobody on a tie."),
    ),
)
_END: Final = Topic(
    _("How it ends"),
    (
        _("When all houses are placed the towers are scored. Then the most points win."),
        _("If no cell is free before, the towers are scored at once."),
    ),
)
_FORGETTING: Final = Topic(
    _("Players watch"),
    (
        _("The table does not say where parks and towers are due: watch for them yourselves."),
        _("A park that was forgotten may be placed later, but scores nothing."),
        _("Touch End the turn when you have placed what you saw."),
    ),
)
_ALL: Final = (_HOUSE, _PIECES, _PARKS, _TOWERS, _END)


def topics(position: MasterplanPosition | None) -> tuple[Topic, ...]:
    """All pages, the current topic first."""
    if position is None:
        return _ALL
    now = {Stage.HOUSE: _HOUSE, Stage.PIECES: _PIECES}.get(position.stage, _TOWERS)
    watching = () if position.options.assist else (_FORGETTING,)
    return (now, *(topic for topic in (*watching, *_ALL) if topic is not now))
