"""How far a player of Forma is from the next bridge, and how far the others are from shutting it out.

A bridge is a chain of own squares from edge to edge, side to side; what shuts it out is a king's walk between
the two other edges, of cells that the player lacks. Both are measured in empty cells still to be filled, by
floods of whole boards in which every further level fills one more cell.

Rules: docs/rules/forma.md, point 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engines.forma.board import BOARD
from engines.forma.bridge_sheet import sheet_of
from engines.grid import Cells

Levels = Sequence[Cells]
"""By the number of empty cells filled: what a way from one edge reaches, all before included. Empty without a
way to the other edge."""

_SHEET = sheet_of(BOARD)
_STRIDE = BOARD.stride


class Axis(NamedTuple):
    """A direction of bridges: the edges that they join, and those that what shuts them out must join."""

    start: Cells
    goal: Cells
    wall_start: Cells
    wall_goal: Cells
    step: int
    """Bits from a cell to the next one towards the goal."""


AXES = (
    Axis(_SHEET.south, _SHEET.north, _SHEET.west, _SHEET.east, _STRIDE),
    Axis(_SHEET.west, _SHEET.east, _SHEET.south, _SHEET.north, 1),
)
"""Northward and eastward bridges."""


class Ground(NamedTuple):
    """What one player's next bridge of one axis may run over."""

    axis: Axis
    own: Cells
    """Own squares that no bridge of this or the other axis uses yet."""
    crossings: Cells
    """Squares of the other axis' bridges on which the bridge can cross them."""
    free: Cells

    @property
    def walls(self) -> Cells:
        """What the bridge can never run over."""
        return BOARD.all & ~(self.own | self.crossings | self.free)

    def chain(self) -> Levels:
        """From the start edge on: what chains reach."""
        return _chain(self, self.axis.start, self.axis.goal, self.axis.step)

    def chain_back(self) -> Levels:
        """The same from the goal."""
        return _chain(self, self.axis.goal, self.axis.start, -self.axis.step)

    def wall(self) -> Levels:
        """What walks that shut the bridge out reach."""
        return _walk(self.walls, self.free, self.axis.wall_start, self.axis.wall_goal)

    def wall_back(self) -> Levels:
        """The same from the other side."""
        return _walk(self.walls, self.free, self.axis.wall_goal, self.axis.wall_start)


def _chain(ground: Ground, start: Cells, goal: Cells, step: int) -> Levels:
    _, own, crossings, free = ground
    if crossings:
        start |= _behind(start & crossings, crossings, step)
        goal |= _behind(goal & crossings, crossings, -step)
    levels: list[Cells] = []
    reached = 0
    new, following = start & own, start & free
    while True:
        while new:
            reached |= new
            near = new << 1 | new >> 1 | new << _STRIDE | new >> _STRIDE
            if crossings:
                near |= _behind(_moved(new, step) & crossings, crossings, step)
            following |= near & free
            new = near & own & ~reached
        levels.append(reached)
        if reached & goal:
            return levels
        new, following = following & ~reached, 0
        if not new:
            return ()


def _moved(cells: Cells, step: int) -> Cells:
    return cells << step if step > 0 else cells >> -step


def _behind(on: Cells, crossings: Cells, step: int) -> Cells:
    """The cells behind these crossings; where crossings lie behind one another, those behind each."""
    found = 0
    while on:
        ahead = _moved(on, step)
        found |= ahead
        on = ahead & crossings
    return found


def _walk(walls: Cells, free: Cells, start: Cells, goal: Cells) -> Levels:
    levels: list[Cells] = []
    reached = 0
    new, following = start & walls, start & free
    while True:
        while new:
            reached |= new
            row = new | new << 1 | new >> 1
            near = row | row << _STRIDE | row >> _STRIDE
            following |= near & free
            new = near & walls & ~reached
        levels.append(reached)
        if reached & goal:
            return levels
        new, following = following & ~reached, 0
        if not new:
            return ()


