"""`tablier overlay`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from controller.commands.common import (
    Stop,
    files_option,
    overlap_option,
    paper_option,
    stopping,
    takes_settings,
)
from controller.files.toml_file import ConfigError
from controller.making.overlay.paper import Paper
from controller.settings.settings import Config

if TYPE_CHECKING:
    from controller.tables.table import GameTable


@click.command()
@click.argument("game")
@takes_settings
@paper_option
@overlap_option
@files_option
def overlay(game: str, config: Config, paper: str, overlap: float, out: Path) -> None:
    """Make the printed board of GAME for the table that the settings describe, to scale: as PDF, and each
    page as SVG.

    GAME is masterplan, forma, massai or cites. For Forma there are the elements too, for Cités Nouvelles the
    75 tiles and a paper for each pad; for every game a card with the rules for each player. All is in the
    language of the screen. Every page has cut marks, and a ruler that must measure 100 mm.
    """
    table = _table(game, config)
    from controller.making.overlay.files import write
    from controller.making.overlay.parts import parts_of
    from controller.making.overlay.sheets import PaperTooSmall

    try:
        for part in parts_of(table, config.screen.language):
            for line in write(part, Paper(paper), overlap, out / f"{game}-{part.name}-{paper}"):
                click.echo(line)
    except PaperTooSmall as error:
        raise Stop(str(error)) from error
    except OSError as error:
        raise Stop(f"{error.filename or out}: cannot be written: {error.strerror}") from error
    click.echo("Print at 100 %, not “fit to page”, and measure the ruler: 100 mm.")


def _table(game: str, config: Config) -> GameTable[Any, Any]:
    """A game at the table of the settings. Raises `Stop` for an unknown one, or if it does not fit."""
    from controller.games import TABLES
    from controller.settings.tile_file import tiles_for
    from controller.tables.sensing import NoSuchPlace

    kinds = {kind.game.name: kind for kind in TABLES}
    if game not in kinds:
        raise Stop(f"There is no game {game!r}: it is {', '.join(kinds)}.")
    with stopping(NoSuchPlace, ConfigError):
        table = kinds[game](config.table.grid, config.table.cell_sites, config.table.pads)
        return table.knowing(tiles_for(config))
