"""Good set-ups of Massaï: a few forms, each also mirrored, and how often dark wins with each against each.

Both are in `setups.json`, by whether only sides touch. The forms for the usual game did best of 150 against
each other in games of fast players: they join four rows, and no hut holds many others that an attack would
remove. `benchmarks/massai_setups.py` measures the shares.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from engines.massai.actions import PLAYERS, Setup
from engines.massai.huts import CELLS, COLUMNS, ROWS

FILE: Final = Path(__file__).with_name("setups.json")

_MEASURED: Final[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))

_BY_SIDE = {
    player: dict(zip(ROWS, rows, strict=True))
    for player, rows in zip(PLAYERS, (ROWS, ROWS[::-1]), strict=True)
}
_MIRRORED = dict(zip(COLUMNS, COLUMNS[::-1], strict=True))


@cache
def setups(player: str, orthogonal: bool) -> tuple[Setup, ...]:
    """The set-ups of one player: a half of them and then, in the same order, their mirror images."""
    rows = _BY_SIDE[player]
    forms = _MEASURED[touching(orthogonal)]["forms"]
    cells = [[(rows[cell[0]], cell[1]) for cell in form.split()] for form in forms]
    mirrored = [[(row, _MIRRORED[column]) for row, column in form] for form in cells]
    return tuple(Setup(player, sum(CELLS[row + column] for row, column in form)) for form in cells + mirrored)


def dark_wins(orthogonal: bool, all_fifteen: bool) -> list[list[float]]:
    """The share of games that dark won with each form (not mirrored) against each set-up of light."""
    shares: list[list[float]] = _MEASURED[touching(orthogonal)][option(all_fifteen)]
    return shares


def touching(orthogonal: bool) -> str:
    """The part of the file."""
    return "sides" if orthogonal else "sides_and_corners"


def option(all_fifteen: bool) -> str:
    """The table of the part."""
    return "dark_wins_with_all_fifteen" if all_fifteen else "dark_wins"
