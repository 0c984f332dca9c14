"""`tablier report`."""

from __future__ import annotations

import time
from pathlib import Path

import click

from controller.commands.common import FILE, Stop, config_option, set_option, settings_of


@click.command()
@config_option
@set_option
@click.option(
    "--out", type=FILE, help="The file for the report; by default tablier-report-DATE.tar.gz in this folder."
)
def report(config_file: Path | None, settings: tuple[str, ...], out: Path | None) -> None:
    """Collect everything that a bug report needs in one file: recording, journal, settings, versions, status.

    It contains no PIN, and no secret choice that was not revealed. `tablier replay` replays it.
    """
    config = settings_of(config_file, settings)
    from controller.daemon import status_file
    from controller.recorder.report import ReportError, write_report

    target = out or Path(time.strftime("tablier-report-%Y-%m-%d-%H%M%S.tar.gz"))
    try:
        missing = write_report(config, target, (status_file.folder_here(), status_file.SERVICE))
    except ReportError as error:
        raise Stop(str(error)) from error
    for line in missing:
        click.echo(f"without {line}")
    click.echo(target.absolute())
