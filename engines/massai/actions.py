"""The actions of Massaï and their notation (`docs/rules/massai.md`). Cells are the bits of `huts.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import ClassVar

from engines.choices import ActionTable, Made
from engines.game import Action, BadNotation
from engines.massai.huts import BOARD, CELLS, NAMES, names, split
from engines.record import record
from engines.words import shown

PLAYERS = ("dark", "light")
ALL_HUTS = 15
MARKS = 5
MOST_GUARDS = 4


@record
class Setup(Action):
    """A player marks the cells of the first five huts."""

    is_secret: ClassVar[bool] = True
    player: str
    cells: int

    def __str__(self) -> str:
        return " ".join([self.public, *names(self.cells)])

    @property
    def public(self) -> str:
        return f"setup {self.player}"


@record
class Build(Action):
    """A hut from the hand is put on a cell."""

    cell: int

    def __str__(self) -> str:
        return f"build {NAMES[self.cell]}"


@record
class Move(Action):
    """A hut goes from one cell to another."""

    start: int
    goal: int

    def __str__(self) -> str:
        return f"move {NAMES[self.start]} {NAMES[self.goal]}"


@record
class Attack(Action):
    """An attack is announced, on a hut that only the attacker knows."""

    is_secret: ClassVar[bool] = True
    cell: int

    def __str__(self) -> str:
        return f"{self.public} {NAMES[self.cell]}"

    @property
    def public(self) -> str:
        return "attack"


@record
class Guard(Action):
    """The defender guards a set of huts, perhaps none, and both sheets are shown."""

    cells: int

    def __str__(self) -> str:
        return " ".join(["guard", *names(self.cells)])


@record
class Pass(Action):
    """A player who can do nothing else gives up the turn."""

    def __str__(self) -> str:
        return "pass"


MassaiAction = Setup | Build | Move | Attack | Guard | Pass


class GamePhase(Enum):
    """The stage of a turn."""

    SETUP = "setup"
    TURN = "turn"
    GUARDS = "guards"
    OVER = "over"


TIMES: dict[type[MassaiAction], GamePhase] = {
    Setup: GamePhase.SETUP,
    Build: GamePhase.TURN,
    Move: GamePhase.TURN,
    Attack: GamePhase.TURN,
    Pass: GamePhase.TURN,
    Guard: GamePhase.GUARDS,
}
"""The phases in which each kind of action is allowed."""

BUILDS = {cell: Build(cell) for cell in NAMES}
"""Building a hut on each cell. Actions are created once, here, and shared by all positions."""
ATTACKS = {cell: Attack(cell) for cell in NAMES}
MOVES = {start: {goal: Move(start, goal) for goal in NAMES} for start in NAMES}
PASS = Pass()
ATTACK_TABLE: ActionTable[MassaiAction] = ActionTable(ATTACKS.__getitem__, BOARD)
BUILD_TABLE: ActionTable[MassaiAction] = ActionTable(BUILDS.__getitem__, BOARD)
MOVE_TABLES: dict[int, ActionTable[MassaiAction]] = {
    start: ActionTable(moves.__getitem__, BOARD) for start, moves in MOVES.items()
}


def guards_allowed(threatened: int) -> int:
    """The number of guards of a defender with this set of threatened huts."""
    return min(MOST_GUARDS, (threatened.bit_count() + 1) // 2)


@lru_cache(maxsize=1024)
def guards(threatened: int) -> Sequence[Guard]:
    """Every way to guard some huts of this set, or none."""
    ways = [[0]]
    for hut in split(threatened):
        fewer = [[], *ways][: guards_allowed(threatened) + 1]
        ways = [
            some + [cells | hut for cells in less]
            for some, less in zip_longest(ways, fewer, fillvalue=list[int]())
        ]
    return Made(Guard, [cells for some in ways for cells in some])


def parse(text: str) -> MassaiAction:
    """The action in a text. Raises `BadNotation`, with the error."""
    word, *rest = text.split(" ")
    if word not in _FORMS:
        raise BadNotation(f"{shown(text)} is no action: an action begins with {', '.join(_FORMS)}")
    return _FORMS[word](rest)


def _setup(words: list[str]) -> Setup:
    player, *cells = words or [""]
    if player not in PLAYERS:
        raise BadNotation(f"a set-up names its player, dark or light, not {shown(player)}")
    if len(cells) != MARKS:
        raise BadNotation(f"a set-up marks {MARKS} cells, not {len(cells)}")
    return Setup(player, _set(cells))


def _move(words: list[str]) -> Move:
    start, goal = _cells("move", words, 2)
    return MOVES[start][goal]


def _pass(words: list[str]) -> Pass:
    _cells("pass", words, 0)
    return PASS


_FORMS: dict[str, Callable[[list[str]], MassaiAction]] = {
    "setup": _setup,
    "build": lambda words: BUILDS[_cells("build", words, 1)[0]],
    "move": _move,
    "attack": lambda words: ATTACKS[_cells("attack", words, 1)[0]],
    "guard": lambda words: Guard(_set(words)),
    "pass": _pass,
}


def _cells(action: str, words: list[str], number: int) -> list[int]:
    if len(words) != number:
        raise BadNotation(f"{action} takes {number} {'cell' if number == 1 else 'cells'}, not {len(words)}")
    return [_cell(word) for word in words]


def _set(words: list[str]) -> int:
    cells = [_cell(word) for word in words]
    if any(one >= other for one, other in pairwise(cells)):
        raise BadNotation("the cells are named in order and each once, as in b2 b3 c1")
    return sum(cells)


def _cell(word: str) -> int:
    cell = CELLS.get(word)
    if cell is None:
        raise BadNotation(f"there is no cell {shown(word)}: the cells are a1 to h6")
    return cell
