"""`tablier flash`."""

from __future__ import annotations

import click

from controller.commands.common import stopping, takes_settings
from controller.settings.settings import Config


@click.command()
@takes_settings
@click.option("--port", help="The board's port; by default the one of the settings (board.port).")
def flash(config: Config, port: str | None) -> None:
    """Copy this program's firmware onto the microcontroller, and check its answer.

    The board needs MicroPython. Its own board_settings.py is kept; if it has none, it gets one if the
    settings describe another table than the firmware's defaults. At the end the board's answer is compared
    with the settings.
    """
    from controller.making import flash as flashing
    from controller.monotonic import now_ms, sleep_ms
    from hardware.ports import DeviceError

    hands = flashing.FlashSurroundings(now_ms, sleep_ms, click.echo)
    with stopping(DeviceError):
        flashing.flash(port or config.board.port, config.board_spec, hands)
