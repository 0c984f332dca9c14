"""Finds tracks for the nets of a board: each grows pin by pin along a grid, on two sides, the cheapest way.

A wave spreads from what is joined already until it meets a pin (C. Y. Lee, "An Algorithm for Path Connections
and Its Applications", 1961); the way may lead through other nets, which are then laid anew.

Chips' pins are two steps of the grid apart, a header's four, so pads lie on it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import pairwise, product
from math import ceil, floor, inf
from typing import Final

from controller.boards.shapes import Area, Point
from controller.making.printed.layout import (
    CLEARANCE,
    EDGE,
    TRACK,
    VIA,
    Pad,
    Placed,
    PrintedBoard,
    Side,
    Track,
    Via,
)
from engines.record import replace

STEP: Final = 0.635
SIDES: Final[tuple[Side, Side]] = ("F", "B")
CHANGE: Final = 8.0
"""The cost of a via, in steps."""
ACROSS: Final = 1.6
"""The cost of a step across the usual direction: from south to north above, from west to east below."""
RIPPED: Final = 25.0
"""The cost of a step through another net's track, which is then laid again."""
MOST: Final = 2000
"""The board is given up after this many nets were laid."""

Node = tuple[int, int, int]
"""Column and row of the grid, and the side: 0 above."""

_TRACK_ROOM: Final = TRACK / 2 + CLEARANCE
_VIA_ROOM: Final = VIA[0] / 2 + CLEARANCE
_STEPS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))


class NoWay(Exception):
    """A pin cannot be reached. The text names its net."""


@dataclass(slots=True)
class _NodeOwners:
    """The nets that keep a node, for tracks and for vias, which are wider. `""` keeps all out."""

    tracks: defaultdict[Node, set[str]] = field(default_factory=lambda: defaultdict(set))
    vias: defaultdict[Node, set[str]] = field(default_factory=lambda: defaultdict(set))

    def keep(self, area: Area, sides: Iterable[Side], net: str) -> None:
        """Keep the room around copper."""
        for kept, room in ((self.tracks, _TRACK_ROOM), (self.vias, _VIA_ROOM)):
            for node in _nodes(area.grown(room - 0.001), sides):
                kept[node].add(net)


@dataclass(slots=True)
class _Laid:
    """The copper of a net."""

    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)


def routed(layout: PrintedBoard) -> PrintedBoard:
    """The board with a track to each pad of a net. Raises `NoWay`."""
    router = _Router(layout)
    router.run()
    laid = [router.laid[net] for net in sorted(router.laid)]
    tracks = (track for one in laid for track in one.tracks)
    return replace(layout, tracks=tuple(tracks), vias=tuple(via for one in laid for via in one.vias))


