"""`tablier export`: a game of the journal as requests."""

from __future__ import annotations

import click

from controller.commands.common import Stop, print_notice, stopping, takes_settings
from controller.settings.settings import Config


@click.command()
@click.argument("number", type=int)
@takes_settings
def export(number: int, config: Config) -> None:
    """Write game NUMBER as requests that `tablier referee` replays."""
    from controller.journal.errors import JournalError
    from controller.journal.journal import Journal

    file = config.journal.file
    if file is None:
        raise Stop("The settings keep no journal (journal.path).")
    with stopping(JournalError), Journal.read(file) as journal:
        print_notice(journal.notice)
        for request in journal.export(number):
            click.echo(request)
