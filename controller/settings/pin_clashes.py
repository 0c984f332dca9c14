"""Pins of the computer that the settings give to two devices at once."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from controller.settings.settings import Config

_BUS_PINS = {"0": ("GPIO9", "GPIO10", "GPIO11"), "1": ("GPIO19", "GPIO20", "GPIO21")}
"""The pins of a bus besides its select lines, which lights do not need."""

Misfit = tuple[str, str, object]
"""A key, what was expected there, and the value."""


def pin_clashes(config: Config) -> Iterator[Misfit]:
    """Each setting that takes a pin which another one has already."""
    owners: dict[str, str] = {}
    for pin in config.board.wiring.bus_pins if config.board.kind == "spi" else ():
        owners[pin] = 'board.kind "spi"'
    for pin in _lights_bus_pins(config):
        if pin in owners:
            yield "lights.spi", f"another bus than {owners[pin]} takes", config.lights.spi
            return
        owners[pin] = 'lights.kind "spi"'
    for key, pin, value in _pins(config):
        if pin in owners:
            yield key, f"another pin than {owners[pin]} takes", value
        owners[pin] = key


def _lights_bus_pins(config: Config) -> tuple[str, ...]:
    bus = re.match(r"/dev/spidev(\d+)\.", config.lights.spi)
    return _BUS_PINS.get(bus[1], ()) if bus and config.lights.kind == "spi" else ()


def _pins(config: Config) -> Iterator[tuple[str, str, object]]:
    """The pins that the settings name and use: the key, the pin as gpiozero calls it, and as it was given."""
    board, lights = config.board, config.lights
    if board.kind == "spi":
        yield "board.latch_pin", board.latch_pin, board.latch_pin
        yield "board.load_pin", board.load_pin, board.load_pin
    for key, pin in msgspec.to_builtins(config.panel).items():
        if pin:
            yield f"panel.{key}", pin, pin
    if lights.kind in ("neopixel", "auto"):
        yield "lights.pin", lights.pin.replace("D", "GPIO", 1), lights.pin
