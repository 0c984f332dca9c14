"""`python -m benchmarks.massai_setups [GAMES] [JOBS]`: how often dark wins with each set-up against each of
light's.

Fast players play this many games (300) of every pair of the forms in `opponents/massai/setups.json`, for each
of the options, and the shares are written there. The same number of games gives the same shares.
"""

from __future__ import annotations

import json
import sys
from itertools import product
from multiprocessing import Pool
from random import Random
from time import monotonic
from typing import Final, NamedTuple

from benchmarks.massai_play import fast_game, json_text, started
from engines.massai.actions import PLAYERS
from opponents.massai.setups import FILE, option, setups, touching

CARELESS: Final = 0.1
"""How often the players are careless: otherwise a pair would play few different games."""

SLOW: Final = 3
"""Where only sides touch, games are long, and this part of them is played."""


class Pair(NamedTuple):
    """A set-up of dark and one of light, by their places among `setups`, and the options."""

    dark: int
    light: int
    orthogonal: bool
    all_fifteen: bool
    games: int


def dark_won(pair: Pair) -> float:
    """The share of games that dark wins. One that is given up counts by its last turn's winning chance."""
    dark, light = (
        setups(player, pair.orthogonal)[place].cells for player, place in zip(PLAYERS, pair[:2], strict=True)
    )
    begin, results = started(dark, light, pair.orthogonal, pair.all_fifteen), 0.0
    for game in range(pair.games):
        *_before, last = fast_game(begin, CARELESS, Random(f"{pair} {game}"))
        results += last.dark
    return round(results / pair.games, 4)


def pairs(orthogonal: bool, all_fifteen: bool, games: int) -> list[list[Pair]]:
    """Each of dark's forms against light's and their mirror images. Dark's mirror images would be the same
    games, mirrored."""
    number, games = len(setups(PLAYERS[1], orthogonal)), games // SLOW if orthogonal else games
    return [
        [Pair(dark, light, orthogonal, all_fifteen, games) for light in range(number)]
        for dark in range(number // 2)
    ]


def main(games: int, jobs: int) -> None:
    """Play all pairs, and write the file."""
    begun_s = monotonic()
    measured = json.loads(FILE.read_text(encoding="utf-8"))
    with Pool(jobs) as pool:
        for orthogonal, all_fifteen in product((False, True), repeat=2):
            rows = [pool.map(dark_won, row, chunksize=1) for row in pairs(orthogonal, all_fifteen, games)]
            measured[touching(orthogonal)][option(all_fifteen)] = rows
            FILE.write_text(json_text(measured), encoding="utf-8")
            print(f"{touching(orthogonal)}, {option(all_fifteen)}: {monotonic() - begun_s:.0f} s", flush=True)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    main(*numbers, *(300, 2)[len(numbers) :])
