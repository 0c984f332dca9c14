"""`make damage`: journals are harmed in every way, and the program is started at them."""

from __future__ import annotations

import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from tests.damage.report import table
from tests.damage.trials import Counts, Trials


@click.command()
@click.option("--count", default=5_000, show_default=True, help="How many harms.")
@click.option(
    "--seed", default=1, show_default=True, help="Equal seeds and jobs give equal evenings and harms."
)
@click.option("--jobs", default=2, show_default=True, help="How many processes share them.")
@click.option("--out", type=click.Path(path_type=Path), help="Where the table of outcomes goes.")
def main(count: int, seed: int, jobs: int, out: Path | None) -> None:
    """Exit status 0 when nothing was lost in silence and every start came to a table, 1 otherwise."""
    begun_s = time.monotonic()
    counts, shares = Counts(), [(count + job) // jobs for job in range(jobs)]
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(_share, shares, (1_000 * seed + job for job in range(jobs))):
            counts.add(found)
    text = table(counts, seed)
    click.echo(text)
    if out is not None:
        out.write_text(text, encoding="utf-8")
    click.echo(f"seed {seed}, {time.monotonic() - begun_s:.0f} s: {len(counts.wrong)} of {count} wrong")
    sys.exit(1 if counts.wrong else 0)


def _share(count: int, seed: int) -> Counts:
    """The result of this many trials of harm, in a process of its own. Errors are reported at once."""
    with tempfile.TemporaryDirectory(prefix="tablier-damage-") as folder:
        trials = Trials(Path(folder), seed)
        trials.run(count, lambda words: click.echo(words, err=True))
        return trials.counts


if __name__ == "__main__":
    main()
