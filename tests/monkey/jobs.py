"""The tables of a run of the monkey, in one process or several."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random

import click

from controller.simulation.storm.evening import GameFailure, failure_of
from tests.monkey.coverage import Coverage
from tests.monkey.monkey import Monkey
from tests.monkey.promises import Promises
from tests.monkey.table import drawing_once, shortest, table

A_VISIT = 400
"""The number of events at one table. Then another is set up."""

AGAIN = 0.5
"""The share of tables that are led by lines to a button that was never pressed, if there is one."""

LAST = 0.15
"""In the last share of all events, every table is."""


TOLD = 25
"""Progress is reported after this many tables."""


def visit(
    random: Random, coverage: Coverage, events: int, promises: Promises, way: tuple[str, ...] = ()
) -> tuple[list[str], GameFailure | None]:
    """The acts at a table, and the failure, if any. The lines of `way` are done first."""
    with table(promises) as made:
        monkey = Monkey(made, random, coverage)
        try:
            monkey.begin(way)
            for _ in range(events):
                monkey.act()
        except Exception as error:  # noqa: BLE001 - any failure is a result
            return made.lines, failure_of(error)
        return made.lines, None


@dataclass(slots=True)
class Job:
    """The tables of one seed, and their results so far."""

    seed: int
    events: int
    out: Path
    keep_going: bool
    coverage: Coverage = field(default_factory=Coverage)
    done: int = 0
    failures: list[GameFailure] = field(default_factory=list)

    def run(self) -> Job:
        """Set up table after table."""
        begun_s = time.monotonic()
        number = 0
        with drawing_once():
            while self.done < self.events and (self.keep_going or not self.failures):
                self._visit(number)
                number += 1
                if number % TOLD == 0:
                    passed_s = time.monotonic() - begun_s
                    click.echo(f"seed {self.seed}, {passed_s:.0f} s: {self.done} events, {self.coverage}")
        return self

    def _visit(self, number: int) -> None:
        random = Random(f"{self.seed} {number}")
        left = self.events - self.done
        again = 1 if left <= LAST * self.events else AGAIN
        way = tuple(self.coverage.way(random)) if random.random() < again else ()
        events = min(left, len(way) + 30 if way else A_VISIT)
        lines, failure = visit(random, self.coverage, events, Promises(), way)
        self.done += events
        if failure is not None and not any(failure.is_like(one) for one in self.failures):
            self.failures.append(failure)
            _tell(lines, failure, self.out / f"monkey-{self.seed}-{number}.table")


def ran(jobs: list[Job]) -> Iterator[Job]:
    """The jobs as they end, each in a process of its own if there are several."""
    if len(jobs) == 1:
        yield jobs[0].run()
        return
    with ProcessPoolExecutor(len(jobs), get_context("spawn")) as pool:
        for future in as_completed([pool.submit(job.run) for job in jobs]):
            yield future.result()


def _tell(lines: list[str], failure: GameFailure, file: Path) -> None:
    click.echo(f"{failure.kind}: {failure.reason}")
    short = shortest(lines, failure)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join([f"# {failure.kind}: {failure.reason}".replace("\n", " "), *short, ""]))
    click.echo(f"{len(lines)} lines, {len(short)} are enough: {file}")
