"""Runs under MicroPython: how often a stream is asked and read for each byte.

Argument: the repository's folder.
"""

import io
import sys

sys.path.append(sys.argv[1])

import select

from firmware.usb import taking

POLL = 3  # MP_STREAM_POLL


class Stream(io.IOBase):
    """Received bytes, counted as they are asked for and read."""

    def __init__(self, left):
        self.left = left
        self.polls = self.reads = 0

    def ioctl(self, request, flags):
        if request != POLL:
            return -1
        self.polls += 1
        return flags & select.POLLIN if self.left else 0

    def readinto(self, into):
        assert self.left >= len(into), "the board would wait"
        self.reads += 1
        self.left -= len(into)
        into[0] = self.left & 0xFF
        return len(into)


for left in (0, 1, 40, 200):
    stream = Stream(left)
    into = bytearray(64)
    count = taking(stream)(into)
    print(left, count, stream.polls, stream.reads, into[0])
