"""The computer's own health, from a kernel's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.vitals import Vitals, read_vitals


def computer(sys: Path, temperature: str | None, alarm: str | None) -> Path:
    """The files of a Raspberry Pi's kernel."""
    if temperature is not None:
        zone = sys / "class/thermal/thermal_zone0"
        zone.mkdir(parents=True)
        (zone / "temp").write_text(temperature)
    for number, name in enumerate(("cpu_thermal", "rpi_volt")):
        chip = sys / f"class/hwmon/hwmon{number}"
        chip.mkdir(parents=True)
        (chip / "name").write_text(f"{name}\n")
        if name == "rpi_volt" and alarm is not None:
            (chip / "in0_lcrit_alarm").write_text(alarm)
    return sys


@pytest.mark.parametrize(
    ("temperature", "alarm", "vitals"),
    [
        ("48312\n", "0\n", Vitals(48.312, False)),
        ("81000\n", "1\n", Vitals(81.0, True)),
        ("-2000\n", None, Vitals(-2.0, None)),
        ("\n", "?\n", Vitals(None, None)),
        (None, "1\n", Vitals(None, True)),
    ],
)
def test_temperature_and_under_voltage_are_what_the_kernel_reports(
    temperature: str | None, alarm: str | None, vitals: Vitals, tmp_path: Path
) -> None:
    assert read_vitals(computer(tmp_path, temperature, alarm)) == vitals


def test_a_computer_that_reports_nothing_is_not_called_well_or_ill(tmp_path: Path) -> None:
    assert read_vitals(tmp_path) == Vitals(None, None)
