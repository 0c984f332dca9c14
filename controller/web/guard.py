"""What strangers may not do: too many connections, too many requests, names that are not the table's."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

MOST_CONNECTIONS: Final = 200
"""So many browsers are connected at once, streams or not; another is turned away without an answer."""

MOST_STREAMS: Final = 100
"""So many of them follow the game; another is told to come again."""

STREAMS_EACH: Final = 10
"""Of one address: a few people behind one phone."""

REQUESTS_PER_S: Final = 20
BURST: Final = 100
"""What one address may ask: a page with its files, and steps through a game as fast as hands can."""

LARGEST_BODY: Final = 4096
"""No body has more bytes."""

ADDRESSES: Final = 1_000
"""So many addresses are remembered; with more, all start anew."""

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}
"""What every answer says. A page may change only what it says of caching."""


class Full(asyncio.Protocol):
    """Hangs up at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        transport.close()


@dataclass(slots=True)
class _Allowance:
    """What an address may still ask, at a moment of the loop's clock."""

    left: float
    at_s: float


class Guard:
    """Counts for one server. `names` are the table's own names, beside addresses and `localhost`."""

    def __init__(self, names: frozenset[str], clock: Callable[[], float]) -> None:
        self._names = names | {"localhost"}
        self._clock = clock
        self._allowed: dict[str, _Allowance] = {}
        self._streams: dict[str, int] = {}

    def may_ask(self, address: str) -> bool:
        """Whether an address has not asked too much of late; it counts as asked."""
        now_s = self._clock()
        if address not in self._allowed and len(self._allowed) >= ADDRESSES:
            self._allowed.clear()
        allowance = self._allowed.setdefault(address, _Allowance(BURST, now_s))
        allowance.left = min(BURST, allowance.left + (now_s - allowance.at_s) * REQUESTS_PER_S)
        allowance.at_s = now_s
        if allowance.left < 1:
            return False
        allowance.left -= 1
        return True

    def may_follow(self, address: str) -> bool:
        """Whether an address may open one stream more."""
        return sum(self._streams.values()) < MOST_STREAMS and self._streams.get(address, 0) < STREAMS_EACH

    def followed(self, address: str, change: int) -> None:
        """An address has opened (1) or closed (-1) a stream."""
        left = self._streams.get(address, 0) + change
        if left > 0:
            self._streams[address] = left
        else:
            self._streams.pop(address, None)

    def is_own(self, host: str) -> bool:
        """Whether a `Host` header names this table. A page elsewhere could else read it through a name of its
        own that leads here (DNS rebinding); an address cannot be such a name."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return True


def own_names(address: str) -> frozenset[str]:
    """What this computer is called on its network, and in the address that the settings give it."""
    name = socket.gethostname().lower()
    given = urlsplit(address).hostname if address else None
    return frozenset({name, f"{name}.local"} | ({given} if given else set()))


def guarding(guard: Guard) -> Middleware:
    """The middleware that asks a guard before each answer."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not guard.is_own(request.headers.get("Host", "")):
            raise web.HTTPMisdirectedRequest(text="This is not the table's name.\n")
        if not guard.may_ask(request.remote or ""):
            raise web.HTTPTooManyRequests(text="Too many requests.\n", headers={"Retry-After": "5"})
        return await handler(request)

    return check


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Let an answer, an error too, say what every answer says."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.pop("Server", None)
