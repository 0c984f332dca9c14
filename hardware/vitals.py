"""The condition of the computer: its temperature, and under-voltage. Read from the kernel.

A Raspberry Pi's firmware reports under-voltage through the driver `raspberrypi-hwmon` (`rpi_volt`); other
computers report nothing, which is `None`.
"""

from __future__ import annotations

from pathlib import Path

from engines.record import record

SYS = Path("/sys")


@record
class Vitals:
    """Degrees Celsius, and whether the voltage is too low now or has been since the last look."""

    temperature_c: float | None = None
    has_under_voltage: bool | None = None


def read_vitals(sys: Path = SYS) -> Vitals:
    """The computer at this moment."""
    return Vitals(_temperature(sys), _under_voltage(sys))


def _temperature(sys: Path) -> float | None:
    """The processor's: the first zone, on every Raspberry Pi."""
    text = _text(sys / "class/thermal/thermal_zone0/temp")
    return int(text) / 1000 if text.lstrip("-").isdecimal() else None


def _under_voltage(sys: Path) -> bool | None:
    for chip in sorted(sys.glob("class/hwmon/hwmon*")):
        if _text(chip / "name") == "rpi_volt":
            return {"0": False, "1": True}.get(_text(chip / "in0_lcrit_alarm"))
    return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
