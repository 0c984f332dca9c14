"""A player's distance to the next bridge, and the others' distance to blocking it.

A bridge is a chain of own squares from edge to edge, side to side; it is blocked by a king's walk between the
two other edges, of cells that the player lacks. Both are measured in empty cells still to be filled, by
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
"""By the number of empty cells filled: the cells that a way from one edge reaches, including earlier levels.
Empty if there is no way to the other edge."""

_SHEET = sheet_of(BOARD)
_STRIDE = BOARD.stride


class Axis(NamedTuple):
    """A direction of bridges: the edges that they join, and those that a blocking walk joins."""

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


class PathGround(NamedTuple):
    """The squares that one player's next bridge of one axis may use."""

    axis: Axis
    own: Cells
    """Own squares that no bridge of this or the other axis uses yet."""
    crossings: Cells
    """Squares of the other axis' bridges on which the bridge can cross them."""
    free: Cells

    @property
    def walls(self) -> Cells:
        """The cells that the bridge can never use."""
        return BOARD.all & ~(self.own | self.crossings | self.free)

    def chain(self) -> Levels:
        """From the start edge: the cells that chains reach."""
        return _chain(self, self.axis.start, self.axis.goal, self.axis.step)

    def chain_back(self) -> Levels:
        """From the goal edge: the cells that chains reach."""
        return _chain(self, self.axis.goal, self.axis.start, -self.axis.step)

    def wall(self) -> Levels:
        """The cells that blocking walks reach."""
        return _walk(self.walls, self.free, self.axis.wall_start, self.axis.wall_goal)

    def wall_back(self) -> Levels:
        """The cells that blocking walks from the other side reach."""
        return _walk(self.walls, self.free, self.axis.wall_goal, self.axis.wall_start)


def _chain(ground: PathGround, start: Cells, goal: Cells, step: int) -> Levels:
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
    """The cells behind these crossings; if several crossings lie behind each other, those behind each."""
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
        """The number of empty cells to be filled. There must be a way."""
        return len(self.there) - 1

    def missing_with(self, cells: Cells) -> int:
        """The number of empty cells to be filled once these connected ones are."""
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
    """A player's bridges, and the squares of the northward and eastward ones that were found."""

    northward: Cells = 0
    eastward: Cells = 0
    number: int = 0

    def grounds(self, own: Cells, free: Cells) -> tuple[PathGround, PathGround]:
        """The grounds of the next bridge of a player with these squares: northward, eastward."""
        northward, eastward, _ = self
        rest = own & ~northward & ~eastward
        upright = northward & (northward >> _STRIDE | _SHEET.north) & (northward << _STRIDE | _SHEET.south)
        level = eastward & (eastward >> 1 | _SHEET.east) & (eastward << 1 | _SHEET.west)
        return PathGround(AXES[0], rest, level, free), PathGround(AXES[1], rest, upright, free)

    def grown(self, own: Cells, new: Cells) -> Bridges:
        """The bridges after new own squares.

        Chains are found one by one, so if both axes have some, one may occasionally be missed.
        """
        if not _SHEET.spans(new, own):
            return self
        found = _found(own)
        return found if found.number > self.number else self


def bridges_of(own: Cells, known: int) -> Bridges:
    """The bridges of a player with these squares and a known number of bridges."""
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


def _first_chain(ground: PathGround) -> Cells:
    """The squares of a chain of own squares; empty if there is no chain.

    It hugs the side where walls begin, to leave as many chains as possible beyond it.
    """
    free_side = _SHEET.grown(ground.axis.wall_start & ~ground.own, BOARD.all & ~ground.own)
    rim = ground.own & (_SHEET.near(free_side) | ground.axis.wall_start)
    return _shortest(ground._replace(own=rim)) or _shortest(ground)


def _shortest(ground: PathGround) -> Cells:
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


def _layers(ground: PathGround) -> list[Cells]:
    """Own squares by their steps from the start edge, up to the goal; empty if that is not reached."""
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
