"""The codec: what is sent arrives, however it is cut; what is damaged costs only itself."""

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board import messages
from hardware.board.messages import (
    MAX_COLOURS,
    MAX_TEXT,
    WIDTHS,
    AskHello,
    AskStatistics,
    BoardMessage,
    Hello,
    Lights,
    Log,
    Ping,
    Pong,
    Sensors,
    Settings,
    Statistics,
    Tags,
)
from hardware.board.wire import MAX_FRAME, MAX_PAYLOAD, SYNC, Decoder, Encoder, frame, tags_in_frame

PROTOCOL_PAGE = Path(__file__).parents[3] / "firmware" / "PROTOCOL.md"

u8, u16, u32 = st.integers(0, 2**8 - 1), st.integers(0, 2**16 - 1), st.integers(0, 2**32 - 1)
printable = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=MAX_TEXT)


@st.composite
def sensors(draw: st.DrawFn) -> Sensors:
    columns, rows = draw(st.integers(1, 32)), draw(st.integers(1, 32))
    return Sensors(draw(u32), draw(st.integers(0, 2 ** (columns * rows) - 1)), (columns * rows + 7) // 8)


uids = st.sampled_from([0, 4, 7, 10]).flatmap(lambda length: st.binary(min_size=length, max_size=length))
tag_pictures = st.dictionaries(st.integers(0, 1023), uids)


@st.composite
def tags(draw: st.DrawFn) -> Tags:
    seen = draw(tag_pictures)
    return tags_in_frame(seen, draw(st.integers(0, 1023)), 1024)


@st.composite
def lights(draw: st.DrawFn) -> Lights:
    width, colours = draw(st.sampled_from(WIDTHS)), draw(st.integers(0, MAX_COLOURS))
    palette = draw(st.binary(min_size=width * colours, max_size=width * colours))
    return Lights(draw(u16), width, palette, draw(st.binary(max_size=400)), draw(st.booleans()))


any_message: st.SearchStrategy[BoardMessage] = st.one_of(
    st.builds(AskHello, u8),
    st.builds(Hello, u8, printable, u8, u8, u16),
    st.builds(Hello, st.just(messages.PROTOCOL), printable, u8, u8, u16, u16),
    sensors(),
    tags(),
    lights(),
    st.builds(Settings, u16, u16),
    st.builds(Ping, u32),
    st.builds(Pong, u32),
    st.builds(AskStatistics),
    st.builds(Statistics, u32, u32, u32, u32, u32, u32, u32, u32),
    st.builds(Log, printable),
)
some_messages = st.lists(any_message, max_size=6)


def encoded(sent: list[BoardMessage]) -> list[bytes]:
    encoder = Encoder()
    return [encoder.encode(message) for message in sent]


def received(decoder: Decoder, chunks: list[bytes]) -> list[BoardMessage]:
    return [message for chunk in chunks for message in decoder.receive(chunk)]


def cut(data: bytes, places: list[int]) -> list[bytes]:
    at = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[start:end] for start, end in pairwise(at)]


def is_subsequence(wanted: list[BoardMessage], found: list[BoardMessage]) -> bool:
    left = iter(found)
    return all(any(message == other for other in left) for message in wanted)


@given(some_messages, st.lists(st.integers(0, 10_000), max_size=20))
def test_whatever_is_sent_arrives_however_it_is_cut(sent: list[BoardMessage], places: list[int]) -> None:
    decoder = Decoder()
    assert received(decoder, cut(b"".join(encoded(sent)), places)) == sent
    assert decoder.damage == 0


@given(some_messages)
def test_whatever_is_sent_arrives_byte_by_byte(sent: list[BoardMessage]) -> None:
    data = b"".join(encoded(sent))
    assert received(Decoder(), [data[at : at + 1] for at in range(len(data))]) == sent


@st.composite
def hurt(draw: st.DrawFn, data: bytes) -> bytes:
    """A frame with one byte bent, some lost, or some put in."""
    at = draw(st.integers(0, len(data) - 1))
    kind = draw(st.sampled_from(["bent", "lost", "put in"]))
    if kind == "bent":
        return data[:at] + bytes((data[at] ^ draw(st.integers(1, 255)),)) + data[at + 1 :]
    if kind == "lost":
        return data[:at] + data[at + draw(st.integers(1, len(data))) :]
    more = draw(st.sampled_from([b"\x00", SYNC, SYNC[:1], SYNC + b"\x00\x02", data[:at] + b"?"]))
    return data[: at + 1] + more + data[at + 1 :]