class Way(NamedTuple):
    """The shortest ways between two edges, from both."""

    there: Levels
    back: Levels

    @property
    def missing(self) -> int:
        """How many empty cells are to be filled. There must be a way."""
        return len(self.there) - 1

    def missing_with(self, cells: Cells) -> int:
        """The same once these empty cells, which hang together, are filled."""
        return min(self.missing, max(0, _first(self.there, cells) + _first(self.back, cells) - 2))

    def corridor(self) -> Cells:
        """The cells on the shortest ways, and own squares beside them."""
        cells, last = self.there[0], self.missing
        for steps, (before, reached) in enumerate(pairwise(self.there), 1):
            cells |= reached & ~before & self.back[last + 1 - steps]
        return cells


def _first(levels: Levels, cells: Cells) -> int:
    for level, reached in enumerate(levels):
        if reached & cells:
            return level
    return len(levels)


class Bridges(NamedTuple):
    """A player's bridges, and the squares of those that were found: northward and eastward ones."""

    northward: Cells = 0
    eastward: Cells = 0
    number: int = 0

    def grounds(self, own: Cells, free: Cells) -> tuple[Ground, Ground]:
        """Where the player who has these squares can build the next bridge: northward, eastward."""
        northward, eastward, _ = self
        rest = own & ~northward & ~eastward
        upright = northward & (northward >> _STRIDE | _SHEET.north) & (northward << _STRIDE | _SHEET.south)
        level = eastward & (eastward >> 1 | _SHEET.east) & (eastward << 1 | _SHEET.west)
        return Ground(AXES[0], rest, level, free), Ground(AXES[1], rest, upright, free)

    def grown(self, own: Cells, new: Cells) -> Bridges:
        """The bridges once there are new squares among the own ones.

        Chains are found one by one, so that where both axes have some, now and then one is not found.
        """
        if not _SHEET.spans(new, own):
            return self
        found = _found(own)
        return found if found.number > self.number else self


def bridges_of(own: Cells, known: int) -> Bridges:
    """The bridges of a player with these squares, who is known to have so many."""
    return _found(own)._replace(number=known) if known else Bridges()


def _found(own: Cells) -> Bridges:
    """All bridges that are found, beginning with the northward or with the eastward ones."""
    return max(_found_by(own, (0, 1)), _found_by(own, (1, 0)), key=lambda found: found.number)


def _found_by(own: Cells, order: tuple[int, int]) -> Bridges:
    squares, number = [0, 0], 0
    for axis in order:
        while chain := _first_chain(Bridges(squares[0], squares[1]).grounds(own, 0)[axis]):
            squares[axis] |= chain
            number += 1
    return Bridges(squares[0], squares[1], number)


def _first_chain(ground: Ground) -> Cells:
    """The squares of a chain of own squares alone, none where there is no chain.

    It keeps to the side where walls begin, if it can: so it leaves as many chains beyond it as there are.
    """
    free_side = _SHEET.grown(ground.axis.wall_start & ~ground.own, BOARD.all & ~ground.own)
    rim = ground.own & (_SHEET.near(free_side) | ground.axis.wall_start)
    return _shortest(ground._replace(own=rim)) or _shortest(ground)


def _shortest(ground: Ground) -> Cells:
    axis, own, crossings, _ = ground
    layers = _layers(ground)
    if not layers:
        return 0
    ends = axis.goal | _behind(axis.goal & crossings, crossings, -axis.step)
    chain = cell = _lowest(layers.pop() & ends)
    for layer in reversed(layers):
        behind = _behind(_moved(cell, -axis.step) & crossings, crossings, -axis.step)
        near = cell << 1 | cell >> 1 | cell << _STRIDE | cell >> _STRIDE | behind
        cell = _lowest(near & layer)
        chain |= cell
    return chain & own


def _layers(ground: Ground) -> list[Cells]:
    """Own squares by their steps from the start edge, up to the goal; empty where that is not reached."""
    axis, own, crossings, _ = ground
    goal = axis.goal | _behind(axis.goal & crossings, crossings, -axis.step)
    new = (axis.start | _behind(axis.start & crossings, crossings, axis.step)) & own
    layers, reached = [], 0
    while new:
        layers.append(new)
        if new & goal:
            return layers
        reached |= new
        near = new << 1 | new >> 1 | new << _STRIDE | new >> _STRIDE
        near |= _behind(_moved(new, axis.step) & crossings, crossings, axis.step)
        new = near & own & ~reached
    return []


def _lowest(cells: Cells) -> Cells:
    return cells & -cells
