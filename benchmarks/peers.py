"""Random games of other people's engines beside ours, in one run, all in turn.

`python -m benchmarks.peers PYTHON` measures this alone. The peers run in a process of the interpreter PYTHON,
in whose environment `peers.txt` is installed (`make bench PEERS=1`), by `peer_games.py`.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any

from benchmarks.figures import Kernel, Mean
from benchmarks.games import opening
from engines.game import Game
from engines.games import GAMES

SCRIPT = Path(__file__).with_name("peer_games.py")
ROUNDS, SLICE_S = 20, 0.5
SEED = 1
BASES = ("python_chess", "open_spiel_chess", "blokus_rl")
"""The peers to which ours are compared."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Random games for a while: their number, their plies, and seconds of processor time."""

    games: int
    plies: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Peers:
    """Plies and games a second by engine, and our plies a second over the peers'."""

    plies_per_s: dict[str, Mean]
    games_per_s: dict[str, Mean]
    ratio_to: dict[str, dict[str, float]] = field(default_factory=dict)


def peers(python: Path) -> Peers:
    """Measure ours and theirs in turn, a slice each, round by round."""
    beside, slices = Kernel(), defaultdict[str, list[Slice]](list)
    with _theirs(python) as (names, their_slice):
        engines: dict[str, Callable[[], Slice]] = {
            name: partial(_our_slice, game) for name, game in GAMES.items()
        }
        engines |= {name: partial(their_slice, name) for name in names}
        for _ in range(ROUNDS):
            for name, measure in engines.items():
                slices[name].append(measure())
                beside.pace()
    plies = {name: sum(one.plies for one in some) / _seconds(some) for name, some in slices.items()}
    games = {name: sum(one.games for one in some) / _seconds(some) for name, some in slices.items()}
    return Peers(
        {name: Mean(value, beside.p50) for name, value in plies.items()},
        {name: Mean(value, beside.p50) for name, value in games.items()},
        {base: {name: plies[name] / plies[base] for name in GAMES} for base in BASES if base in plies},
    )


def _seconds(slices: list[Slice]) -> float:
    return sum(one.seconds for one in slices)


def _our_slice(game: Game[Any]) -> Slice:
    """Whole games by the rules: any legal action, played, until there is none."""
    dice = random.Random(SEED)
    games = plies = 0
    begun_s = time.process_time()
    while (passed_s := time.process_time() - begun_s) < SLICE_S:
        position = opening(game)
        while actions := position.legal():
            position, _ = position.after(dice.choice(actions))
            plies += 1
        games += 1
    return Slice(games, plies, passed_s)


@contextmanager
def _theirs(python: Path) -> Iterator[tuple[list[str], Callable[[str], Slice]]]:
    """The names of the peers that are installed, and what measures one for a slice."""
    pipe = subprocess.PIPE
    with subprocess.Popen([python, SCRIPT], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        names = json.loads(process.stdout.readline())
        yield names, partial(_asked, process.stdin, process.stdout)


def _asked(requests: IO[str], answers: IO[str], name: str) -> Slice:
    requests.write(json.dumps([name, SLICE_S]) + "\n")
    requests.flush()
    return Slice(*json.loads(answers.readline()))


def main(arguments: list[str]) -> None:
    """Measure, and print."""
    found = peers(Path(arguments[0]))
    for name, rate in found.plies_per_s.items():
        print(f"{name:<18} {rate.mean:>9,.0f} plies/s {found.games_per_s[name].mean:>9,.1f} games/s")
    for base, ratios in found.ratio_to.items():
        print(f"plies over {base}: " + ", ".join(f"{name} {ratio:.2f}" for name, ratio in ratios.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
