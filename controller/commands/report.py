"""`tablier report`."""

from __future__ import annotations

import time
from pathlib import Path

import click

from controller.commands.common import FILE, stopping, takes_settings
from controller.settings.settings import Config


@click.command()
@takes_settings
@click.option(
    "--out", type=FILE, help="The file for the report; by default tablier-report-DATE.tar.gz in this folder."
)
def report(config: Config, out: Path | None) -> None:
    """Collect everything that a bug report needs in one file: recording, journal, settings, versions, status.

    It contains no PIN, and no secret choice that was not revealed. `tablier replay` replays it.
    """
    from controller.daemon import status_file
    from controller.recorder.report import ReportError, write_report

    target = out or Path(time.strftime("tablier-report-%Y-%m-%d-%H%M%S.tar.gz"))
    with stopping(ReportError):
        missing = write_report(config, target, (status_file.folder_here(), status_file.SERVICE))
    for line in missing:
        click.echo(f"without {line}")
    click.echo(target.absolute())
