"""The electrics of the lights, by their bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.lights.lights import DimmedLights, Electrics

RAW = Electrics(brightness=1.0, gamma=1.0, cap_ma=60_000)


def test_full_brightness_without_gamma_sends_the_picture_as_it_is() -> None:
    picture = bytes(range(256)) + bytes(2)
    assert RAW.sent(picture) == picture


def test_gamma_and_brightness_follow_their_curve() -> None:
    halved = Electrics(brightness=0.5, gamma=2.0, cap_ma=60_000)
    assert halved.sent(bytes([255, 128, 64])) == bytes([128, 32, 8])


def test_whatever_is_lit_stays_lit_however_low_the_brightness() -> None:
    assert Electrics(brightness=0.01, gamma=3.0, cap_ma=60_000).sent(bytes([0, 1, 40])) == bytes([0, 1, 1])
    assert Electrics(brightness=0.0, gamma=1.0, cap_ma=60_000).sent(b"\xff" * 3) == bytes(3)


def test_current_is_that_of_the_channels_and_of_dark_lights() -> None:
    electrics = Electrics(brightness=1.0, gamma=1.0, cap_ma=60_000, channel_ma=20.0, idle_ma=1.0)
    assert electrics.current_ma(bytes(576 * 3)) == 576
    assert electrics.current_ma(b"\xff" * 576 * 3) == 576 * 61


def test_full_white_is_dimmed_to_the_cap_and_not_much_below() -> None:
    electrics = Electrics(brightness=1.0, gamma=1.0, cap_ma=4000)
    current_ma = electrics.current_ma(electrics.sent(b"\xff" * 576 * 3))
    assert 3800 < current_ma <= 4000


def test_dimming_keeps_the_colours_of_the_picture() -> None:
    picture = bytes([200, 100, 50]) * 576
    assert Electrics(brightness=1.0, gamma=1.0, cap_ma=8200).sent(picture)[:3] == bytes([96, 48, 24])


def test_a_picture_within_the_cap_is_not_dimmed() -> None:
    one_light = bytes([255, 255, 255]) + bytes(575 * 3)
    assert Electrics(brightness=1.0, gamma=1.0, cap_ma=636).sent(one_light) == one_light


def test_lights_with_white_draw_what_white_draws_in_place_of_three_colours() -> None:
    electrics = Electrics(brightness=1.0, gamma=1.0, cap_ma=60_000, white_ma=15.0, have_white=True)
    assert electrics.current_ma(b"\xff\xff\xff" * 10) == pytest.approx(10 * 16)
    assert electrics.current_ma(b"\xff\x00\x00" * 10) == pytest.approx(10 * 21)
    assert electrics.current_ma(bytes([255, 204, 51]) * 10) == pytest.approx(10 * (1 + 16 + 12 + 3))


def test_a_cap_lets_lights_with_white_be_brighter() -> None:
    white = b"\xff\xff\xff" * 576
    three, four = (Electrics(1.0, 1.0, 4000, have_white=have_white) for have_white in (False, True))
    assert (three.sent(white)[0], four.sent(white)[0]) == (25, 75)


def test_lights_can_turn_out_to_have_white() -> None:
    told: list[str] = []

    class Strip:
        def show(self, frame: bytes) -> None:
            told.append(frame.hex(" "))

        def reorder(self, order: str) -> None:
            told.append(order)

    strip = Strip()
    lights = DimmedLights(strip, Electrics(1.0, 1.0, cap_ma=100, idle_ma=0), strip)
    lights.show(b"\xff\xff\xff" * 2)
    lights.reorder("GRBW")
    lights.show(b"\xff\xff\xff" * 2)
    lights.reorder("GRB")
    lights.show(b"\xff\xff\xff" * 2)
    dimmed, bright = "d4 d4 d4 d4 d4 d4", "ff ff ff ff ff ff"
    assert told == [dimmed, "GRBW", bright, "GRB", dimmed]


def test_a_picture_that_comes_again_is_as_bright_as_is_wanted_now() -> None:
    told: list[bytes] = []

    class Strip:
        def show(self, frame: bytes) -> None:
            told.append(frame)

        def reorder(self, order: str) -> None:
            pass

    lights = DimmedLights(Strip(), Electrics(1.0, 1.0, cap_ma=60_000), Strip())
    for brightness in (1.0, 0.4, 1.0):
        lights.dim(brightness)
        lights.show(b"\xff\xff\xff")
    assert told == [b"\xff\xff\xff", b"\x66\x66\x66", b"\xff\xff\xff"]


@given(
    picture=st.binary(max_size=600).map(lambda data: data[: len(data) // 3 * 3]),
    brightness=st.floats(0, 1),
    gamma=st.floats(1, 3),
    cap_ma=st.integers(250, 60_000),
    channel_ma=st.floats(1, 60),
    idle_ma=st.floats(0, 1),
    white_ma=st.floats(1, 60),
    have_white=st.booleans(),
)
def test_no_picture_exceeds_the_cap(
    picture: bytes,
    brightness: float,
    gamma: float,
    cap_ma: int,
    channel_ma: float,
    idle_ma: float,
    white_ma: float,
    have_white: bool,
) -> None:
    electrics = Electrics(brightness, gamma, cap_ma, channel_ma, idle_ma, white_ma, have_white=have_white)
    sent = electrics.sent(picture)
    assert len(sent) == len(picture)
    assert electrics.current_ma(sent) <= cap_ma + 1e-6
