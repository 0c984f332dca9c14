"""The file format of the flight recorder: records one after the other, each with its length and a CRC.

    file    = "TABREC1\\n" record…
    record  = length of the body (u32, little-endian)  CRC-32 of the body (u32)  body (MessagePack)

A body is an array that begins with the record's name. The first of a file is its `Head`. A file ends at the
first record that is incomplete or has a wrong CRC, so a killed program loses only its last record.
Times are milliseconds of the host's monotonic clock at that start of the program.
"""

from __future__ import annotations

import binascii
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec

from controller.model.orders import Message, Unlock
from controller.model.phones import PhoneAsk, PhonesAsk, PhoneSeen, Served, Watched
from controller.model.thinking import Answer, Considered, Unanswered
from controller.referee.session import Event, Pressed
from engines.game import RuleError
from engines.games import GAMES
from hardware.lights.lights import REPEATED
from hardware.ports import (
    Button,
    LinkLost,
    LinkStalled,
    LinkUp,
    SensorFrame,
    TagRead,
    Touch,
)
from opponents.thought import Option

MAGIC: Final = b"TABREC1\n"
LONGEST: Final = 1 << 20
"""The longest body of a record, in bytes."""
LARGEST_PICTURE: Final = 1 << 14
"""The largest picture of the lights, in bytes: 1024 sites have 3072."""
MOST_SITES: Final = 1_024

_LONGEST_TEXT: Final = 2_000
_HEADER: Final = struct.Struct("<II")


class RecordingError(Exception):
    """The file is no recording, or nothing in it is usable. The text says which file and why; it is shortened
    if the file makes it endless."""

    def __init__(self, text: str) -> None:
        super().__init__(text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}...")


class Record(msgspec.Struct, frozen=True, array_like=True, tag=lambda name: name.removesuffix("Record")):
    """One record."""


class Head(Record, frozen=True):
    """The first record of a file: program, time, settings (without secrets) and tiles. `run` differs for each
    start of the program."""

    version: str
    run: str
    wall_ms: int
    config: dict[str, Any]
    kinds: dict[str, str]
    marks: dict[str, str]


class StateRecord(Record, frozen=True):
    """The table's complete state at a moment, as JSON, and the lights. A replay can begin here."""

    state: bytes
    lights: bytes


class SensorsRecord(Record, frozen=True):
    """A sensor frame: the set of closed sites as little-endian bytes; `None` if it equals the one before."""

    now_ms: int
    at_ms: int
    closed: bytes | None


class Told(Record, frozen=True):
    """Any other device event: its kind's name, and two values."""

    now_ms: int
    at_ms: int
    kind: str
    one: str
    other: str | None = None


class ThoughtRecord(Record, frozen=True):
    """The result of thinking in a game: each option's text, its share and its results; no options if it
    failed, for a `reason`."""

    now_ms: int
    at_ms: int
    purpose: str
    number: int
    game: str
    options: tuple[tuple[str, float, tuple[float, ...]], ...]
    reason: str = ""
    is_quick: bool = False


class Touched(Record, frozen=True):
    """A finger came down, at a pixel."""

    now_ms: int
    at_ms: int
    x: int
    y: int


class Withheld(Record, frozen=True):
    """A finger came down, or a tile lay on a reader, but its details are secret or depend on more than is
    recorded."""

    now_ms: int


class Ticked(Record, frozen=True):
    """Time passed, with an effect."""

    now_ms: int


class Shone(Record, frozen=True):
    """A new picture of the lights: three bytes each, compressed by zlib."""

    lights: bytes


class Decided(Record, frozen=True):
    """The table's state after an event or a tick, without secrets."""

    screen: str
    phase: str
    game: str
    plies: int
    last: str
    readings: int
    asked: bytes
    masked: bytes
    trouble: str


class LostRecord(Record, frozen=True):
    """The number of records that could not be written in time."""

    number: int


AnyRecord: TypeAlias = (
    Head
    | StateRecord
    | SensorsRecord
    | Told
    | ThoughtRecord
    | Touched
    | Withheld
    | Ticked
    | Shone
    | Decided
    | LostRecord
)

