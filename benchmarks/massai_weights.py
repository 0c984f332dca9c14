"""`python -m benchmarks.massai_weights FILE [GAMES] [JOBS]`: weights for Massaï's evaluation, fitted to fast
games.

They are played by the present weights (`opponents/massai/weights.json`); with FILE in its place, another run
begins where this one ended. The same number of games gives the same weights.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import exp
from multiprocessing import Pool
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from benchmarks.massai_play import fast_game, json_text, started
from engines.massai.actions import PLAYERS, Setup
from engines.massai.game import MassaiPosition
from opponents.massai.river import River, Stage
from opponents.massai.setups import setups
from opponents.massai.value import PLACES, TABLES, chance, places, sides
from opponents.simple import at_random

CARELESS: Final = (0.0, 0.1, 0.25)
"""How often the players of a game are careless."""

OPTION: Final = 0.2
"""How often a game has each of its options."""

FORESIGHT: Final = 0.6
"""How much of what a turn turned out to be worth is due to the turns after it; the rest is its best action's
worth at first sight, which depends less on luck (Sutton 1988: temporal differences)."""

STEPS: Final = (0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01, 0.005)
"""How fast the weights change, by pass through all turns."""

SHRINKING: Final = 1e-5
"""The part of a weight that each step takes off, so that rare ones stay small."""


class Turn(NamedTuple):
    """The weights that count in a turn, and what it turned out to be worth to its mover."""

    places: tuple[int, ...]
    worth: float


def turns(seed: int) -> list[Turn]:
    """The turns of one game; none if it was given up."""
    random = Random(seed)
    orthogonal, all_fifteen = random.random() < OPTION, random.random() < OPTION
    dark, light = (_set_up(player, orthogonal, random) for player in PLAYERS)
    begin = started(dark, light, orthogonal, all_fifteen)
    *before, last = fast_game(begin, random.choice(CARELESS), random)
    if last.river.stage is not Stage.OVER:
        return []
    found, worth = [], last.dark
    for moment in reversed(before):
        worth += (1 - FORESIGHT) * (moment.dark - worth)
        if chance(moment.river) < 1:
            found.append(Turn(_places(moment.river), 1 - worth if moment.river.mover else worth))
    return found


def _set_up(player: str, orthogonal: bool, random: Random) -> int:
    """Cells of a set-up: a good one, or as often any legal one."""
    if random.random() < 0.5:
        return random.choice(setups(player, orthogonal)).cells
    setup = at_random(MassaiPosition(orthogonal), player, random)
    assert isinstance(setup, Setup)
    return setup.cells


def _places(river: River) -> tuple[int, ...]:
    return places(*sides(river), river.all_fifteen)


def fitted(some: list[Turn], random: Random) -> list[float]:
    """The weights by logistic regression, with steps that become smaller."""
    weights = [0.0] * PLACES
    for step in STEPS:
        random.shuffle(some)
        for turn in some:
            expected = 1 / (1 + exp(-sum([weights[place] for place in turn.places])))
            change = step / 3 * (turn.worth - expected)
            for place in turn.places:
                weights[place] += change - SHRINKING * weights[place]
    return [round(weight, 3) for weight in weights]


def tables(weights: Sequence[float]) -> dict[str, Any]:
    """The weights as in the file: by the names of the tables, row by row."""
    rest = iter(weights)
    return {
        name: [[next(rest) for _column in range(columns)] for _row in range(rows)]
        for name, (rows, columns) in TABLES.items()
    }


def main(file: Path, games: int, jobs: int) -> None:
    """Play, fit, and write the weights."""
    begun_s = monotonic()
    with Pool(jobs) as pool:
        some = [turn for found in pool.imap(turns, range(games), chunksize=20) for turn in found]
    file.write_text(json_text(tables(fitted(some, Random(1)))), encoding="utf-8")
    print(f"{len(some)} turns of {games} games, in {monotonic() - begun_s:.0f} s")


if __name__ == "__main__":
    file, *numbers = sys.argv[1:]
    main(Path(file), *map(int, numbers), *(6000, 2)[len(numbers) :])
