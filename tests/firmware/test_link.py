"""The board's serial line: nothing waits for the host, in either direction."""

import io

from firmware.link import READ, ROOM, Link


class Host:
    """The other end: `incoming` is what it has sent, `room` how many bytes it will still take."""

    def __init__(self, sent: bytes = b"", room: int = 0) -> None:
        self.incoming = io.BytesIO(sent)
        self.left = len(sent)
        self.taken = b""
        self.room = room
        self.link = Link(self, self, lambda: self.left > 0, lambda: self.room > 0)

    def readinto(self, into: bytearray) -> int:
        assert self.left >= len(into), "the board would wait"
        self.left -= len(into)
        return self.incoming.readinto(into)

    def write(self, data: bytes) -> int:
        assert self.room >= len(data), "the board would wait"
        self.room -= len(data)
        self.taken += data
        return len(data)


def test_what_has_come_is_read_and_no_more() -> None:
    host = Host(b"frame")
    assert host.link.read() == b"frame"
    assert host.link.read() == b""


def test_a_flood_is_read_a_little_at_a_time() -> None:
    host = Host(bytes(range(256)))
    assert host.link.read() == bytes(range(READ))
    assert host.link.read() == bytes(range(READ, 2 * READ))


def test_a_frame_goes_out_as_far_as_the_host_takes_it_and_later_on() -> None:
    host = Host(room=3)
    assert host.link.write(b"a frame")
    assert host.taken == b"a f"
    host.link.send()
    assert host.taken == b"a f"
    host.room = 100
    host.link.send()
    assert host.taken == b"a frame"


def test_a_frame_that_finds_no_room_is_dropped_whole() -> None:
    host = Host()
    assert host.link.write(bytes(ROOM - 10))
    assert not host.link.write(b"eleven byte")
    assert host.link.write(b"ten bytes!")
    host.room = 2 * ROOM
    host.link.send()
    assert host.taken == bytes(ROOM - 10) + b"ten bytes!"
