"""What is sent to turn one picture into another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.lights.changes import BRIDGED_LIGHTS, changed_runs

DARK = bytes(3 * 64)
RED = b"\xff\x00\x00"


def lit(*lights: int) -> bytes:
    picture = bytearray(DARK)
    for light in lights:
        picture[3 * light : 3 * light + 3] = RED
    return bytes(picture)


def test_the_same_picture_needs_nothing() -> None:
    assert changed_runs(lit(3), lit(3)) == []


def test_a_picture_over_an_unknown_one_goes_whole() -> None:
    assert changed_runs(None, lit(3)) == [(0, lit(3))]


def test_only_what_differs_goes() -> None:
    assert changed_runs(lit(3, 60), lit(3, 4, 63)) == [(4, RED), (60, bytes(9) + RED)]


def test_first_and_last_light_are_reached() -> None:
    assert changed_runs(DARK, lit(0, 63)) == [(0, RED), (63, RED)]


def test_a_short_gap_goes_along_and_a_longer_one_parts() -> None:
    near, far = 10 + BRIDGED_LIGHTS + 1, 10 + BRIDGED_LIGHTS + 2
    assert [first for first, _ in changed_runs(DARK, lit(10, near))] == [10]
    assert [first for first, _ in changed_runs(DARK, lit(10, far))] == [10, far]


@given(st.binary(min_size=192, max_size=192), st.sets(st.integers(0, 191)))
def test_the_runs_turn_any_picture_into_any_other(shown: bytes, changed: set[int]) -> None:
    wanted = bytes(byte ^ (number in changed) for number, byte in enumerate(shown))
    result = bytearray(shown)
    for first, colours in changed_runs(shown, wanted):
        result[3 * first : 3 * first + len(colours)] = colours
    assert bytes(result) == wanted
