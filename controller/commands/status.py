"""`tablier status`."""

from __future__ import annotations

import click

from controller.commands.common import stopping, takes_settings
from controller.monotonic import now_ms
from controller.settings.settings import Config


@click.command()
@takes_settings
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object, for other programs.")
@click.pass_context
def status(context: click.Context, config: Config, is_json: bool) -> None:
    """Print the condition of the running table with these settings.

    This includes devices, sensor frames, errors on the cable, broken sensors, the journal, the computer's
    temperature and supply. Exit status: 0 if all is well, 1 if something needs attention, 2 if no such table
    runs.
    """
    import msgspec

    from controller.daemon import status_file
    from controller.daemon.health import words

    with stopping(status_file.StatusError):
        health = status_file.read_status(config, (status_file.folder_here(), status_file.SERVICE))
    age_ms = status_file.age_ms(health, now_ms())
    is_there = status_file.is_there(health)
    is_stale = age_ms > status_file.STALE_MS
    if is_json:
        told = {**msgspec.structs.asdict(health), "age_ms": age_ms, "is_running": is_there}
        click.echo(msgspec.json.encode(told).decode())
    else:
        click.echo(f"Tablier {health.version}, process {health.process}, {health.phase}")
        if not is_there:
            click.echo("It has ended without a word. So it was before:")
        elif is_stale:
            click.echo(f"It hangs: nothing was heard of it for {age_ms // 1000} s. So it was before:")
        for line in words(health):
            click.echo(line)
    context.exit(0 if health.is_well and is_there and not is_stale else 1)
