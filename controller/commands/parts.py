"""`tablier parts`."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.common import Stop, config_option, modules_option, set_option, settings_of, stack_of
from controller.files.toml_file import ConfigError


@click.command()
@config_option
@set_option
@modules_option
def parts(config_file: Path | None, settings: tuple[str, ...], modules: bool) -> None:
    """List the parts of the table that the settings describe. docs/build explains the assembly."""
    config = settings_of(config_file, settings)
    from controller.making.parts import parts as counting

    try:
        items = counting.parts(config, stack_of(config, modules))
    except ConfigError as error:
        raise Stop(str(error)) from error
    wide = max(len(item.quantity) for item in items)
    group = ""
    for item in items:
        if item.group != group:
            group = item.group
            click.echo(group)
        note = f" ({item.note})" if item.note else ""
        click.echo(f"  {item.quantity:>{wide}}  {item.what}{note}")
