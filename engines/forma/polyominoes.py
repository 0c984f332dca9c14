"""The elements of Forma: all free polyominoes of one to five squares, generated, and where they fit on a
board.

Only the usual letters are given, each with a property unique to its shape. Placements are found on the whole
board at once: the free cells, shifted by every square of a shape and intersected, leave the cells from which
the shape fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from engines.grid import CellGrid, Cells
from engines.record import record

Square = tuple[int, int]
Shape = frozenset[Square]
"""Squares as (column, row), moved so that the lowest column and the lowest row are 0."""

LARGEST = 5


class Traits(NamedTuple):
    """The properties that distinguish the polyominoes of one size, however they are turned or flipped."""

    length: int
    """The longer side of the box around the shape, and `width` the shorter one."""
    width: int
    straight: int
    """Squares of its longest straight row."""
    corners: int
    """Corners of the box that the shape fills."""
    ends: int
    """Squares with exactly one neighbour."""


_LETTERS = {
    Traits(length=2, width=2, straight=2, corners=3, ends=2): "L",
    Traits(length=2, width=2, straight=2, corners=4, ends=0): "O",
    Traits(length=3, width=2, straight=3, corners=3, ends=2): "L",
    Traits(length=3, width=2, straight=2, corners=2, ends=2): "S",
    Traits(length=3, width=2, straight=3, corners=2, ends=3): "T",
    Traits(length=3, width=3, straight=3, corners=1, ends=3): "F",
    Traits(length=4, width=2, straight=4, corners=3, ends=2): "L",
    Traits(length=4, width=2, straight=3, corners=2, ends=2): "N",
    Traits(length=3, width=2, straight=3, corners=3, ends=1): "P",
    Traits(length=3, width=3, straight=3, corners=2, ends=3): "T",
    Traits(length=3, width=2, straight=3, corners=4, ends=2): "U",
    Traits(length=3, width=3, straight=3, corners=3, ends=2): "V",
    Traits(length=3, width=3, straight=2, corners=2, ends=2): "W",
    Traits(length=3, width=3, straight=3, corners=0, ends=4): "X",
    Traits(length=4, width=2, straight=4, corners=2, ends=3): "Y",
    Traits(length=3, width=3, straight=3, corners=2, ends=2): "Z",
}


def _moved_home(squares: Iterable[Square]) -> Shape:
    shape = list(squares)
    west, south = (min(square[axis] for square in shape) for axis in (0, 1))
    return frozenset((x - west, y - south) for x, y in shape)


def _beside(square: Square) -> Iterator[Square]:
    x, y = square
    yield from ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))


def orientations(shape: Shape) -> frozenset[Shape]:
    """The shape turned and flipped in all ways: one to eight different shapes."""
    turned = [shape]
    for _ in range(3):
        turned.append(_moved_home((y, -x) for x, y in turned[-1]))
    return frozenset(turned) | {_moved_home((-x, y) for x, y in one) for one in turned}


@cache
def free_polyominoes(size: int) -> frozenset[frozenset[Shape]]:
    """All polyominoes of a size, each as the set of its orientations; they grow square by square."""
    if size == 1:
        return frozenset([orientations(frozenset([(0, 0)]))])
    smaller = (shape for family in free_polyominoes(size - 1) for shape in family)
    grown = {
        _moved_home([*shape, square])
        for shape in smaller
        for corner in shape
        for square in _beside(corner)
        if square not in shape
    }
    families: set[frozenset[Shape]] = set()
    while grown:
        family = orientations(grown.pop())
        families.add(family)
        grown -= family
    return frozenset(families)


def traits(shape: Shape) -> Traits:
    """The properties that determine the shape's letter."""
    east, north = (max(square[axis] for square in shape) for axis in (0, 1))
    rows = [sorted(x for x, y in shape if y == row) for row in range(north + 1)]
    columns = [sorted(y for x, y in shape if x == column) for column in range(east + 1)]
    return Traits(
        length=max(east, north) + 1,
        width=min(east, north) + 1,
        straight=max(map(_longest_run, rows + columns)),
        corners=len(shape & {(0, 0), (east, 0), (0, north), (east, north)}),
        ends=sum(len(shape.intersection(_beside(square))) == 1 for square in shape),
    )


