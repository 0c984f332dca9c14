"""`tablier storm`: many games, in several processes at once, and their summary."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TextIO

from controller.simulation.rig import Rig
from controller.simulation.scripts.runner import MakeRig
from controller.simulation.storm.evening import CRASHED, KINDS
from controller.simulation.storm.faults import FAULTS
from controller.simulation.storm.game import Report, StormyGame
from controller.simulation.storm.shrink import shrunk
from engines.names import NAMES
from engines.record import record

HELD, FAILED = 0, 1

MOST_SHRUNK = 3
"""The most failing games that are shrunk: the first ones."""

AT_A_TIME = 8
"""The number of games given to a process at once."""


@record
class Storm:
    """The plan of a storm: the number of games, their faults, habits and kinds, and one seed."""

    seed: int
    games: int
    faults: tuple[str, ...] = tuple(FAULTS)
    names: tuple[str, ...] = NAMES
    habits: tuple[str, ...] = ()


def summary(storm: Storm, reports: Sequence[Report]) -> Iterator[str]:
    """The counted results of a storm, in words. They are the same for the same storm, on any number of
    processes."""
    names = Counter(one.name for one in reports)
    harms = sum((one.harms for one in reports), Counter[str]())
    habits = sum((one.habits for one in reports), Counter[str]())
    games, finished = len(reports), sum(one.is_finished for one in reports)
    yield f"seed {storm.seed}"
    yield f"games {games}: {_counts(storm.names, names)}"
    yield f"ended by the rules {finished}, left before {games - finished}"
    yield f"actions {sum(one.actions for one in reports)}"
    yield f"faults {harms.total()}: {_counts(storm.faults, harms)}"
    yield f"habits {habits.total()}: {_counts(storm.habits, habits)}"
    yield f"kills {sum(one.kills for one in reports)}"
    failures = Counter(one.failure.kind for one in reports if one.failure is not None)
    yield _counts(tuple(dict.fromkeys((*KINDS.values(), CRASHED))), failures)


def _counts(names: Iterable[str], counts: Counter[str]) -> str:
    return ", ".join(f"{name} {counts[name]}" for name in names)


def run(storm: Storm, jobs: int, folder: Path, out: TextIO, make_rig: MakeRig = Rig) -> int:
    """Play a storm and report it. Returns the exit status.

    The first failing games are shrunk, and their scripts printed and stored in `folder`. With several `jobs`
    the games are played by as many processes.
    """
    reports, failed = list[Report](), list[Report]()
    with _players(jobs) as play_all:
        for report in play_all(partial(_play, storm, make_rig), range(storm.games)):
            reports.append(report)
            if report.failure is None:
                report.lines = ()  # a storm may be long, and only failing games are shrunk
            else:
                failed.append(report)
                print(_line_of(report), file=out, flush=True)
    for report in failed[:MOST_SHRUNK]:
        _keep(storm, report, folder, out, make_rig)
    for line in summary(storm, reports):
        print(line, file=out, flush=True)
    return FAILED if failed else HELD


def _play(storm: Storm, make_rig: MakeRig, number: int) -> Report:
    return StormyGame(storm.seed, number, storm.faults, storm.names, storm.habits).play(make_rig)


PlayAll = Callable[[Callable[[int], Report], Sequence[int]], Iterable[Report]]


@contextmanager
def _players(jobs: int) -> Iterator[PlayAll]:
    """A function that plays games and yields their reports in order."""
    if jobs == 1:
        yield map
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield partial(pool.map, chunksize=AT_A_TIME)


def _line_of(report: Report) -> str:
    assert report.failure is not None
    what = f"game {report.number} ({report.name}, {report.actions} actions)"
    return f"{what}: {report.failure.kind}: {report.failure.reason}"


def _keep(storm: Storm, report: Report, folder: Path, out: TextIO, make_rig: MakeRig) -> None:
    """Shrink a failing game, print its script and store it."""
    assert report.failure is not None
    lines = shrunk(report.lines, report.failure, make_rig)
    reason = " ".join(f"{report.failure.kind}: {report.failure.reason}".split())
    text = "\n".join(
        (f"# Game {report.number} of the storm by seed {storm.seed}.", f"# {reason}", *lines, "")
    )
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"storm-{storm.seed}-{report.number}.table"
    file.write_text(text, encoding="utf-8")
    print(f"{file}:\n{text}", file=out, flush=True)
