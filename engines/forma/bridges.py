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
  (`bridge_bounds`); this bound is nearly always the number itself, and costs a few floods of whole
  boards.
- Only if it leaves a doubt, numbers of chains are aimed at. One of each direction is decided by flows from
  the square they share (`bridge_arms`); for more, all ways to run through the squares are tried,
  square by square, remembering of the squares done only what crosses their border (`bridge_search`).
  That ends after a fixed number of steps; then the most found so far is a lower bound.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engines.forma.bridge_arms import Arms
from engines.forma.bridge_bounds import BridgeGround, narrowed, whole_ground
from engines.forma.bridge_search import SearchResult, search
from engines.forma.bridge_sheet import Sheet, sheet_of
from engines.grid import CellGrid, Cells, each

STEPS = 100_000
"""The search's limit of steps per position. Fixed, so that every machine gets the same result."""

_LOOK = 30
"""The steps counted for another look at a square, with other target chains."""


class BridgeCount(NamedTuple):
    """A number of bridges; if it is not exact, there may be more."""

    number: int
    is_exact: bool


def bridges(grid: CellGrid, own: Cells, new: Cells, known: int, steps: int = STEPS) -> BridgeCount:
    """The number of bridges of the `own` squares, given that they made `known` without the `new` ones.

    Never less than `known`. Squares added where no chain can pass cost one flood.
    """
    sheet = sheet_of(grid)
    if not sheet.spans(new, own):
        return BridgeCount(known, is_exact=True)
    ground = narrowed(sheet, whole_ground(sheet, own, known))
    is_exact = True
    # The largest number first: it is nearly always right, and the fastest to decide.
    for number in range(ground.most, ground.least, -1):
        aims = _aims(ground, number)
        for aims_left, aim in zip(range(len(aims), 0, -1), aims, strict=True):
            if steps <= 0:
                return BridgeCount(ground.least, is_exact=False)
            result = _tried(sheet, replace(ground, least=number - 1, aim=aim), steps // aims_left)
            if result.is_found:
                return BridgeCount(number, is_exact)
            steps -= result.steps
            if not result.is_complete:
                is_exact = False
                steps //= 2
    return BridgeCount(ground.least, is_exact)


def _aims(ground: BridgeGround, number: int) -> list[tuple[int, int]]:
    """The ways to divide this many bridges into at least one northward and one eastward chain."""
    fewest, most = max(1, number - ground.along), min(ground.up, number - 1)
    return [(up, number - up) for up in range(fewest, most + 1)]


def _tried(sheet: Sheet, ground: BridgeGround, steps: int) -> SearchResult:
    """Whether the ground has the target chains."""
    look = _LOOK * (ground.northward | ground.eastward).bit_count()
    aimed = narrowed(sheet, ground)
    if aimed.most == aimed.least:
        return SearchResult(False, True, look)
    if aimed.aim == (1, 1):
        arms = Arms(sheet, aimed.northward | aimed.eastward)
        return SearchResult(any(map(arms.reach_all_edges, each(aimed.crossings))), True, look)
    result = search(sheet, aimed, steps - look)
    return result._replace(steps=result.steps + look)
