"""`tablier enrol`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from controller.commands.common import FILE, Stop, stopping, takes_settings
from controller.daemon.ending import interrupt_when_told
from controller.files.toml_file import ConfigError
from controller.settings.settings import Config


@click.command()
@takes_settings
@click.option("--out", type=FILE, help="The tile file; by default the one of the settings (tiles.file).")
@click.option("--piece", metavar="KIND", help='Only pieces of one kind, such as "house white".')
def enrol(config: Config, out: Path | None, piece: str | None) -> None:
    """Record which tag is on which piece: lay the pieces on a reader one by one, as asked.

    Without --piece these are the blocks of Cités Nouvelles. Stop with Ctrl-C; the same command continues. At
    the simulated table, simulated hands do it.
    """
    from controller import devices
    from controller.games import KINDS
    from controller.making import enrol as enrolling
    from controller.monotonic import now_ms, sleep_ms
    from hardware.ports import DeviceError

    file = out or config.tiles.path
    if file is None:
        raise Stop("Name the tile file with --out FILE, or in the settings (tiles.file).")
    if piece is not None and piece not in KINDS:
        raise Stop(f"--piece {piece}: expected one of {', '.join(sorted(KINDS))}")
    with stopping(ConfigError, DeviceError):
        interrupt_when_told()
        readers, lay = devices.choose_readers(config)
        enrolling.run(readers, file, piece, sys.stdout, now_ms, sleep_ms, lay)
