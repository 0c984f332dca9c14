"""`make damage`: journals are harmed in every way, and the program is started at them."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import click

from tests.damage.report import table
from tests.damage.trials import Trials

ROOT = Path(__file__).parents[2]


@click.command()
@click.option("--count", default=5_000, show_default=True, help="How many harms.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds give equal evenings and harms.")
@click.option("--out", type=click.Path(path_type=Path), help="Where the table of outcomes goes.")
def main(count: int, seed: int, out: Path | None) -> None:
    """Exit status 0 when nothing was lost in silence and every start came to a table, 1 otherwise."""
    begun_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tablier-damage-") as folder:
        trials = Trials(Path(folder), seed)
        done = 0
        while done < count:
            done = min(count, done + 250)
            trials.run(done, click.echo)
            click.echo(f"{time.monotonic() - begun_s:.0f} s: {dict(trials.counts.outcomes)}", err=True)
    text = table(trials.counts, seed)
    click.echo(text)
    if out is not None:
        out.write_text(text, encoding="utf-8")
    click.echo(
        f"seed {seed}, {time.monotonic() - begun_s:.0f} s: {len(trials.counts.wrong)} of {count} wrong"
    )
    sys.exit(1 if trials.counts.wrong else 0)


main()
