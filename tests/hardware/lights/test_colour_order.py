"""From red, green and blue to what goes down the wire, and back to what an eye sees."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.lights.colour_order import PATTERN, seen, wired, wired_colour
from hardware.simulated.strip import Strand

ORANGE = bytes([200, 120, 50])
THREE = ["".join(order) for order in permutations("RGB")]
ORDERS = [*THREE, *(f"{order}W" for order in THREE), *(f"W{order}" for order in THREE)]


@pytest.mark.parametrize(
    ("order", "wire"),
    [
        ("RGB", [200, 120, 50]),
        ("GRB", [120, 200, 50]),
        ("BGR", [50, 120, 200]),
        ("RGBW", [150, 70, 0, 50]),
        ("GRBW", [70, 150, 0, 50]),
        ("WRGB", [50, 150, 70, 0]),
    ],
)
def test_a_colour_goes_down_the_wire_in_the_order_of_its_strip(order: str, wire: list[int]) -> None:
    assert list(wired(ORANGE, order)) == wire
    assert wired_colour(ORANGE, order) == bytes(wire)
    assert wired(ORANGE * 3, order) == bytes(wire) * 3


def test_white_and_grey_are_left_to_the_white_light() -> None:
    assert wired(b"\xff\xff\xff\x09\x09\x09", "GRBW") == bytes([0, 0, 0, 255, 0, 0, 0, 9])


@pytest.mark.parametrize("order", ORDERS)
@given(picture=st.binary(max_size=30).map(lambda data: data[: len(data) // 3 * 3]))
def test_what_is_seen_is_what_was_meant(order: str, picture: bytes) -> None:
    assert seen(wired(picture, order), order) == picture


def test_every_order_and_none_is_a_setting_and_nothing_else_is() -> None:
    assert all(re.fullmatch(PATTERN, order) for order in [*ORDERS, ""])
    letters = [letters for size in range(1, 6) for letters in permutations("RGBWA", size)]
    others = {"".join(some) for some in letters} - set(ORDERS)
    assert not [order for order in [*others, "GRR", "grb", "GRB ", "GRBWW"] if re.fullmatch(PATTERN, order)]


def test_a_strip_of_another_order_shows_other_colours() -> None:
    assert seen(wired(b"\xff\x00\x00", "GRB"), "RGB") == b"\x00\xff\x00"


def test_lights_that_get_less_than_their_colour_stay_as_they_are() -> None:
    strand = Strand(3, "GRBW")
    strand.take(bytes([0, 9, 0, 0] * 3))
    assert strand.lit == bytes([9, 0, 0] * 3)
    strand.take(bytes([5, 0, 0] * 3))  # nine bytes: two lights and a quarter
    assert strand.lit == bytes([5, 10, 5, 0, 0, 5, 9, 0, 0])
