"""The actions of Forma and their notation. Rules: docs/rules/forma.md, section Notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import overload

from engines.forma.board import BOARD, FITTER, SORTED_NAMES, sorted_names
from engines.forma.polyominoes import CODES, LARGEST
from engines.game import Action, BadNotation
from engines.grid import Cells, each
from engines.words import shown


@dataclass(frozen=True, slots=True, repr=False)
class Obstacle(Action):
    """Set-up: put an obstacle on a cell."""

    cell: Cells

    def __str__(self) -> str:
        return f"obstacle {sorted_names(self.cell)[0]}"


@dataclass(frozen=True, slots=True, repr=False)
class Tower(Action):
    """Set-up: put the tower on a cell."""

    cell: Cells

    def __str__(self) -> str:
        return f"tower {sorted_names(self.cell)[0]}"


@dataclass(frozen=True, slots=True, repr=False)
class Start(Action):
    """End the set-up."""

    def __str__(self) -> str:
        return "start"


@dataclass(frozen=True, slots=True, repr=False)
class Place(Action):
    """Put the element of this shape on one to five cells."""

    cells: Cells

    def __str__(self) -> str:
        return f"place {' '.join(sorted_names(self.cells))}"


@dataclass(frozen=True, slots=True, repr=False)
class Withdraw(Action):
    """Take an element out of the game because it does not fit where its player wanted it."""

    code: int
    """Its index in `CODES`."""

    def __str__(self) -> str:
        return f"withdraw {CODES[self.code]}"


FormaAction = Obstacle | Tower | Start | Place | Withdraw

START = Start()
WITHDRAWALS = tuple(map(Withdraw, range(len(CODES))))


class Turns(Sequence[FormaAction]):
    """All actions of a turn: tens of thousands of placements, stored as the boards of their lowest cells and
    made on demand. `len` is cheap."""

    def __init__(self, reserve: Sequence[int], free: Cells) -> None:
        self._withdrawals = [WITHDRAWALS[code] for code, left in enumerate(reserve) if left]
        self._boards = [
            (one.cells, lowest)
            for one, lowest in zip(FITTER.oriented, FITTER.fits(free), strict=True)
            if lowest and reserve[one.code]
        ]

    def __len__(self) -> int:
        return len(self._withdrawals) + sum(lowest.bit_count() for _, lowest in self._boards)

    def __iter__(self) -> Iterator[FormaAction]:
        yield from self._withdrawals
        for cells, lowest in self._boards:
            for cell in each(lowest):
                yield Place(cells * cell)

    @overload
    def __getitem__(self, index: int) -> FormaAction: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[FormaAction]: ...
    def __getitem__(self, index: int | slice) -> FormaAction | Sequence[FormaAction]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = index if index >= 0 else index + len(self)
        if 0 <= place < len(self._withdrawals):
            return self._withdrawals[place]
        place -= len(self._withdrawals)
        for cells, lowest in self._boards:
            if 0 <= place < lowest.bit_count():
                return Place(cells * _nth(lowest, place))
            place -= lowest.bit_count()
        raise IndexError(f"there is no action {index}: there are {len(self)}")


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


_FORMS = {
    "obstacle": "obstacle CELL",
    "tower": "tower CELL",
    "start": "start",
    "place": f"place CELL ..., one to {LARGEST} cells by letter, then number",
    "withdraw": "withdraw ELEMENT",
}
_RANK = {name: rank for rank, name in enumerate(SORTED_NAMES)}


def parse(text: str) -> FormaAction:
    """The action in a text. Raises `BadNotation`, with the error."""
    word, *rest = text.split(" ")
    if word not in _FORMS:
        raise BadNotation(f"{shown(text)} is no action: an action begins with {', '.join(_FORMS)}")
    fewest, most = {"start": (0, 0), "place": (1, LARGEST)}.get(word, (1, 1))
    if not fewest <= len(rest) <= most:
        raise BadNotation(f"{shown(text)} is no action: it is written {_FORMS[word]}")
    if word == "start":
        return START
    return _withdrawal(rest[0]) if word == "withdraw" else _on_cells(word, rest)


def _withdrawal(code: str) -> Withdraw:
    if code not in CODES:
        raise BadNotation(f"there is no element {shown(code)}: the elements are {' '.join(CODES)}")
    return WITHDRAWALS[CODES.index(code)]


def _on_cells(word: str, names: list[str]) -> FormaAction:
    for name in names:
        if name not in _RANK:
            raise BadNotation(f"there is no cell {shown(name)}: the cells are a1 to t20")
    for one, other in pairwise(names):
        if _RANK[one] >= _RANK[other]:
            how = "is named twice" if one == other else f"comes before {one}"
            raise BadNotation(f"{other} {how}: the cells of an element are sorted by letter, then number")
    cells = sum(BOARD.cell[name] for name in names)
    if word == "place":
        return Place(cells)
    return Obstacle(cells) if word == "obstacle" else Tower(cells)
