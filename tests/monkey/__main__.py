"""`make monkey`: random and quick hands at the whole program, on its virtual clock."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path
from random import Random

import click

from controller.simulation.storm.evening import Failure, failure_of
from tests.monkey.monkey import Coverage, Monkey
from tests.monkey.promises import Promises
from tests.monkey.table import shortest, table

A_VISIT = 400
"""So many events happen at one table. Then another is set up."""


def visit(
    random: Random, coverage: Coverage, events: int, promises: Promises
) -> tuple[list[str], Failure | None]:
    """What was done at a table, and what failed, if anything did."""
    with table(promises) as made:
        monkey = Monkey(made, random, coverage)
        try:
            monkey.begin()
            for _ in range(events):
                monkey.act()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told as what failed
            return made.lines, failure_of(error)
        return made.lines, None


@click.command()
@click.option("--events", default=100_000, show_default=True, help="How many.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds give equal events.")
@click.option("--out", default=Path("out/monkey"), show_default=True, type=click.Path(path_type=Path))
@click.option("--keep-going", is_flag=True, help="Go on after a failure, and tell all of them.")
def main(events: int, seed: int, out: Path, *, keep_going: bool) -> None:
    """Exit status 0 when every promise was kept; 1 when one was not: then the shortest lines are in OUT."""
    begun_s, done, failures = time.monotonic(), 0, 0
    coverage = Coverage()
    seen: list[Failure] = []
    for number in count():
        if done >= events:
            break
        some = min(A_VISIT, events - done)
        random = Random(f"{seed} {number}")
        lines, failure = visit(random, coverage, some, Promises())
        done += some
        if failure is not None and not any(failure.is_like(one) for one in seen):
            seen.append(failure)
            failures += 1
            _tell(lines, failure, out / f"monkey-{seed}-{number}.table")
            if not keep_going:
                break
        if number % 10 == 9:
            click.echo(f"{time.monotonic() - begun_s:.0f} s: {done} events, {coverage}")
    for triple in coverage.left():
        click.echo(f"never pressed: {triple}")
    click.echo(
        f"seed {seed}, {time.monotonic() - begun_s:.0f} s: {done} events, {coverage}, {failures} failures"
    )
    raise SystemExit(1 if failures else 0)


def _tell(lines: list[str], failure: Failure, file: Path) -> None:
    click.echo(f"{failure.kind}: {failure.reason}")
    short = shortest(lines, failure)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join([f"# {failure.kind}: {failure.reason}".replace("\n", " "), *short, ""]))
    click.echo(f"{len(lines)} lines, {len(short)} are enough: {file}")


if __name__ == "__main__":
    main()
