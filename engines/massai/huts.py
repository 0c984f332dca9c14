"""The dry river of Massaï: sets of its cells as integers, and their neighbours.

A set of cells is an integer with one bit a cell, in the order of the names: `a1` is bit 0, `b1` bit 7. Each
row has a seventh bit that is no cell, so that a shifted set never wraps around an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

ROWS = "abcdefgh"
COLUMNS = "123456"
STRIDE = len(COLUMNS) + 1

CELLS = {
    f"{row}{column}": 1 << STRIDE * y + x for y, row in enumerate(ROWS) for x, column in enumerate(COLUMNS)
}
"""The cells by name, in the order of the names."""

NAMES = {cell: name for name, cell in CELLS.items()}
BOARD = sum(NAMES)

Touching = Callable[[int], int]
"""From a set to all cells that touch a cell of it; a cell of the set itself only if it touches another."""


def rows(names: str) -> int:
    """The cells of the rows with these letters."""
    return sum(cell for name, cell in CELLS.items() if name[0] in names)


def split(cells: int) -> Iterator[int]:
    """The single cells of a set, in the order of their names."""
    while cells:
        rest = cells & cells - 1
        yield cells ^ rest
        cells = rest


def names(cells: int) -> list[str]:
    """The names of the cells of a set, sorted."""
    return [NAMES[cell] for cell in split(cells)]


def by_side(cells: int) -> int:
    """The cells beside a set (`Touching` under the option `orthogonal`)."""
    return (cells << 1 | cells >> 1 | cells << STRIDE | cells >> STRIDE) & BOARD


def by_side_or_corner(cells: int) -> int:
    """The cells beside a set or at a corner of it (`Touching` by the usual rule)."""
    beside = cells << 1 | cells >> 1
    three = beside | cells
    return (beside | three << STRIDE | three >> STRIDE) & BOARD


def touched(cells: int, touching: Touching) -> tuple[int, int]:
    """The cells that touch at least one cell of a set, and those that touch at least two."""
    once = twice = 0
    for shift in _SHIFTS[touching]:
        shifted = cells << shift if shift > 0 else cells >> -shift
        twice |= once & shifted
        once |= shifted
    return once & BOARD, twice & BOARD


_SIDES = (1, -1, STRIDE, -STRIDE)
_CORNERS = (STRIDE + 1, STRIDE - 1, -STRIDE + 1, -STRIDE - 1)
_SHIFTS: dict[Touching, tuple[int, ...]] = {by_side: _SIDES, by_side_or_corner: (*_SIDES, *_CORNERS)}

BESIDE: dict[Touching, dict[int, int]] = {
    touching: {cell: touching(cell) for cell in NAMES} for touching in _SHIFTS
}
"""The cells that touch each cell."""


def lone(cells: int, touching: Touching) -> int:
    """The cells of a set that touch no other cell of it."""
    return cells & ~touching(cells)


BANK, OPPOSITE_BANK = rows(ROWS[0]), rows(ROWS[-1])


def joins_banks(cells: int, touching: Touching) -> bool:
    """Whether the set holds an unbroken chain of touching cells from row `a` to row `h`."""
    reached, goal = cells & BANK, cells & OPPOSITE_BANK
    if not goal:
        return False
    edge = reached
    while edge and not reached & goal:
        edge = touching(edge) & cells & ~reached
        reached |= edge
    return bool(reached & goal)


def chain(cells: int, touching: Touching) -> int:
    """A shortest unbroken chain of touching cells of the set from row `a` to row `h`; empty if there is
    none."""
    steps = [cells & BANK]
    reached = steps[0]
    while steps[-1] and not steps[-1] & OPPOSITE_BANK:
        steps.append(touching(steps[-1]) & cells & ~reached)
        reached |= steps[-1]
    link = next(split(steps[-1] & OPPOSITE_BANK), 0)
    links = link
    for step in reversed(steps[:-1]) if link else ():
        link = next(split(touching(link) & step))
        links |= link
    return links
