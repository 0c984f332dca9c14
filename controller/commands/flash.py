"""`tablier flash`."""

from __future__ import annotations

from pathlib import Path

import click

from controller.commands.common import Stop, config_option, set_option, settings_of


@click.command()
@config_option
@set_option
@click.option("--port", help="The board's port; by default the one of the settings (board.port).")
def flash(config_file: Path | None, settings: tuple[str, ...], port: str | None) -> None:
    """Copy this program's firmware onto the microcontroller, and check its answer.

    The board needs MicroPython. Its own board_settings.py is kept; if it has none, it gets one if the
    settings describe another table than the firmware's defaults. At the end the board's answer is compared
    with the settings.
    """
    config = settings_of(config_file, settings)
    from controller.making import flash as flashing
    from controller.monotonic import now_ms, sleep_ms
    from hardware.ports import DeviceError

    hands = flashing.FlashSurroundings(now_ms, sleep_ms, click.echo)
    try:
        flashing.flash(port or config.board.port, config.board_spec, hands)
    except DeviceError as error:
        raise Stop(str(error)) from error
