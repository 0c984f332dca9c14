"""The messages between host and microcontroller: one class for each kind.

Runs under CPython and, unchanged, under MicroPython, so it uses only what both have (no dataclasses, no enum,
no typing). Numbers are little-endian. A set of sites is an integer with bit `site` set, as in
`hardware.ports.Grid`. A message's `parse` raises ValueError, or the struct module's error, for an invalid
payload.
"""

import struct

PROTOCOL = 2

MAX_SIDE = 32
WIDTHS = (3, 4)  # bytes per light: red, green and blue in some order, and perhaps white
MAX_COLOURS = 15
MAX_TEXT = 240
UID_LENGTHS = (0, 4, 7, 10)  # no bytes mean a reader that does not answer


class BoardMessage:
    """The content of one frame. Messages are values: equal if they have the same bytes."""

    KIND = 0

    def payload(self) -> bytes:
        """The bytes between header and CRC."""
        return b""

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BoardMessage) and self.KIND == other.KIND and self.payload() == other.payload()
        )

    def __hash__(self) -> int:
        return hash((self.KIND, self.payload()))

    def __repr__(self) -> str:
        fields = ["{}={!r}".format(*field) for field in sorted(self.__dict__.items())]
        return "{}({})".format(type(self).__name__, ", ".join(fields))


class AskHello(BoardMessage):
    """Host to board: who are you? Carries the host's protocol version. Frozen for all versions."""

    KIND = 0x01

    def __init__(self, protocol: int = PROTOCOL) -> None:
        self.protocol = protocol

    def payload(self) -> bytes:
        return bytes((self.protocol,))

    @staticmethod
    def parse(payload: bytes) -> "AskHello":
        if not payload:
            raise ValueError("no version")
        return AskHello(payload[0])


class Hello(BoardMessage):
    """Board to host, when it starts and when asked.

    This layout is frozen for all versions up to the text, so that a host can always name both sides. Later
    versions may append bytes, which are skipped. This one appends the number of tag readers, if there are
    any.
    """

    KIND = 0x02

    def __init__(
        self, protocol: int, firmware: str, columns: int, rows: int, lights: int, tag_readers: int = 0
    ) -> None:
        self.protocol = protocol
        self.firmware = firmware
        self.columns = columns
        self.rows = rows
        self.lights = lights
        self.tag_readers = tag_readers

    def payload(self) -> bytes:
        text = self.firmware.encode()[:MAX_TEXT]
        more = struct.pack("<H", self.tag_readers) if self.tag_readers else b""
        sides = (self.protocol, self.columns, self.rows, self.lights, len(text))
        return struct.pack("<BBBHB", *sides) + text + more

    @staticmethod
    def parse(payload: bytes) -> "Hello":
        protocol, columns, rows, lights, length = struct.unpack_from("<BBBHB", payload)
        if len(payload) < 6 + length:
            raise ValueError("the version text is cut off")
        more = payload[6 + length :]
        is_more_known = protocol == PROTOCOL and len(more) >= 2
        tag_readers = more[0] | more[1] << 8 if is_more_known else 0
        return Hello(protocol, _text(payload[6 : 6 + length]), columns, rows, lights, tag_readers)


AT_SITES = 4  # where the sites begin in the payload of `Sensors`


class Sensors(BoardMessage):
    """Board to host: the whole board, debounced. `at_ms` counts from the board's start and wraps after 2**32.

    `closed` is the set of closed sites, `size` the number of bytes that hold it (one bit for each site).
    """

    KIND = 0x03

    def __init__(self, at_ms: int, closed: int, size: int) -> None:
        self.at_ms = at_ms
        self.closed = closed
        self.size = size

    def payload(self) -> bytes:
        return struct.pack("<I", self.at_ms & 0xFFFFFFFF) + self.closed.to_bytes(self.size, "little")

    @staticmethod
    def parse(payload: bytes) -> "Sensors":
        size = len(payload) - AT_SITES
        if not 1 <= size <= MAX_SIDE * MAX_SIDE // 8:
            raise ValueError("no board is that large")
        (at_ms,) = struct.unpack_from("<I", payload)
        return Sensors(at_ms, int.from_bytes(payload[AT_SITES:], "little"), size)


class Lights(BoardMessage):
    """Host to board: runs of lights from number `first` on, of a strip that takes `width` bytes a light.

    `palette` holds up to `MAX_COLOURS` colours, `width` bytes each, in the strip's order. Each byte of `runs`
    is a colour's number, times 16, plus the number of lights of that colour, less one; `KEPT` stands for
    unchanged lights. `is_last` ends a picture: only then are the lights refreshed. See
    `hardware/board/light_runs.py`.
    """

    KIND = 0x04

    def __init__(self, first: int, width: int, palette: bytes, runs: bytes, is_last: bool = True) -> None:
        self.first = first
        self.width = width
        self.palette = palette
        self.runs = runs
        self.is_last = is_last

    def payload(self) -> bytes:
        colours = len(self.palette) // self.width
        head = struct.pack("<HBBB", self.first, self.is_last, self.width, colours)
        return head + self.palette + self.runs

    @staticmethod
    def parse(payload: bytes) -> "Lights":
        first, is_last, width, colours = struct.unpack_from("<HBBB", payload)
        end = 5 + width * colours
        if width not in WIDTHS or colours > MAX_COLOURS or end > len(payload):
            raise ValueError("no strip takes this")
        return Lights(first, width, payload[5:end], payload[end:], bool(is_last))


