"""The actions of Forma and their notation. Rules: docs/rules/forma.md, section Notation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, pairwise

from engines.choices import ActionTable, Choices
from engines.forma.board import BOARD, FITTER, SORTED_NAMES, fits_on, numbers_of_oriented, sorted_names
from engines.forma.polyominoes import CODES, LARGEST
from engines.game import Action, BadNotation
from engines.grid import Cells
from engines.record import record
from engines.words import shown


@record
class Obstacle(Action):
    """Set-up: put an obstacle on a cell."""

    cell: Cells

    def __str__(self) -> str:
        return f"obstacle {sorted_names(self.cell)[0]}"


@record
class Tower(Action):
    """Set-up: put the tower on a cell."""

    cell: Cells

    def __str__(self) -> str:
        return f"tower {sorted_names(self.cell)[0]}"


@record
class EndSetup(Action):
    """End the set-up."""

    def __str__(self) -> str:
        return "start"


@record
class Place(Action):
    """Put the element of this shape on one to five cells."""

    cells: Cells

    def __str__(self) -> str:
        return f"place {' '.join(sorted_names(self.cells))}"


@record
class Withdraw(Action):
    """Take an element out of the game because it does not fit where its player wanted it."""

    code: int
    """Its index in `CODES`."""

    def __str__(self) -> str:
        return f"withdraw {CODES[self.code]}"


FormaAction = Obstacle | Tower | EndSetup | Place | Withdraw

START = EndSetup()
WITHDRAWALS = tuple(map(Withdraw, range(len(CODES))))


OBSTACLES_ON: ActionTable[FormaAction] = ActionTable(Obstacle, BOARD.all)
TOWERS_ON: ActionTable[FormaAction] = ActionTable(Tower, BOARD.all)


def _placings(squares: Cells, board: Cells) -> ActionTable[FormaAction]:
    """The placements of an element turned one way, by their lowest cells."""
    return ActionTable(lambda lowest: Place(squares * lowest), board)


_PLACINGS = [
    _placings(one.cells, board) for one, board in zip(FITTER.oriented, FITTER.fits(BOARD.all), strict=True)
]
"""The placements of each of `FITTER.oriented`, which are sorted by their codes."""


def turns(reserve: Sequence[int], free: Cells) -> Choices[FormaAction]:
    """All actions of a turn: tens of thousands of placements."""
    are_left = numbers_of_oriented(reserve)
    placings, fits = compress(_PLACINGS, are_left), compress(fits_on(free), are_left)
    return Choices(list(compress(WITHDRAWALS, reserve)), list(placings), list(fits))


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