@st.composite
def damaged(draw: st.DrawFn) -> tuple[list[bytes], list[BoardMessage]]:
    """Frames some of which are hurt or have rubbish before them; and those messages that are whole."""
    sent = draw(st.lists(any_message, min_size=1, max_size=6))
    pieces, whole = [], []
    for data, message in zip(encoded(sent), sent, strict=True):
        if draw(st.booleans()):
            pieces.append(draw(hurt(data)))
        else:
            pieces.append(draw(st.binary(max_size=30)) + data)
            whole.append(message)
    return pieces, whole


@given(damaged(), st.lists(st.integers(0, 10_000), max_size=10))
def test_damage_costs_no_frame_but_the_damaged(
    sent: tuple[list[bytes], list[BoardMessage]], places: list[int]
) -> None:
    pieces, whole = sent
    found = received(Decoder(), cut(b"".join(pieces), places))
    assert is_subsequence(whole, found)


@given(damaged())
def test_a_good_frame_after_damage_comes_out_at_once(sent: tuple[list[bytes], list[BoardMessage]]) -> None:
    decoder = Decoder()
    received(decoder, sent[0])
    assert decoder.receive(Encoder().encode(Ping(77)))[-1:] == [Ping(77)]


@given(st.lists(st.binary(max_size=3000), max_size=5))
def test_garbage_is_counted_and_never_piles_up(chunks: list[bytes]) -> None:
    decoder = Decoder()
    assert received(decoder, chunks) == []
    length = sum(map(len, chunks))
    assert length - MAX_FRAME < decoder.skipped <= length


def test_starts_of_frames_alone_never_pile_up() -> None:
    decoder = Decoder()
    for _ in range(100):
        decoder.receive(SYNC * 50)
    assert decoder.skipped > 100 * 100 - MAX_FRAME
    assert decoder.receive(Encoder().encode(Ping(1))) == [Ping(1)]


def test_a_wrong_crc_is_counted_once_even_byte_by_byte() -> None:
    decoder = Decoder()
    bent = bytearray(Encoder().encode(Sensors(5, 3, 72)))
    bent[20] ^= 1
    for byte in bent:
        decoder.receive(bytes((byte,)))
    assert (decoder.crc_errors, decoder.skipped) == (1, len(bent))


def test_a_frame_that_hides_behind_a_damaged_length_is_not_held_back() -> None:
    decoder = Decoder()
    bent = bytearray(Encoder().encode(Ping(1)))
    bent[3] = 1  # a payload of 260 bytes, it says
    assert decoder.receive(bytes(bent)) == []
    assert decoder.receive(Encoder().encode(Ping(2))) == [Ping(2)]
    assert (decoder.crc_errors, decoder.skipped) == (1, len(bent))


@pytest.mark.parametrize("missing", [1, 3, 255])
def test_missing_frames_are_counted_by_the_counter(missing: int) -> None:
    encoder, decoder = Encoder(), Decoder()
    for _ in range(250):
        decoder.receive(encoder.encode(AskStatistics()))
    for _ in range(missing):
        encoder.encode(AskStatistics())
    decoder.receive(encoder.encode(AskStatistics()))
    assert decoder.lost == missing


def test_a_board_that_starts_anew_has_lost_nothing() -> None:
    decoder = Decoder()
    hello = Hello(messages.PROTOCOL, "0.1.0", 24, 24, 576)
    for encoder in (Encoder(), Encoder()):
        decoder.receive(encoder.encode(hello) + encoder.encode(Pong(1)))
    assert decoder.damage == 0


def test_a_host_that_starts_anew_has_lost_nothing() -> None:
    decoder = Decoder()
    for encoder in (Encoder(), Encoder()):
        decoder.receive(encoder.encode(AskHello()) + encoder.encode(Ping(1)))
    assert decoder.damage == 0


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (0x77, b""),
        (AskHello.KIND, b""),
        (Hello.KIND, b"\x01\x18\x18\x40\x02\x05abc"),
        (Hello.KIND, b"\x01"),
        (Sensors.KIND, b"\x00\x00\x00\x00"),
        (Sensors.KIND, bytes(4 + 129)),
        (Lights.KIND, bytes(3 + 4)),
        (Settings.KIND, bytes(5)),
        (Ping.KIND, bytes(3)),
        (Pong.KIND, bytes(5)),
        (AskStatistics.KIND, b"?"),
        (Tags.KIND, bytes(3)),
        (Tags.KIND, b"\x05\x00\x05\x00"),
        (Tags.KIND, b"\x00\x00\x01\x04"),
        (Tags.KIND, b"\x00\x00\x40\x00" + b"\x05\x00\x04abc"),
        (Tags.KIND, b"\x00\x00\x40\x00" + b"\x05\x00\x05abcde"),
        (Tags.KIND, b"\x00\x00\x40\x00" + b"\x40\x00\x04abcd"),
        (Tags.KIND, b"\x00\x00\x40\x00" + b"\x05\x00\x04abcd" + b"\x05\x00\x04efgh"),
        (Statistics.KIND, bytes(31)),
    ],
)
def test_a_whole_frame_that_makes_no_sense_is_refused_and_nothing_else(kind: int, payload: bytes) -> None:
    decoder = Decoder()
    assert decoder.receive(frame(kind, 0, payload) + frame(Ping.KIND, 1, bytes(4))) == [Ping(0)]
    assert (decoder.refused, decoder.lost, decoder.crc_errors) == (1, 0, 0)


