"""RDM6300 and similar: readers of 125 kHz tags that send what they see on a serial line, unasked.

The line is 9600 8N1. While a tag lies there its frame is repeated about every 50 ms: 02, ten hex digits of
the tag, two hex digits of the exclusive or of its five bytes, 03 (the module's data sheet). It accepts no
commands, and its field is always on. So several of them must stand so far apart that none reads another's
tag.
"""

from __future__ import annotations

import logging

from hardware.board.serial_port import SerialPort

_log = logging.getLogger(__name__)

BAUD = 9600
START, END = b"\x02", b"\x03"
FRAME_BYTES = 14
_HEX = frozenset(b"0123456789ABCDEFabcdef")

REPEAT_S = 0.05
"""The duration of one look: the time between two frames of a tag that lies there."""


class Rdm6300Decoder:
    """Decodes tags from bytes, in any pieces, and keeps at most one frame of them."""

    def __init__(self) -> None:
        self.dropped_bytes = 0
        """The number of bytes outside valid frames."""
        self._bytes = b""

    def receive(self, data: bytes) -> list[str]:
        """The tags whose frames end in these bytes, each as ten capital hex digits."""
        tags = []
        for start in range(0, len(data), FRAME_BYTES):
            self._bytes += data[start : start + FRAME_BYTES]
            tags += self._take()
        return tags

    def _take(self) -> list[str]:
        tags = []
        while self._bytes:
            at = self._bytes.find(START)
            self._drop(len(self._bytes) if at < 0 else at)
            if len(self._bytes) < FRAME_BYTES:
                break
            tag = _tag(self._bytes[:FRAME_BYTES])
            if tag is None:
                self._drop(1)  # a frame may begin inside a false start
            else:
                tags.append(tag)
                self._bytes = self._bytes[FRAME_BYTES:]
        return tags

    def _drop(self, count: int) -> None:
        self.dropped_bytes += count
        self._bytes = self._bytes[count:]


def frame(tag: str) -> bytes:
    """A reader's frame for a tag of ten hex digits."""
    check = 0
    for byte in bytes.fromhex(tag):
        check ^= byte
    return START + f"{tag}{check:02X}".encode() + END


def _tag(data: bytes) -> str | None:
    """The tag of a frame; `None` if it is invalid."""
    digits = data[1:-1]
    if not data.endswith(END) or not _HEX.issuperset(digits):
        return None
    tag = digits[:10].decode().upper()
    return tag if frame(tag)[1:-1] == digits.upper() else None


class Rdm6300:
    """A reader at an open port. See `Reader`."""

    def __init__(self, port: SerialPort) -> None:
        self._port = port
        self._decoder = Rdm6300Decoder()

    def look(self) -> str | None:
        """The tag whose frame came last within `REPEAT_S`. Raises PortError if the port has gone.

        A reader without power cannot be detected: it is as silent as one without a tag.
        """
        dropped_bytes = self._decoder.dropped_bytes
        tags = self._decoder.receive(self._port.read(REPEAT_S))
        if self._decoder.dropped_bytes > dropped_bytes:
            _log.info("%s: %d bytes belonged to no tag", self._port.name, self._decoder.dropped_bytes)
        return tags[-1] if tags else None
