"""The effects of an action of Masterplan, and the course of the game.

Rules: docs/rules/masterplan.md.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from engines.game import Json
from engines.masterplan.board import BOARD, PLAYERS, home, worth, worth_by_house
from engines.masterplan.notation import Done, House, MasterplanAction, Park, Take, Tower

if TYPE_CHECKING:
    from engines.masterplan.position import MasterplanPosition

P = TypeVar("P", bound="MasterplanPosition")

TOWER_POINTS = 2
"""For the player whose houses have the higher value for a tower."""


class Stage(Enum):
    """The stage of the game."""

    HOUSE = "house"
    """The mover's house."""
    PIECES = "pieces"
    """The parks and towers that are due since the mover's house, or were before."""
    TOWERS = "towers"
    """The towers to be scored and removed; the game ends without any left."""


def play(position: P, action: MasterplanAction) -> tuple[P, tuple[Json, ...]]:
    """The position after a legal action, and the events."""
    match action:
        case House():
            new, event = _house(position, action)
        case Park():
            new, event = _park(position, action)
        case Tower():
            new, event = _tower(position, action)
        case Done():
            new, event = _done(position)
        case Take():
            new, event = _take(position, action)
    if new.stage is not Stage.TOWERS:
        return new, (event,)
    return new, (event, *_scoring(position, new))


def _house(position: P, house: House) -> tuple[P, Json]:
    builder = position.next_builder
    white, yellow = position.homes
    bit = home(house.cell, house.spot)
    new = type(position)(
        position.options,
        (white, yellow | bit) if builder else (white | bit, yellow),
        position.park_cells,
        position.tower_cells,
        position.ground.parks,
        position.towers_left,
        position.points,
        Stage.PIECES,
    )
    event = {"kind": "house", "cell": house.cell, "spot": house.spot, "player": PLAYERS[builder]}
    return _settled(new), event


def _park(position: P, park: Park) -> tuple[P, Json]:
    cell = BOARD.cell[park.cell]
    is_overdue = bool(cell & position.overdue_cells)
    gains = (0, 0) if is_overdue else _worth(position, park.cell)
    new = type(position)(
        position.options,
        position.homes,
        position.park_cells | cell,
        position.tower_cells,
        position.overdue_cells & ~cell,
        position.towers_left,
        _sum(position.points, gains),
        position.stage,
    )
    event = {
        "kind": "park",
        "cell": park.cell,
        "overdue": is_overdue,
        "points": dict(zip(PLAYERS, gains, strict=True)),
        "houses": [] if is_overdue else _worth_by_house(position, park.cell),
    }
    return _settled(new), event


def _tower(position: P, tower: Tower) -> tuple[P, Json]:
    cell = BOARD.cell[tower.cell]
    new = type(position)(
        position.options,
        position.homes,
        position.park_cells,
        position.tower_cells | cell,
        position.overdue_cells & ~cell,
        position.towers_left - 1,
        position.points,
        position.stage,
    )
    return _settled(new), {"kind": "tower", "cell": tower.cell}


def _done(position: P) -> tuple[P, Json]:
    new = replace(position, overdue_cells=position.ground.parks, stage=_stage_after_turn(position))
    return new, {"kind": "done", "player": position.turn}


def _take(position: P, take: Take) -> tuple[P, Json]:
    values = white, yellow = _worth(position, take.cell)
    gains = (TOWER_POINTS * (white > yellow), TOWER_POINTS * (yellow > white))
    new = type(position)(
        position.options,
        position.homes,
        position.park_cells,
        position.tower_cells & ~BOARD.cell[take.cell],
        0,
        position.towers_left,
        _sum(position.points, gains),
        position.stage,
    )
    event = {
        "kind": "take",
        "cell": take.cell,
        "values": dict(zip(PLAYERS, values, strict=True)),
        "points": dict(zip(PLAYERS, gains, strict=True)),
        "houses": _worth_by_house(position, take.cell),
    }
    return new, event


def _settled(position: P) -> P:
    """The position, which was made just now, at the next stage if this one ends by itself."""
    if position.stage is Stage.TOWERS:
        return position
    _, parks, towers = position.ground
    if position.stage is Stage.PIECES and parks | towers:
        return position
    stage = _stage_after_turn(position)
    if stage is not position.stage:
        object.__setattr__(position, "stage", stage)
    if stage is Stage.TOWERS:  # which may close the ground
        object.__setattr__(position, "_ground", None)
    return position


def _stage_after_turn(position: MasterplanPosition) -> Stage:
    free, parks, towers = position.ground
    return Stage.HOUSE if position.houses_left and (free | parks | towers) else Stage.TOWERS


def _scoring(old: P, new: P) -> list[Json]:
    """Events for the scoring of the towers that begins or ends with the change."""
    events: list[Json] = []
    if old.stage is not Stage.TOWERS:
        events.append({"kind": "scoring", "towers": list(new.towers)})
    outcome = new.outcome()
    if outcome:
        events.append({"kind": "end", "winner": outcome.winner or "draw", "reason": outcome.reason})
    return events


def _worth(position: MasterplanPosition, cell: str) -> tuple[int, int]:
    white, yellow = position.homes
    return worth(cell, white), worth(cell, yellow)


def _worth_by_house(position: MasterplanPosition, cell: str) -> list[Json]:
    return [
        {"cell": place, "spot": spot, "player": player, "points": points}
        for player, homes in zip(PLAYERS, position.homes, strict=True)
        for place, spot, points in worth_by_house(cell, homes)
    ]


def _sum(points: tuple[int, int], gains: tuple[int, int]) -> tuple[int, int]:
    return points[0] + gains[0], points[1] + gains[1]
