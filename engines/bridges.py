"""How many bridges a player's squares make: the largest set of chains that keep the rule on shared squares.

Rules: docs/rules/forma.md, point 5. A chain leads from the south edge to the north edge, or from the west
edge to the east edge. Chains of one direction share no square, and every crossing pair shares exactly one.

How it is found exactly:

- A chain may be thinned to a path. Let every path run forth: northward or eastward. A northward and an
  eastward path share at least one square; they share just one if and only if at every shared square both go
  straight on and the eastward one crosses from the other's left to its right (what crosses back would have
  to cross again). That is a rule on single squares, so the paths need no names: they are two flows.
- Chains of one direction alone are counted by Menger's theorem: they are as many as the fewest own squares on
  a king's walk between the other two edges. Two such walks bound both directions together
  (`engines.bridge_bounds`); this bound is nearly always the number itself, and costs a few floods of whole
  boards.
- Only if it leaves a doubt, all ways to run through the squares are tried, square by square, remembering of
  the squares done only what crosses their border (`engines.bridge_search`). That ends after a fixed number
  of steps; then the most found so far is a lower bound.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engines.bridge_bounds import Ground, narrowed, whole_ground
from engines.bridge_search import search
from engines.bridge_sheet import Sheet, sheet_of
from engines.grid import Cells, Grid

STEPS = 200_000
"""The steps that the search may take for one position. Fixed, so that every machine finds the same."""

_WIDTH = 100
"""States followed to the end when the steps were not enough, for a lower bound."""


class Found(NamedTuple):
    """A number of bridges; if it is not exact, there may be more."""

    number: int
    is_exact: bool


def bridges(grid: Grid, own: Cells, new: Cells, known: int, steps: int = STEPS) -> Found:
    """The number of bridges that the `own` squares make, given that they made `known` without the `new` ones.

    Never less than `known`. Squares that were added in places that no chain can reach cost one flood.
    """
    sheet = sheet_of(grid)
    if not sheet.spans(new, own):
        return Found(known, is_exact=True)
    return _searched(sheet, narrowed(sheet, whole_ground(sheet, own, known)), steps)


def _searched(sheet: Sheet, ground: Ground, steps: int) -> Found:
    """The largest number is tried first: it is nearly always right, and leaves the fewest ways."""
    for number in range(ground.most, ground.least, -1):
        there = narrowed(sheet, replace(ground, least=number - 1))
        if there.most < number:
            continue
        result = search(sheet, there, steps)
        if result.number:
            return Found(number, is_exact=True)
        if not result.is_complete:
            result = search(sheet, ground, 0, _WIDTH)
            return Found(max(ground.least, result.number), is_exact=False)
        steps -= result.steps
    return Found(ground.least, is_exact=True)
