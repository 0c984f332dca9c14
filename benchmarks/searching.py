"""The opponents' search alone, in nodes per second."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.figures import Kernel, Mean
from benchmarks.matches import opening
from controller.shell.idle.exhibition import given
from engines.game import Position
from opponents.simple import at_random
from opponents.think import think
from opponents.thought import Budget, Level

SEED = 17
GAMES = 6
NODES = 300


def nodes_per_s(game: str) -> Mean:
    """Nodes in a second of processor time, in searches of this many nodes from the middle of random games."""
    nodes, passed_s, beside = 0, 0.0, Kernel()
    for position in mid_games(game):
        begun_s = time.process_time()
        thought = think(position, str(position.turn), Level.STRONG, random.Random(SEED), Budget(NODES))
        passed_s += time.process_time() - begun_s
        nodes += thought.nodes
        beside.pace()
    return Mean(nodes / passed_s, beside.p50)


def mid_games(game: str) -> Iterator[Position[Any]]:
    """The middle one of the positions that need thinking, from each of several random games."""
    for number in range(GAMES):
        dice = random.Random(SEED + number)
        position = opening(game, dice)
        choices = []
        while position.outcome() is None:
            action = given(position, dice)
            if action is None:
                choices.append(position)
                action = at_random(position, str(position.turn), dice)
            position, _ = position.after(action)
        yield choices[len(choices) // 2]
