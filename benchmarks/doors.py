"""How long a phone waits for the page while others hold two hundred connections half open.

`python -m benchmarks.doors` prints it.
"""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from typing import Final

import msgspec

from benchmarks.broker import WITHIN_S, until
from controller.settings.settings import WebSettings
from controller.web.server import WebServer

HELD: Final = 200
HALF: Final = b"GET / HTTP/1.1\r\nHost: loc"
PHONE: Final = ("127.0.0.9", 0)


class Figures(msgspec.Struct, frozen=True):
    """From a phone's connection to the whole page, in milliseconds: while one address holds all connections,
    and while each is held by another one."""

    one_address_ms: float
    many_addresses_ms: float


def figures() -> Figures:
    """Both."""
    return Figures(
        _admitted_ms(["127.0.0.2"] * HELD), _admitted_ms([f"127.0.1.{number + 1}" for number in range(HELD)])
    )


def _admitted_ms(addresses: Sequence[str]) -> float:
    server = WebServer(WebSettings(port=0), None, "bench", after_s=0)
    server.start()
    try:
        until(lambda: server.port > 0)
        with ExitStack() as stack:
            for address in addresses:
                line = socket.create_connection(("127.0.0.1", server.port), WITHIN_S, (address, 0))
                stack.enter_context(line).sendall(HALF)
            begun_s = time.monotonic()
            phone = stack.enter_context(
                closing(http.client.HTTPConnection("127.0.0.1", server.port, WITHIN_S, PHONE))
            )
            phone.request("GET", "/", headers={"Host": "localhost"})
            with phone.getresponse() as answer:
                assert answer.status == http.client.OK
                answer.read()
            return 1000 * (time.monotonic() - begun_s)
    finally:
        server.stop()


if __name__ == "__main__":
    print(msgspec.to_builtins(figures()))
