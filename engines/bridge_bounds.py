"""Which squares bridges can use at all, and how many bridges there can be at most.

Northward chains are cut by every king's walk from the west edge to the east edge: each chain needs an own
square of its own on it. Eastward chains are cut by walks from south to north. Where both walks go through one
square, and no two chains can cross there, that square serves only one chain: together the walks bound the
bridges of both directions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.bridge_blocks import on_simple_paths
from engines.bridge_sheet import Sheet
from engines.grid import Cells

Tiers = list[Cells]
"""By the price paid: the cells that a walk from one edge can step on next, their own price not yet paid."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a search for more than `least` bridges may use, and needs."""

    northward: Cells
    """The squares for northward chains, and `eastward` those for eastward ones."""
    eastward: Cells
    crossings: Cells
    """Where a northward and an eastward chain can cross."""
    up: int
    """The most northward chains alone, and `along` the most eastward ones."""
    along: int
    least: int
    most: int
    """There are no more bridges of both directions than this: if it is `least`, no search is needed."""
    northward_needs: Cells = 0
    """Squares that northward chains must use to make more bridges than `least`; the same for eastward ones."""
    eastward_needs: Cells = 0


def fewest(sheet: Sheet, squares: Cells, start: Cells, goal: Cells) -> int:
    """The fewest of the squares on a king's walk from one edge to another: as many chains pass between."""
    free = sheet.all & ~squares
    reached = sheet.grown(start & free, free)
    price = 0
    while not reached & goal:
        reached |= (sheet.near(reached) | start) & squares
        reached = sheet.grown(reached, free)
        price += 1
    return price


def tiers(sheet: Sheet, squares: Cells, start: Cells, limit: int) -> Tiers:
    """The tiers of the walks from an edge, for all prices up to the limit; each includes the cheaper ones."""
    free = sheet.all & ~squares
    found, reached = [], 0
    for _ in range(limit + 1):
        reached = sheet.grown(reached | start & free, free)
        following = (sheet.near(reached) | start) & sheet.all
        found.append(following)
        reached |= following & squares
    return found


def _both(one: Tiers, other: Tiers, price: int) -> Cells:
    """The cells that walks from two edges can step on, paying the price together."""
    cells = 0
    for part in range(price + 1):
        cells |= one[part] & other[price - part]
    return cells


def whole_ground(sheet: Sheet, own: Cells, known: int) -> Ground:
    """All own squares, given that they make `known` bridges or more."""
    up = fewest(sheet, own, sheet.west, sheet.east)
    along = fewest(sheet, own, sheet.south, sheet.north)
    return bounded(sheet, _ground(sheet, own, own, up, along, max(known, up, along)))


def _ground(sheet: Sheet, northward: Cells, eastward: Cells, up: int, along: int, least: int) -> Ground:
    crossings = sheet.crossings(sheet.northward(northward), sheet.eastward(eastward))
    most = up + along if crossings else max(up, along)
    return Ground(northward, eastward, crossings, up, along, least, max(least, most))


def narrowed(sheet: Sheet, ground: Ground) -> Ground:
    """The ground without all that is of no use for more bridges than `ground.least`."""
    while ground.most > ground.least:
        smaller = _narrower(sheet, ground)
        if (smaller.northward, smaller.eastward) == (ground.northward, ground.eastward):
            return smaller
        ground = smaller
    return ground


def _narrower(sheet: Sheet, ground: Ground) -> Ground:
    """One round: without the squares on no chain, and without what the other direction must have."""
    northward, eastward = on_simple_paths(sheet, ground.northward, ground.eastward)
    up = fewest(sheet, northward, sheet.west, sheet.east)
    along = fewest(sheet, eastward, sheet.south, sheet.north)
    ground = bounded(sheet, _ground(sheet, northward, eastward, up, along, ground.least))
    if ground.most == ground.least or up + along > ground.least + 1:
        return ground
    # One more bridge takes as many chains as there can be, both ways: then every square on a cheapest walk
    # is used, and the other direction has it only to cross.
    west, east = (tiers(sheet, northward, edge, up) for edge in (sheet.west, sheet.east))
    south, north = (tiers(sheet, eastward, edge, along) for edge in (sheet.south, sheet.north))
    northward_needs = _both(west, east, up - 1) & northward
    eastward_needs = _both(south, north, along - 1) & eastward
    return replace(
        ground,
        northward=northward & ~(eastward_needs & ~ground.crossings),
        eastward=eastward & ~(northward_needs & ~ground.crossings),
        northward_needs=northward_needs,
        eastward_needs=eastward_needs,
    )


def bounded(sheet: Sheet, ground: Ground) -> Ground:
    """The ground with `most` as low as a pair of walks shows."""
    if ground.most == ground.least:
        return ground
    return replace(ground, most=max(ground.least, _bound(sheet, ground)))


def _bound(sheet: Sheet, ground: Ground) -> int:
    """The cheapest pair of walks, west to east and south to north, that share a stretch or none."""
    limit = ground.most
    west, east = (tiers(sheet, ground.northward, edge, limit) for edge in (sheet.west, sheet.east))
    south, north = (tiers(sheet, ground.eastward, edge, limit) for edge in (sheet.south, sheet.north))
    shared = _cheapest_shared(sheet, ground, (west, south), (east, north), limit)
    return _cheapest_shared(sheet, ground, (west, north), (east, south), shared)


def _cheapest_shared(
    sheet: Sheet, ground: Ground, before: tuple[Tiers, Tiers], after: tuple[Tiers, Tiers], limit: int
) -> int:
    """The least price under the limit of two walks that come together from two edges, share a stretch of one
    cell or more, and part to the two other edges; else the limit. A shared square costs 2 if chains can
    cross on it and 1 if not.
    """
    for price, stretch in enumerate(_stretches(sheet, ground, before, limit)):
        for rest in range(limit - price):
            if stretch & _both(*after, rest):
                limit = price + rest
                break
    return limit


def _stretches(sheet: Sheet, ground: Ground, before: tuple[Tiers, Tiers], limit: int) -> Iterator[Cells]:
    """By the price paid: the cells at which a shared stretch can end, their own price included."""
    double = ground.crossings & ground.northward & ground.eastward
    single = (ground.northward | ground.eastward) & ~double
    free = sheet.all & ~(ground.northward | ground.eastward)
    begun: Tiers = [0, 0]
    ended: Tiers = [0, 0]
    for price in range(limit):
        begun.append(_both(*before, price))
        cells = begun[-1] & free | (begun[-2] | sheet.near(ended[-1])) & single
        cells |= (begun[-3] | sheet.near(ended[-2])) & double
        ended.append(sheet.grown(cells | ended[-1], free))
        yield ended[-1]
