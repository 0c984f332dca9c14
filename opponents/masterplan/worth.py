"""The evaluation of a city of Masterplan, in points: the winner, and the candidate houses."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from engines.grid import Cells, each
from engines.masterplan.board import BOARD
from engines.masterplan.notation import House
from opponents.masterplan.city import BESIDE, FACED, HOUSES, City, claims_of
from opponents.masterplan.sight import prospects
from opponents.model import Move


class Promise(NamedTuple):
    """The expected rest of a game with this many houses left.

    Per point of difference in the value of a cell, by its prospect: `hot`, `warmer`, `warm` or none of them
    (`rest`). Per tower, by who is ahead there (`ahead`) and for each point, up to three (`margin`). For
    having the `turn`. The total has a standard deviation of `spread`.
    """

    hot: float
    warmer: float
    warm: float
    rest: float
    ahead: float
    margin: float
    turn: float
    spread: float


_PROMISES = {
    2: Promise(0.33, 0.05, 0.09, 0.00, 1.78, 0.06, 0.75, 1.6),
    5: Promise(0.40, 0.22, 0.17, 0.02, 1.46, 0.20, 1.04, 2.3),
    9: Promise(0.48, 0.38, 0.20, 0.05, 1.11, 0.38, 1.35, 2.8),
    14: Promise(0.50, 0.43, 0.21, 0.08, 0.81, 0.54, 1.82, 3.3),
    20: Promise(0.54, 0.50, 0.28, 0.14, 0.50, 0.78, 2.51, 3.8),
    28: Promise(0.62, 0.55, 0.44, 0.32, 1.02, 0.23, 2.22, 4.5),
}
"""Up to this many houses left; by least squares from games of the search against itself."""

PROMISES = tuple(next(promise for most, promise in _PROMISES.items() if left <= most) for left in range(29))
"""By the number of houses left."""

_MOST_MARGIN = 3

_STEEPNESS = 1.7
"""A logistic curve of this steepness is within a hundredth of the normal one."""

_SITES = 10
"""The number of cells considered for a house."""

_SPOTS = 2
"""The number of spots considered on each."""

ALL_HOUSES = 2
"""With this many houses left, or fewer, every house is considered: the end is solved."""

_HEAT = 0.7
"""The difference in promised points that reduces the prior of a house to 1/e."""


def expected_lead(now: City) -> float:
    """White's expected lead at the end, in points."""
    promise = PROMISES[now.houses_left]
    hot, warm, warmer = prospects(now.houses, now.free)
    lead = now.lead + (-promise.turn if now.houses_left & 1 else promise.turn)
    lead += promise.hot * _worth(now, hot) + promise.warmer * _worth(now, warmer)
    lead += promise.warm * _worth(now, warm & ~warmer) + promise.rest * _worth(now, now.free & ~(hot | warm))
    for tower in each(now.towers):
        points = now.worth[tower.bit_length() - 1]
        if points:
            lead += promise.ahead if points > 0 else -promise.ahead
            lead += promise.margin * max(-_MOST_MARGIN, min(_MOST_MARGIN, points))
    return lead


def chance(now: City) -> float:
    """White's winning chance, with the usual uncertainty of the final lead at this stage."""
    return 1 / (1 + exp(-_STEEPNESS * expected_lead(now) / PROMISES[now.houses_left].spread))


def _worth(now: City, cells: Cells) -> int:
    worth = now.worth
    return sum([worth[cell.bit_length() - 1] for cell in each(cells)])


def houses_worth_a_look(now: City) -> list[Move]:
    """The best houses for the mover, by their immediate score and their prospects; all of them at the end."""
    is_end = now.houses_left <= ALL_HOUSES
    hopes = _hopes(now)
    sites = []
    for site in each(now.free):
        points, hopes_after = _with_house_on(now, site, hopes)
        beside = [hopes_after[place] for place in BESIDE[site.bit_length() - 1]]
        sites.append((points + sum(beside), max(beside), site.bit_length() - 1, hopes_after))
    sites.sort(key=_best_points, reverse=True)
    rated: list[tuple[float, House]] = []
    for points, _best, place, hopes_after in sites if is_end else sites[:_SITES]:
        faces = [
            (hopes_after[faced[0]] if faced else 0.0, spot)
            for spot, faced in enumerate(FACED[place])
            if faced or is_end
        ]
        faces.sort(reverse=True)
        rated += [
            (points + hope, HOUSES[place][spot]) for hope, spot in (faces if is_end else faces[:_SPOTS])
        ]
    rated.sort(key=_points, reverse=True)
    weights = [exp((points - rated[0][0]) / _HEAT) for points, _house in rated]
    total = sum(weights)
    return [Move(house, weight / total) for weight, (_points, house) in zip(weights, rated, strict=True)]


def _with_house_on(now: City, site: Cells, hopes: list[float]) -> tuple[float, list[float]]:
    """The mover's gain by a house on this cell, without its own value; and the hopes after it."""
    gain = 0.0
    worth = now.worth
    place = site.bit_length() - 1
    points = -1 if now.mover else 1
    parks = claims_of(now.houses | site).rows & now.free & ~site
    if parks:
        hopes_after = hopes.copy()
        for cell in each(parks):
            park = cell.bit_length() - 1
            gain += (1.0 - hopes[park]) * worth[park]
            hopes_after[park] = 1.0
        hopes = hopes_after
    return points * (gain - hopes[place] * worth[place]), hopes


def _hopes(now: City) -> list[float]:
    """By cell: the expected gain per point of value there."""
    promise = PROMISES[now.houses_left]
    hot, warm, warmer = prospects(now.houses, now.free)
    hopes = [0.0] * BOARD.size
    for cells, hope in (
        (now.free, promise.rest),
        (warm, promise.warm),
        (warmer, promise.warmer),
        (hot, promise.hot),
    ):
        for cell in each(cells):
            hopes[cell.bit_length() - 1] = hope
    return hopes


def _best_points(site: tuple[float, float, int, list[float]]) -> float:
    return site[0] + site[1]


def _points(rated: tuple[float, House]) -> float:
    return rated[0]
