"""The bytes between host and microcontroller: frames, and the decoder that survives any damage.

One file for both ends: it runs under CPython and, as it stands, under MicroPython, so it keeps to what both
have. It knows no port. What frames say is in `hardware/board/messages.py`; `firmware/PROTOCOL.md` shows it by
tables.

A frame is `SYNC`, length, kind, counter, payload and a CRC-32 (the one checksum that both interpreters
compute in C; MicroPython has no crc_hqx).
"""

import binascii
import struct

from hardware.board.messages import PARSERS, AskHello, Hello, Message, Tags

SYNC = b"\xf5\xd1"  # 0xF5 never occurs in UTF-8, so no text is taken for the start of a frame
MAX_PAYLOAD = 512
MAX_FRAME = 2 + 4 + MAX_PAYLOAD + 4
TAGS_PER_FRAME = 36  # of the longest

_GREETINGS = (Hello.KIND, AskHello.KIND)  # with either the other end may have started anew

_BEFORE_PAYLOAD = 6
_AROUND_PAYLOAD = 10


def tags_in_frame(seen: "dict[int, bytes]", first: int, sites: int) -> Tags:
    """As much as fits into a frame of the picture of all tags from site `first` on, of so many `sites`.

    The next frame begins at its `end`. The frame is whole by itself: a site in its range that it does not
    name has no tag.
    """
    tags = sorted([pair for pair in seen.items() if pair[0] >= first])
    end = tags[TAGS_PER_FRAME][0] if len(tags) > TAGS_PER_FRAME else sites
    return Tags(first, end, tuple(tags[:TAGS_PER_FRAME]))


def frame(kind: int, counter: int, payload: bytes) -> bytes:
    """One frame. Raises ValueError for a payload over `MAX_PAYLOAD` bytes."""
    if len(payload) > MAX_PAYLOAD:
        raise ValueError(f"a payload of {len(payload)} bytes; {MAX_PAYLOAD} fit")
    body = struct.pack("<HBB", len(payload), kind, counter) + payload
    return SYNC + body + struct.pack("<I", binascii.crc32(body))


class Encoder:
    """Makes the frames of one direction and counts them, so that the other end notices a missing one."""

    def __init__(self) -> None:
        self._counter = 0

    def encode(self, message: Message) -> bytes:
        """The bytes of one message."""
        counter = self._counter
        self._counter = (counter + 1) & 0xFF
        return frame(message.KIND, counter, message.payload())


class Decoder:
    """Turns bytes, cut anywhere, into messages.

    After damage no whole frame is lost: every `SYNC` may start one, and a frame that is whole is believed
    even while an earlier start still waits for its end. It keeps less than `MAX_FRAME` bytes between calls.

    Counts what went wrong: `crc_errors`, `lost` (by gaps in the counter), `skipped` bytes that belonged to no
    frame, `refused` frames that were whole but said nothing that is known here.
    """

    def __init__(self) -> None:
        self.crc_errors = 0
        self.lost = 0
        self.skipped = 0
        self.refused = 0
        self._kept = b""
        self._next_counter = -1

    @property
    def damage(self) -> int:
        """One number that rises with anything that goes wrong."""
        return self.crc_errors + self.lost + self.skipped + self.refused

    def receive(self, data: bytes) -> list[Message]:
        """The messages that are complete with `data`, in order."""
        data = self._kept + data
        messages: list[Message] = []
        used = 0  # everything before this is done with
        waiting = -1  # the first start whose frame is not whole yet
        at = data.find(SYNC)
        while at >= 0:
            end = _end_of_frame(data, at)
            if end > len(data):
                waiting = at if waiting < 0 else waiting
                at = data.find(SYNC, at + 1)
                continue
            if end < 0:
                self.crc_errors += waiting < 0  # one that hides behind a waiting start is counted in its turn
                at = data.find(SYNC, at + 1)
                continue
            self.crc_errors += waiting >= 0  # that start never was a frame
            self.skipped += at - used
            self._take(data, at, end, messages)
            used, waiting = end, -1
            at = data.find(SYNC, end)
        self._keep(data, used, waiting)
        return messages

    def _take(self, data: bytes, at: int, end: int, messages: "list[Message]") -> None:
        kind, counter = data[at + 4], data[at + 5]
        if self._next_counter >= 0 and kind not in _GREETINGS:
            self.lost += (counter - self._next_counter) & 0xFF
        self._next_counter = (counter + 1) & 0xFF
        parse = PARSERS.get(kind)
        try:
            if parse is None:
                raise ValueError("an unknown kind")
            messages.append(parse(data[at + _BEFORE_PAYLOAD : end - 4]))
        except Exception:  # noqa: BLE001 - struct.error is another class in MicroPython
            self.refused += 1

    def _keep(self, data: bytes, used: int, waiting: int) -> None:
        if waiting < 0:
            waiting = len(data) - data.endswith(SYNC[:1])
        waiting = max(waiting, used)
        self.skipped += waiting - used
        self._kept = data[waiting:]


def _end_of_frame(data: bytes, at: int) -> int:
    """Where the frame that starts `at` ends; past the data if it is not whole; -1 if it is none."""
    if at + _BEFORE_PAYLOAD > len(data):
        return len(data) + 1
    length = data[at + 2] | data[at + 3] << 8
    if length > MAX_PAYLOAD:
        return -1
    end = at + _AROUND_PAYLOAD + length
    if end <= len(data):
        (crc,) = struct.unpack_from("<I", data, end - 4)
        if binascii.crc32(data[at + 2 : end - 4]) != crc:
            return -1
    return end
