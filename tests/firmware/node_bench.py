"""The firmware's logic, with scans and bytes handed in at any time, and a host that reads it, or does not."""

from __future__ import annotations

from firmware.node import Node
from hardware.board.messages import BoardMessage
from hardware.board.wire import Decoder, Encoder


class NodeBench:
    """A node with this many sites, lights and tag readers, started at 0."""

    def __init__(self, columns: int, rows: int, lights: int, tag_readers: int = 0) -> None:
        self.now_us = 0
        self.is_host_reading = True
        self.shown: list[tuple[int, bytes]] = []
        self.encoder = Encoder()
        self.decoder = Decoder()
        self._sent: list[bytes] = []
        self.node = Node(columns, rows, lights, self._write, self._show, tag_readers=tag_readers)
        self.node.started(0)

    def _write(self, data: bytes) -> bool:
        if self.is_host_reading:
            self._sent.append(data)
        return self.is_host_reading

    def _show(self, picture: memoryview) -> None:
        self.shown.append((self.now_us, bytes(picture)))

    def heard(self) -> list[BoardMessage]:
        """The host's messages since the last call."""
        sent, self._sent = self._sent, []
        return self.decoder.receive(b"".join(sent))
