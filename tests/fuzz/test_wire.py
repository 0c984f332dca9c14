"""Bytes on the wire to the board: whatever comes, there is an answer, and no memory is filled."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board import messages
from hardware.board.messages import PARSERS, BoardMessage
from hardware.board.protocol import BoardProtocol, BoardSpec
from hardware.board.wire import MAX_FRAME, MAX_PAYLOAD, Decoder, Encoder, frame
from hardware.ports import DeviceEvent, Grid
from tests.fuzz.rubbish import fuzzed, mutated

GRID = Grid(24, 24)
SPOKEN: tuple[BoardMessage, ...] = (
    messages.AskHello(),
    messages.Hello(messages.PROTOCOL, "0.1.0", 24, 24, 576, 576),
    messages.Sensors(250, 0b1011, 72),
    messages.Sensors(260, (1 << 576) - 1, 72),
    messages.Lights(0, 3, bytes(range(30)), b"\x10\x5f\xf3", True),
    messages.Settings(5, 500),
    messages.Ping(7),
    messages.Pong(7),
    messages.AskStatistics(),
    messages.Statistics(1, 2, 3, 4, 5, 6, 7, 8),
    messages.Log("ready"),
    messages.Tags(0, 576, ((3, bytes(4)), (9, bytes(7)), (10, b""))),
    messages.AskPrompt(),
)
ENCODER = Encoder()
LINES = (
    *(ENCODER.encode(message) for message in SPOKEN),
    b"".join(Encoder().encode(message) for message in SPOKEN),
)
FRAMES = st.builds(
    frame, st.sampled_from(sorted(PARSERS)) | st.integers(0, 255), st.integers(0, 255), st.binary(max_size=90)
)
STREAMS = st.lists(mutated(LINES, nasty=(b"\xf5", b"\xf5\xd1", b"\xff\xff")) | FRAMES, max_size=8).map(
    b"".join
)


@fuzzed
@given(st.sampled_from(sorted(PARSERS)), st.binary(max_size=MAX_PAYLOAD))
def test_a_payload_is_a_message_or_refused(kind: int, payload: bytes) -> None:
    try:
        message = PARSERS[kind](payload)
    except (ValueError, struct.error):
        return
    assert len(message.payload()) <= MAX_PAYLOAD
    assert PARSERS[kind](message.payload()) == message


@fuzzed
@given(STREAMS, st.lists(st.integers(1, 700), max_size=20))
def test_bytes_cut_anywhere_are_the_same_messages_and_little_is_kept(data: bytes, cuts: list[int]) -> None:
    whole, cut = Decoder(), Decoder()
    expected = whole.receive(data)
    found: list[BoardMessage] = []
    for length in [*cuts, len(data)]:
        part, data = data[:length], data[length:]
        found += cut.receive(part)
        assert len(cut._kept) < MAX_FRAME
    assert found == expected


@fuzzed
@given(st.lists(STREAMS, max_size=6), st.booleans(), st.booleans())
def test_the_protocol_answers_any_bytes_with_events(
    streams: list[bytes], has_tags: bool, has_lights: bool
) -> None:
    protocol = BoardProtocol(BoardSpec(GRID, has_tags=has_tags, has_lights=has_lights))
    protocol.opened(0)
    protocol.show(bytes(3 * GRID.size))
    for at_ms, data in enumerate(streams):
        events = protocol.receive(data, 100 * at_ms) + protocol.tick(100 * at_ms)
        assert all(isinstance(event, DeviceEvent) for event in events)
        assert all(isinstance(message, BoardMessage) for message in Decoder().receive(protocol.to_send()))


@pytest.mark.parametrize("message", SPOKEN, ids=lambda message: type(message).__name__)
def test_the_samples_are_what_is_spoken(message: BoardMessage) -> None:
    assert Decoder().receive(Encoder().encode(message)) == [message]
