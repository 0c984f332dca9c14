"""`tablier demo`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from controller.commands.common import (
    is_without_display,
    pictures_option,
    program_name,
    stopping,
    takes_settings,
)
from controller.daemon.ending import interrupt_when_told
from controller.files.toml_file import ConfigError
from controller.settings.settings import Config

IDLE_S = 60
"""If the settings never invite: the time after the last hand before it plays by itself again."""


@click.command()
@takes_settings
@pictures_option
def demo(config: Config, out: Path) -> None:
    """Let the table play by itself, on screen and lights, until someone touches the screen or a piece.

    A medium opponent plays against a strong one, with comments. No piece needs to be moved, and nothing is
    stored. Without a display, a simulated table plays a whole game in the terminal.
    """
    from controller.journal.errors import JournalError
    from controller.tables.sensing import NoSuchPlace
    from hardware.ports import DeviceError

    with stopping(JournalError, NoSuchPlace, DeviceError, ConfigError):
        if is_without_display(config):
            from controller.simulation.demonstration import run as demonstration

            interrupt_when_told()
            demonstration.run(config, out, sys.stdout, program=program_name())
        else:
            from controller import app

            app.run(_inviting(config), is_demo=True)


def _inviting(config: Config) -> Config:
    from controller.settings.config import with_setting

    return config if config.kiosk.idle_s else with_setting(config, "kiosk.idle_s", str(IDLE_S))
