"""`tablier games`: the games of the journal."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

import click

from controller.commands.common import print_notice, stopping, takes_settings
from controller.settings.settings import Config

if TYPE_CHECKING:
    from controller.model.records import GameRecord

LONGEST: Final = 300
"""No line of the list is longer."""


@click.command()
@takes_settings
def games(config: Config) -> None:
    """List the games in the journal."""
    from controller.journal.errors import JournalError
    from controller.journal.journal import Journal

    file = config.journal.file
    if file is None or not file.exists():
        click.echo("No game has been played yet.")
        return
    with stopping(JournalError), Journal.read(file) as journal:
        print_notice(journal.notice)
        for record in journal.games():
            click.echo(_line(record))


def _line(record: GameRecord) -> str:
    """A game in one line: number, date, game, how long it is, and how it ended."""
    result, score = record.result, ""
    if result is None:
        end = "unfinished"
    elif result.get("winner") is None:
        end = "given up"
    else:
        if isinstance(points := result.get("score"), dict):
            score = f" ({', '.join(f'{player} {each}' for player, each in points.items())})"
        end = f"{result['winner']}{score}"
    started, name = _time_of_day(record.started_ms), record.header["game"]
    line = f"{record.id:>4}  {started}  {name:<12} {record.plies:>4} actions  {end}"
    return "".join(one if one.isprintable() else "?" for one in line[:LONGEST])  # a stranger's, perhaps


def _time_of_day(wall_ms: int) -> str:
    """When a game began by the wall clock, which may have been anything."""
    try:
        return f"{datetime.fromtimestamp(wall_ms / 1000).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "unknown time    "
