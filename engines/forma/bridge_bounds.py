"""The squares that bridges can use, and an upper bound of the number of bridges.

Northward chains are cut by every king's walk from the west edge to the east edge: each chain needs an own
square of its own on it. Eastward chains are cut by walks from south to north. If both walks go through one
square, and no two chains can cross there, that square serves only one chain: together the walks bound the
bridges of both directions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engines.forma.bridge_blocks import on_simple_paths
from engines.forma.bridge_sheet import Sheet
from engines.grid import Cells
from engines.record import record

Tiers = list[Cells]
"""By cost: the cells that a walk from one edge can step on next, excluding their own cost."""


@record
class BridgeGround:
    """The squares, bounds and targets of a search for more than `least` bridges."""

    northward: Cells
    """The squares for northward chains, and `eastward` those for eastward ones."""
    eastward: Cells
    crossings: Cells
    """Squares where a northward and an eastward chain can cross."""
    up: int
    """The most northward chains alone, and `along` the most eastward ones."""
    along: int
    least: int
    most: int
    """An upper bound of the bridges of both directions: if it is `least`, no search is needed."""
    aim: tuple[int, int] = (0, 0)
    """The target numbers of northward and eastward chains; (0, 0) for any numbers."""
    northward_needs: Cells = 0
    """Squares that northward chains must use to make more than `least`; the same for eastward ones."""
    eastward_needs: Cells = 0

    @property
    def wanted(self) -> tuple[int, int]:
        """The least numbers of northward and eastward chains."""
        return self.aim if any(self.aim) else (self.least + 1 - self.along, self.least + 1 - self.up)


def fewest(sheet: Sheet, squares: Cells, start: Cells, goal: Cells) -> int:
    """The fewest of the squares on a king's walk from one edge to another; as many chains can pass
    between."""
    free = sheet.all & ~squares
    reached = sheet.grown(start & free, free)
    price = 0
    while not reached & goal:
        reached |= (sheet.near(reached) | start) & squares
        reached = sheet.grown(reached, free)
        price += 1
    return price


def tiers(sheet: Sheet, squares: Cells, start: Cells, limit: int) -> Tiers:
    """The tiers of the walks from an edge, for all costs up to the limit; each includes the cheaper ones."""
    free = sheet.all & ~squares
    found, reached = [], 0
    for _ in range(limit + 1):
        reached = sheet.grown(reached | start & free, free)
        following = (sheet.near(reached) | start) & sheet.all
        found.append(following)
        reached |= following & squares
    return found


def _both(one: Tiers, other: Tiers, price: int) -> Cells:
    """The cells that walks from two edges can step on at this total cost."""
    cells = 0
    for part in range(price + 1):
        cells |= one[part] & other[price - part]
    return cells


def whole_ground(sheet: Sheet, own: Cells, known: int) -> BridgeGround:
    """All own squares, given that they make at least `known` bridges."""
    return _bounded(sheet, BridgeGround(own, own, 0, 0, 0, known, 0))


def narrowed(sheet: Sheet, ground: BridgeGround) -> BridgeGround:
    """The ground without everything useless for more bridges than `ground.least`."""
    while ground.most > ground.least:
        northward, eastward = on_simple_paths(sheet, ground.northward, ground.eastward)
        smaller = _with_needs(sheet, _bounded(sheet, replace(ground, northward=northward, eastward=eastward)))
        if (smaller.northward, smaller.eastward) == (ground.northward, ground.eastward):
            return smaller
        ground = smaller
    return ground


def _bounded(sheet: Sheet, ground: BridgeGround) -> BridgeGround:
    """The ground with all bounds by its squares: `most` is `least` if there cannot be more."""
    up = fewest(sheet, ground.northward, sheet.west, sheet.east)
    along = fewest(sheet, ground.eastward, sheet.south, sheet.north)
    ground = replace(
        ground,
        crossings=sheet.crossings(sheet.northward(ground.northward), sheet.eastward(ground.eastward)),
        up=up,
        along=along,
        least=max(ground.least, up, along),
        most=up + along,
    )
    is_enough = up >= ground.aim[0] and along >= ground.aim[1] and ground.most > ground.least
    most = _bound(sheet, ground) if is_enough and ground.crossings else 0
    return replace(ground, most=max(ground.least, most))


def _with_needs(sheet: Sheet, ground: BridgeGround) -> BridgeGround:
    """The ground with the squares that must be used, and without them where the other direction cannot cross.

    If a direction needs its largest possible number of chains, every square on a cheapest walk is used.
    """
    if ground.most == ground.least:
        return ground
    up, along = ground.wanted
    northward_needs = eastward_needs = 0
    if up == ground.up:
        west, east = (tiers(sheet, ground.northward, edge, up) for edge in (sheet.west, sheet.east))
        northward_needs = _both(west, east, up - 1) & ground.northward
    if along == ground.along:
        south, north = (tiers(sheet, ground.eastward, edge, along) for edge in (sheet.south, sheet.north))
        eastward_needs = _both(south, north, along - 1) & ground.eastward
    return replace(
        ground,
        northward=ground.northward & ~(eastward_needs & ~ground.crossings),
        eastward=ground.eastward & ~(northward_needs & ~ground.crossings),
        northward_needs=northward_needs,
        eastward_needs=eastward_needs,
    )


def _bound(sheet: Sheet, ground: BridgeGround) -> int:
    """The cheapest pair of walks, west to east and south to north, which share one stretch or none."""
    limit = ground.most
    west, east = (tiers(sheet, ground.northward, edge, limit) for edge in (sheet.west, sheet.east))
    south, north = (tiers(sheet, ground.eastward, edge, limit) for edge in (sheet.south, sheet.north))
    shared = _cheapest_shared(sheet, ground, (west, south), (east, north), limit)
    return _cheapest_shared(sheet, ground, (west, north), (east, south), shared)


def _cheapest_shared(
    sheet: Sheet, ground: BridgeGround, before: tuple[Tiers, Tiers], after: tuple[Tiers, Tiers], limit: int
) -> int:
    """The least cost below the limit of two walks that come from two edges, share a stretch of at least one
    cell, and part to the two other edges; otherwise the limit. A shared square costs 2 if chains can cross on
    it and 1 if not."""
    for price, stretch in enumerate(_stretches(sheet, ground, before, limit)):
        for rest in range(limit - price):
            if stretch & _both(*after, rest):
                limit = price + rest
                break
    return limit


def _stretches(
    sheet: Sheet, ground: BridgeGround, before: tuple[Tiers, Tiers], limit: int
) -> Iterator[Cells]:
    """By cost: the cells at which a shared stretch can end, including their own cost."""
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
