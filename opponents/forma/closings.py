"""What every placement of Forma would enclose at once, found for whole boards.

For an element turned one way, each cell beside it is closed if the element covers some of its sides and all
others are closed already. Which sides those are is worked out once for each of the 91 ways to turn one. The
cells that lack just these sides, shifted by where they lie, are the places from which it encloses one.

Rules: docs/rules/forma.md, points 2 to 4.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.forma.board import BOARD, FITTER
from engines.forma.polyominoes import SIZES
from engines.grid import Cells, each

_STEPS = (BOARD.stride, 1, -BOARD.stride, -1)
"""Bits from a cell to its four neighbours: north, east, south, west."""
_LIFT = 2 * BOARD.stride
"""Bits by which cells are lifted, so that shifting them to the lowest square of an element is always down."""


@dataclass(frozen=True, slots=True)
class Turned:
    """An element turned one way, and what it does to the cells beside it."""

    code: int
    size: int
    cells: Cells
    """Its squares, the lowest at bit 0."""
    squares: tuple[int, ...]
    """Its squares in bits from the lowest one."""
    closes: tuple[tuple[int, int], ...]
    """For each cell beside it: which of its sides the element closes, a bit each, and how far lifted cells
    are to be shifted to come from there to the lowest square."""


def _turned(code: int, cells: Cells) -> Turned:
    squares = [cell.bit_length() - 1 for cell in each(cells)]
    closes: dict[int, int] = {}
    for square in squares:
        for side, step in enumerate(_STEPS):
            beside = square + step
            if beside not in squares:
                closes[beside] = closes.get(beside, 0) | 1 << (side + 2) % 4
    return Turned(
        code, SIZES[code], cells, tuple(squares), tuple((sides, at + _LIFT) for at, sides in closes.items())
    )


TURNED = tuple(_turned(one.code, one.cells) for one in FITTER.oriented)
"""All elements in all orientations, in the order of `FITTER.oriented`."""

Lacking = list[Cells]
"""Lifted cells by the sides that they lack, a bit each."""


def lacking(targets: Cells, closing: Cells) -> Lacking:
    """The targets by their sides that neither the closing cells nor the board's edge close."""
    lifted, still_open = targets << _LIFT, (BOARD.all & ~closing) << _LIFT
    stride = BOARD.stride
    north, east = still_open >> stride, still_open >> 1
    south, west = still_open << stride, still_open << 1
    found = [lifted]
    for side in (north, east, south, west):
        found = [cells & ~side for cells in found] + [cells & side for cells in found]
    return found


def together(one: Lacking, other: Lacking) -> Lacking:
    """The targets of both."""
    return [cells | more for cells, more in zip(one, other, strict=True)]


def enclosing(turned: Turned, lowest: Cells, targets: Lacking) -> tuple[Cells, Cells, Cells]:
    """From which of the cells the element, its lowest square there, encloses at least one, two, three."""
    one = two = three = 0
    for sides, shift in turned.closes:
        cells = targets[sides]
        if cells:
            found = cells >> shift & lowest
            if found:
                three |= two & found
                two |= one & found
                one |= found
    return one, two, three
