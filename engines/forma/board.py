"""Forma's board and pieces, and closed cells. Rules: docs/rules/forma.md."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter

from engines.forma.polyominoes import CODES, LARGEST, Fitter
from engines.grid import CellGrid, Cells, each

BOARD = CellGrid(20, 20)
FITTER = Fitter(BOARD)
COLOURS = ("blue", "yellow", "red", "green")
OBSTACLES = 25
MARKERS_EACH = 35
"""The markers of a colour."""

EDGE: Cells = sum(BOARD.cell[name] for name in BOARD.names if name[0] in "at" or name[1:] in ("1", "20"))

SORTED_NAMES = tuple(sorted(BOARD.names, key=lambda name: (name[0], int(name[1:]))))
"""All cells by letter, then number: the order of the cells in a placement."""
_RANK = {BOARD.cell[name]: rank for rank, name in enumerate(SORTED_NAMES)}
_NAMES = {cell.bit_length() - 1: name for name, cell in BOARD.cell.items()}

_SQUARES = {
    one.cells: tuple(
        sorted(
            (bit for bit in range(one.cells.bit_length()) if one.cells >> bit & 1),
            key=lambda bit: ((bit + LARGEST) % BOARD.stride, bit),
        )
    )
    for one in FITTER.oriented
}
"""The squares of each element that begins with bit 0, in the order of `SORTED_NAMES`."""

Counts = tuple[int, ...]
"""The number of each element, in the order of `CODES`."""

NO_ELEMENTS: Counts = (0,) * len(CODES)


def all_elements(colours: int) -> Counts:
    """The reserve of a player with this many colours: per colour every element once, the single square
    twice."""
    return tuple(colours * (2 if code == "1" else 1) for code in CODES)


@lru_cache(maxsize=64)
def fits_on(free: Cells) -> list[Cells]:
    """`FITTER.fits`. Cached: the end of a turn and the beginning of the next one ask for the same."""
    return FITTER.fits(free)


numbers_of_oriented = itemgetter(*(one.code for one in FITTER.oriented))
"""From the number of each element to that of each of `FITTER.oriented`."""


def sorted_names(cells: Cells) -> list[str]:
    """The names of the cells of a set by letter, then number."""
    if not cells:
        return []
    lowest = (cells & -cells).bit_length() - 1
    if (squares := _SQUARES.get(cells >> lowest)) is not None:
        return [_NAMES[lowest + square] for square in squares]
    return [SORTED_NAMES[rank] for rank in sorted([_RANK[cell] for cell in each(cells)])]


def beside(cells: Cells) -> Cells:
    """The cells that share a side with a cell of the set."""
    return (cells << 1 | cells >> 1 | cells << BOARD.stride | cells >> BOARD.stride) & BOARD.all


def touching(cells: Cells, contact: str) -> Cells:
    """The cells that touch another cell of the set: `side`, or `corner` for a side or a corner."""
    if contact == "side":
        return beside(cells)
    sides = cells << 1 | cells >> 1
    rows = cells | sides
    return (sides | rows << BOARD.stride | rows >> BOARD.stride) & BOARD.all


def closed(cells: Cells, walls: Cells) -> Cells:
    """Those of the cells whose sides are all closed by the walls or by the board's edge."""
    return cells & ~beside(BOARD.all & ~walls)
