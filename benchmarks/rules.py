"""The rules alone: all legal actions of a position, and whole random games."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks.games import opening, random_actions
from engines.game import Game, Position

SEED = 3
PLAYOUTS_S = 2.0
LEGAL_GAMES = 12


def legal_us(game: Game[Any]) -> float:
    """Microseconds of processor time to find all legal actions, in the median of mid-game positions."""
    times = []
    for position in _mid_game_positions(game, random.Random(SEED)):
        begun_ns = time.thread_time_ns()
        position.legal()
        times.append((time.thread_time_ns() - begun_ns) / 1000)
    return median(times)


def _mid_game_positions(game: Game[Any], dice: random.Random) -> Iterator[Position[Any]]:
    """The positions of the middle third of random games, each as a copy with empty caches."""
    for _ in range(LEGAL_GAMES):
        actions = list(random_actions(opening(game), dice))
        position = opening(game)
        for number, action in enumerate(actions):
            if len(actions) <= 3 * number < 2 * len(actions):
                yield position
            position, _ = position.after(action)


def playouts_per_s(game: Game[Any]) -> float:
    """Whole random games, from the opening to the end, in a second of processor time."""
    dice = random.Random(SEED)
    games = 0
    begun_s = time.thread_time()
    while (passed_s := time.thread_time() - begun_s) < PLAYOUTS_S:
        for _ in random_actions(opening(game), dice):
            pass
        games += 1
    return games / passed_s