def test_a_hello_of_another_version_can_be_read() -> None:
    later = frame(Hello.KIND, 0, Hello(9, "7.2", 32, 32, 1024).payload() + b"and more")
    assert Decoder().receive(later) == [Hello(9, "7.2", 32, 32, 1024)]
    assert Decoder().receive(frame(AskHello.KIND, 0, b"\x09more")) == [AskHello(9)]


def test_a_hello_of_this_version_may_name_its_tag_readers_and_more() -> None:
    hello = Hello(messages.PROTOCOL, "0.1.0", 8, 8, 64, 60)
    assert Decoder().receive(frame(Hello.KIND, 0, hello.payload() + b"and more")) == [hello]
    assert Decoder().receive(frame(Hello.KIND, 0, hello.payload()[:-2])) == [
        Hello(messages.PROTOCOL, "0.1.0", 8, 8, 64)
    ]


@pytest.mark.parametrize(
    "payload",
    [
        b"\x00\x00\x01\x02\x00",  # lights of two bytes
        b"\x00\x00\x01\x05\x00",  # of five
        b"\x00\x00\x01\x03\x10" + bytes(48),  # a palette of 16
        b"\x00\x00\x01\x03\x02" + bytes(5),  # a palette that is cut off
        b"\x00\x00\x01\x03",
    ],
)
def test_lights_that_no_strip_has_are_refused(payload: bytes) -> None:
    decoder = Decoder()
    assert decoder.receive(frame(Lights.KIND, 0, payload)) == []
    assert decoder.refused == 1


@given(tag_pictures, st.integers(1, 1024))
def test_a_picture_of_tags_comes_in_frames_that_fit_and_leaves_no_site_out(
    picture: dict[int, bytes], sites: int
) -> None:
    seen = {site: uid for site, uid in picture.items() if site < sites}
    told: dict[int, bytes] = {}
    first = 0
    while first < sites:
        part = tags_in_frame(seen, first, sites)
        assert part.first == first
        assert all(first <= site < part.end for site, _ in part.tags)
        assert len(part.payload()) <= MAX_PAYLOAD
        told.update(part.tags)
        first = part.end
    assert told == seen


def test_as_many_of_the_longest_tags_go_into_a_frame_as_it_says() -> None:
    full = tags_in_frame({site: bytes(10) for site in range(1024)}, 7, 1024)
    assert (full.first, full.end, len(full.tags)) == (7, 7 + 36, 36)


def test_a_payload_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="513 bytes; 512 fit"):
        frame(Log.KIND, 0, bytes(513))


def test_text_that_is_not_ascii_is_shown_as_question_marks() -> None:
    assert Decoder().receive(Encoder().encode(Log("a\né"))) == [Log("a???")]


def test_messages_are_values() -> None:
    assert len({Ping(1), Ping(1), Pong(1), Ping(2)}) == 3
    assert Ping(1) != 1
    assert repr(Sensors(1, 2, 3)) == "Sensors(at_ms=1, closed=2, size=3)"


def documented() -> list[tuple[bytes, BoardMessage]]:
    """The examples of the protocol's page."""
    rows = re.findall(r"^\| `(f5 d1 [^`]*)` \| `(\w+)\((.*)\)` \|$", PROTOCOL_PAGE.read_text(), re.MULTILINE)
    examples = []
    for data, name, fields in rows:
        call = ast.parse(f"{name}({fields})", mode="eval").body
        assert isinstance(call, ast.Call)
        values = {word.arg: ast.literal_eval(word.value) for word in call.keywords if word.arg}
        examples.append((bytes.fromhex(data), getattr(messages, name)(**values)))
    return examples


def test_the_page_shows_an_example_of_every_message() -> None:
    assert {message.KIND for _, message in documented()} == set(messages.PARSERS)


@pytest.mark.parametrize(("data", "message"), documented(), ids=lambda value: type(value).__name__)
def test_the_examples_of_the_page_are_right(data: bytes, message: BoardMessage) -> None:
    assert Encoder().encode(message) == data
    assert Decoder().receive(data) == [message]
