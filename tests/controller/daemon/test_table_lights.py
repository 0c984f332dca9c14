"""Which lights a real table has, by its settings and by its computer."""

from __future__ import annotations

import logging

import pytest

from controller.daemon import table_lights
from controller.daemon.table_lights import choose_lights
from controller.files.toml_file import ConfigError
from controller.settings.config import with_settings
from controller.settings.light_map_file import light_map_for
from controller.settings.settings import Config
from hardware.computer import known
from hardware.lights.lights import NoLights
from hardware.lights.strip_lights import StripLights
from hardware.ports import DeviceError, Lights

PI4 = "Raspberry Pi 4 Model B Rev 1.4"
PI5 = "Raspberry Pi 5 Model B Rev 1.0"


class Board:
    """The microcontroller's lights."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def show(self, frame: bytes) -> None:
        self.frames.append(frame)


def settings(*pairs: tuple[str, str]) -> Config:
    two_by_two = [("table.columns", "2"), ("table.rows", "2"), ("table.cell_sites", "1")]
    plain = [("lights.brightness", "1"), ("lights.gamma", "1")]
    return with_settings(Config(), [*two_by_two, ("board.kind", '"serial"'), *plain, *pairs])


def chosen(
    *pairs: tuple[str, str], model: str = PI4, board: Lights | None = None
) -> tuple[StripLights | None, Lights]:
    config = settings(*pairs)
    return choose_lights(config, light_map_for(config), board, known(model))


def test_the_boards_lights_are_dimmed_and_in_the_order_of_its_strip() -> None:
    board = Board()
    strip, lights = chosen(("lights.brightness", "0.5"), board=board)
    lights.show(bytes([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]))
    assert strip is None
    assert board.frames == [bytes([1, 2, 3, 4, 5, 6, 10, 11, 12, 7, 8, 9])]


@pytest.mark.parametrize("kind", ["neopixel", "spi"])
def test_a_strip_of_this_computer_is_a_device_of_its_own(kind: str) -> None:
    board = Board()
    strip, lights = chosen(("lights.kind", f'"{kind}"'), board=board)
    lights.show(bytes(12))
    assert isinstance(strip, StripLights)
    assert board.frames == []


@pytest.mark.parametrize(
    ("model", "what"),
    [
        (PI4, "4 lights on pin D10"),
        (PI5, "4 lights on pin D10"),
        ("Radxa ROCK 5B", "4 lights on /dev/spidev0.0"),
    ],
)
def test_auto_takes_what_the_computer_can_drive(model: str, what: str) -> None:
    strip, _ = chosen(("lights.kind", '"auto"'), model=model)
    assert isinstance(strip, StripLights)
    assert strip.what == what


def test_auto_on_a_computer_that_nothing_is_known_of_is_reported() -> None:
    with pytest.raises(DeviceError, match=r"Set lights\.kind to what it has"):
        chosen(("lights.kind", '"auto"'), model="")


def test_without_lights_nothing_is_lit_and_nothing_is_asked_of_the_board() -> None:
    board = Board()
    strip, lights = chosen(("lights.kind", '"none"'), board=board)
    lights.show(bytes(12))
    assert strip is None
    assert isinstance(lights, NoLights)
    assert board.frames == []


@pytest.mark.parametrize(
    ("model", "pairs", "modules", "said"),
    [
        (PI4, [("lights.kind", '"spi"')], "", "core_freq=500"),
        (PI4, [("lights.kind", '"neopixel"')], "", "core_freq=500"),
        (PI4, [("lights.kind", '"neopixel"'), ("lights.pin", '"D18"')], "snd_bcm2835 1\n", "pin D18 share"),
        (PI4, [("lights.kind", '"neopixel"'), ("lights.pin", '"D21"')], "snd_bcm2835 1\n", ""),
        (PI5, [("lights.kind", '"spi"')], "snd_bcm2835 1\n", ""),
    ],
)
def test_what_would_spoil_the_colours_is_reported_in_the_log(
    model: str,
    pairs: list[tuple[str, str]],
    modules: str,
    said: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_lights, "read_config_txt", lambda: "")
    monkeypatch.setattr(table_lights, "_modules", lambda: modules)
    with caplog.at_level(logging.WARNING):
        chosen(*pairs, model=model)
    assert len(caplog.messages) == bool(said)
    assert said in "".join(caplog.messages)


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([("lights.kind", '"spi"')], 'lights.spi: expected another bus than board.kind "spi" takes'),
        ([("lights.kind", '"auto"')], 'lights.pin: expected another pin than board.kind "spi" takes'),
    ],
)
def test_lights_on_the_bus_of_the_board_are_refused(pairs: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        settings(("board.kind", '"spi"'), *pairs)


def test_lights_on_the_other_bus_are_taken() -> None:
    config = settings(("board.kind", '"spi"'), ("lights.kind", '"spi"'), ("lights.spi", '"/dev/spidev1.0"'))
    assert config.lights.spi == "/dev/spidev1.0"


def test_a_pin_on_the_lights_bus_is_refused() -> None:
    pins = [("board.latch_pin", '"GPIO20"'), ("lights.spi", '"/dev/spidev1.0"'), ("lights.kind", '"spi"')]
    with pytest.raises(
        ConfigError, match=r'board\.latch_pin: expected another pin than lights\.kind "spi" takes'
    ):
        settings(("board.kind", '"spi"'), *pins)
