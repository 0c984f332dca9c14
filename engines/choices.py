"""Many legal actions, each made when it is asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Generic, TypeVar, overload

from engines.game import Action
from engines.grid import Cells, each

A = TypeVar("A", bound=Action)
V = TypeVar("V")

Group = tuple[Callable[[Cells], A], Cells]
"""What makes an action of a cell, and the cells that have one."""


class Choices(Sequence[A]):
    """The actions of `first`, then those of each group in the order of its cells. To count them, or to make
    one of them, costs little; a random game and a search of few nodes ask for no more."""

    __slots__ = ("_ends", "_first", "_groups")

    def __init__(self, first: Sequence[A], groups: Sequence[Group[A]]) -> None:
        self._first = first
        self._groups = groups
        self._ends = list(accumulate([cells.bit_count() for _, cells in groups], initial=len(first)))

    def __len__(self) -> int:
        return self._ends[-1]

    def __iter__(self) -> Iterator[A]:
        yield from self._first
        for make, cells in self._groups:
            yield from map(make, each(cells))

    @overload
    def __getitem__(self, index: int) -> A: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[A]: ...
    def __getitem__(self, index: int | slice) -> A | Sequence[A]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = index if index >= 0 else index + len(self)
        if not 0 <= place < len(self):
            raise IndexError(f"there is no action {index}: there are {len(self)}")
        group = bisect_right(self._ends, place)
        if not group:
            return self._first[place]
        make, cells = self._groups[group - 1]
        return make(_nth(cells, place - self._ends[group - 1]))


class Made(Generic[V, A], Sequence[A]):
    """An action of each value, made when it is asked for."""

    __slots__ = ("_make", "_values")

    def __init__(self, make: Callable[[V], A], values: Sequence[V]) -> None:
        self._make = make
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, index: int) -> A: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[A]: ...
    def __getitem__(self, index: int | slice) -> A | Sequence[A]:
        if isinstance(index, slice):
            return [self._make(value) for value in self._values[index]]
        return self._make(self._values[index])


def _nth(cells: Cells, place: int) -> Cells:
    """The cell of a set with this many lower ones: its half is halved until one cell is left."""
    low, high = 0, cells.bit_length()
    while high - low > 1:
        middle = (low + high) // 2
        lower = (cells >> low & (1 << middle - low) - 1).bit_count()
        if place < lower:
            high = middle
        else:
            place -= lower
            low = middle
    return 1 << low
