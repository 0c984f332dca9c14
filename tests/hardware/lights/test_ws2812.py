"""The strict reading of a WS2812 signal, by signals written by hand."""

from __future__ import annotations

import pytest

from hardware.lights.ws2812 import WS2812, WS2812B, SignalError, joined, of_bits, pictures

RESET = [(0, 300_000)]


def light(
    value: int, zero: tuple[int, int] = (400, 850), one: tuple[int, int] = (800, 450)
) -> list[tuple[int, int]]:
    """One light's 24 bits."""
    signal = []
    for bit in range(23, -1, -1):
        high, low = one if value >> bit & 1 else zero
        signal += [(1, high), (0, low)]
    return signal


def test_bits_are_read_highest_first_and_a_reset_ends_a_picture() -> None:
    signal = RESET + light(0x010203) + light(0xFFFE80) + RESET + light(0) + RESET
    assert pictures(signal) == [bytes([1, 2, 3, 255, 254, 128]), bytes(3)]


def test_nothing_but_a_low_line_is_no_picture() -> None:
    assert pictures(RESET) == pictures([]) == []


@pytest.mark.parametrize(
    ("signal", "said"),
    [
        (light(0, zero=(600, 850)) + RESET, "600 ns high and 850 ns low at 600 ns is no bit"),
        (light(0, zero=(400, 1_100)) + RESET, "400 ns high and 1100 ns low"),
        (light(0, zero=(400, 5_000)) + RESET, "400 ns high and 5000 ns low"),
        (light(0xFFFFFF, one=(1_000, 450)) + RESET, "1000 ns high and 450 ns low"),
        (light(0)[:-2] + RESET, "a picture of 23 bits"),
        (light(0), "no reset of 280000 ns behind 24 bits"),
        ([*light(0), (0, 60_000), *light(0), *RESET], "ns low at .* is no bit"),
    ],
)
def test_what_the_data_sheet_does_not_allow_is_refused(signal: list[tuple[int, int]], said: str) -> None:
    with pytest.raises(SignalError, match=said):
        pictures(signal, WS2812B)


def test_the_older_lights_take_a_shorter_reset() -> None:
    short = [(0, 60_000)]
    assert pictures(light(5) + short + light(6) + short, WS2812) == [bytes([0, 0, 5]), bytes([0, 0, 6])]


def test_equal_levels_are_one_and_clocked_bits_have_their_time() -> None:
    assert list(joined([(0, 1), (0, 2), (1, 3), (1, 4), (0, 5)])) == [(0, 3), (1, 7), (0, 5)]
    assert list(joined(of_bits(b"\xf0\x0f", 1e6))) == [(1, 4_000), (0, 8_000), (1, 4_000)]
