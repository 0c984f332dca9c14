"""The rules alone: all legal actions of a position, and whole random games."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.caches import empty
from benchmarks.figures import ColdAndWarm, Kernel, Mean, spread
from benchmarks.games import opening, random_actions
from engines.game import Game, Position

SEED = 3
PLAYOUTS_S = 2.0
LEGAL_GAMES = 12


def legal_us(game: Game[Any]) -> ColdAndWarm:
    """Microseconds of processor time to make all legal actions of mid-game positions, each action made: the
    first time that a position is asked, with empty caches, and the second time."""
    beside, cold, warm = Kernel(), list[float](), list[float]()
    for position in list(_mid_game_positions(game, random.Random(SEED))):
        empty("engines")
        for times in (cold, warm):
            begun_ns = time.thread_time_ns()
            list(position.legal() or ())
            times.append((time.thread_time_ns() - begun_ns) / 1000)
        beside.pace()
    return ColdAndWarm(spread(cold, beside.p50), spread(warm, beside.p50))


def _mid_game_positions(game: Game[Any], dice: random.Random) -> Iterator[Position[Any]]:
    """The positions of the middle third of random games, recreated: they have never been asked anything."""
    for _ in range(LEGAL_GAMES):
        actions = list(random_actions(opening(game), dice))
        position = opening(game)
        for number, action in enumerate(actions):
            if len(actions) <= 3 * number < 2 * len(actions):
                yield game.restore(position.state())
            position, _ = position.after(action)


def playouts_per_s(game: Game[Any]) -> Mean:
    """Whole random games, from the opening to the end, in a second of processor time."""
    dice, beside = random.Random(SEED), Kernel()
    games, passed_s = 0, 0.0
    while passed_s < PLAYOUTS_S:
        begun_s = time.thread_time()
        for _ in random_actions(opening(game), dice):
            pass
        passed_s += time.thread_time() - begun_s
        games += 1
        beside.pace()
    return Mean(games / passed_s, beside.p50)
