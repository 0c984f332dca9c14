"""The serial line of the board, such that nothing ever waits for the host.

USB standard input blocks until all bytes asked for are there, and standard output blocks while nobody
reads; a poll promises one byte only. So bytes go one by one, each after a poll.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Stream(Protocol):
        """A byte stream of MicroPython."""

        def readinto(self, into: bytearray) -> "int | None":
            """Fill `into`."""

        def write(self, data: bytes) -> "int | None":
            """Send `data`."""


ROOM = 1024  # bytes that may wait for the host; a frame that does not fit is dropped
READ = 64  # bytes taken at a time, so that a flood cannot keep the scans waiting


class Link:
    """`can_read` and `can_write` say whether one byte can be moved now."""

    def __init__(
        self,
        incoming: "Stream",
        outgoing: "Stream",
        can_read: "Callable[[], bool]",
        can_write: "Callable[[], bool]",
    ) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._can_read = can_read
        self._can_write = can_write
        self._byte = bytearray(1)
        self._inbox = bytearray(READ)
        self._pending = b""

    def read(self) -> bytes:
        """Up to `READ` bytes of what has come."""
        count = 0
        while count < READ and self._can_read():
            self._incoming.readinto(self._byte)
            self._inbox[count] = self._byte[0]
            count += 1
        return bytes(self._inbox[:count])

    def write(self, frame: bytes) -> bool:
        """Take a frame to send it, now and in later calls of `send`; False when there is no room for it."""
        if len(self._pending) + len(frame) > ROOM:
            return False
        self._pending += frame
        self.send()
        return True

    def send(self) -> None:
        """Send what the host takes now."""
        sent = 0
        while sent < len(self._pending) and self._can_write():
            self._outgoing.write(self._pending[sent : sent + 1])
            sent += 1
        if sent:
            self._pending = self._pending[sent:]
