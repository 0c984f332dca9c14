"""Many legal actions, each made when it is asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, compress
from typing import Generic, TypeVar, overload

from engines.game import Action
from engines.grid import Cells

A = TypeVar("A", bound=Action)
V = TypeVar("V")
M = TypeVar("M")

_BITS = bytes.maketrans(b"01", b"\0\1")


class ActionTable(Generic[A]):
    """The actions of one kind on a board's cells. `make` makes one; once a list is wanted, all are kept."""

    __slots__ = ("_all", "_board", "make")

    def __init__(self, make: Callable[[Cells], A], board: Cells) -> None:
        self.make = make
        self._board = board
        self._all: list[A] = []
        """By the bits of the cells; other bits have that of the cell before."""

    def on(self, cells: Cells) -> Iterator[A]:
        """The actions on these cells, in the order of the cells."""
        if not self._all:
            for bit in range(self._board.bit_length()):
                is_cell = self._board >> bit & 1 or not bit
                self._all.append(self.make(1 << bit) if is_cell else self._all[-1])
        return compress(self._all, f"{cells:b}"[::-1].encode().translate(_BITS))


class Choices(Sequence[A]):
    """The actions of `first`, then those of each table on its cells. To count them, or to make one of them,
    costs little; a random game and a search of few nodes ask for no more."""

    __slots__ = ("_cells", "_ends", "_first", "_tables")

    def __init__(self, first: Sequence[A], tables: Sequence[ActionTable[A]], cells: Sequence[Cells]) -> None:
        self._first = first
        self._tables = tables
        self._cells = cells
        self._ends = list(accumulate(map(int.bit_count, cells), initial=len(first)))

    def __len__(self) -> int:
        return self._ends[-1]

    def __iter__(self) -> Iterator[A]:
        yield from self._first
        for table, cells in zip(self._tables, self._cells, strict=True):
            yield from table.on(cells)

    @overload
    def __getitem__(self, index: int) -> A: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[A]: ...
    def __getitem__(self, index: int | slice) -> A | Sequence[A]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        ends = self._ends
        place = index if index >= 0 else index + ends[-1]
        if not 0 <= place < ends[-1]:
            raise IndexError(f"there is no action {index}: there are {ends[-1]}")
        after = bisect_right(ends, place)
        if not after:
            return self._first[place]
        return self._tables[after - 1].make(_nth(self._cells[after - 1], place - ends[after - 1]))


class Made(Generic[V, M], Sequence[M]):
    """Something made of each value when it is asked for, such as an action."""

    __slots__ = ("_make", "_values")

    def __init__(self, make: Callable[[V], M], values: Sequence[V]) -> None:
        self._make = make
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, index: int) -> M: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[M]: ...
    def __getitem__(self, index: int | slice) -> M | Sequence[M]:
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
