"""`tablier demo`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from controller.commands.common import (
    Stop,
    config_option,
    is_without_display,
    pictures_option,
    program_name,
    set_option,
    settings_of,
)
from controller.daemon.ending import interrupt_when_told
from controller.files.toml_file import ConfigError
from controller.settings.settings import Config

IDLE_S = 60
"""If the settings never invite: the time after the last hand before it plays by itself again."""


@click.command()
@config_option
@set_option
@pictures_option
def demo(config_file: Path | None, settings: tuple[str, ...], out: Path) -> None:
    """Let the table play by itself, on screen and lights, until someone touches the screen or a piece.

    A medium opponent plays against a strong one, with comments. No piece needs to be moved, and nothing is
    stored. Without a display, a simulated table plays a whole game in the terminal.
    """
    config = settings_of(config_file, settings)
    from controller.journal.errors import JournalError
    from controller.tables.sensing import NoSuchPlace
    from hardware.ports import DeviceError

    try:
        if is_without_display(config):
            from controller.simulation.demonstration import run as demonstration

            interrupt_when_told()
            demonstration.run(config, out, sys.stdout, program=program_name())
        else:
            from controller import app

            app.run(_inviting(config), is_demo=True)
    except (JournalError, NoSuchPlace, DeviceError, ConfigError) as error:
        raise Stop(str(error)) from error


def _inviting(config: Config) -> Config:
    from controller.settings.config import with_setting

    return config if config.kiosk.idle_s else with_setting(config, "kiosk.idle_s", str(IDLE_S))
