"""`tablier play`."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Final

import click

from controller.commands.common import (
    config_option,
    is_without_display,
    pictures_option,
    program_name,
    set_option,
    settings_of,
    stopping,
)
from controller.daemon.ending import interrupt_when_told
from controller.files.toml_file import ConfigError
from controller.settings.config import exposed, with_setting
from controller.settings.settings import Config
from engines.names import NAMES

NOTHING_KEPT: Final = (
    "No display: simulated hands play one game here. Neither journal nor page nor broker has anything of it. "
    "The table itself without a display: tablier play --headless"
)


@click.command()
@config_option
@set_option
@pictures_option
@click.option(
    "--game",
    metavar="NAME",
    help=f"The game without a display, of {', '.join(NAMES)}; the first if it is not given. In the window "
    "the menu offers them all.",
)
@click.option("--headless", is_flag=True, help="Run the table without a display: journal, page and broker.")
def play(
    config_file: Path | None, settings: tuple[str, ...], out: Path, game: str | None, headless: bool
) -> None:
    """Run the table. Without settings that is a simulated table in a window.

    Without a display, simulated hands play a whole game in the terminal, and nothing is stored; --headless
    runs the table as a daemon instead.
    """
    if headless:
        if game is not None:
            raise click.UsageError("--game and --headless: a headless table plays what it is asked to play")
        settings = (*settings, 'screen.kind="none"')
    config = settings_of(config_file, settings)
    if remark := exposed(config_file, config):
        logging.getLogger(__name__).warning("settings: %s", remark)
    from controller.journal.errors import JournalError
    from controller.tables.sensing import NoSuchPlace
    from hardware.ports import DeviceError

    with stopping(JournalError, NoSuchPlace, DeviceError, ConfigError):
        if not headless and is_without_display(config):
            from controller.simulation.demonstration import run as demonstration

            click.echo(NOTHING_KEPT, err=True)
            interrupt_when_told()
            demonstration.run(config, out, sys.stdout, game=game or "masterplan", program=program_name())
        else:
            from controller import app

            _check_offered(game, config)
            app.run(_for_one(config, config_file, settings))


def _for_one(config: Config, config_file: Path | None, settings: tuple[str, ...]) -> Config:
    """The settings for one person who tries the program: the computer has the other seats."""
    from controller import devices

    is_said = config_file is not None or any(one.startswith("opponents.seats") for one in settings)
    if is_said or devices.simulated_table(config) is None or config.screen.kind == "none":
        return config
    return with_setting(config, "opponents.seats", '"computer"')


def _check_offered(game: str | None, config: Config) -> None:
    from controller.games import tables_for
    from controller.settings.tile_file import tiles_for
    from controller.tables.sensing import NoSuchPlace

    tables = tables_for(config.table.grid, config.table.cell_sites, config.pads, tiles_for(config))
    if game is not None and game not in tables:
        raise NoSuchPlace(f"This table has no game {game!r}; it has {', '.join(tables)}.")
