"""`tablier script`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from controller.commands.common import FILE, config_option, settings_of


@click.command()
@click.argument("files", nargs=-1, type=FILE)
@config_option
@click.option(
    "--clumsy",
    type=(click.IntRange(min=0), str),
    metavar="SEED GAME",
    help="Instead of files: a whole random game by a clumsy person.",
)
@click.option("--real-time", is_flag=True, help="On the wall clock instead of a virtual one.")
@click.option("--firmware", is_flag=True, help="With the real firmware, run by MicroPython.")
@click.option("--trace", type=FILE, help="Write the sensor frames there.")
@click.pass_context
def script(
    context: click.Context,
    files: tuple[Path, ...],
    config_file: Path | None,
    clumsy: tuple[int, str] | None,
    real_time: bool,
    firmware: bool,
    trace: Path | None,
) -> None:
    """Play table scripts (docs/table-scripts.md) on the simulated table.

    Exit status 0 when every script held, 1 when one did not, 2 when a file cannot be read as a script.
    """
    config = settings_of(config_file)
    from controller.simulation.scripts import command as script_command

    if clumsy is not None:
        context.exit(script_command.run_clumsily(*clumsy, config, sys.stdout, firmware=firmware))
    if not files:
        raise click.UsageError("name one or more script files, or --clumsy SEED GAME")
    status = script_command.run(
        files, config, sys.stdout, real_time=real_time, firmware=firmware, trace=trace
    )
    context.exit(status)
