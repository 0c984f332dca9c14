"""The serial line of the board, which never blocks for long.

USB standard input blocks until all requested bytes are there, and a poll guarantees one byte only: `take`
reads byte by byte, each after a poll. Standard output takes a complete frame at once: in a quarter of a
millisecond on an emulated RP2040, where byte by byte took more than ten, without scans meanwhile. (A real one
was not timed yet.) But if the host does not read, a write blocks for up to half a second. So a frame goes out
as a whole until a write is short or slow. Then the host is deaf, and bytes go one by one, each after a poll,
until the queue is empty.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Stream(Protocol):
        """A byte stream of MicroPython."""

        def write(self, data: bytes) -> "int | None":
            """Send `data`."""


ROOM = 1024  # the longest queue of bytes for the host; a frame that does not fit is dropped
READ = 64  # bytes taken at a time, so that a flood cannot delay the scans
SLOW_US = 5_000  # a host that reads takes a complete frame in a fraction of this


class Link:
    """`take` fills a buffer with received bytes and returns their number; `can_write` says whether one byte
    can be sent now; `now_us` is a clock."""

    def __init__(
        self,
        take: "Callable[[bytearray], int]",
        outgoing: "Stream",
        can_write: "Callable[[], bool]",
        now_us: "Callable[[], int]",
    ) -> None:
        self._take = take
        self._outgoing = outgoing
        self._can_write = can_write
        self._now_us = now_us
        self._inbox = bytearray(READ)
        self._pending = b""
        self._is_deaf = False

    def read(self) -> bytes:
        """Up to `READ` received bytes."""
        count = self._take(self._inbox)
        return bytes(self._inbox[:count]) if count else b""

    def write(self, frame: bytes) -> bool:
        """Queue a frame, to be sent now and in later calls of `send`; False if there is no room for it."""
        if len(self._pending) + len(frame) > ROOM:
            return False
        self._pending += frame
        self.send()
        return True

    def send(self) -> None:
        """Send as much as the host accepts now."""
        if self._pending and not self._is_deaf and self._can_write():
            self._send_whole()
        if self._pending and self._is_deaf:
            self._send_bytes()

    def _send_whole(self) -> None:
        began_us = self._now_us()
        sent = self._outgoing.write(self._pending) or 0
        self._is_deaf = sent < len(self._pending) or self._now_us() - began_us > SLOW_US
        self._pending = self._pending[sent:]

    def _send_bytes(self) -> None:
        sent = 0
        while sent < len(self._pending) and self._can_write():
            if not self._outgoing.write(self._pending[sent : sent + 1]):
                break
            sent += 1
        self._pending = self._pending[sent:]
        self._is_deaf = bool(self._pending)
