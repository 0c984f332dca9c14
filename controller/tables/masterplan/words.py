"""Masterplan in words, as the screen says it."""

from __future__ import annotations

from collections.abc import Sequence

from controller.tables.pieces import SIDES
from engines.game import Json
from engines.masterplan.notation import House, MasterplanAction, Park, Take, Tower
from texts import _, _c, joined

MIDDLE = "middle"
SPOT_WORDS = {**SIDES, MIDDLE: _("middle")}
SPOT_SIGNS = {
    "n": _c("side", "N"),
    "ne": _c("side", "NE"),
    "e": _c("side", "E"),
    "se": _c("side", "SE"),
    "s": _c("side", "S"),
    "sw": _c("side", "SW"),
    "w": _c("side", "W"),
    "nw": _c("side", "NW"),
    MIDDLE: _("middle"),
}
"""The names of sides on small buttons."""

NAMES = {"white": _("White"), "yellow": _("Yellow")}
HOUSE_ASKED = {
    "white": _("Set a white house on a free cell"),
    "yellow": _("Set a yellow house on a free cell"),
}


WAYS_TO_SCORE = {"park": _("Parks"), "take": _("Towers")}


def place_words(cell: str, spot: str) -> str:
    """A spot of a cell, or its middle."""
    return _("{cell} {spot}", cell=cell, spot=SPOT_WORDS[spot])


def nothing_in_the_middle(cell: str) -> str:
    """The place for a house that a beginner has set in the middle of a cell that needs no park."""
    return _(
        "Nothing belongs in the middle of {cell}: "
        "no park is due there, and a house stands at a side or a corner.",
        cell=cell,
    )


def describe(action: MasterplanAction) -> str:
    """An action in words."""
    match action:
        case House(cell, spot):
            return _("House on {place}", place=place_words(cell, spot))
        case Park(cell):
            return _("Park on {cell}", cell=cell)
        case Tower(cell):
            return _("Tower on {cell}", cell=cell)
        case Take(cell):
            return _("Tower on {cell} taken off", cell=cell)
    return _("End of the turn")


def describe_events(events: Sequence[Json]) -> str:
    """The result of an action, by its events; empty for a house."""
    event = events[0]
    match event["kind"]:
        case "park":
            return _park(event)
        case "take":
            return _take(event)
    return ""


def _park(event: Json) -> str:
    cell, gained = event["cell"], _gained(event)
    if event["overdue"]:
        return _("Park on {cell}, too late to score", cell=cell)
    if gained:
        return _("Park on {cell}: {gained}", cell=cell, gained=gained)
    return _("Park on {cell}: nobody scores", cell=cell)


def _take(event: Json) -> str:
    cell, gained = event["cell"], _gained(event)
    if gained:
        return _("Tower on {cell}: {gained}", cell=cell, gained=gained)
    return _("Tower on {cell}: a tie, nobody scores", cell=cell)


def _gained(event: Json) -> str:
    """The players and their points; empty if no player scored."""
    points = event["points"]
    return joined(", ", [joined(" ", (NAMES[one], str(points[one]))) for one in NAMES if points[one]])
