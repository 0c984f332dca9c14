"""`tablier script`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from controller.commands.common import FILE, stopping, takes_settings
from controller.settings.settings import Config


@click.command()
@click.argument("files", nargs=-1, type=click.Path())
@takes_settings
@click.option("-k", "words", multiple=True, metavar="WORD", help="Only scripts with this word in their path.")
@click.option("--junit", type=FILE, help="The file for the results, as JUnit XML.")
@click.option(
    "--clumsy",
    type=(click.IntRange(min=0), str),
    metavar="SEED GAME",
    help="Instead of files, a whole random game by a clumsy person.",
)
@click.option("--real-time", is_flag=True, help="Use the wall clock instead of a virtual one.")
@click.option("--firmware", is_flag=True, help="Use the real firmware, run by MicroPython.")
@click.option("--trace", type=FILE, help="The file for the sensor frames.")
@click.pass_context
def script(
    context: click.Context,
    files: tuple[str, ...],
    config: Config,
    words: tuple[str, ...],
    junit: Path | None,
    clumsy: tuple[int, str] | None,
    real_time: bool,
    firmware: bool,
    trace: Path | None,
) -> None:
    """Play table scripts (docs/table-scripts.md) on the simulated table.

    FILES are scripts, folders with *.table, or patterns in quotation marks. Exit status: 0 if every script
    passed, 1 if one failed, 2 if one could not be played; the last line says the same.
    """
    from controller.simulation.scripts import command as script_command
    from controller.simulation.scripts.selection import NothingFound, selected

    if clumsy is not None:
        clumsily = script_command.run_clumsily
        context.exit(clumsily(*clumsy, config, sys.stdout, sys.stderr, firmware=firmware))
    if not files:
        raise click.UsageError("name one or more scripts or folders, or --clumsy SEED GAME")
    with stopping(NothingFound):
        chosen = selected(files, words)
    options = script_command.RunOptions(real_time, firmware, trace, junit)
    context.exit(script_command.run(chosen, config, sys.stdout, sys.stderr, options))
