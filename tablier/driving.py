"""A table with a driver of one's own, in place of those that the settings name."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, Protocol

from hardware.ports import Device, Lights


class LightDevice(Device, Lights, Protocol):
    """Lights with a life: both ports in one driver."""


class _Ordered:
    """The driver knows in which order its lights take colours, so that the settings' page changes nothing."""

    def reorder(self, order: str) -> None:
        """There is nothing to do."""


def run_table(settings: Path | None, sensors: Device, lights: LightDevice | None = None) -> None:
    """Run the table of these settings until it is asked to end, with your own sensors and, if given, lights.

    `sensors` emits `SensorFrame`, and `LinkUp` and `LinkLost` of the device `board`; `lights` those of
    `lights`. The grid, the games, screen, journal, page and broker are those of the settings; their board and
    strip are ignored. A driver that has `poll` is polled. Raises the errors of `tablier play`: `ConfigError`,
    `DeviceError`, `JournalError`, `NoSuchPlace`.
    """
    app = importlib.import_module("controller.app")
    config = importlib.import_module("controller.settings.config").load(settings, [])
    app.run(config, choose=lambda chosen: devices_of(chosen, sensors, lights))


def devices_of(config: Any, sensors: Device, lights: LightDevice | None) -> Any:
    """The devices of a table with these drivers (`controller.devices.Devices`)."""
    devices = importlib.import_module("controller.devices")
    shining = importlib.import_module("hardware.lights.lights")
    display = devices.display_for(config)
    dimmed = (
        shining.DimmedLights(lights, config.lights.electrics, _Ordered()) if lights else shining.NoLights()
    )
    every = (sensors, display) if lights is None else (sensors, lights, display)
    awaited = ("board",) if lights is None else ("board", "lights")
    polled = tuple(one for one in every if hasattr(one, "poll"))
    return devices.Devices(config, every, polled, dimmed, display, awaited)
