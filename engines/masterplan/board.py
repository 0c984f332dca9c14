"""Masterplan's board: the claims of a set of houses, and the value of a park or a tower.

Rules: docs/rules/masterplan.md.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.grid import DIRECTIONS, CellGrid, Cells, each

PLAYERS = ("white", "yellow")
BOARD = CellGrid(8, 8)
SPOTS = tuple(DIRECTIONS)
"""The place of a house in its cell: the side or corner in that direction."""

HOUSES_EACH = 14
TOWERS = 6
PARKS = 21

Homes = int
"""The houses of one player: a set of cells for each spot, concatenated in the order of `SPOTS`."""

_SHIFT = {spot: place * BOARD.size for place, spot in enumerate(SPOTS)}
_N, _E = BOARD.stride, 1
_NE, _NW = _N + _E, _N - _E


class Claims(NamedTuple):
    """The claims of houses, on cells empty or not: where another house would make a row of four or more, and
    where it would be the fourth of a square."""

    rows: Cells
    squares: Cells


class Built(NamedTuple):
    """A house on the board."""

    cell: str
    spot: str
    player: str


def home(cell: str, spot: str) -> Homes:
    """The house on this spot of this cell."""
    return BOARD.cell[cell] << _SHIFT[spot]


def cells_of(homes: Homes) -> Cells:
    """The cells that the houses stand on."""
    homes |= homes >> 4 * BOARD.size
    homes |= homes >> 2 * BOARD.size
    return (homes | homes >> BOARD.size) & BOARD.all


_PLACE = {home(cell, spot): (cell, spot) for spot in SPOTS for cell in BOARD.names}


def built(homes: Homes, player: str) -> list[Built]:
    """The houses one by one, by spot and then by cell."""
    return [Built(*_PLACE[bit], player) for bit in each(homes)]


@lru_cache(maxsize=4096)
def claims(houses: Cells) -> Claims:
    """The claims of these houses. Cached: only a new house changes them, and several queries need them."""
    return Claims(_rows(houses) & BOARD.all, _squares(houses) & BOARD.all)


def _rows(houses: Cells) -> Cells:
    """In each line, the houses just behind a cell and just ahead of it number three or more together."""
    rows = 0
    for step in (_E, _NW, _N, _NE):
        behind = houses << step
        behind_two = behind & behind << step
        ahead = houses >> step
        ahead_two = ahead & ahead >> step
        rows |= behind_two & (behind_two << step | ahead) | ahead_two & (ahead_two >> step | behind)
    return rows


def _squares(houses: Cells) -> Cells:
    """Beside a cell, above or below it, and between the two."""
    east, west = houses >> _E, houses << _E
    above = houses >> _N & (east & houses >> _NE | west & houses >> _NW)
    below = houses << _N & (east & houses << _NW | west & houses << _NE)
    return above | below


def row_through(houses: Cells, cell: str) -> tuple[str, ...]:
    """The row of four or more that a house on a cell of `claims(houses).rows` would make, in order."""
    here = BOARD.cell[cell]
    lines = (
        (*reversed(_run(houses, here, back)), here, *_run(houses, here, ahead))
        for back, ahead in (("w", "e"), ("s", "n"), ("sw", "ne"), ("nw", "se"))
    )
    row = next(line for line in lines if len(line) >= 4)
    return tuple(name for step in row for name in BOARD.names_of(step))


def _run(houses: Cells, here: Cells, direction: str) -> list[Cells]:
    run = []
    while (here := BOARD.step(here, direction)) & houses:
        run.append(here)
    return run


def square_through(houses: Cells, cell: str) -> tuple[str, ...]:
    """The three houses that make a square with a cell of `claims(houses).squares`."""
    here = BOARD.cell[cell]
    corners = (("e", "ne", "n"), ("n", "nw", "w"), ("w", "sw", "s"), ("s", "se", "e"))
    squares = (sum(BOARD.step(here, direction) for direction in corner) for corner in corners)
    return BOARD.names_of(
        next(square for square in squares if square.bit_count() == 3 and not square & ~houses)
    )


def _opposite(direction: str) -> str:
    return SPOTS[(SPOTS.index(direction) + 4) % len(SPOTS)]


def _homes_beside(cell: str) -> tuple[Homes, Homes]:
    """All possible houses on the neighbouring cells, and those of them that face the cell."""
    beside = facing = 0
    for direction in SPOTS:
        neighbour = BOARD.step(BOARD.cell[cell], direction)
        beside |= sum(neighbour << shift for shift in _SHIFT.values())
        facing |= neighbour << _SHIFT[_opposite(direction)]
    return beside, facing


_BESIDE = {cell: _homes_beside(cell) for cell in BOARD.names}


def worth(cell: str, homes: Homes) -> int:
    """The points of a player's houses for a park on the cell, or their value for a tower there."""
    beside, facing = _BESIDE[cell]
    return (homes & beside).bit_count() + (homes & facing).bit_count()


@lru_cache(maxsize=1024)
def worth_by_house(cell: str, homes: Homes) -> tuple[tuple[str, str, int], ...]:
    """The houses that give a player points for a piece on the cell: cell, spot and points of each. Cached: a
    search sets and takes the same pieces in several orders."""
    beside, facing = _BESIDE[cell]
    return tuple([(*_PLACE[bit], 2 if bit & facing else 1) for bit in each(homes & beside)])
