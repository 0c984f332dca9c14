"""`tablier power`."""

from __future__ import annotations

import click

from controller.commands.common import stopping, takes_settings
from controller.files.toml_file import ConfigError
from controller.settings.settings import Config


@click.command()
@takes_settings
@click.option("--no-games", is_flag=True, help="Leave out the games, whose measurement takes some seconds.")
def power(config: Config, no_games: bool) -> None:
    """Print the current of the lights, and the supply, fuse and wires that they need."""
    from controller.making import power as reckoning
    from controller.making import power_report as report
    from controller.settings.light_map_file import light_map_for
    from controller.tables.sensing import NoSuchPlace
    from hardware.computer import known, read_model, supply_of

    if not config.has_lights:
        click.echo("This table has no lights (lights.kind).")
        return
    with stopping(ConfigError):
        estimated = reckoning.estimate(config, light_map_for(config))
    for line in report.settings_lines(estimated, config.table.grid.size, config.lights.brightness):
        click.echo(line)
    click.echo()
    for line in report.supply_lines(estimated, *supply_of(known(read_model()))):
        click.echo(line)
    if no_games:
        return
    click.echo()
    for line in report.draw_head():
        click.echo(line)
    table = reckoning.simulated(config)
    with stopping(NoSuchPlace):
        for name in reckoning.games_of(table):
            click.echo(f"\rA game of {name} is played … ", err=True, nl=False)
            drawn = reckoning.measured(table, name)
            click.echo("\r" + 40 * " " + "\r", err=True, nl=False)
            click.echo(report.draw_line(drawn, config.lights.cap_ma))