class _Router:
    """Lays one net after another. One that is in the way of another is taken up, and laid again later."""

    def __init__(self, layout: PrintedBoard) -> None:
        self._pads, self._copper = _NodeOwners(), _NodeOwners()
        self._pins: dict[str, list[frozenset[Node]]] = {}
        self._often: Counter[str] = Counter()
        self.laid: dict[str, _Laid] = {}
        inner = Area(*layout.origin, *layout.size).grown(-EDGE - VIA[0] / 2)
        self._columns = range(ceil(inner.x / STEP), floor(inner.right / STEP) + 1)
        self._rows = range(ceil(inner.y / STEP), floor(inner.top / STEP) + 1)
        nets = layout.nets()
        for one in layout.placed:
            for pad in one.footprint.pads:
                self._keep_pad(one, pad, nets.get((one.ref, pad.number), ""))
        for screw in layout.screws:
            self._pads.keep(Area.around(screw.at, screw.head), SIDES, "")

    def run(self) -> None:
        """Lay all nets, those with near pins first. Raises `NoWay`."""
        waiting = sorted(self._pins, key=lambda net: (self._extent(net), net))
        for _ in range(MOST):
            if not waiting:
                return
            waiting += self._grow(waiting.pop(0))
        raise NoWay(waiting[0])

    def _extent(self, net: str) -> int:
        nodes = [min(pin) for pin in self._pins[net]]
        return sum(max(node[axis] for node in nodes) - min(node[axis] for node in nodes) for axis in (0, 1))

    def _keep_pad(self, one: Placed, pad: Pad, net: str) -> None:
        area = Area.around(one.place(pad.at), *one.extent(pad.size))
        sides = SIDES if pad.drill else SIDES[:1]
        self._pads.keep(area, sides, net)
        for node in _nodes(area.grown(VIA[0] / 2), SIDES):
            self._pads.vias[node].add("")
        if net:
            within = frozenset(_nodes(area.grown(-0.05), sides))
            assert within, f"{one.ref} {pad.number} lies beside the grid"
            self._pins.setdefault(net, []).append(within)

    def _grow(self, net: str) -> list[str]:
        """Join all pins of a net. The nets that had to be taken up for it. Raises `NoWay`."""
        self.laid[net] = _Laid()
        first, *others = self._pins[net]
        joined, missing, taken_up = set(first), others, []
        while missing:
            path = self._path(net, joined, frozenset().union(*missing))
            joined.update(path, *(pin for pin in missing if path[-1] in pin))
            missing = [pin for pin in missing if path[-1] not in pin]
            for other in sorted(self._in_the_way(net, path)):
                self._take_up(other)
                taken_up.append(other)
            self._lay(net, path)
        return taken_up

    def _in_the_way(self, net: str, path: list[Node]) -> set[str]:
        found: set[str] = set()
        for node, after in pairwise(path):
            found |= self._copper.tracks[node] | self._copper.tracks[after]
            if node[2] != after[2]:
                found |= self._copper.vias[node] | self._copper.vias[after]
        return found - {net}

    def _take_up(self, net: str) -> None:
        self._often[net] += 1
        del self.laid[net]
        for kept in (self._copper.tracks, self._copper.vias):
            for nets in kept.values():
                nets.discard(net)

    def _path(self, net: str, starts: set[Node], ends: frozenset[Node]) -> list[Node]:
        costs: dict[Node, float] = dict.fromkeys(starts, 0.0)
        came: dict[Node, Node] = {}
        west, east = min(node[0] for node in ends), max(node[0] for node in ends)
        south, north = min(node[1] for node in ends), max(node[1] for node in ends)

        def left(node: Node) -> int:
            """The least number of steps left."""
            x, y, _ = node
            return max(west - x, x - east, 0) + max(south - y, y - north, 0)

        queue = [(float(left(node)), node) for node in sorted(starts)]
        heapify(queue)
        done: set[Node] = set()
        while queue:
            _, node = heappop(queue)
            if node in ends:
                path = [node]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path[::-1]
            if node in done:
                continue
            done.add(node)
            for after, price in self._around(net, node):
                cost = costs[node] + price
                if cost < costs.get(after, inf):
                    costs[after], came[after] = cost, node
                    heappush(queue, (cost + left(after), after))
        raise NoWay(net)

    def _around(self, net: str, node: Node) -> Iterator[tuple[Node, float]]:
        column, row, side = node
        for east, north in _STEPS:
            after = column + east, row + north, side
            if after[0] in self._columns and after[1] in self._rows and self._pads.tracks[after] <= {net}:
                usual = ACROSS if (east == 0) == bool(side) else 1.0
                yield after, usual + self._price(net, self._copper.tracks[after])
        through = (column, row, 0), (column, row, 1)
        if all(self._pads.vias[one] <= {net} for one in through):
            others = self._copper.vias[through[0]] | self._copper.vias[through[1]]
            yield (column, row, 1 - side), CHANGE + self._price(net, others)

    def _price(self, net: str, others: set[str]) -> float:
        """The cost of taking these up; it grows each time."""
        return sum(RIPPED * (1 + self._often[other]) for other in others if other != net) if others else 0.0

    def _lay(self, net: str, path: list[Node]) -> None:
        """Copper along a path: straight tracks, and a via where it changes sides."""
        corner = path[0]
        for number, (node, after) in enumerate(pairwise(path)):
            if node[2] != after[2]:
                self.laid[net].vias.append(Via(net, _at(node)))
                self._copper.keep(Area.around(_at(node), VIA[0]), SIDES, net)
            is_last = number == len(path) - 2
            if is_last or _direction(node, after) != _direction(after, path[number + 2]):
                if corner[2] == after[2]:
                    self._track(net, corner, after)
                corner = after

    def _track(self, net: str, start: Node, end: Node) -> None:
        side, (x, y), (x2, y2) = SIDES[start[2]], _at(start), _at(end)
        self.laid[net].tracks.append(Track(net, side, (x, y), (x2, y2)))
        area = Area(min(x, x2), min(y, y2), abs(x2 - x), abs(y2 - y)).grown(TRACK / 2)
        self._copper.keep(area, (side,), net)


def _nodes(area: Area, sides: Iterable[Side]) -> Iterator[Node]:
    """The nodes of the grid within an area."""
    columns = range(ceil(area.x / STEP), floor(area.right / STEP) + 1)
    rows = range(ceil(area.y / STEP), floor(area.top / STEP) + 1)
    return product(columns, rows, [SIDES.index(side) for side in sides])


def _direction(node: Node, after: Node) -> tuple[int, int, int]:
    return after[0] - node[0], after[1] - node[1], after[2] - node[2]


def _at(node: Node) -> Point:
    return round(node[0] * STEP, 4), round(node[1] * STEP, 4)
