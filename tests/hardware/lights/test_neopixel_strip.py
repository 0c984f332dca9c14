"""The strip through its real libraries, above strict stand-ins: bytes, errors, second starts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.lights import neopixel_strip
from hardware.lights.neopixel_strip import NeoPixelStrip, sound_advice
from hardware.ports import DeviceError
from hardware.simulated.strip import Crash, SimulatedPins, SimulatedPio, SimulatedWs281x

DRIVER = "adafruit_blinka.microcontroller.bcm283x.neopixel"
PICTURE = bytes([1, 2, 3, 0, 0, 0, 7, 8, 9, 255, 254, 253])
ON_THE_WIRE = bytes([2, 1, 3, 0, 0, 0, 8, 7, 9, 254, 255, 253])


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> SimulatedPins:
    """The header of a Raspberry Pi, as far as lights need it."""
    monkeypatch.setenv("BLINKA_OS_AGNOSTIC", "1")
    monkeypatch.setenv("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    import board
    import digitalio

    pins = SimulatedPins()
    monkeypatch.setattr(digitalio, "Pin", pins)
    for number in (4, 10, 12, 18, 21):
        monkeypatch.setattr(board, f"D{number}", pins(number), raising=False)
    return pins


@pytest.fixture
def pi(pins: SimulatedPins, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedWs281x]:
    """A Raspberry Pi 0 to 4: Blinka's own driver above the C library's stand-in."""
    library = SimulatedWs281x()
    monkeypatch.setitem(sys.modules, "_rpi_ws281x", library)
    monkeypatch.delitem(sys.modules, DRIVER, raising=False)
    import neopixel
    from adafruit_blinka.microcontroller.bcm283x import neopixel as driver

    monkeypatch.setattr(driver, "time", Unhurried())
    monkeypatch.setattr(driver, "atexit", Unhurried())
    monkeypatch.setattr(neopixel, "neopixel_write", driver.neopixel_write)
    yield library
    driver.neopixel_cleanup()
    assert library.running == []
    del sys.modules[DRIVER]
    delattr(sys.modules["adafruit_blinka.microcontroller.bcm283x"], "neopixel")


class Unhurried:
    """In place of `time` and `atexit` in the driver: no waiting, and the test ends what it began."""

    def sleep(self, _: float) -> None:
        """Wait for nothing."""

    def register(self, _: object) -> None:
        """Do nothing at the end of the process."""


def pi5(monkeypatch: pytest.MonkeyPatch, error: int = 0) -> SimulatedPio:
    import neopixel

    pio = SimulatedPio(error)
    monkeypatch.setattr(neopixel, "neopixel_write", pio.neopixel_write)
    return pio


def refusal(pin: str = "D10", count: int = 4) -> str:
    """The messages when a strip is opened and shown."""
    with pytest.raises(DeviceError) as told:
        shown(pin, count)
    return str(told.value)


def shown(pin: str = "D10", count: int = 4) -> None:
    strip = NeoPixelStrip(pin, count)
    try:
        strip.show(bytes(3 * count))
    finally:
        strip.close()


def test_a_picture_reaches_the_strip_green_first(pi: SimulatedWs281x, pins: SimulatedPins) -> None:
    strip = NeoPixelStrip("D10", 4)
    strip.show(PICTURE)
    strip.show(bytes(12))
    assert pi.shown == [ON_THE_WIRE, bytes(12)]
    assert pins.in_use == {10}
    strip.close()
    assert pins.in_use == set()


def test_a_picture_reaches_the_strip_of_a_raspberry_pi_5_green_first(
    pins: SimulatedPins, monkeypatch: pytest.MonkeyPatch
) -> None:
    pio = pi5(monkeypatch)
    strip = NeoPixelStrip("D18", 4)
    strip.show(PICTURE)
    strip.close()
    assert pio.shown == [ON_THE_WIRE]


@pytest.mark.parametrize(
    ("order", "wire"),
    [
        ("RGB", [200, 120, 50, 0, 0, 0, 9, 9, 9]),
        ("BRG", [50, 200, 120, 0, 0, 0, 9, 9, 9]),
        ("GRBW", [70, 150, 0, 50, 0, 0, 0, 0, 0, 0, 0, 9]),
        ("WRGB", [50, 150, 70, 0, 0, 0, 0, 0, 9, 0, 0, 0]),
    ],
)
def test_a_strip_gets_its_colours_in_its_order(pi: SimulatedWs281x, order: str, wire: list[int]) -> None:
    strip = NeoPixelStrip("D10", 3, order)
    strip.show(bytes([200, 120, 50, 0, 0, 0, 9, 9, 9]))
    strip.close()
    assert pi.shown == [bytes(wire)]


def test_a_strip_of_four_colours_whose_bytes_could_be_of_three_gets_them_too(pi: SimulatedWs281x) -> None:
    """Blinka distinguishes three colours from four only by the number of bytes, and sends them unchanged."""
    picture = bytes([200, 120, 50]) * 5
    for count in (5, 6):
        strip = NeoPixelStrip("D10", count, "GRBW")
        strip.show(picture[: 3 * count] + bytes(3 * (count - 5)))
        strip.close()
    assert pi.shown == [bytes([70, 150, 0, 50] * 5), bytes([70, 150, 0, 50] * 5 + [0] * 4)]


def test_a_strip_of_four_colours_on_a_raspberry_pi_5(
    pins: SimulatedPins, monkeypatch: pytest.MonkeyPatch
) -> None:
    pio = pi5(monkeypatch)
    strip = NeoPixelStrip("D18", 2, "RGBW")
    strip.show(bytes([200, 120, 50, 255, 255, 255]))
    strip.close()
    assert pio.shown == [bytes([150, 70, 0, 50, 0, 0, 0, 255])]


def test_a_strip_can_be_opened_again_after_it_was_closed(pi: SimulatedWs281x) -> None:
    for _ in range(3):
        shown()
    assert len(pi.shown) == 3
    assert len(pi.running) == 1


@pytest.mark.parametrize("code", [-3, -5, -9, -13])
def test_a_strip_whose_start_failed_can_be_opened_again_without_a_crash(
    pi: SimulatedWs281x, code: int
) -> None:
    pi.failures = [code, code]
    assert refusal() == refusal()
    shown()
    assert pi.shown == [bytes(12)]


def test_the_library_would_crash_at_what_blinka_keeps(pi: SimulatedWs281x) -> None:
    """The reason for the test above: without care the second start ends the process."""
    import board
    import neopixel

    pi.failures = [-9]
    first = neopixel.NeoPixel(board.D10, 4, auto_write=False)
    with pytest.raises(RuntimeError, match="ws2811_init failed"):
        first.show()
    with pytest.raises(Crash):
        first.show()
    neopixel_strip._forget_failed_strip(RuntimeError("ws2811_init failed"))


@pytest.mark.parametrize("pin", ["D12", "D18", "D21"])
def test_a_pin_that_needs_root_is_reported_with_one_that_does_not(pi: SimulatedWs281x, pin: str) -> None:
    assert refusal(pin).startswith(f"The lights on pin {pin} would need root. Put them on pin D10 and set")
    pi.is_root = True
    shown(pin)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            -3,
            "The lights' driver does not know this computer. Update it with pip install --upgrade rpi-ws281x",
        ),
        (-9, "The lights on pin D10 would need root."),
        (-13, "The lights on pin D10 need the SPI bus. Switch it on with sudo raspi-config nonint do_spi 0"),
        (
            -10,
            "The lights on pin D10 fail (ws2811_init failed with code -10 ()). Check lights.pin and the",
        ),
    ],
)
def test_each_failure_of_the_library_says_what_to_do(pi: SimulatedWs281x, code: int, said: str) -> None:
    pi.failures = [code]
    assert refusal().startswith(said)


def test_a_pin_that_no_lights_can_be_on_is_reported(pi: SimulatedWs281x) -> None:
    assert refusal("D4").startswith("Pin D4 cannot drive lights. Use D10, or with root D12, D18 or D21")


def test_more_lights_than_spi_takes_at_once_are_reported_with_the_line_to_add(pi: SimulatedWs281x) -> None:
    pi.bufsiz = 4096
    assert "Add spidev.bufsiz=32768 to the line in cmdline.txt" in refusal(count=576)
    pi.bufsiz = 32768
    shown(count=576)


@pytest.mark.parametrize(
    ("is_there", "said"),
    [
        (False, "need /dev/pio0, which this computer does not have yet. Run sudo apt full-upgrade and"),
        (
            True,
            "need /dev/pio0, which is not open to this user. Run sudo usermod -aG gpio $USER. If",
        ),
    ],
)
def test_a_raspberry_pi_5_without_its_pio_is_reported(
    pins: SimulatedPins, monkeypatch: pytest.MonkeyPatch, is_there: bool, said: str, tmp_path: Any
) -> None:
    device = tmp_path / "pio0"
    if is_there:
        device.touch()
    monkeypatch.setattr(neopixel_strip, "PIO", device)
    pi5(monkeypatch, error=-22)
    assert said in refusal("D18")


def test_a_pin_in_use_is_reported(pi: SimulatedWs281x) -> None:
    first = NeoPixelStrip("D10", 4)
    assert refusal().startswith("Pin D10 is in use by another program. End that, or set lights.pin")
    first.close()


def test_a_pin_that_is_not_there_is_reported(pi: SimulatedWs281x) -> None:
    assert refusal("D99").startswith("This computer has no pin D99")


def test_a_missing_driver_is_reported_with_what_to_install(
    pins: SimulatedPins, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "neopixel", None)
    assert refusal().startswith("The lights' driver does not work on this computer (")
    assert 'install "tablier[pi]"' in refusal()


def test_a_computer_that_the_driver_does_not_know_is_reported() -> None:
    code = """
