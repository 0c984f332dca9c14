"""The elements that may lie on covered cells, and cells that may be one piece."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from engines.forma.board import BOARD, FITTER, Counts, beside
from engines.forma.polyominoes import CODES, FAMILIES, LARGEST
from engines.grid import Cells, each

Square = tuple[int, int]


def elements_on(cells: Cells, reserve: Counts) -> Iterator[Cells]:
    """Every element of a reserve that fits on some of these cells, as its cells."""
    return (element for element, code in _all_elements_on(cells) if reserve[code])


@lru_cache(maxsize=512)  # a search meets the same cells in many branches
def _all_elements_on(cells: Cells) -> tuple[tuple[Cells, int], ...]:
    """Every element on some of these cells, and its number.

    Only connected cells are searched, square by square, so that the board's size does not matter.
    """
    found = []
    shapes = set(each(cells))
    for _ in range(LARGEST):
        for shape in shapes:
            code = FITTER.code_of(shape)
            if code is not None:
                found.append((shape, code))
        shapes = {shape | cell for shape in shapes for cell in each(beside(shape) & cells & ~shape)}
    return tuple(found)


def parts(cells: Cells, reach: int) -> list[Cells]:
    """The cells, divided into groups more than `reach` orthogonal steps apart."""
    found = []
    while cells:
        part = cells & -cells
        while (more := _within(part, reach) & cells) != part:
            part = more
        found.append(part)
        cells &= ~part
    return found


def _within(cells: Cells, steps: int) -> Cells:
    for _ in range(steps):
        cells |= beside(cells)
    return cells & BOARD.all


def code_on(cells: Cells) -> str | None:
    """The code of the element on exactly these cells; `None` if there is none."""
    code = FITTER.code_of(cells)
    return None if code is None else CODES[code]


@cache
def squares(code: str) -> tuple[Square, ...]:
    """An element's squares as columns and rows from 0, as wide as possible: for a small drawing."""
    return tuple(sorted(max(FAMILIES[code], key=lambda shape: (max(x for x, _ in shape), sorted(shape)))))
