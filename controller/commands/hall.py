"""`tablier hall`."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.common import FILE, Stop, config_option, set_option, settings_of


@click.command()
@config_option
@set_option
@click.option("--broker", metavar="NAME", help="The MQTT broker, in place of mqtt.broker in the settings.")
@click.option(
    "--port", type=click.IntRange(1024, 65535), default=8330, show_default=True, help="The port of the page."
)
@click.option(
    "--name",
    default="hall",
    show_default=True,
    metavar="NAME",
    help="This hall's name at the broker; each hall needs its own.",
)
@click.option("--tournament", type=FILE, help="A tournament to follow (see `tablier tournament`).")
def hall(
    config_file: Path | None,
    settings: tuple[str, ...],
    broker: str | None,
    port: int,
    name: str,
    tournament: Path | None,
) -> None:
    """Show all tables of a broker on one page.

    It shows every table live, the results of the day, a tournament, and the tables that need attention. The
    page is for this computer only, unless web.listen is "network". The broker must be named, by --broker or
    in the settings.
    """
    named = (*settings, *([f'mqtt.broker="{broker}"'] if broker else []), f"web.port={port}")
    config = settings_of(config_file, named)
    if not config.mqtt.broker:
        raise Stop("No broker is named: tablier hall --broker NAME, or mqtt.broker in the settings.")
    if config.web.listen == "off":
        raise Stop('web.listen: expected "loopback" or "network" for a hall, got "off"')
    if not name.replace("-", "").replace("_", "").isalnum() or len(name) > 32:
        raise Stop(f"--name {name}: expected letters, digits, - and _, 32 at most")
    from platformdirs import user_data_path

    from controller.files.toml_file import ConfigError
    from controller.games import tables_for
    from controller.hall.files import read_tournament
    from controller.hall.serve import HallSettings, run
    from controller.hall.tournament import TournamentError
    from controller.mqtt.password import password_of
    from controller.release import RELEASE
    from hardware.ports import Grid

    kept = user_data_path("tablier", appauthor=False) / f"hall-{name}.json"
    try:
        password = password_of(config.mqtt)
        if tournament is not None:
            read_tournament(tournament)
        click.echo(f"The page of the hall: http://localhost:{port}/")
        games = tables_for(Grid(24, 24), 3, 4)
        run(HallSettings(config.mqtt, config.web, name, kept, tournament), password, games, RELEASE)
    except (ConfigError, TournamentError) as error:
        raise Stop(str(error)) from error
    except OSError as error:
        raise Stop(
            f"The page cannot be on port {port}: {error.strerror}. Name another with --port."
        ) from error
