"""`tablier review`: the expected results in a finished game, as a picture."""

from __future__ import annotations

import os
from pathlib import Path

import click

from controller.commands.common import FILE, Stop, takes_settings
from controller.settings.settings import Config
from controller.view.language import LANGUAGES


@click.command()
@click.argument("number", type=int)
@click.option(
    "--out", "file", type=FILE, help="The file for the picture (PNG); by default review-NUMBER.png."
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    help="The language of its texts; by default the table's own.",
)
@takes_settings
def review(
    number: int,
    file: Path | None,
    language: str | None,
    config: Config,
) -> None:
    """Draw the expected result of game NUMBER after each action, with the turning points.

    All cores of this computer evaluate each position, in at most a minute; the evaluations are kept beside
    the journal.
    """
    from controller.journal.errors import JournalError
    from controller.monotonic import now_ms, sleep_ms
    from controller.offline.review_export import NoReview, game_of, thought_through, write_picture
    from controller.review.file import Reviews
    from controller.thinker.pool import Pool
    from engines.game import RuleError

    file = file or Path(f"review-{number}.png")
    try:
        record, actions, play = game_of(config, number)
        reviews = Reviews.beside(config.journal.file)
        known = reviews.load(number, actions) or ()
        thinker = Pool(os.cpu_count() or 1)
        moments = thought_through(play, known, thinker, now_ms, sleep_ms, _print_progress)
        reviews.keep(number, actions, moments)
        write_picture(file, record, play, moments, language or config.screen.language)
    except (JournalError, RuleError, NoReview) as error:
        raise Stop(str(error)) from error
    except OSError as error:
        raise Stop(f"{file}: cannot be written: {error.strerror}") from error
    click.echo(str(file))


def _print_progress(left: int) -> None:
    """Print the number of remaining positions on the terminal, in the same line."""
    click.echo(f"\rPositions still to be looked at: {left} ", err=True, nl=False)
