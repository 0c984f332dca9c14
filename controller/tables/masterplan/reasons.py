"""Why an action of Masterplan is good: its immediate score, the towers that it wins, and what it denies the
other player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.tables.masterplan.words import NAMES
from engines.grid import Cells, each
from engines.masterplan.board import BOARD, PLAYERS, SPOTS, Homes, claims, home, worth
from engines.masterplan.notation import House, MasterplanAction, Park, Tower
from engines.masterplan.play import TOWER_POINTS, Stage
from engines.masterplan.position import MasterplanPosition
from texts import Text, _, _n

LEAST_DENIED: Final = 2
MUCH_DENIED: Final = 4
"""Any house denies a point at many cells: fewer than this are no reason."""


def no_hint(position: MasterplanPosition) -> str:
    """Why there is no hint now, as a sentence; empty if there is one."""
    match position.stage:
        case Stage.TOWERS:
            return _("The order in which towers are taken off changes nothing.")
        case Stage.PIECES:
            return _("First come the parks and towers of this turn.")
    return ""


def reasons(position: MasterplanPosition, action: MasterplanAction) -> tuple[str, ...]:
    """See `controller.view.reasons`."""
    if not isinstance(action, House):
        return ()
    mover = position.next_builder
    after = _settled(position.after(action)[0])
    gains = (
        after.points[mover] - position.points[mover],
        after.points[1 - mover] - position.points[1 - mover],
    )
    found = (
        *_scores(*gains, NAMES[PLAYERS[1 - mover]]),
        *_denies(position, after, mover, gains[1]),
        *_towers(position, after, mover),
    )
    return found or tuple(_prospects(after, action))


def denials(position: MasterplanPosition, action: MasterplanAction) -> tuple[str, ...]:
    """See `controller.view.reasons`."""
    if not isinstance(action, House):
        return ()
    mover, after = position.next_builder, _settled(position.after(action)[0])
    given = after.points[1 - mover] - position.points[1 - mover]
    return tuple(_denies(position, after, mover, given, MUCH_DENIED))


def _settled(position: MasterplanPosition) -> MasterplanPosition:
    """The position with the parks and towers that the house requires."""
    while position.stage is Stage.PIECES and any(position.ground[1:]):
        _free, parks, towers = position.ground
        cell = BOARD.names_of(parks or towers)[0]
        position = position.after(Park(cell) if parks else Tower(cell))[0]
    return position


def _scores(own: int, others: int, other: str) -> Iterator[Text]:
    if own:
        yield _n("scores {number} point", "scores {number} points", own)
    if others:
        yield _n("gives {player} {number} point", "gives {player} {number} points", others, player=other)


def _towers(before: MasterplanPosition, after: MasterplanPosition, mover: int) -> Iterator[Text]:
    """The towers, old and new, where the mover's houses now lead or draw level."""
    for cell in after.towers:
        old, new = _lead(before.homes, cell, mover), _lead(after.homes, cell, mover)
        if old <= 0 < new:
            yield _("leads at the tower {cell}, worth {points}", cell=cell, points=TOWER_POINTS)
        elif old < 0 == new:
            yield _("draws level at the tower {cell}", cell=cell)


def _lead(homes: tuple[Homes, Homes], cell: str, mover: int) -> int:
    return worth(cell, homes[mover]) - worth(cell, homes[1 - mover])


def _denies(
    before: MasterplanPosition, after: MasterplanPosition, mover: int, given: int, least: int = LEAST_DENIED
) -> Iterator[Text]:
    """The cell where the other player's next house loses most of its possible score, and how much, apart from
    the points that this house has `given`; if it is at least `least`."""
    lost = {
        cell: prospect(before, cell, 1 - mover) - prospect(after, cell, 1 - mover)
        for cell in each(before.ground.free)
    }
    cell = max(lost, key=lambda cell: (lost[cell], -cell))
    points = lost[cell] - given
    if points >= least:
        yield _n(
            "keeps {player} from {number} point on {cell}",
            "keeps {player} from {number} points on {cell}",
            points,
            player=NAMES[PLAYERS[1 - mover]],
            cell=BOARD.names_of(cell)[0],
        )


def prospect(position: MasterplanPosition, cell: Cells, player: int) -> int:
    """The immediate score of a player's house on a cell, on its best spot; 0 if none may stand there."""
    if not cell & position.ground.free:
        return 0
    houses = position.house_cells
    taken = houses | position.park_cells | position.tower_cells | cell
    parks = BOARD.names_of(claims(houses | cell).rows & ~claims(houses).rows & ~taken)
    if not parks:
        return 0
    name = BOARD.names_of(cell)[0]
    return max(
        sum(worth(park, position.homes[player] | home(name, spot)) for park in parks) for spot in SPOTS
    )


def _prospects(after: MasterplanPosition, house: House) -> Iterator[Text]:
    """The number of free cells beside a house that has not scored yet."""
    cell = BOARD.cell[house.cell]
    beside = sum(BOARD.step(cell, direction) for direction in SPOTS)
    free = (beside & after.ground.free).bit_count()
    if free:
        yield _n(
            "lies beside {number} free cell, where a park may come",
            "lies beside {number} free cells, where parks may come",
            free,
        )
