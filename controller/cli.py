"""The command `tablier`."""

from __future__ import annotations

import logging
import os
from importlib import import_module
from typing import Any, Final

import click

from controller.commands.common import Stop
from controller.daemon import logs

# pygame greets on standard output, which belongs to the program's own words.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

OWN: Final = ("controller", "engines", "firmware", "hardware", "opponents", "systemd", "texts")
"""A module of these that is missing is a fault of the program, and no part that was not installed."""


_OF_A_TABLE: Final = ("play", "demo", "check", "enrol", "status", "report", "replay")
_OF_GAMES: Final = ("games", "review", "export", "hall", "tournament")
_OF_THE_RULES: Final = ("referee", "script", "storm")
_OF_A_MAKER: Final = ("flash", "overlay", "template", "parts", "power", "install")

_MODULES: Final = {name: name for name in (*_OF_A_TABLE, *_OF_GAMES, *_OF_THE_RULES, *_OF_A_MAKER)} | {
    "uninstall": "install"
}
"""The module of each command in `controller/commands`."""


class Commands(click.Group):
    """Commands of which most draw, and need pygame for that; others need what only a real table has. Each is
    imported when it is called: a table starts without the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """See `click.Group`."""
        return sorted(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """See `click.Group`."""
        if cmd_name not in _MODULES:
            return None
        module = import_module(f"controller.commands.{_MODULES[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command

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
