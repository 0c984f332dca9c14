"""An unreliable broker: it speaks the part of MQTT 3.1.1 that a table needs, and misbehaves until it is told
to be well.

Source: https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/mqtt-v3.1.1.html, sections 2 and 3.
"""

from __future__ import annotations

import contextlib
import random
import socket
import struct
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

CONNECT, PUBLISH, PUBACK, PING, DISCONNECT = 0x10, 0x30, 0x40, 0xC0, 0xE0
WELCOME: Final = b"\x20\x02\x00\x00"
ALIVE: Final = b"\xd0\x00"
WRONG_NAME, NOT_ALLOWED = 4, 5
AT_ONCE: Final = struct.pack("ii", 1, 0)
"""For `SO_LINGER`: close without a word."""

WHIMS: Final = (
    "well", "well", "well",
    "refuses", "hangs up", "is silent", "wants another password", "says rubbish", "says what is damaged",
    "gives orders", "is killed", "gives no thanks", "thanks for another", "stops reading",
)  # fmt: skip
"""The errors of a connection."""

TICK_S: Final = 0.02
LONGEST_S: Final = 0.3


def packet(kind: int, body: bytes) -> bytes:
    """A packet as it goes over the line; its body has less than 16 KiB."""
    size = len(body)
    length = bytes([size]) if size < 128 else bytes([size % 128 | 128, size // 128])
    return bytes([kind]) + length + body


def saying(topic: bytes, payload: bytes) -> bytes:
    """A message to a client that may not have asked for it."""
    return packet(PUBLISH, struct.pack("!H", len(topic)) + topic + payload)


DAMAGED: Final = (
    packet(PUBLISH, b"\xff\xff"),
    packet(PUBLISH, b"\x00\x40topic"),
    saying(b"\xff\xfe", b"no text"),
    packet(PUBLISH, b""),
    packet(PUBACK, b"\x00"),
    packet(0x90, b"\x00"),
)
"""Bytes that no client understands."""

ORDERS: Final = (
    saying(b"tablier/storm/command/start", b"massai"),
    saying(b"tablier/storm/command/message", b"Go home"),
    saying(b"tablier/storm/command/night", b"on"),
)


class Gone(Exception):
    """The client has gone, or is sent away."""


class FlakyBroker:
    """Serves one client at a time, and misbehaves after fewer than `patience` packets.

    `told` are the payloads of all received actions, `whims` counts the misdeeds. Once it `is_well` it
    misbehaves no more.
    """

    def __init__(self, seed: int, whims: Sequence[str] = WHIMS, patience: int = 12) -> None:
        self._random = random.Random(seed)
        self._whims = whims
        self._patience = patience
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.told: list[bytes] = []
        self.whims: Counter[str] = Counter()
        self.is_well = False
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._ends.set()
        self._thread.join(5)
        self._listening.close()

    def _run(self) -> None:
        while not self._ends.is_set():
            whim = "well" if self.is_well else self._random.choice(self._whims)
            with contextlib.suppress(OSError, Gone):
                if whim == "refuses":
                    self._refuse()
                else:
                    self._take_one(whim)

    def _refuse(self) -> None:
        self.whims["refuses"] += 1
        self._listening.close()
        self._wait()
        self._listening = socket.create_server(("127.0.0.1", self.port))

    def _wait(self) -> None:
        self._ends.wait(self._random.uniform(TICK_S, LONGEST_S))

    def _take_one(self, whim: str) -> None:
        self._listening.settimeout(TICK_S)
        line, _ = self._listening.accept()
        self.whims[whim] += 1
        with line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            if whim != "hangs up":
                self._serve(line, whim)

    def _serve(self, line: socket.socket, whim: str) -> None:
        packets = self._packets(line, is_well=whim == "well")
        next(packets)
        if whim == "is silent":
            self._wait()
            return
        if whim == "wants another password":
            line.sendall(bytes([0x20, 2, 0, self._random.choice([WRONG_NAME, NOT_ALLOWED])]))
            return
        line.sendall(WELCOME)
        patience = self._random.randrange(self._patience)
        for kind, body in packets:
            patience -= 1
            if patience < 0 and whim != "well" and self._misbehaves(line, whim):
                return
            self._answer(line, kind, body, whim)

    def _misbehaves(self, line: socket.socket, whim: str) -> bool:
        """Do what cannot wait any longer. Says whether the client is sent away."""
        match whim:
            case "says rubbish":
                line.sendall(self._random.randbytes(self._random.randint(1, 40)))
            case "says what is damaged":
                line.sendall(self._random.choice(DAMAGED))
            case "gives orders":
                line.sendall(self._random.choice(ORDERS))
            case "stops reading":
                self._wait()
                return True
            case _:
                return True
        return False

    def _answer(self, line: socket.socket, kind: int, body: bytes, whim: str) -> None:
        if kind & 0xF0 == PUBLISH:
            self._hear(line, kind, body, whim)
        elif kind == PING:
            line.sendall(ALIVE)
        elif kind == DISCONNECT:
            raise Gone

    def _hear(self, line: socket.socket, kind: int, body: bytes, whim: str) -> None:
        (size,) = struct.unpack_from("!H", body)
        topic, rest = body[2 : 2 + size], body[2 + size :]
        if not kind & 0x06:
            return
        number, payload = rest[:2], rest[2:]
        if topic.endswith(b"/action"):
            self.told.append(payload)
        if whim == "thanks for another":
            number = self._random.randbytes(2)
        if whim != "gives no thanks":
            line.sendall(packet(PUBACK, number))

    def _packets(self, line: socket.socket, *, is_well: bool) -> Iterator[tuple[int, bytes]]:
        """The packets of the client, as long as it is there and this broker is as it was when the client
        came."""
        line.settimeout(TICK_S)
        while True:
            kind = self._read(line, 1, is_well=is_well)[0]
            size = shift = 0
            while True:
                byte = self._read(line, 1, is_well=is_well)[0]
                size |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            yield kind, self._read(line, size, is_well=is_well)

    def _read(self, line: socket.socket, size: int, *, is_well: bool) -> bytes:
        data = b""
        while len(data) < size:
            if self._ends.is_set() or (self.is_well and not is_well):
                raise Gone
            try:
                more = line.recv(size - len(data))
            except TimeoutError:
                continue
            if not more:
                raise Gone
            data += more
        return data
