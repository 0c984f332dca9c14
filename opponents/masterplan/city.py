"""Masterplan for the search: the pieces, and the value of every cell, updated incrementally.

Houses are not stored one by one: the rules only need the cells they stand on, and by how much white's are
worth more than yellow's to a park or tower on a cell. Rules: docs/rules/masterplan.md.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.game import Action
from engines.grid import Cells, each
from engines.masterplan.board import BOARD, SPOTS, claims, worth
from engines.masterplan.notation import PARKS_ON, TOWERS_ON, House, Park, Take, Tower, houses_on
from engines.masterplan.play import TOWER_POINTS, Stage
from engines.masterplan.position import MasterplanPosition

WHITE, YELLOW = 0, 1

CELLS = tuple(each(BOARD.all))
"""All cells, in board order."""

PLACE = {cell: cell.bit_length() - 1 for cell in CELLS}
"""A cell's index: the position of its bit. Lists by cell include the guards."""


def _beside(cell: Cells, direction: str) -> tuple[int, ...]:
    neighbour = BOARD.step(cell, direction)
    return (PLACE[neighbour],) if neighbour else ()


FACED = {PLACE[cell]: tuple(_beside(cell, spot) for spot in SPOTS) for cell in CELLS}
"""By cell and spot: the cell that a house there faces, if it is on the board."""

BESIDE = {place: sum(faced, ()) for place, faced in FACED.items()}
"""By cell: its neighbours."""

HOUSES = {PLACE[cell]: tuple(houses_on(cell)) for cell in CELLS}
"""By cell: a house on each spot, as in `SPOTS`."""

_SITES = {house: (cell, spot) for cell, houses in HOUSES.items() for spot, house in enumerate(houses)}

claims_of = lru_cache(maxsize=1 << 14)(claims.__wrapped__)
"""As `claims`, with a larger cache: the same houses arise in many ways."""


class City(NamedTuple):
    """A search position. `lead` and `worth` are white's minus yellow's.

    `parks`, `squares`: empty cells that need a park, or a tower, now: in `Stage.PIECES` only. A cell of both
    may have either. At the end the towers are scored at once, since no choice is left.
    """

    stage: Stage
    houses: Cells
    free: Cells
    """The cells for houses, once nothing is missing."""
    pieces: Cells
    towers: Cells
    overdue: Cells
    parks: Cells
    squares: Cells
    towers_left: int
    houses_left: int
    lead: int
    worth: tuple[int, ...]
    """By cell: the value of a park or tower there."""
    rows_first: bool

    @property
    def mover(self) -> int | None:
        """The player to act."""
        if self.stage is Stage.HOUSE:
            return self.houses_left & 1
        return None if self.stage is Stage.TOWERS else 1 - (self.houses_left & 1)


def city(position: MasterplanPosition) -> City:
    """The position for the search. Missing pieces are still to be placed by the player to move."""
    white, yellow = position.homes
    differences = [0] * BOARD.size
    for cell in CELLS:
        name = BOARD.names_of(cell)[0]
        differences[PLACE[cell]] = worth(name, white) - worth(name, yellow)
    free, parks, squares = position.ground
    now = City(
        position.stage,
        position.house_cells,
        free,
        position.park_cells | position.tower_cells,
        position.tower_cells,
        position.overdue_cells if position.stage is Stage.PIECES else parks,
        parks,
        squares,
        position.towers_left,
        position.houses_left,
        position.points[WHITE] - position.points[YELLOW],
        tuple(differences),
        position.options.overlap == "park",
    )
    return now if now.stage is not Stage.TOWERS else now._replace(lead=now.lead + at_end(now))


def after(now: City, action: Action) -> City:
    """The city after an action, and after everything that must then be placed without a choice."""
    match action:
        case House():
            return _with_house(now, action)
        case Park(cell=name):
            return _settled(_with_pieces(now, BOARD.cell[name], 0))
        case Tower(cell=name):
            return _settled(_with_pieces(now, 0, BOARD.cell[name]))
        case Take(cell=name):
            return now._replace(towers=now.towers & ~BOARD.cell[name])
    raise ValueError(f"{action} is not thought about")


def _with_house(now: City, house: House) -> City:
    cell, spot = _SITES[house]
    points = -1 if now.houses_left & 1 else 1
    differences = list(now.worth)
    for beside in BESIDE[cell]:
        differences[beside] += points
    for faced in FACED[cell][spot]:
        differences[faced] += points
    built = now._replace(
        stage=Stage.PIECES,
        houses=now.houses | 1 << cell,
        houses_left=now.houses_left - 1,
        worth=tuple(differences),
    )
    return _settled(built)


def _settled(now: City) -> City:
    """All missing pieces placed, up to a choice: between park and tower, or of the squares that get a
    tower."""
    rows, squares = claims_of(now.houses)
    empty = BOARD.all & ~(now.houses | now.pieces)
    parks = rows & empty
    towers = squares & empty if now.towers_left else 0
    if parks | towers:
        either = parks & towers
        towers &= ~(either if now.rows_first else 0)
        either &= towers
        sure = towers & ~either if towers.bit_count() <= now.towers_left else 0
        now = _with_pieces(now, parks & ~either, sure)
        parks, towers = either, towers & ~sure
    free = empty & ~(now.pieces | rows | (squares if now.towers_left else 0))
    if towers:
        return now._replace(free=free, parks=parks, squares=towers)
    if now.houses_left and free:
        return now._replace(stage=Stage.HOUSE, free=free, overdue=0, parks=0, squares=0)
    return now._replace(stage=Stage.TOWERS, free=free, parks=0, squares=0, lead=now.lead + at_end(now))


def _with_pieces(now: City, parks: Cells, towers: Cells) -> City:
    difference = now.worth
    points = sum([difference[park.bit_length() - 1] for park in each(parks & ~now.overdue)])
    return now._replace(
        pieces=now.pieces | parks | towers,
        towers=now.towers | towers,
        towers_left=now.towers_left - towers.bit_count(),
        lead=now.lead + points,
    )


def at_end(now: City) -> int:
    """The points that the standing towers will give white, minus yellow's."""
    signs = [now.worth[PLACE[tower]] for tower in each(now.towers)]
    return TOWER_POINTS * (sum([sign > 0 for sign in signs]) - sum([sign < 0 for sign in signs]))


def missing(now: City) -> list[Action]:
    """The pieces that may be placed now if any are missing: one, unless there is a choice."""
    either = now.parks & now.squares
    for park in each(now.parks & ~either):
        return [PARKS_ON[park]]
    is_enough = now.squares.bit_count() <= now.towers_left
    for square in each(now.squares & ~either if is_enough else 0):
        return [TOWERS_ON[square]]
    return [*(PARKS_ON[park] for park in each(either)), *(TOWERS_ON[square] for square in each(now.squares))]
