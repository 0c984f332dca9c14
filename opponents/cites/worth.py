"""The evaluation of a built round: the sides' winning chances, from points, lots and the next speaker.

The figures were fitted to 8,000 games of fast play (see `quick`) between two players.
"""

from __future__ import annotations

from math import exp

from engines.cites.blocks import BUILDINGS, NAMES, Decorations
from engines.cites.points import ROOM_PER_TYPE, is_finished
from opponents.cites.state import Round

_PROMISES = (
    (0, 0, 0, 0, 0, 12, 26, 38, 84, 95),
    (0, 0, 0, 0, 0, 0, 5, 8, 30, 30, 30, 25, 25, 25, 25, 40),
    (0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 6, 4, 4, 4, 4, 4),
)
"""By the number of decorations that a lot lacks, then by its buildings: the additional points expected by the
next to build there, because they may finish it."""

_USUAL = (60, 58, 58, 57, 57, 55, 54, 51, 43, 35, 27, 21, 15, 9, 4, 0)
"""The usual points on a lot with this many buildings."""

_HELD = 12.0
"""The additional points per block of a set in the hand."""

_DOUBT_AT_FIRST, _DOUBT_LESS_BY_BUILDING, _LEAST_DOUBT = 140.0, 2.4, 8.0
_PROMISE_COUNTS, _DOUBT_BY_PROMISE = 1.2, 1.0

_OPEN = 0.02
"""The uncertainty of the result while the game goes on: enough for a sure winner to prefer ending it."""


def results(round_: Round, lots: tuple[int, ...], points: tuple[int, ...]) -> tuple[float, ...]:
    """The expected result of each side after a built round with these lots and points."""
    if is_over(round_, lots):
        best = max(points)
        winners = points.count(best)
        return tuple(1 / winners if own == best else 0.0 for own in points)
    on_lots = lots[0] | lots[1] | lots[2] | lots[3]
    promises = sorted([_promise(lot, on_lots, round_.decorations) for lot in lots], reverse=True)
    buildings = sum([(lot & BUILDINGS).bit_count() for lot in lots])
    doubt = max(
        _LEAST_DOUBT,
        _DOUBT_AT_FIRST - _DOUBT_LESS_BY_BUILDING * buildings,
        _DOUBT_BY_PROMISE * promises[0],
    )
    sides = round_.sides
    first = round_.side_of[(round_.speaker + 1) % round_.players]
    hopes = [
        (own + _PROMISE_COUNTS * promises[(side - first) % sides]) / doubt for side, own in enumerate(points)
    ]
    best_hope = max(hopes)
    weights = [exp(hope - best_hope) for hope in hopes]
    total = sum(weights)
    known = (1 - _OPEN) / total
    return tuple([weight * known + _OPEN / sides for weight in weights])


def is_over(round_: Round, lots: tuple[int, ...]) -> bool:
    """Whether the game ends with a round that left these lots."""
    in_reserve = len(NAMES) - sum([lot.bit_count() for lot in lots])
    return in_reserve < round_.players or any(is_finished(lot, round_.decorations) for lot in lots)


def hope(lot: int, held: int, on_lots: int, decorations: Decorations) -> float:
    """The expected points of a side on a lot with this many blocks of its set in hand, up to a constant.

    `on_lots` are the blocks on all lots.
    """
    return _USUAL[(lot & BUILDINGS).bit_count()] + _promise(lot, on_lots, decorations) + _HELD * held


def _promise(lot: int, on_lots: int, decorations: Decorations) -> int:
    buildings = (lot & BUILDINGS).bit_count()
    placed = lot.bit_count() - buildings
    lacking = 3 * ROOM_PER_TYPE - placed
    if lacking >= len(_PROMISES) or buildings < 5:
        return 0
    if lacking and any(
        ROOM_PER_TYPE - (lot & of_type).bit_count() > (of_type & ~on_lots).bit_count()
        for _name, of_type in decorations.types
    ):
        return 0
    return _PROMISES[lacking][buildings]