_encoder = msgspec.msgpack.Encoder(enc_hook=str)
_decoder = msgspec.msgpack.Decoder(AnyRecord)


def framed(record: Record) -> bytes:
    """A record as the bytes of a file."""
    body = _encoder.encode(record)
    return _HEADER.pack(len(body), binascii.crc32(body)) + body


def records_in(data: bytes, name: str) -> Iterator[AnyRecord]:
    """The intact records of a file. Raises `RecordingError` if it is no recording."""
    if not data.startswith(MAGIC):
        raise RecordingError(f"{name} is no recording of Tablier.")
    at = len(MAGIC)
    while at + _HEADER.size <= len(data):
        length, crc = _HEADER.unpack_from(data, at)
        at += _HEADER.size
        body = data[at : at + length]
        if length > LONGEST or len(body) < length or binascii.crc32(body) != crc:
            return
        at += length
        try:
            yield _decoder.decode(body)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:  # the second for bad UTF-8
            where = f"{name}, byte {at - length}"
            raise RecordingError(
                f"{where}: written by another version of Tablier, or harmed: {error}"
            ) from error


def sites_as_bytes(sites: int) -> bytes:
    """A set of sites, in as few bytes as possible."""
    return sites.to_bytes(-(-sites.bit_length() // 8), "little")


def sites_of(data: bytes) -> int:
    """The set of sites in bytes. Raises `RecordingError`."""
    if len(data) > MOST_SITES // 8:
        raise RecordingError(f"a set of sites has {len(data)} bytes: no table has so many sites")
    return int.from_bytes(data, "little")


@lru_cache(REPEATED)
def packed(lights: bytes) -> bytes:
    """A picture of the lights, compressed."""
    return zlib.compress(lights, 1)


def unpacked(data: bytes) -> bytes:
    """The picture in compressed bytes. Raises `RecordingError`."""
    inflater = zlib.decompressobj()
    try:
        picture = inflater.decompress(data, LARGEST_PICTURE)
    except zlib.error as error:
        raise RecordingError(f"a picture of the lights cannot be read ({error})") from error
    if inflater.unconsumed_tail or not inflater.eof:
        raise RecordingError("a picture of the lights is larger than any, or cut off")
    return picture


def record_of(event: Event, now_ms: int) -> Told | None:
    """The record of an event that is neither a sensor frame nor a touch; `None` for the end, and for events
    without influence on decisions."""
    match event:
        case TagRead(at_ms, reader, tag):
            return Told(now_ms, at_ms, "tag", reader, tag)
        case Button(at_ms, what) | Pressed(at_ms, what) | Message(at_ms, what):
            game = event.game if isinstance(event, Pressed) else ""
            return Told(now_ms, at_ms, type(event).__name__.lower(), what, game or None)
        case LinkUp() | LinkStalled() | LinkLost():
            return _of_device(event, now_ms)
        case Served() | Unlock():
            what = " ".join((event.address, *event.others)) if isinstance(event, Served) else ""
            return Told(now_ms, event.at_ms, type(event).__name__.lower(), what)
        case PhonesAsk() | PhoneSeen() | Watched():
            return _of_phones(event, now_ms)
    return None


def _of_phones(event: PhonesAsk | PhoneSeen | Watched, now_ms: int) -> Told:
    if isinstance(event, Watched):
        return Told(now_ms, event.at_ms, "watched" if event.is_watched else "unwatched", "")
    if isinstance(event, PhonesAsk):
        return Told(now_ms, event.at_ms, "phones ask", " ".join(map(_ask_as_text, event.asks)))
    kind = "phone" if event.is_there else "no phone"
    return Told(now_ms, event.at_ms, kind, event.seat, str(event.game))


def _ask_as_text(ask: PhoneAsk) -> str:
    return f"{ask.game},{ask.seat},{ask.phone},{ask.mark}"


def _asks_of(text: str) -> tuple[PhoneAsk, ...]:
    """Raises `RecordingError`."""
    try:
        asks = (one.split(",") for one in text.split())
        return tuple(PhoneAsk(int(game), seat, phone, int(mark)) for game, seat, phone, mark in asks)
    except ValueError as error:
        raise RecordingError(f"phones that ask cannot be read: {error}") from error


def is_secret(answer: Answer) -> bool:
    """Whether the result of thinking is secret."""
    return isinstance(answer, Considered) and any(one.action.is_secret for one in answer.options)


def thought(answer: Answer, now_ms: int) -> ThoughtRecord:
    """The record of a result of thinking, which must not be secret."""
    name = (now_ms, answer.at_ms, answer.purpose, answer.number)
    if isinstance(answer, Unanswered):
        return ThoughtRecord(*name, "", (), answer.reason)
    options = tuple((str(one.action), one.share, one.results) for one in answer.options)
    return ThoughtRecord(*name, answer.game, options, is_quick=answer.is_quick)


def _answer_of(record: ThoughtRecord) -> Answer:
    """The result of thinking. Raises `RecordingError`."""
    name = (record.at_ms, record.purpose, record.number)
    if not record.options:
        return Unanswered(*name, record.reason)
    try:
        parse = GAMES[record.game].parse
        options = tuple(Option(parse(text), share, results) for text, share, results in record.options)
    except (KeyError, RuleError) as error:
        raise RecordingError(f"what was thought is no action of a game here: {error}") from error
    return Considered(*name, record.game, options, record.is_quick)


def _of_device(event: LinkUp | LinkStalled | LinkLost, now_ms: int) -> Told:
    match event:
        case LinkUp(at_ms, device, what):
            return Told(now_ms, at_ms, "up", device, what)
        case LinkStalled(at_ms, device):
            return Told(now_ms, at_ms, "stalled", device)
        case LinkLost(at_ms, device, reason):
            return Told(now_ms, at_ms, "lost", device, str(reason))


def event_of(record: SensorsRecord | Told | ThoughtRecord | Touched, closed: int) -> Event:
    """The event of a record; `closed` are the previously closed sites. Raises `RecordingError`."""
    match record:
        case ThoughtRecord():
            return _answer_of(record)
        case SensorsRecord(_, at_ms, data):
            return SensorFrame(at_ms, closed if data is None else sites_of(data))
        case Touched(_, at_ms, x, y):
            return Touch(at_ms, x, y)
        case Told(_, at_ms, kind, one, other):
            if kind not in _KINDS:
                raise RecordingError(f"an event of a kind that is not known here: {kind}")
            return _KINDS[kind](at_ms, one, other)


def _addresses_of(text: str) -> tuple[str, tuple[str, ...]]:
    address, *others = text.split(" ")
    return address, tuple(others)


_KINDS: Final[Mapping[str, Callable[[int, str, str | None], Event]]] = {
    "tag": TagRead,
    "button": lambda at_ms, name, _: Button(at_ms, name),
    "pressed": lambda at_ms, button, game: Pressed(at_ms, button, game or ""),
    "message": lambda at_ms, text, _: Message(at_ms, text),
    "up": lambda at_ms, device, what: LinkUp(at_ms, device, what or ""),
    "stalled": lambda at_ms, device, _: LinkStalled(at_ms, device),
    "lost": lambda at_ms, device, reason: LinkLost(at_ms, device, reason or ""),
    "phone": lambda at_ms, seat, game: PhoneSeen(at_ms, int(game or 0), seat, is_there=True),
    "no phone": lambda at_ms, seat, game: PhoneSeen(at_ms, int(game or 0), seat, is_there=False),
    "phones ask": lambda at_ms, asks, _: PhonesAsk(at_ms, _asks_of(asks)),
    "unlock": lambda at_ms, _, __: Unlock(at_ms),
    "watched": lambda at_ms, _, __: Watched(at_ms, is_watched=True),
    "unwatched": lambda at_ms, _, __: Watched(at_ms, is_watched=False),
    "served": lambda at_ms, addresses, _: Served(at_ms, *_addresses_of(addresses)),
}
"""The name of each kind of event in `record_of`, and its inverse."""
