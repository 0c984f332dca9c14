"""`tablier export`: a game of the journal as requests."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.common import Stop, config_option, print_notice, set_option, settings_of


@click.command()
@click.argument("number", type=int)
@config_option
@set_option
def export(number: int, config_file: Path | None, settings: tuple[str, ...]) -> None:
    """Write game NUMBER as requests that `tablier referee` replays."""
    from controller.journal.errors import JournalError
    from controller.journal.journal import Journal

    config = settings_of(config_file, settings)
    file = config.journal.file
    if file is None:
        raise Stop("The settings keep no journal (journal.path).")
    try:
        with Journal.read(file) as journal:
            print_notice(journal.notice)
            for request in journal.export(number):
                click.echo(request)
    except JournalError as error:
        raise Stop(str(error)) from error
