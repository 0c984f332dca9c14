"""Why a cell of Masterplan is as it is: what its piece scores, or whether a house may stand there."""

from __future__ import annotations

from collections.abc import Sequence

from controller.tables.drawing import gained
from controller.tables.masterplan import reasons
from controller.tables.masterplan.words import NAMES, describe_events, place_words
from engines.game import Json
from engines.masterplan.board import BOARD, PLAYERS, Built, worth
from engines.masterplan.play import TOWER_POINTS
from engines.masterplan.position import MasterplanPosition
from texts import Text, _, _n, joined


def why(position: MasterplanPosition, events: Sequence[Json], cell: str, refusal: str) -> str:
    """A cell in words, with all events of the game so far, and the rules' reason against a house there."""
    house = next((one for one in position.houses if one.cell == cell), None)
    if house is not None:
        return _house(house, events)
    parks = [event for event in events if event["kind"] == "park" and event["cell"] == cell]
    if cell in position.parks and parks:
        return describe_events(parks[-1:])
    if cell in position.towers:
        values = [
            joined(" ", (NAMES[player], str(worth(cell, homes))))
            for player, homes in zip(PLAYERS, position.homes, strict=True)
        ]
        return _(
            "Tower on {cell}: {values} around it. Who has more gets {points} points at the end.",
            cell=cell,
            values=joined(", ", values),
            points=TOWER_POINTS,
        )
    return refusal or _free(position, cell)


def _house(house: Built, events: Sequence[Json]) -> Text:
    place = place_words(house.cell, house.spot)
    gains = [
        (event["cell"], one["points"])
        for event in events
        if event["kind"] == "park"
        for one in event["houses"]
        if one["cell"] == house.cell
    ]
    if not gains:
        return _("House on {place}: nothing yet. It scores when a park comes beside it.", place=place)
    parks = [joined(" ", (_("Park on {cell}", cell=cell), gained(points))) for cell, points in gains]
    return _("House on {place}: {parks}", place=place, parks=joined(", ", parks))


def _free(position: MasterplanPosition, cell: str) -> Text:
    """A cell where a house may stand, and how many houses are left."""
    mover = position.next_builder
    most = reasons.prospect(position, BOARD.cell[cell], mover)
    scores = _n(
        "A house on {cell} scores {number} point at once, on its best spot.",
        "A house on {cell} scores {number} points at once, on its best spot.",
        most,
        cell=cell,
    )
    free = _("A house may stand on {cell}. It scores when a park comes beside it.", cell=cell)
    left = _n(
        "{player} has {number} house left.",
        "{player} has {number} houses left.",
        position.hand[PLAYERS[mover]],
        player=NAMES[PLAYERS[mover]],
    )
    return joined(" ", (scores if most else free, left))
