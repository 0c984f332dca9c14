"""The command `tablier`."""

from __future__ import annotations

import logging
import os
from typing import Any, Final

import click

from controller.commands.check import check
from controller.commands.common import Stop
from controller.commands.demo import demo
from controller.commands.enrol import enrol
from controller.commands.export import export
from controller.commands.flash import flash
from controller.commands.games import games
from controller.commands.hall import hall
from controller.commands.install import install, uninstall
from controller.commands.overlay import overlay
from controller.commands.parts import parts
from controller.commands.play import play
from controller.commands.power import power
from controller.commands.referee import referee
from controller.commands.replay import replay
from controller.commands.report import report
from controller.commands.review import review
from controller.commands.script import script
from controller.commands.status import status
from controller.commands.storm import storm
from controller.commands.template import template
from controller.commands.tournament import tournament
from controller.daemon import logs

# pygame greets on standard output, which belongs to the program's own words.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

OWN: Final = ("controller", "engines", "firmware", "hardware", "opponents", "systemd", "texts")
"""A module of these that is missing is a fault of the program, and no part that was not installed."""


class Commands(click.Group):
    """Commands of which most draw, and need pygame for that; others need what only a real table has."""

    def invoke(self, ctx: click.Context) -> Any:
        """See `click.Group`. Raises `Stop` if a package that it needs is missing or cannot be loaded."""
        try:
            return super().invoke(ctx)
        except ImportError as error:
            package = (error.name or "").partition(".")[0]
            if package == "pygame":
                raise Stop(
                    f"pygame cannot be loaded ({error}). On a Raspberry Pi: sudo apt install python3-pygame, "
                    "then make setup. Elsewhere: make clean setup"
                ) from error
            if not isinstance(error, ModuleNotFoundError) or package in OWN:
                raise
            raise Stop(
                f"This needs {package}, which is not installed: pip install 'tablier[table]', or make setup."
            ) from error


@click.group(cls=Commands)
@click.version_option(package_name="tablier", prog_name="tablier")
@click.option("-v", "--verbose", is_flag=True, help="Log the table's actions to standard error.")
def main(verbose: bool) -> None:
    """A game table that referees itself.

    Without hardware every command works on a simulated table.
    """
    logs.set_up(logging.INFO if verbose else logging.WARNING)


_OF_A_TABLE: Final = (play, demo, check, enrol, status, report, replay)
_OF_GAMES: Final = (games, review, export, hall, tournament)
_OF_THE_RULES: Final = (referee, script, storm)
_OF_A_MAKER: Final = (flash, overlay, template, parts, power, install, uninstall)

for command in (*_OF_A_TABLE, *_OF_GAMES, *_OF_THE_RULES, *_OF_A_MAKER):
    main.add_command(command)
