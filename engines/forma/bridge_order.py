"""The order in which a search takes the squares: it keeps the border between finished and other squares
short.

A border can be crossed in exponentially many ways, so a good order is worth seeking. Each grows greedily from
a square at the edge; they differ in their start and in their tie-breaking.
"""

from __future__ import annotations

from engines.forma.bridge_sheet import Sheet
from engines.forma.bridge_squares import Square
from engines.grid import Cells

_FEWEST, _MOST = 12, 200
"""The least and the most orders tried."""

_PRICE = 50
"""The expected cost of the best order so far that justifies one more try."""

_STEPS = 20
"""The search steps per square that justify one more try."""

_RANKS = 409
"""A prime above the number of squares, for distinct pseudo-random ranks."""


def best_order(sheet: Sheet, squares: dict[Cells, Square], steps: int) -> tuple[list[Square], int]:
    """The best of several orders of the squares, and how many were tried: more if the search promises to be
    long."""
    edges = (sheet.south, sheet.west, sheet.north, sheet.east)
    starts = [cell for edge in edges for cell in squares if cell & edge]
    best: list[Square] = []
    price = trial = 0
    most = min(_MOST, steps // (_STEPS * len(squares)))
    while trial < max(_FEWEST, min(most, price // _PRICE)):
        start = starts[trial * len(starts) // _FEWEST % len(starts)]
        order, its_price = _grown(squares, start, trial, price)
        if order:
            best, price = order, its_price
        trial += 1
    return best, trial


def _grown(squares: dict[Cells, Square], start: Cells, trial: int, limit: int) -> tuple[list[Square], int]:
    """All squares in an order from a start, each the one that lengthens the border least, and its cost: the
    expected number of states over all borders. Nothing if that is not below the limit (0 for none)."""
    urgency = {
        cell: _RANKS * len(square.neighbours) + place * (37 * trial + 1) % _RANKS
        for place, (cell, square) in enumerate(squares.items())
    }
    waiting = {start}
    order: list[Square] = []
    length = price = 0
    while urgency:
        cell = min(waiting or urgency, key=urgency.__getitem__)
        waiting.discard(cell)
        length += urgency.pop(cell) // _RANKS
        for other in squares[cell].neighbours:
            if other in urgency:
                urgency[other] -= 2 * _RANKS
                waiting.add(other)
        order.append(squares[cell])
        price += 1 << length
        if limit and price >= limit:
            return [], price
    return order, price
