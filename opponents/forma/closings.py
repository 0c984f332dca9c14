"""The enclosures of every placement of Forma, found for whole boards at once.

For an oriented element, each neighbouring cell is closed if the element covers some of its sides and all
others are closed already. These sides are computed once for each of the 91 orientations. The cells that lack
exactly these sides, shifted by their offset, are the places from which the element encloses one.

Rules: docs/rules/forma.md, points 2 to 4.
"""

from __future__ import annotations

from engines.forma.board import BOARD, FITTER
from engines.forma.polyominoes import SIZES
from engines.grid import Cells, each
from engines.record import record

_STEPS = (BOARD.stride, 1, -BOARD.stride, -1)
"""Bits from a cell to its four neighbours: north, east, south, west."""
_LIFT = 2 * BOARD.stride
"""The shift of lifted cells, so that moving them to the lowest square of an element always shifts down."""


@record
class Turned:
    """An oriented element, and its effect on neighbouring cells."""

    code: int
    size: int
    cells: Cells
    """Its squares, the lowest at bit 0."""
    squares: tuple[int, ...]
    """Its squares in bits from the lowest one."""
    closes: tuple[tuple[int, int], ...]
    """For each neighbouring cell: the sides that the element closes, a bit each, and the shift of lifted
    cells from there to the lowest square."""


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
"""Lifted cells by their missing sides, a bit each."""


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
    """The cells from which the element, with its lowest square there, encloses at least one, two, three."""
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
