"""Why a cell of Masterplan is as it is: what its piece scores, or whether a house may stand there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    scored = [event for event in events if event["kind"] in ("park", "take") and event["cell"] == cell]
    if scored:
        return _taken(scored[-1]) if scored[-1]["kind"] == "take" else describe_events(scored[-1:])
    if cell in position.towers:
        values = [worth(cell, homes) for homes in position.homes]
        return _(
            "Tower on {cell}: {values} around it. Who has more gets {points} points at the end.",
            cell=cell,
            values=_each(dict(zip(PLAYERS, values, strict=True))),
            points=TOWER_POINTS,
        )
    return refusal or _free(position, cell)


def _each(values: Mapping[str, int]) -> Text:
    """A number of each player's."""
    return joined(", ", [joined(" ", (NAMES[player], str(values[player]))) for player in PLAYERS])


def _taken(event: Json) -> Text:
    """A tower that was scored and taken off."""
    winner = next((player for player in PLAYERS if event["points"][player]), None)
    cell, values = event["cell"], _each(event["values"])
    if winner is None:
        return _("Tower on {cell}: {values} around it, a tie: nobody scores.", cell=cell, values=values)
    return _(
        "Tower on {cell}: {values} around it, so {player} got {points} points.",
        cell=cell,
        values=values,
        player=NAMES[winner],
        points=event["points"][winner],
    )


def _house(house: Built, events: Sequence[Json]) -> Text:
    place = place_words(house.cell, house.spot)
    gains = [
        _gain(event, one["points"])
        for event in events
        for one in event.get("houses", ())
        if one["cell"] == house.cell
    ]
    if not gains:
        return _("House on {place}: nothing yet. It scores when a park comes beside it.", place=place)
    return _("House on {place}: {parks}", place=place, parks=joined(", ", gains))


def _gain(event: Json, points: int) -> Text:
    """What a house has scored beside a park, or counted for beside a tower, and why so much."""
    cell = event["cell"]
    if event["kind"] == "take":
        return _("{points} towards the tower on {cell}", points=points, cell=cell)
    if points > 1:
        return _("{gain} as it faces the park on {cell}", gain=gained(points), cell=cell)
    return _("{gain} as it is beside the park on {cell}", gain=gained(points), cell=cell)


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