def _longest_run(places: list[int]) -> int:
    """The longest run of consecutive places, in a sorted list."""
    longest = run = 1
    for one, other in pairwise(places):
        run = run + 1 if other == one + 1 else 1
        longest = max(longest, run)
    return longest


def code_of(shape: Shape) -> str:
    """The element's code: its size, from three squares on with its letter (`1`, `2`, `3I`, `5F`)."""
    size = len(shape)
    if size <= 2:
        return str(size)
    found = traits(shape)
    return f"{size}{'I' if found.width == 1 else _LETTERS[found]}"


def _by_code() -> dict[str, frozenset[Shape]]:
    families = [family for size in range(1, LARGEST + 1) for family in free_polyominoes(size)]
    named = {code_of(next(iter(family))): family for family in families}
    return dict(sorted(named.items()))


FAMILIES: Mapping[str, frozenset[Shape]] = _by_code()
"""The 21 different elements: their orientations by their codes, sorted by code."""

CODES = tuple(FAMILIES)
SIZES = tuple(int(code[0]) for code in CODES)
"""The number of squares of each element, in the order of `CODES`."""


@record
class Oriented:
    """An element turned one way on one grid."""

    code: int
    """Its index in `CODES`."""
    cells: Cells
    """Its squares, its lowest cell moved to bit 0. Shifted by a free cell's bit they lie on the board."""


class Fitter:
    """Where every element fits on a grid."""

    def __init__(self, grid: CellGrid) -> None:
        self.oriented = tuple(
            Oriented(code, _on_grid(grid, shape))
            for code, name in enumerate(CODES)
            for shape in sorted(FAMILIES[name], key=sorted)
        )
        """All elements in all orientations: 91."""
        self._code = {one.cells: one.code for one in self.oriented}
        self._fits = _finder([one.cells for one in self.oriented])

    def code_of(self, cells: Cells) -> int | None:
        """The element on exactly these cells, as its index in `CODES`; `None` if there is none."""
        return self._code.get(cells >> (cells & -cells).bit_length() - 1) if cells else None

    def fits(self, free: Cells) -> list[Cells]:
        """For each of `oriented`: the cells on which its lowest square may lie. `free` are the empty cells.

        A connected shape that left the board sideways would cross a guard bit, which is never free.
        """
        return self._fits(free)


def _finder(shapes: Iterable[Cells]) -> Callable[[Cells], list[Cells]]:
    """`Fitter.fits` for these shapes, written out line by line: a loop over the same steps takes twice as
    long. Shapes that begin with the same squares share intersections."""
    by_shape = [tuple(bit for bit in range(cells.bit_length()) if cells >> bit & 1) for cells in shapes]
    shifts = sorted({square for squares in by_shape for square in squares if square})
    known: dict[tuple[int, ...], str] = {(0,): "free"}
    lines = ["def fits(free):", *(f" free_{shift} = free >> {shift}" for shift in shifts)]
    for squares in by_shape:
        for size in range(2, len(squares) + 1):
            start = squares[:size]
            if start not in known:
                known[start] = f"found_{len(known)}"
                lines.append(f" {known[start]} = {known[start[:-1]]} & free_{start[-1]}")
    lines.append(f" return [{', '.join(known[squares] for squares in by_shape)}]")
    made: dict[str, Callable[[Cells], list[Cells]]] = {}
    exec("\n".join(lines), made)  # noqa: S102 - the lines above, of numbers alone
    return made["fits"]


def _on_grid(grid: CellGrid, shape: Shape) -> Cells:
    bits = [y * grid.stride + x for x, y in shape]
    return sum(1 << bit - min(bits) for bit in bits)
