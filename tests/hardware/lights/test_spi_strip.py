"""The strip on SPI: the real bus library above a strict kernel, its bits read back as the lights would."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from Adafruit_PureIO import spi
from hypothesis import given
from hypothesis import strategies as st

from hardware.lights.light_map import MOST_LIGHTS
from hardware.lights.spi_strip import BUFSIZ_WANTED, CLOCK_HZ, SpiStrip, encoded
from hardware.lights.ws2812 import WS2812, WS2812B, SignalError, of_bits, pictures
from hardware.ports import DeviceError
from hardware.simulated.strip import SimulatedSpidev

PICTURE = bytes([1, 2, 3, 0, 0, 0, 7, 8, 9, 255, 254, 253])
ON_THE_WIRE = bytes([2, 1, 3, 0, 0, 0, 8, 7, 9, 254, 255, 253])


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimulatedSpidev:
    device = SimulatedSpidev(tmp_path / "spidev0.0", bufsiz=BUFSIZ_WANTED)
    monkeypatch.setattr(spi, "ioctl", device.ioctl)
    return device


def test_a_picture_goes_out_in_one_piece_and_is_read_back_green_first(bus: SimulatedSpidev) -> None:
    strip = SpiStrip(str(bus.device))
    strip.show(PICTURE)
    strip.show(bytes(12))
    strip.close()
    assert len(bus.sent) == 2
    assert pictures(bus.signal(), WS2812B) == [ON_THE_WIRE, bytes(12)]


@pytest.mark.parametrize(
    ("order", "wire"), [("RGB", [200, 120, 50]), ("BGR", [50, 120, 200]), ("BRG", [50, 200, 120])]
)
def test_a_strip_gets_its_colours_in_its_order(bus: SimulatedSpidev, order: str, wire: list[int]) -> None:
    strip = SpiStrip(str(bus.device), order)
    strip.show(bytes([200, 120, 50]) * 4)
    strip.close()
    assert pictures(bus.signal(), WS2812B) == [bytes(wire * 4)]


def test_a_strip_of_four_colours_gets_32_bits_a_light(bus: SimulatedSpidev) -> None:
    strip = SpiStrip(str(bus.device), "GRBW")
    strip.show(bytes([200, 120, 50]) * 2)
    strip.close()
    assert pictures(bus.signal(), WS2812B, bits=32) == [bytes([70, 150, 0, 50] * 2)]
    with pytest.raises(SignalError, match="no whole number of lights of 24 bits"):
        pictures(bus.signal(), WS2812B)


def test_the_longest_strip_of_four_colours_is_reported_with_a_transfer_that_takes_it(
    bus: SimulatedSpidev,
) -> None:
    strip = SpiStrip(str(bus.device), "RGBW")
    with pytest.raises(DeviceError, match=r"Add spidev\.bufsiz=65536 to"):
        strip.show(bytes(3 * MOST_LIGHTS))
    strip.close()
    assert len(encoded(bytes(3 * MOST_LIGHTS), "RGBW")) <= 65536


@given(st.binary(min_size=3, max_size=30).map(lambda data: data[: len(data) // 3 * 3]))
def test_any_picture_keeps_to_the_data_sheets_of_all_these_lights(picture: bytes) -> None:
    wired = b"".join(
        picture[at + 1 : at + 2] + picture[at : at + 1] + picture[at + 2 : at + 3]
        for at in range(0, len(picture), 3)
    )
    for timing in (WS2812, WS2812B):
        assert pictures(of_bits(encoded(picture), CLOCK_HZ), timing) == [wired]


def test_the_clocks_that_a_raspberry_pi_really_makes_keep_to_the_data_sheet() -> None:
    for core_hz in (250e6, 400e6, 500e6, 200e6):
        halved = -(-core_hz // CLOCK_HZ)
        made_hz = core_hz / (halved + halved % 2)
        assert pictures(of_bits(encoded(PICTURE), made_hz), WS2812B) == [ON_THE_WIRE]


def test_a_core_clock_that_sinks_below_the_one_the_kernel_counts_with_spoils_the_signal() -> None:
    with pytest.raises(SignalError):
        pictures(of_bits(encoded(PICTURE), CLOCK_HZ * 250 / 400), WS2812B)


def test_the_longest_strip_fits_into_the_transfer_that_is_asked_for() -> None:
    assert len(encoded(bytes(3 * MOST_LIGHTS))) <= BUFSIZ_WANTED


def test_a_picture_that_the_kernel_does_not_take_is_reported_with_the_line_to_add(
    bus: SimulatedSpidev,
) -> None:
    bus.bufsiz = 4096
    strip = SpiStrip(str(bus.device))
    with pytest.raises(DeviceError, match=r"less at once than the 14324 bytes .*Add spidev\.bufsiz=32768 to"):
        strip.show(bytes(3 * 576))
    strip.close()


def test_a_bus_that_is_not_there_is_reported_with_how_to_switch_it_on(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"There is no bus .*/spidev0\.0 for the lights\. Switch SPI on"):
        SpiStrip(str(tmp_path / "spidev0.0"))


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EACCES, "is not open to this user. Run sudo usermod -aG spi"),
        (errno.EIO, r"fail \(Input/output error\). Check lights.spi and the wiring."),
    ],
)
def test_a_bus_that_cannot_be_opened_is_reported(
    bus: SimulatedSpidev, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(spi.os, "open", refuse)
    with pytest.raises(DeviceError, match=said):
        SpiStrip(str(bus.device))


def test_a_bus_can_be_opened_again_after_it_was_closed_and_refuses_what_is_closed(
    bus: SimulatedSpidev,
) -> None:
    first = SpiStrip(str(bus.device))
    first.close()
    with pytest.raises(DeviceError, match="Bad file descriptor"):
        first.show(PICTURE)
    second = SpiStrip(str(bus.device))
    second.show(PICTURE)
    second.close()
    assert pictures(bus.signal()) == [ON_THE_WIRE]
