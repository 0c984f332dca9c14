"""Table scripts: how much faster than real time they run."""

from __future__ import annotations

import random
import time
from pathlib import Path

from benchmarks.figures import Kernel, Mean
from benchmarks.games import game_length, random_play, tables
from controller.settings.settings import Config
from controller.simulation.rig import Rig
from controller.simulation.scripts.runner import run
from controller.simulation.scripts.script import parse

SEED = 1
HOUR_MS = 3_600_000


def idle_hour() -> str:
    """A script in which a game waits for an hour."""
    return f"game {tables()[0].game.name}\nwait {HOUR_MS}\n"


def played_game() -> str:
    """A script in which a whole random game is played."""
    table = tables()[0]
    play = random_play(table, random.Random(SEED), game_length(table.game, random.Random(SEED)))
    return "\n".join([f"game {table.game.name}", *(f"play {ply.action}" for ply in play.plies)])


def speedup(text: str, name: str) -> Mean:
    """Virtual time over real time of a script, including its start and its end.

    Raises RuntimeError if the script fails.
    """
    rigs: list[Rig] = []

    def make_rig(config: Config, journal_file: Path) -> Rig:
        rigs.append(Rig(config, journal_file))
        return rigs[-1]

    script, beside = parse(text, name), Kernel()
    beside.pace()
    begun_s = time.perf_counter()
    failure = run(script, Config(), make_rig)
    passed_s = time.perf_counter() - begun_s
    if failure is not None:
        raise RuntimeError(str(failure))
    beside.pace()
    return Mean(rigs[0].now_ms / 1000 / passed_s, beside.p50)
