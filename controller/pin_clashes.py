"""Pins of the computer that the settings give to two devices at once."""

from __future__ import annotations

from collections.abc import Iterator

from controller.settings import Config

Misfit = tuple[str, str, object]
"""A key, what was expected there, and the value."""


def pin_clashes(config: Config) -> Iterator[Misfit]:
    """Each setting that takes a pin which another one has already."""
    owners: dict[str, str] = {}
    for pin in config.board.wiring.bus_pins if config.board.kind == "spi" else ():
        owners[pin] = 'board.kind "spi"'
    for key, pin, value in _pins(config):
        if pin in owners:
            yield key, f"another pin than {owners[pin]} takes", value
        owners[pin] = key


def _pins(config: Config) -> Iterator[tuple[str, str, object]]:
    """The pins that the settings name and use: the key, the pin as gpiozero calls it, and as it was given."""
    board, lights = config.board, config.lights
    if board.kind == "spi":
        yield "board.latch_pin", board.latch_pin, board.latch_pin
        yield "board.load_pin", board.load_pin, board.load_pin
    if lights.kind == "neopixel":
        yield "lights.pin", lights.pin.replace("D", "GPIO", 1), lights.pin
