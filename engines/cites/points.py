"""The free places of a lot, and the points for building on it.

Source: the rule page, "A round" (building) and "Points".
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from itertools import combinations, product

from engines.cites.blocks import BUILDINGS, PER_KIND, TRUMPS, Decorations, blocks_in, mask_of
from engines.record import record

ROOM_PER_TYPE = 2
ENOUGH_BUILDINGS = 10
EACH = 10
AT_ONCE, AT_ONCE_WITH_ALL = 300, 350
OVER_ROUNDS, OVER_ROUNDS_WITH_ALL = 150, 250


class Line(StrEnum):
    """A line of the table of points."""

    PLACED = "blocks placed"
    AT_ONCE = "finished at once"
    AT_ONCE_WITH_ALL = "finished at once with all fifteen"
    OVER_ROUNDS = "finished over several rounds"
    OVER_ROUNDS_WITH_ALL = "finished over several rounds with all fifteen"


@record
class Marks:
    """The points that a side scores for building, and their line of the table of points."""

    points: int
    line: Line


def is_finished(lot: int, decorations: Decorations) -> bool:
    """Whether a lot has its ten buildings, two lawns, two pools and two trees."""
    return (lot & BUILDINGS).bit_count() >= ENOUGH_BUILDINGS and all(
        (lot & of_type).bit_count() >= ROOM_PER_TYPE for _, of_type in decorations.types
    )


def marks(before: int, after: int, decorations: Decorations) -> Marks:
    """The points of a side that extends the lot `before` to the lot `after`. Sets of blocks."""
    if not is_finished(after, decorations):
        return Marks(EACH * (after & ~before).bit_count(), Line.PLACED)
    stood, stand = (before & BUILDINGS).bit_count(), (after & BUILDINGS).bit_count()
    if not before:
        if stand == PER_KIND:
            return Marks(AT_ONCE_WITH_ALL, Line.AT_ONCE_WITH_ALL)
        return Marks(AT_ONCE + EACH * (stand - ENOUGH_BUILDINGS), Line.AT_ONCE)
    if stand == PER_KIND:
        return Marks(OVER_ROUNDS_WITH_ALL, Line.OVER_ROUNDS_WITH_ALL)
    beyond_ten = stand - max(ENOUGH_BUILDINGS, stood)
    return Marks(OVER_ROUNDS + EACH * beyond_ten, Line.OVER_ROUNDS)


@lru_cache(maxsize=256)
def placings(lot: int, taken: int, decorations: Decorations) -> tuple[int, ...]:
    """All sets of decorations that a side with these takings may place; one if there is no choice.

    Of each type as many as fit, never fewer.
    """
    by_type = []
    for _, of_type in decorations.types:
        at_hand = blocks_in(taken & TRUMPS & of_type)
        room = ROOM_PER_TYPE - (lot & of_type).bit_count()
        by_type.append([mask_of(chosen) for chosen in combinations(at_hand, min(room, len(at_hand)))])
    return tuple(lawns | pools | trees for lawns, pools, trees in product(*by_type))
