"""`tablier template`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from controller.commands.common import (
    Stop,
    files_option,
    modules_option,
    overlap_option,
    paper_option,
    stack_of,
    stopping,
    takes_settings,
)
from controller.files.toml_file import ConfigError
from controller.making.overlay.paper import Paper
from controller.settings.settings import Config


class Size(click.ParamType):  # type: ignore[type-arg]  # click before 8.3 takes no argument
    """Two lengths in millimetres, such as 155x88."""

    name = "WxH"

    def convert(
        self, value: str | tuple[float, float], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Read the text; a default is a size already."""
        if isinstance(value, tuple):
            return value
        try:
            width, height = (float(part) for part in value.replace("×", "x").split("x"))
        except ValueError:
            self.fail(f"{value}: expected two lengths in mm, such as 155x88", param, ctx)
        if not (50 <= width <= 400 and 50 <= height <= 400):
            self.fail(f"{value}: a window is 50 to 400 mm wide and high", param, ctx)
        return width, height


@click.command()
@takes_settings
@paper_option
@overlap_option
@click.option(
    "--screen", type=Size(), default=(155.0, 88.0), help="The visible area of your screen, in mm (155x88)."
)
@modules_option
@click.option(
    "--pieces",
    is_flag=True,
    help="The bodies of the pieces in place of the boards: STL for a 3D printer, for each game of the table.",
)
@files_option
def template(
    config: Config,
    paper: str,
    overlap: float,
    screen: tuple[float, float],
    modules: bool,
    pieces: bool,
    out: Path,
) -> None:
    """Make the drilling and cutting templates of the table that the settings describe, to scale.

    Each board is a DXF for a laser or a mill. Holes and openings to be made by hand are also a PDF, and each
    of its pages an SVG, with cut marks and a ruler that must measure 100 mm. With --pieces, the bodies of all
    pieces, with pockets for their magnets, as they lie on the printer.
    """
    from controller.making.building.case import boards
    from controller.making.building.files import write, write_light_map

    stack = stack_of(config, modules)

    try:
        if pieces:
            for line in _bodies(config, out):
                click.echo(line)
            return
        for line in write(boards(config, screen, stack), Paper(paper), overlap, out):
            click.echo(line)
        if modules:
            click.echo(f"{write_light_map(config.table.grid, out)}: for lights.map in the settings")
    except OSError as error:
        raise Stop(f"{error.filename or out}: cannot be written: {error.strerror}") from error
    click.echo("Print at 100 %, not “fit to page”, and measure the ruler: 100 mm.")


def _bodies(config: Config, out: Path) -> Iterator[str]:
    """Write the bodies of every game of the table. Raises `Stop` and `OSError`."""
    from controller.making.bodies.files import write
    from controller.making.power import games_of
    from controller.settings.tile_file import tiles_for
    from controller.tables.sensing import NoSuchPlace

    with stopping(NoSuchPlace, ConfigError):
        games, tiles = games_of(config), tiles_for(config)
    for game in games:
        yield from write(game, tiles, out)
