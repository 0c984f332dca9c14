"""Values that are made one by one, as far as they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Lazy(Sequence[T]):
    """The values of an iterator as a sequence: each is made when it is first read, and kept."""

    __slots__ = ("_coming", "_made")

    def __init__(self, coming: Iterator[T]) -> None:
        self._coming = coming
        self._made: list[T] = []

    def __iter__(self) -> Iterator[T]:
        made, place = self._made, 0
        while place < len(made) or self._makes_another():
            yield made[place]
            place += 1

    def __bool__(self) -> bool:
        return bool(self._made) or self._makes_another()

    def __len__(self) -> int:
        self._made.extend(self._coming)
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        self._made.extend(self._coming)
        return self._made[index]

    def _makes_another(self) -> bool:
        for value in self._coming:
            self._made.append(value)
            return True
        return False
