"""`tablier check`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from controller.commands.common import FOLDER, stopping, takes_settings
from controller.daemon.ending import interrupt_when_told
from controller.files.toml_file import ConfigError
from controller.settings.settings import Config


@click.command()
@takes_settings
@click.option("--out", type=FOLDER, default=Path("check"), show_default=True, help="The file for the report.")
@click.option(
    "--sites",
    "places",
    multiple=True,
    metavar="A-B",
    help="Only a part of the table: 0,0-5,3, or one site 4,2.",
)
@click.option("--cells", is_flag=True, help="Only the middle of each cell.")
@click.option(
    "--diodes", is_flag=True, help="Also test the diodes: needs a magnet for each row or column, plus one."
)
@click.option("--anew", is_flag=True, help="Begin again, instead of continuing an interrupted check.")
@click.option("--mask", is_flag=True, help="Mask broken sites without asking: games then ask on the screen.")
@click.pass_context
def check(
    context: click.Context,
    config: Config,
    out: Path,
    places: tuple[str, ...],
    cells: bool,
    diodes: bool,
    anew: bool,
    mask: bool,
) -> None:
    """Test every light and every sensor of the table, with one magnet.

    Stop at any time; the same command continues. At the simulated table, simulated hands do it. Exit status:
    0 if all is well, 1 if there are faults or untested sites, 2 if the test could not be made.
    """
    from controller.journal.errors import JournalError
    from controller.offline.self_test import SelfTestScope, carry_out
    from hardware.ports import DeviceError

    interrupt_when_told()
    wish = SelfTestScope(out, places, only_cells=cells, has_diodes=diodes, is_anew=anew, is_masking=mask)
    with stopping(ConfigError, DeviceError, JournalError):
        is_fine = carry_out(config, wish, sys.stdout)
    context.exit(0 if is_fine else 1)
