"""The messages that turn one picture into another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board.light_changes import changed_runs, light_messages
from hardware.board.light_runs import KEPT, count_lights, paint
from hardware.board.messages import MAX_COLOURS, MAX_SIDE, Lights
from hardware.board.wire import MAX_PAYLOAD, Encoder
from hardware.lights.colour_order import wired

DARK = bytes(3 * 64)
RED = b"\xff\x00\x00"
ORDERS = ("GRB", "RGBW", "WBGR")


def lit(*lights: int, of: int = 64, colour: bytes = RED) -> bytes:
    picture = bytearray(3 * of)
    for light in lights:
        picture[3 * light : 3 * light + 3] = colour
    return bytes(picture)


def painted(shown: bytes, messages: list[Lights], order: str) -> bytes:
    """The bytes of a strip of this order that showed a picture, after these messages."""
    strip = bytearray(wired(shown, order))
    for message in messages:
        colours = len(message.palette) // message.width
        lights = count_lights(message.runs, len(message.runs), colours)
        assert message.width == len(order)
        assert message.first + lights <= len(shown) // 3
        end = paint(
            strip, message.first, message.width, message.palette, colours, message.runs, len(message.runs)
        )
        assert end == message.width * (message.first + lights)
    return bytes(strip)


def test_the_same_picture_needs_nothing() -> None:
    assert light_messages(lit(3), lit(3), "GRB") == ()


def test_a_picture_over_an_unknown_one_goes_whole() -> None:
    assert changed_runs(None, lit(3)) == [(0, 3, bytes(3)), (3, 1, RED), (4, 60, bytes(3))]


def test_only_what_differs_goes() -> None:
    assert changed_runs(lit(3, 60), lit(3, 4, 5, 63)) == [(4, 2, RED), (60, 1, bytes(3)), (63, 1, RED)]


def test_runs_over_several_frames_worth_of_lights_stay_whole() -> None:
    assert changed_runs(None, bytes(3 * 576)) == [(0, 576, bytes(3))]


def test_changes_are_one_message_with_what_stays_left_out() -> None:
    kept, red, dark = KEPT << 4, 0, 1 << 4
    (message,) = light_messages(lit(3, 60), lit(3, 4, 5, 63), "RGB")
    assert message == Lights(
        4, 3, RED + bytes(3), bytes([red | 1, *[kept | 15] * 3, kept | 5, dark, kept | 1, red])
    )


@pytest.mark.parametrize("order", ORDERS)
@given(st.data())
def test_the_messages_turn_any_picture_into_any_other(order: str, data: st.DataObject) -> None:
    colours = st.sampled_from([bytes((number, 2 * number, 255 - number)) for number in range(40)])
    shown = b"".join(data.draw(st.lists(colours, min_size=90, max_size=90)))
    wanted = bytearray(shown)
    for light in data.draw(st.sets(st.integers(0, 89))):
        wanted[3 * light : 3 * light + 3] = data.draw(colours)
    messages = light_messages(shown, bytes(wanted), order)
    assert painted(shown, messages, order) == wired(bytes(wanted), order)
    assert [message.is_last for message in messages] == [False] * (len(messages) - 1) + [True] * bool(
        messages
    )


@pytest.mark.parametrize("order", ORDERS)
def test_a_picture_of_more_colours_than_a_palette_has_comes_in_frames_that_fit(order: str) -> None:
    picture = b"".join(number.to_bytes(3, "little") for number in range(MAX_SIDE**2))
    messages = light_messages(None, picture, order)
    assert painted(bytes(len(picture)), messages, order) == wired(picture, order)
    assert all(len(message.palette) <= MAX_COLOURS * len(order) for message in messages)


def test_a_picture_of_more_runs_than_a_frame_takes_comes_in_several() -> None:
    picture = (RED + bytes(3)) * (MAX_SIDE**2 // 2)
    messages = light_messages(None, picture, "GRBW")
    assert painted(bytes(len(picture)), messages, "GRBW") == wired(picture, "GRBW")
    assert len(messages) == 3
    assert all(len(message.payload()) <= MAX_PAYLOAD for message in messages)


def sent_bytes(shown: bytes | None, wanted: bytes) -> int:
    encoder = Encoder()
    return sum(len(encoder.encode(message)) for message in light_messages(shown, wanted, "GRB"))


def test_a_table_s_pictures_are_short() -> None:
    """A board reads byte by byte. With a colour for each light, the first would take 1,780 bytes, and the
    last two 384 each."""
    scattered = range(5, 576, 24)
    players = lit(*range(0, 200, 3), of=576), lit(*range(201, 400, 3), of=576, colour=b"\x00\xff\x00")
    whole = bytes(map(max, *players))
    assert sent_bytes(None, whole) == 302
    assert sent_bytes(None, bytes(3 * 576)) == 54
    assert sent_bytes(bytes(3 * 576), lit(*scattered, of=576)) == 88
    assert sent_bytes(lit(*scattered, of=576), bytes(3 * 576)) == 88
