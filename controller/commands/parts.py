"""`tablier parts`."""

from __future__ import annotations

import click

from controller.commands.common import modules_option, stack_of, stopping, takes_settings
from controller.files.toml_file import ConfigError
from controller.settings.settings import Config


@click.command()
@takes_settings
@modules_option
def parts(config: Config, modules: bool) -> None:
    """List the parts of the table that the settings describe. docs/build explains the assembly."""
    from controller.making.parts import parts as counting

    with stopping(ConfigError):
        items = counting.parts(config, stack_of(config, modules))
    wide = max(len(item.quantity) for item in items)
    group = ""
    for item in items:
        if item.group != group:
            group = item.group
            click.echo(group)
        note = f" ({item.note})" if item.note else ""
        click.echo(f"  {item.quantity:>{wide}}  {item.what}{note}")
