"""`make kills`: the real program, killed at random moments again and again, and what it leaves behind."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import click

from controller.simulation.witness import Broken
from tests.kills.evening import Evening


@click.command()
@click.option("--kills", default=1_000, show_default=True, help="How often.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds give equal games and moments.")
@click.option("--every", default=100, show_default=True, help="After so many it tells how it goes.")
def main(kills: int, seed: int, every: int) -> None:
    """Exit status 0 when every promise was kept, 1 when one was broken."""
    begun_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tablier-kills-") as folder:
        evening = Evening(Path(folder), seed)
        try:
            while evening.counts.kills.total() < kills:
                evening.kill()
                if evening.counts.kills.total() % every == 0:
                    click.echo(f"{time.monotonic() - begun_s:.0f} s: {evening.counts}")
        except Broken as broken:
            raise click.ClickException(f"after {evening.counts}\n{broken}") from broken
        finally:
            evening.close()
    visits = ", ".join(f"{count} times {way}" for way, count in sorted(evening.neighbours.visits.items()))
    click.echo(f"seed {seed}, {time.monotonic() - begun_s:.0f} s: {evening.counts} Broken 0.")
    click.echo(f"Other programs looked in: {visits}.")


main()