from hardware.lights.neopixel_strip import NeoPixelStrip
try:
    NeoPixelStrip("D10", 4)
except Exception as error:
    print(error)
"""
    # `env` without BLINKA_OS_AGNOSTIC, and a board that the driver's pins do not cover.
    env = {"PATH": "", "BLINKA_FORCEBOARD": "GENERIC_LINUX_PC", "BLINKA_FORCECHIP": "GENERIC_X86"}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("The lights' driver does not work on this computer (Board not supported).")


@pytest.mark.parametrize("module", ["lights", "light_map", "strip_lights", "neopixel_strip", "spi_strip"])
def test_no_driver_is_loaded_before_a_strip_is_opened(module: str) -> None:
    drivers = "{'board', 'neopixel', 'Adafruit_PureIO'}"
    code = f"import sys, hardware.lights.{module}; print(sorted({drivers} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout == "[]\n"


@pytest.mark.parametrize(
    ("pin", "modules", "is_advised"),
    [
        ("D18", "snd_bcm2835 24576 0 - Live\n", True),
        ("D12", "vc4 1 0\nsnd_bcm2835 24576 0 - Live\n", True),
        ("D18", "snd_bcm2835_codec 1 0\n", False),
        ("D18", "", False),
        ("D10", "snd_bcm2835 24576 0 - Live\n", False),
        ("D21", "snd_bcm2835 24576 0 - Live\n", False),
    ],
)
def test_a_pin_that_shares_its_timer_with_sound_is_reported(pin: str, modules: str, is_advised: bool) -> None:
    assert (f"The lights on pin {pin} share a timer" in sound_advice(pin, modules)) is is_advised
