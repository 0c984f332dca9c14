"""`make monkey`: random and quick hands at the whole program, on its virtual clock."""

from __future__ import annotations

import time
from pathlib import Path

import click

from tests.monkey.coverage import Coverage
from tests.monkey.jobs import Job, ran


@click.command()
@click.option("--events", default=100_000, show_default=True, help="How many.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds give equal events.")
@click.option("--jobs", default=1, show_default=True, help="Processes, with seeds from SEED on.")
@click.option("--out", default=Path("out/monkey"), show_default=True, type=click.Path(path_type=Path))
@click.option("--keep-going", is_flag=True, help="Go on after a failure, and tell all of them.")
def main(events: int, seed: int, jobs: int, out: Path, *, keep_going: bool) -> None:
    """Exit status 0 when every promise was kept; 1 when one was not: then the shortest lines are in OUT."""
    begun_s = time.monotonic()
    shares = [events // jobs + (number < events % jobs) for number in range(jobs)]
    coverage, done, failures = Coverage(), 0, 0
    for job in ran([Job(seed + number, share, out, keep_going) for number, share in enumerate(shares)]):
        coverage.add(job.coverage)
        done += job.done
        failures += len(job.failures)
    for triple in coverage.left():
        click.echo(f"never pressed: {triple}")
    seeds = f"seed {seed}" if jobs == 1 else f"seeds {seed} to {seed + jobs - 1}"
    click.echo(f"{seeds}, {time.monotonic() - begun_s:.0f} s: {done} events, {coverage}, {failures} failures")
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    main()
