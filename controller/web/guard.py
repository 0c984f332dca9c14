"""What strangers may not do: too many connections, too many requests, names that are not the table's."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.http import HttpProcessingError
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

CHOICES_AT_ONCE: Final = 5
CHOICES_PER_S: Final = 0.5
"""What one seat may choose on its phone: faster than anybody means it, and slower than the table notices."""

REMEMBERED: Final = 1_000
"""So many are remembered; with more, all start anew."""

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


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether what is logged is a fault of this program, and no request that is none."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


server_log: Final = logging.getLogger(f"{__name__}.server")
"""Where the server library logs. What strangers send in place of requests is answered, and fills no log."""

server_log.addFilter(_is_ours)


class Full(asyncio.Protocol):
    """Hangs up at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        transport.close()


@dataclass(slots=True)
class _Allowance:
    """What somebody may still do, at a moment of the loop's clock."""

    left: float
    at_s: float


class Rate:
    """How often each of many may do something: so often at once, then so often a second."""

    def __init__(self, burst: float, per_s: float, clock: Callable[[], float]) -> None:
        self._burst = burst
        self._per_s = per_s
        self._clock = clock
        self._allowed: dict[str, _Allowance] = {}

    def may(self, who: str) -> bool:
        """Whether somebody has not done it too often of late; it counts as done."""
        now_s = self._clock()
        if who not in self._allowed and len(self._allowed) >= REMEMBERED:
            self._allowed.clear()
        allowance = self._allowed.setdefault(who, _Allowance(self._burst, now_s))
        allowance.left = min(self._burst, allowance.left + (now_s - allowance.at_s) * self._per_s)
        allowance.at_s = now_s
        if allowance.left < 1:
            return False
        allowance.left -= 1
        return True

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._allowed)


class Guard:
    """Counts for one server. `names` are the table's own names, beside addresses and `localhost`."""

    def __init__(self, names: frozenset[str], clock: Callable[[], float]) -> None:
        self._names = names | {"localhost"}
        self._streams: dict[str, int] = {}
        self.requests = Rate(BURST, REQUESTS_PER_S, clock)
        """What addresses ask."""
        self.choices = Rate(CHOICES_AT_ONCE, CHOICES_PER_S, clock)
        """What seats choose on their phones."""

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
        if not guard.requests.may(request.remote or ""):
            raise web.HTTPTooManyRequests(text="Too many requests.\n", headers={"Retry-After": "5"})
        return await handler(request)

    return check


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Let an answer, an error too, say what every answer says."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.pop("Server", None)
