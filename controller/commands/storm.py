"""`tablier storm`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from controller.commands.common import FOLDER, Stop

ALL, NONE = "all", "none"


@click.command()
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The seed of all random choices."
)
@click.option(
    "--games", type=click.IntRange(min=1), default=100, show_default=True, help="The number of games."
)
@click.option(
    "--faults",
    metavar="LIST",
    default="all",
    show_default=True,
    help="The faults, separated by commas; all or none.",
)
@click.option(
    "--habits",
    metavar="LIST",
    default="none",
    show_default=True,
    help="People's habits, separated by commas; all or none.",
)
@click.option("--game", metavar="NAME", help="Only this game.")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="The number of processes."
)
@click.option(
    "--out",
    type=FOLDER,
    default=Path("out"),
    show_default=True,
    help="The folder for the scripts of failed games.",
)
@click.pass_context
def storm(
    context: click.Context,
    seed: int,
    games: int,
    faults: str,
    habits: str,
    game: str | None,
    jobs: int,
    out: Path,
) -> None:
    """Play random games by clumsy people on a simulated table full of faults.

    The same seed gives the same games. Exit status: 0 if every game was played as intended, 1 if one was not:
    it is shrunk to a table script.
    """
    from controller.simulation.people.habits import HABITS
    from controller.simulation.storm import run as storms
    from controller.simulation.storm.faults import FAULTS
    from engines.names import NAMES

    names = _chosen("--faults", tuple(FAULTS), faults)
    ways = _chosen("--habits", tuple(HABITS), habits)
    kinds = _chosen("--game", NAMES, game or ALL)
    context.exit(storms.run(storms.Storm(seed, games, names, kinds, ways), jobs, out, sys.stdout))


def _chosen(option: str, known: tuple[str, ...], wanted: str) -> tuple[str, ...]:
    """Those of the known names that a text lists."""
    if wanted in (ALL, NONE):
        return known if wanted == ALL else ()
    names = tuple(name.strip() for name in wanted.split(","))
    for name in names:
        if name not in known:
            raise Stop(f"{option} {name}: expected {', '.join(known)}")
    return names
