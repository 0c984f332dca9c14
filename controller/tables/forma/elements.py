"""The elements that may lie on covered cells, and cells that may be one piece."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from engines.forma.board import FITTER, Counts, beside
from engines.forma.polyominoes import CODES, FAMILIES, LARGEST
from engines.grid import Cells, each

Square = tuple[int, int]


def elements_on(cells: Cells, reserve: Counts) -> Iterator[Cells]:
    """Every element of a reserve that fits on some of these cells, as its cells, the smallest first."""
    for size in range(1, min(cells.bit_count(), LARGEST) + 1):
        for element, code in _elements_on(cells, size):
            if reserve[code]:
                yield element


@lru_cache(maxsize=2048)  # a search meets the same cells in many branches
def _elements_on(cells: Cells, size: int) -> list[tuple[Cells, int]]:
    """Every element of a size on some of these cells, and its number."""
    return [(shape, code) for shape in _shapes_on(cells, size) if (code := FITTER.code_of(shape)) is not None]


@lru_cache(maxsize=2048)
def _shapes_on(cells: Cells, size: int) -> set[Cells]:
    """Every connected shape of a size on some of these cells: a smaller one and a cell beside it. So only
    connected cells are searched, and the board's size does not matter."""
    if size == 1:
        return set(each(cells))
    smaller = _shapes_on(cells, size - 1)
    return {shape | cell for shape in smaller for cell in each(_around(shape) & cells & ~shape)}


def _around(cells: Cells) -> Cells:
    """Cells with all that share a side with one of them."""
    return cells | beside(cells)


def joined(cells: Cells) -> Iterator[Cells]:
    """The cells, divided into groups that share no side."""
    while cells:
        part, more = 0, cells & -cells
        while more != part:
            part, more = more, _around(more) & cells
        yield part
        cells ^= part


def near(cells: Cells) -> Iterator[Cells]:
    """The cells, divided into groups more than two orthogonal steps apart: squares of one element that does
    not lie flat may be as far from each other."""
    while cells:
        part, more = 0, cells & -cells
        while more != part:
            part, more = more, _around(_around(more)) & cells
        yield part
        cells ^= part


def code_on(cells: Cells) -> str | None:
    """The code of the element on exactly these cells; `None` if there is none."""
    code = FITTER.code_of(cells)
    return None if code is None else CODES[code]


@cache
def squares(code: str) -> tuple[Square, ...]:
    """An element's squares as columns and rows from 0, as wide as possible: for a small drawing."""
    return tuple(sorted(max(FAMILIES[code], key=lambda shape: (max(x for x, _ in shape), sorted(shape)))))
