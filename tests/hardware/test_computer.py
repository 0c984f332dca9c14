"""Which computer is which, by the model texts that Raspberry Pi's device trees have."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.computer import clock_advice, known, lights_kind, read_config_txt, read_model
from hardware.ports import DeviceError

MODELS = {
    "Raspberry Pi Model B Rev 2": 1,
    "Raspberry Pi Model B Plus Rev 1.2": 1,
    "Raspberry Pi Compute Module Rev 1.0": 1,
    "Raspberry Pi Zero Rev 1.3": 1,
    "Raspberry Pi Zero W Rev 1.1": 1,
    "Raspberry Pi 2 Model B Rev 1.1": 2,
    "Raspberry Pi 3 Model B Plus Rev 1.3": 3,
    "Raspberry Pi Compute Module 3 Plus Rev 1.0": 3,
    "Raspberry Pi Zero 2 W Rev 1.0": 3,
    "Raspberry Pi 4 Model B Rev 1.4": 4,
    "Raspberry Pi 400 Rev 1.0": 4,
    "Raspberry Pi Compute Module 4S Rev 1.0": 4,
    "Raspberry Pi 5 Model B Rev 1.0": 5,
    "Raspberry Pi 500 Rev 1.0": 5,
    "Raspberry Pi Compute Module 5 Rev 1.0": 5,
    "Radxa ROCK 5B": 0,
    "": 0,
}


@pytest.mark.parametrize("model", MODELS)
def test_a_model_is_of_its_generation(model: str) -> None:
    assert known(f"{model}\0").generation == MODELS[model]
    assert known(model).model == model


@pytest.mark.parametrize("model", [model for model in MODELS if model])
def test_a_computer_that_is_known_drives_lights_in_its_own_way(model: str) -> None:
    assert lights_kind(known(model)) == ("neopixel" if MODELS[model] else "spi")


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("", "The lights of this computer, which does not say what it is, are not known. Set lights.kind"),
        ("Raspberry Pi 7 Model B Rev 1.0", 'The lights of "Raspberry Pi 7 Model B Rev 1.0" are not known.'),
    ],
)
def test_a_computer_that_is_not_known_is_reported_with_what_to_set(model: str, said: str) -> None:
    with pytest.raises(DeviceError) as told:
        lights_kind(known(model))
    assert str(told.value).startswith(said)


@pytest.mark.parametrize(
    ("model", "config", "wanted"),
    [
        ("Raspberry Pi 3 Model B Rev 1.2", "", "core_freq=250"),
        ("Raspberry Pi 3 Model B Rev 1.2", "dtparam=spi=on\ncore_freq=250 # for the lights", ""),
        ("Raspberry Pi 3 Model B Rev 1.2", "force_turbo = 1", ""),
        ("Raspberry Pi 3 Model B Rev 1.2", "# core_freq=250", "core_freq=250"),
        ("Raspberry Pi 4 Model B Rev 1.4", "core_freq=500", "core_freq=500 and core_freq_min=500"),
        ("Raspberry Pi 4 Model B Rev 1.4", "core_freq=500\ncore_freq_min=500", ""),
        ("Raspberry Pi Zero W Rev 1.1", "", ""),
        ("Raspberry Pi 5 Model B Rev 1.0", "", ""),
        ("Radxa ROCK 5B", "", ""),
    ],
)
def test_a_clock_that_changes_is_reported_with_the_lines_that_hold_it(
    model: str, config: str, wanted: str
) -> None:
    advice = clock_advice(known(model), config)
    assert bool(advice) == bool(wanted)
    assert f" {wanted} to config.txt" in advice or not wanted


def test_files_that_are_not_there_read_as_nothing(tmp_path: Path) -> None:
    assert (read_model(tmp_path / "model"), read_config_txt([tmp_path])) == ("", "")
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    (tmp_path / "config.txt").write_text("force_turbo=1\n")
    assert known(read_model(tmp_path / "model")).generation == 5
    assert read_config_txt([tmp_path / "none", tmp_path]) == "force_turbo=1\n"
