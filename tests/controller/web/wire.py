"""A wire between two programs that can freeze: nothing comes through any more, and nobody is told. It can be
slow, too, and reset its connections."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

AT_ONCE: Final = struct.pack("ii", 1, 0)
"""A socket that lingers so ends with a reset."""


class Wire:
    """Carries bytes from its own port to another one until it freezes.

    Connections that existed then stay frozen, like those of a phone that has moved to another network; new
    ones are carried after `thaw`.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._is_frozen = False
        self._alive: set[asyncio.StreamWriter] = set()
        self._carrying: set[asyncio.Task[object] | None] = set()  # asyncio itself holds them weakly
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._done: asyncio.Event | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="wire")
        self.late_s = 0.0
        """The delay of each part of what comes from the other port."""
        self.port = 0
        self.carried = 0
        """How many connections there have been."""
        self.told = bytearray()
        """All that has come from the other port."""

    def freeze(self) -> None:
        """Let nothing through, in any direction."""
        self._is_frozen = True
        self._alive = set()

    def thaw(self) -> None:
        """Carry what is connected from now on."""
        self._is_frozen = False

    def reset(self) -> None:
        """Break all connections, as a router does that has forgotten them."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._break)

    def _break(self) -> None:
        for writer in self._alive:
            ended = writer.get_extra_info("socket")
            with suppress(OSError):  # it has been closed meanwhile
                ended.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            writer.transport.abort()
        self._alive = set()

    def start(self) -> None:
        """Begin, and wait until it listens."""
        self._thread.start()
        assert self._ready.wait(30)

    def stop(self) -> None:
        """End."""
        assert self._loop is not None
        assert self._done is not None
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join(30)

    async def _run(self) -> None:
        self._loop, self._done = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._done.wait()
        server.close()
        # A browser may have connected in the moment of the end.
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.carried += 1
        self._carrying.add(asyncio.current_task())
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:  # nothing listens there now
            writer.close()
            self._carrying.discard(asyncio.current_task())
            return
        if not self._is_frozen:
            self._alive |= {writer, back}
        try:
            with suppress(ConnectionError, asyncio.CancelledError):
                await asyncio.gather(self._carry(reader, back), self._carry(there, writer, is_late=True))
        finally:
            writer.close()
            back.close()
            self._carrying.discard(asyncio.current_task())

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_late: bool = False
    ) -> None:
        while data := await reader.read(65536):
            if is_late:
                self.told += data
                await asyncio.sleep(self.late_s)
            if writer in self._alive:
                writer.write(data)
        if writer in self._alive:
            writer.close()


@contextmanager
def wire_to(port: int) -> Iterator[Wire]:
    """A wire to a port."""
    wire = Wire(port)
    wire.start()
    try:
        yield wire
    finally:
        wire.stop()
