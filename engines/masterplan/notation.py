"""Masterplan's actions and their texts. Rules: docs/rules/masterplan.md, section Notation."""

from __future__ import annotations

from functools import cache

from engines.game import Action, BadNotation
from engines.grid import Cells, each
from engines.masterplan.board import BOARD, SPOTS
from engines.record import record
from engines.words import shown


@record
class House(Action):
    """Place an own house."""

    cell: str
    spot: str

    def __str__(self) -> str:
        return f"house {self.cell} {self.spot}"


@record
class Park(Action):
    """Place a park that rows claim."""

    cell: str

    def __str__(self) -> str:
        return f"park {self.cell}"


@record
class Tower(Action):
    """Place a tower that squares claim."""

    cell: str

    def __str__(self) -> str:
        return f"tower {self.cell}"


@record
class Done(Action):
    """End the turn although something is missing."""

    def __str__(self) -> str:
        return "done"


@record
class Take(Action):
    """Score a tower at the end and remove it."""

    cell: str

    def __str__(self) -> str:
        return f"take {self.cell}"


MasterplanAction = House | Park | Tower | Done | Take

# Actions are created once and shared by all positions.
_HOUSES = {BOARD.cell[cell]: tuple(House(cell, spot) for spot in SPOTS) for cell in BOARD.names}
PARKS_ON = {BOARD.cell[cell]: Park(cell) for cell in BOARD.names}
TOWERS_ON = {BOARD.cell[cell]: Tower(cell) for cell in BOARD.names}
TAKES = {BOARD.cell[cell]: Take(cell) for cell in BOARD.names}
DONE = Done()

_ALL: tuple[MasterplanAction, ...] = (
    *(house for houses in _HOUSES.values() for house in houses),
    *PARKS_ON.values(),
    *TOWERS_ON.values(),
    *TAKES.values(),
    DONE,
)
_ACTIONS = {str(action): action for action in _ALL}


@cache
def _houses_in_row(cells: Cells) -> tuple[House, ...]:
    """The possible houses on the cells of one row. There are at most 8 × 256 such sets."""
    return tuple(house for cell in each(cells) for house in _HOUSES[cell])


def houses_on(cells: Cells) -> list[House]:
    """All possible houses on these cells."""
    houses: list[House] = []
    for row in BOARD.rows:
        houses += _houses_in_row(cells & row)
    return houses


_FORMS = {
    "house": "house CELL SPOT",
    "park": "park CELL",
    "tower": "tower CELL",
    "done": "done",
    "take": "take CELL",
}


def parse(text: str) -> MasterplanAction:
    """The action in a text. Raises `BadNotation`, with the error."""
    action = _ACTIONS.get(text)
    if action is None:
        raise BadNotation(_fault_of(text))
    return action


def _fault_of(text: str) -> str:
    word, *places = text.split(" ")
    form = _FORMS.get(word)
    if form is None:
        return f"{shown(text)} is no action: an action begins with house, park, tower, take or done"
    if len(places) != form.count(" "):
        return f"{shown(text)} is no action: it is written {form}"
    if places[0] not in BOARD.cell:
        return f"there is no cell {shown(places[0])}: the cells are a1 to h8"
    return f"there is no spot {shown(places[1])}: the spots are {' '.join(SPOTS)}"
