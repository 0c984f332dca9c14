"""Limits for strangers: connections, requests, and host names that are not the table's."""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.http import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from controller.rate import Rate
from controller.settings.settings import WebSettings
from controller.web.client import Proxies

MOST_STREAMS: Final = 100
"""The limit of simultaneous streams. Further ones are asked to try again later."""

STREAMS_EACH: Final = 10
"""The limit of streams per address: a few people behind one phone."""

REQUESTS_PER_S: Final = 20
BURST: Final = 100
"""The requests allowed to one address at once: a page with its files, and steps through a game as fast as
hands can."""

PRIVATE: Final = (
    "local", "lan", "home", "home.arpa", "internal", "intranet", "private", "corp", "localdomain",
    "fritz.box", "speedport.ip", "easy.box",
)  # fmt: skip
"""The domains that routers append to a computer's name. No stranger can register them: they are reserved, or
not delegated, or belong to a maker of routers."""

LARGEST_BODY: Final = 4096
"""The largest request body, in bytes."""

CHOICES_AT_ONCE: Final = 5
CHOICES_PER_S: Final = 0.5
"""The choices per second of one seat's phone: faster than any person, slower than the table would notice."""

ASKS_AT_ONCE: Final = 20
ASKS_PER_S: Final = 1 / 10
"""The requests for a seat of one address: all phones of a table may come through one proxy."""

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
"""Headers of every answer. A page may change only its caching."""


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether a log message is about a fault of this program, not about an invalid request."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


server_log: Final = logging.getLogger(f"{__name__}.server")
"""The log of the server library. Invalid requests are answered but not logged."""

server_log.addFilter(_is_ours)


NO_PROXIES: Final = Proxies(())


class RequestGuard:
    """The limits of one server. `names` are the table's own names, beside addresses and `localhost`;
    `proxies` are trusted about their clients' addresses."""

    def __init__(
        self, names: frozenset[str], clock: Callable[[], float], proxies: Proxies = NO_PROXIES
    ) -> None:
        self._names = names | {"localhost"}
        self._proxies = proxies
        self._streams: dict[str, int] = {}
        self.requests = Rate(BURST, REQUESTS_PER_S, clock)
        """Requests by address."""
        self.choices = Rate(CHOICES_AT_ONCE, CHOICES_PER_S, clock)
        """Choices by seat."""
        self.asks = Rate(ASKS_AT_ONCE, ASKS_PER_S, clock)
        """Requests for a seat by address."""

    def client(self, request: web.Request) -> str:
        """The client, as limits count it."""
        return self._proxies.client(request.remote or "", request.headers.getall("X-Forwarded-For", ()))

    def may_follow(self, address: str) -> bool:
        """Whether an address may open one more stream."""
        return sum(self._streams.values()) < MOST_STREAMS and self._streams.get(address, 0) < STREAMS_EACH

    def followed(self, address: str, change: int) -> None:
        """An address has opened (1) or closed (-1) a stream."""
        left = self._streams.get(address, 0) + change
        if left > 0:
            self._streams[address] = left
        else:
            self._streams.pop(address, None)

    def is_own(self, host: str) -> bool:
        """Whether a `Host` header names this table. Otherwise a foreign page could read it through a name of
        its own that leads here (DNS rebinding); an address cannot be such a name."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
        except ValueError:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return True


def own_names(settings: WebSettings) -> frozenset[str]:
    """The names of this computer on its network, and those of the settings. Below `PRIVATE` no one can have a
    name that leads here, except the network's operator."""
    name = socket.gethostname().lower().partition(".")[0]
    given = urlsplit(settings.address).hostname if settings.address else None
    named = {one.lower() for one in (given, *settings.names) if one}
    return frozenset({name, *(f"{name}.{domain}" for domain in PRIVATE), *named})


def guard_of(settings: WebSettings, clock: Callable[[], float]) -> RequestGuard:
    """The guard that settings ask for."""
    return RequestGuard(own_names(settings), clock, Proxies(settings.proxies))


def guarding(guard: RequestGuard) -> Middleware:
    """The middleware that asks a guard before each answer."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not guard.is_own(request.headers.get("Host", "")):
            raise web.HTTPMisdirectedRequest(text="This is not the table's name.\n")
        if not guard.requests.may(guard.client(request)):
            raise web.HTTPTooManyRequests(text="Too many requests.\n", headers={"Retry-After": "5"})
        return await handler(request)

    return check


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Add the common headers to an answer, including errors."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.pop("Server", None)
