"""Simulated tag readers on pseudo-terminals, which open like serial ports."""

from __future__ import annotations

import os
import select
import time
from pathlib import Path
from threading import Event, Thread
from typing import Protocol

from hardware.simulated.pseudo_terminal import link_port, open_raw

LOOK_S = 0.002
"""How often a reader is polled for unsolicited bytes."""
READ_BYTES = 4096


class SimulatedReader(Protocol):
    """The far end of a line."""

    def run(self, at_ms: int) -> bytes:
        """The unsolicited bytes up to this time."""

    def receive(self, data: bytes) -> bytes:
        """Its answer."""


class ReaderCable:
    """A reader's cable, plugged in under the name `port`; also a context manager.

    The reader lives in a thread while it is plugged in. The name may differ each time.
    """

    def __init__(self, reader: SimulatedReader, port: Path) -> None:
        self.reader = reader
        self.port = port
        self._pulled = Event()
        self._thread: Thread | None = None
        self.plug(port)

    def plug(self, port: Path) -> None:
        """Plug it in."""
        self.unplug()
        self.port = port
        self._far, self._near = open_raw()
        link_port(port, self._near)
        self._pulled.clear()
        self._thread = Thread(target=self._run, name=port.name, daemon=True)
        self._thread.start()

    def unplug(self, last: bytes = b"") -> None:
        """Unplug it, if it is plugged in; `last` are bytes that the reader had just sent."""
        if self._thread is None:
            return
        self._pulled.set()
        self._thread.join()
        self._thread = None
        os.write(self._far, last)
        self.port.unlink(missing_ok=True)
        os.close(self._far)
        os.close(self._near)

    def __enter__(self) -> ReaderCable:
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    def _run(self) -> None:
        while not self._pulled.is_set():
            ready, _, _ = select.select([self._far], [], [], LOOK_S)
            answer = self.reader.receive(os.read(self._far, READ_BYTES)) if ready else b""
            answer += self.reader.run(time.monotonic_ns() // 1_000_000)
            if answer:
                os.write(self._far, answer)
