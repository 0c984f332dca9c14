"""Chooses the lights of a real table: the board's, a strip on this computer, or none."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from controller.settings.settings import Config
from hardware.board.serial_board import SerialBoard
from hardware.computer import Computer, clock_advice, known, lights_kind, read_config_txt, read_model
from hardware.lasting_thread import HostClock
from hardware.lights.light_map import LightMap, MappedLights
from hardware.lights.lights import DimmedLights, NoLights
from hardware.lights.neopixel_strip import NeoPixelStrip, sound_advice
from hardware.lights.spi_strip import SpiStrip
from hardware.lights.strip_lights import Strip, StripLights
from hardware.ports import Lights

_log = logging.getLogger(__name__)

SPI_PIN = "D10"
"""The pin that a Raspberry Pi 0 to 4 drives by its SPI bus."""


def choose_lights(
    config: Config, light_map: LightMap, board: SerialBoard | None, computer: Computer | None = None
) -> tuple[StripLights | None, Lights]:
    """The strip that is a device of its own, if there is one, and the lights in the order of the grid.

    `board` are the microcontroller's. Raises `DeviceError` if nothing is known of this computer's lights.
    """
    settings = config.lights
    computer = computer or known(read_model())
    kind = lights_kind(computer) if settings.kind == "auto" else settings.kind
    strip = None if kind in ("board", "none") else _strip(config, light_map.lights, kind, computer)
    inner = board if kind == "board" else strip
    if inner is None:
        return None, NoLights()
    return strip, DimmedLights(MappedLights(inner, light_map), settings.electrics, inner)


def _strip(config: Config, count: int, kind: str, computer: Computer) -> StripLights:
    settings = config.lights
    opened: Callable[[str], Strip]
    if kind == "spi":
        where, opened = settings.spi, lambda order: SpiStrip(settings.spi, order)
    else:
        where, opened = f"pin {settings.pin}", lambda order: NeoPixelStrip(settings.pin, count, order)
    for advice in _advice(settings.pin, kind, computer):
        _log.warning("%s", advice)
    what, order = f"{count} lights on {where}", config.board_spec.order
    return StripLights(count, what, opened, HostClock(), order=order)


def _advice(pin: str, kind: str, computer: Computer) -> list[str]:
    """The faults of this computer that would spoil the lights' colours, and advice."""
    if not 1 <= computer.generation <= 4:
        return []
    is_on_spi = kind == "spi" or pin == SPI_PIN
    found = clock_advice(computer, read_config_txt()) if is_on_spi else sound_advice(pin, _modules())
    return [found] if found else []


def _modules(file: Path = Path("/proc/modules")) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