class Settings(BoardMessage):
    """Host to board: how long a change must last, and how often to scan.

    The board answers with the settings that hold now.
    """

    KIND = 0x05

    def __init__(self, debounce_ms: int, scans_per_s: int) -> None:
        self.debounce_ms = debounce_ms
        self.scans_per_s = scans_per_s

    def payload(self) -> bytes:
        return struct.pack("<HH", self.debounce_ms, self.scans_per_s)

    @staticmethod
    def parse(payload: bytes) -> "Settings":
        return Settings(*struct.unpack("<HH", payload))


class Ping(BoardMessage):
    """Host to board: are you alive? `token` comes back in the `Pong`."""

    KIND = 0x06

    def __init__(self, token: int) -> None:
        self.token = token

    def payload(self) -> bytes:
        return struct.pack("<I", self.token)

    @staticmethod
    def parse(payload: bytes) -> "Ping":
        return Ping(*struct.unpack("<I", payload))


class Pong(Ping):
    """Board to host: the answer to a `Ping`."""

    KIND = 0x07

    @staticmethod
    def parse(payload: bytes) -> "Pong":
        return Pong(*struct.unpack("<I", payload))


class AskStatistics(BoardMessage):
    """Host to board: request for statistics."""

    KIND = 0x08

    @staticmethod
    def parse(payload: bytes) -> "AskStatistics":
        if payload:
            raise ValueError("a question has no payload")
        return AskStatistics()


class Statistics(BoardMessage):
    """Board to host, when asked, and by itself after damage on the way from the host: counts since its start.

    `dropped` frames were not sent because the host did not read. `crc_errors`, `lost` (gaps in the host's
    counter), `skipped` (bytes outside frames) and `refused` (invalid messages) count errors on the way to the
    board.
    """

    KIND = 0x09

    def __init__(
        self,
        uptime_ms: int,
        scans: int,
        longest_scan_us: int,
        dropped: int,
        crc_errors: int,
        lost: int,
        skipped: int,
        refused: int,
    ) -> None:
        self.uptime_ms = uptime_ms
        self.scans = scans
        self.longest_scan_us = longest_scan_us
        self.dropped = dropped
        self.crc_errors = crc_errors
        self.lost = lost
        self.skipped = skipped
        self.refused = refused

    def payload(self) -> bytes:
        counts = (self.uptime_ms, self.scans, self.longest_scan_us, self.dropped)
        damage = (self.crc_errors, self.lost, self.skipped, self.refused)
        return struct.pack("<8I", *[count & 0xFFFFFFFF for count in counts + damage])

    @staticmethod
    def parse(payload: bytes) -> "Statistics":
        return Statistics(*struct.unpack("<8I", payload))


class Log(BoardMessage):
    """Board to host: a line for the log, cut to `MAX_TEXT` bytes."""

    KIND = 0x0A

    def __init__(self, text: str) -> None:
        self.text = text

    def payload(self) -> bytes:
        return self.text.encode()[:MAX_TEXT]

    @staticmethod
    def parse(payload: bytes) -> "Log":
        return Log(_text(payload))


class Tags(BoardMessage):
    """Board to host: the present tags over the sites `first` to `end` - 1.

    `tags` are pairs of a site, rising, and the tag's UID of 4, 7 or 10 bytes; or of a site and no bytes, if
    its reader does not answer. See `tags_in_frame`.
    """

    KIND = 0x0B

    def __init__(self, first: int, end: int, tags: "tuple[tuple[int, bytes], ...]") -> None:
        self.first = first
        self.end = end
        self.tags = tags

    def payload(self) -> bytes:
        parts = [struct.pack("<HH", self.first, self.end)]
        for site, uid in self.tags:
            parts.append(struct.pack("<HB", site, len(uid)) + uid)
        return b"".join(parts)

    @staticmethod
    def parse(payload: bytes) -> "Tags":
        first, end = struct.unpack_from("<HH", payload)
        tags = []
        at, free = 4, first
        while at < len(payload):
            site, length = struct.unpack_from("<HB", payload, at)
            at += 3 + length
            if not free <= site < end or length not in UID_LENGTHS or at > len(payload):
                raise ValueError("a tag that cannot be")
            tags.append((site, payload[at - length : at]))
            free = site + 1
        if not first < end <= MAX_SIDE * MAX_SIDE:
            raise ValueError("no board has these sites")
        return Tags(first, end, tuple(tags))


class AskPrompt(BoardMessage):
    """Host to board: leave the program for MicroPython's prompt, until the next start.

    Frozen for all versions, so that a host of any version can install its own firmware on the board.
    """

    KIND = 0x0E

    @staticmethod
    def parse(payload: bytes) -> "AskPrompt":
        if payload:
            raise ValueError("a question has no payload")
        return AskPrompt()


def _text(data: bytes) -> str:
    """Text from the other end, which may be any bytes: each non-ASCII one becomes a question mark."""
    return "".join([chr(byte) if 32 <= byte < 127 else "?" for byte in data])


PARSERS = {
    message.KIND: message.parse
    for message in (
        AskHello,
        Hello,
        Sensors,
        Lights,
        Settings,
        Ping,
        Pong,
        AskStatistics,
        Statistics,
        Log,
        Tags,
        AskPrompt,
    )
}
