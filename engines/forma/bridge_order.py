"""In which order a search takes the squares: so that the border between those done and the others is short.

A border of so many links can be crossed in exponentially many ways, so an order is worth seeking. Each grows
greedily from a square at the edge; they differ in where they begin and in what they prefer among equals.
"""

from __future__ import annotations

from engines.forma.bridge_sheet import Sheet
from engines.forma.bridge_squares import Square
from engines.grid import Cells

_FEWEST, _MOST = 12, 200
"""Orders that are tried at the least and at the most."""

_PRICE = 50
"""What the best order so far must be expected to cost for each order tried."""

_STEPS = 20
"""Steps of the search that there must be for each square in each order tried."""

_RANKS = 409
"""A prime above the number of squares: their places, multiplied by what it does not divide, stay apart."""


def best_order(sheet: Sheet, squares: dict[Cells, Square], steps: int) -> tuple[list[Square], int]:
    """The squares in the best of some orders, and how many were tried: more if it promises more work."""
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
    """All squares in an order from a start, each the one that lengthens the border least, and its price: how
    many ways to expect across all borders. Nothing if that is no less than the limit (0 for none).
    """
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
