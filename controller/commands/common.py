"""Common parts of the commands: reading settings, and stopping."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from controller.files.toml_file import ConfigError
from controller.settings.config import load
from controller.settings.settings import Config

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)

config_option = click.option("--config", "config_file", type=FILE, help="The settings (TOML).")
set_option = click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="A setting that overrides the file."
)
overlap_option = click.option(
    "--overlap",
    type=click.FloatRange(0, 30),
    default=10.0,
    show_default=True,
    metavar="MM",
    help="The overlap of neighbouring pages, for glueing.",
)
files_option = click.option(
    "--out", type=FOLDER, default=Path("out"), show_default=True, help="The folder for the files."
)


class Stop(click.ClickException):
    """A person must fix this before the program can go on: exit status 2."""

    exit_code = 2


def settings_of(config_file: Path | None, settings: tuple[str, ...] = ()) -> Config:
    """The settings of the file that was named, with single ones over them. Raises `Stop`."""
    pairs = []
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise Stop(f"--set {setting}: expected KEY=VALUE, such as play.settle_ms=400")
        pairs.append((key.strip(), value.strip()))
    try:
        return load(config_file, pairs)
    except ConfigError as error:
        raise Stop(str(error)) from error


def program_name() -> str:
    """The program's name as its user must type it: the bare name only if the shell finds it."""
    called = Path(sys.argv[0])
    found = shutil.which(called.name)
    is_found = found is not None and called.exists() and called.samefile(found)
    return called.name if is_found else sys.argv[0]
