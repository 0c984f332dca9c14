"""The model of this computer, and its consequences for lights on its pins.

The model is Linux's text in `/proc/device-tree/model`; everything but `read_model` is pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal

from engines.record import record
from hardware.ports import DeviceError

MODEL_FILE: Final = Path("/proc/device-tree/model")
BOOT_FOLDERS: Final = (Path("/boot/firmware"), Path("/boot"))

_RASPBERRY_PI: Final = re.compile(r"Raspberry Pi\b(?: Compute Module| Zero)?(?: (\d+?)(?:00)?(?!\d))?")
_ZERO: Final = "Raspberry Pi Zero"

SUPPLY_MA: Final = {
    "Raspberry Pi Zero 2": 2000,
    "Raspberry Pi Zero": 1200,
    "Raspberry Pi 1": 1800,
    "Raspberry Pi 2": 1800,
    "Raspberry Pi 3": 2500,
    "Raspberry Pi 4": 3000,
    "Raspberry Pi 5": 5000,
}
"""The capacity of each computer's recommended supply, which feeds its USB devices too. Source:
raspberrypi.com, documentation, "Power supply"."""

_FIXED_CLOCK: Final = {3: ("core_freq=250",), 4: ("core_freq=500", "core_freq_min=500")}
"""Lines of config.txt without which the clock of the SPI bus changes with the load (rpi_ws281x, README)."""


@record
class Computer:
    """A computer by its model text. `generation` is 1 to 5 of a Raspberry Pi, 0 of any other."""

    model: str
    generation: int

    @property
    def is_raspberry_pi(self) -> bool:
        """Whether it is a Raspberry Pi of any generation."""
        return self.generation > 0


def read_model(file: Path = MODEL_FILE) -> str:
    """The model text of this computer; empty if there is none."""
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""


def known(model: str) -> Computer:
    """The computer with this model text.

    Boards are of the generation of their chip: a Zero and a first Compute Module of the 1st, a Zero 2 of the
    3rd, a 400 of the 4th, a 500 of the 5th.
    """
    text = model.strip("\0\n ")
    found = _RASPBERRY_PI.match(text)
    if found is None:
        return Computer(text, 0)
    number = int(found[1] or 1)
    return Computer(text, 3 if text.startswith(_ZERO) and number == 2 else number)


def supply_of(computer: Computer) -> tuple[str, int]:
    """A computer's name and the capacity of its supply, in mA; the largest one if it is not known."""
    for name, supply_ma in SUPPLY_MA.items():
        if computer.model.startswith(name) or name == f"Raspberry Pi {computer.generation}":
            return name, supply_ma
    return max(SUPPLY_MA.items(), key=lambda item: item[1])


def lights_kind(computer: Computer) -> Literal["neopixel", "spi"]:
    """The kind of lights that a computer can drive itself. Raises `DeviceError` if it is not known."""
    if 1 <= computer.generation <= 5:
        return "neopixel"
    if computer.model and not computer.is_raspberry_pi:
        return "spi"
    name = f'"{computer.model}"' if computer.model else "this computer, which does not say what it is,"
    raise DeviceError(
        f"The lights of {name} are not known. Set lights.kind to what it has: "
        '"board" for the microcontroller\'s, "neopixel", "spi" or "none".'
    )


def clock_advice(computer: Computer, config_txt: str) -> str:
    """The lines for config.txt that keep lights on SPI in their colours; empty if none are needed."""
    wanted = _FIXED_CLOCK.get(computer.generation)
    lines = {line.partition("#")[0].replace(" ", "").strip() for line in config_txt.splitlines()}
    if wanted is None or "force_turbo=1" in lines or lines.issuperset(wanted):
        return ""
    return (
        f"The clock of the SPI bus of a {computer.model} changes with the load, and then lights show wrong "
        f"colours. Add the line{'s' if len(wanted) > 1 else ''} {' and '.join(wanted)} to config.txt, "
        "and start the computer again."
    )


def read_config_txt(folders: Iterable[Path] = BOOT_FOLDERS) -> str:
    """The text of config.txt; empty if there is none."""
    for folder in folders:
        try:
            return (folder / "config.txt").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
    return ""
