"""Common parts of the commands: reading settings, and stopping."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.files.toml_file import ConfigError
from controller.making.overlay.paper import Paper
from controller.settings.config import load
from controller.settings.settings import Config

if TYPE_CHECKING:
    from controller.making.building.section import LayerStack

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)

config_option = click.option("--config", "config_file", type=FILE, help="The settings (TOML).")
set_option = click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="A setting that overrides the file."
)
modules_option = click.option(
    "--modules",
    is_flag=True,
    help="A table whose sites are printed modules of 4 × 4 (docs/build/modules.md).",
)
paper_option = click.option(
    "--paper",
    type=click.Choice([str(paper) for paper in Paper]),
    default=str(Paper.A4),
    show_default=True,
    help="The paper. sheet: each part or board on one page, as large as necessary, for a print shop.",
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
pictures_option = click.option(
    "--out",
    type=FOLDER,
    default=Path("out"),
    show_default=True,
    help="The folder for pictures, without a display.",
)


class Stop(click.ClickException):
    """A person must fix this before the program can go on: exit status 2."""

    exit_code = 2


@contextmanager
def stopping(*kinds: type[Exception]) -> Iterator[None]:
    """Errors of these kinds stop the program, in their own words."""
    try:
        yield
    except kinds as error:
        raise Stop(str(error)) from error


def takes_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of the settings. It takes those settings as `config`."""

    @config_option
    @set_option
    @wraps(command)
    def with_config(
        *context: click.Context, config_file: Path | None, settings: tuple[str, ...], **options: object
    ) -> None:
        command(*context, config=settings_of(config_file, settings), **options)

    return with_config


def print_notice(notice: str) -> None:
    """Say beside the output what is missing in the journal."""
    if notice:
        click.echo(notice, err=True)


def stack_of(config: Config, modules: bool) -> LayerStack:
    """The layers of a table by wire or by modules, which must be whole ones. Raises `Stop`."""
    from controller.making.building.section import BY_MODULES, BY_WIRE
    from controller.making.printed.module import are_whole

    if modules and not are_whole(config.table.grid):
        raise Stop("--modules: the table's columns and rows must be multiples of 4.")
    return BY_MODULES if modules else BY_WIRE


def settings_of(config_file: Path | None, settings: tuple[str, ...] = ()) -> Config:
    """The settings of the file that was named, with single ones over them. Raises `Stop`."""
    pairs = []
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise Stop(f"--set {setting}: expected KEY=VALUE, such as play.settle_ms=400")
        pairs.append((key.strip(), value.strip()))
    with stopping(ConfigError):
        return load(config_file, pairs)


def is_without_display(config: Config) -> bool:
    """Whether a simulated table has no display here, and so is played in the terminal."""
    from controller import devices
    from hardware.screen.touchscreen import is_display_here

    return devices.simulated_table(config) is not None and (
        config.screen.kind == "none" or not is_display_here()
    )


def program_name() -> str:
    """The program's name as its user must type it: the bare name only if the shell finds it."""
    called = Path(sys.argv[0])
    found = shutil.which(called.name)
    is_found = found is not None and called.exists() and called.samefile(found)
    return called.name if is_found else sys.argv[0]
