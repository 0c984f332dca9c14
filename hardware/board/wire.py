"""The bytes between host and microcontroller: frames, and a decoder that survives any damage.

One file for both ends: it runs under CPython and, unchanged, under MicroPython, so it uses only what both
have. It knows no port. The messages in frames are in `hardware/board/messages.py`; `firmware/PROTOCOL.md` has
tables of them.

A frame is `SYNC`, length, kind, counter, payload and a CRC-32 (the one checksum that both interpreters
compute in C; MicroPython has no crc_hqx).
"""

import binascii
import struct

from hardware.board.messages import PARSERS, AskHello, BoardMessage, Hello, Tags

SYNC = b"\xf5\xd1"  # 0xF5 never occurs in UTF-8, so no text is taken for the start of a frame
MAX_PAYLOAD = 512
MAX_FRAME = 2 + 4 + MAX_PAYLOAD + 4
TAGS_PER_FRAME = 36  # the longest

_GREETINGS = (Hello.KIND, AskHello.KIND)  # with either, the other end may have restarted

BEFORE_PAYLOAD = 6
CRC = 4


def tags_in_frame(seen: "dict[int, bytes]", first: int, sites: int) -> Tags:
    """As many tags as fit into one frame, from site `first` on, out of `sites`.

    The next frame begins at its `end`. The frame is complete in itself: a site in its range that it does not
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
    """Encodes the frames of one direction and counts them, so that the other end notices a missing one."""

    def __init__(self) -> None:
        self._counter = 0

    def encode(self, message: BoardMessage) -> bytes:
        """The bytes of one message."""
        counter = self._counter
        self._counter = (counter + 1) & 0xFF
        return frame(message.KIND, counter, message.payload())


class Decoder:
    """Turns bytes, split anywhere, into messages.

    After damage no intact frame is lost: every `SYNC` may start one, and an intact frame is accepted even
    while an earlier start still waits for its end. It keeps less than `MAX_FRAME` bytes between calls.

    Counts errors: `crc_errors`, `lost` (by gaps in the counter), `skipped` bytes outside frames, `refused`
    intact frames with an unknown or invalid message.
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
        """A number that rises with any error."""
        return self.crc_errors + self.lost + self.skipped + self.refused

    def is_next(self, kind: int, data: bytes) -> bool:
        """Whether this is exactly one intact frame of a kind, the one that comes next. Then it is counted and
        need not be received."""
        counter = self._next_counter
        if self._kept or not data.startswith(SYNC) or (data[4], data[5]) != (kind, counter):
            return False
        if _end_of_frame(data, 0) != len(data):
            return False
        self._next_counter = (counter + 1) & 0xFF
        return True

    def receive(self, data: bytes) -> list[BoardMessage]:
        """The messages that are complete with `data`, in order."""
        data = self._kept + data
        messages: list[BoardMessage] = []
        used = 0  # everything before this has been processed
        waiting = -1  # the first start of an incomplete frame
        at = data.find(SYNC)
        while at >= 0:
            end = _end_of_frame(data, at)
            if end > len(data):
                waiting = at if waiting < 0 else waiting
                at = data.find(SYNC, at + 1)
                continue
            if end < 0:
                self.crc_errors += waiting < 0  # a frame behind an incomplete start is counted in its turn
                at = data.find(SYNC, at + 1)
                continue
            self.crc_errors += waiting >= 0  # that start was no frame
            self.skipped += at - used
            self._take(data, at, end, messages)
            used, waiting = end, -1
            at = data.find(SYNC, end)
        self._keep(data, used, waiting)
        return messages

    def _take(self, data: bytes, at: int, end: int, messages: "list[BoardMessage]") -> None:
        kind, counter = data[at + 4], data[at + 5]
        if self._next_counter >= 0 and kind not in _GREETINGS:
            self.lost += (counter - self._next_counter) & 0xFF
        self._next_counter = (counter + 1) & 0xFF
        parse = PARSERS.get(kind)
        try:
            if parse is None:
                raise ValueError("an unknown kind")
            messages.append(parse(data[at + BEFORE_PAYLOAD : end - CRC]))
        except Exception:  # noqa: BLE001 - struct.error is another class in MicroPython
            self.refused += 1

    def _keep(self, data: bytes, used: int, waiting: int) -> None:
        if waiting < 0:
            waiting = len(data) - data.endswith(SYNC[:1])
        waiting = max(waiting, used)
        self.skipped += waiting - used
        self._kept = data[waiting:]


def _end_of_frame(data: bytes, at: int) -> int:
    """The end of the frame that starts `at`; past the data if it is incomplete; -1 if it is none."""
    if at + BEFORE_PAYLOAD > len(data):
        return len(data) + 1
    length = data[at + 2] | data[at + 3] << 8
    if length > MAX_PAYLOAD:
        return -1
    end = at + BEFORE_PAYLOAD + CRC + length
    if end <= len(data):
        (crc,) = struct.unpack_from("<I", data, end - CRC)
        if binascii.crc32(data[at + 2 : end - CRC]) != crc:
            return -1
    return end
