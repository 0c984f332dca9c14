"""The server's connections: their number, and the time that one may wait without a request."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from aiohttp import web
from aiohttp.web_protocol import RequestHandler
from aiohttp.web_request import BaseRequest

from controller.web.client import Proxies, counted
from controller.web.guard import HEADERS, server_log

MOST_CONNECTIONS: Final = 200
"""The limit of simultaneous connections, streams or not. Further ones are closed without an answer."""

CONNECTIONS_EACH: Final = 40
"""The limit of connections per address. A proxy has none: it asks for many."""

MOST_HALF_OPEN: Final = 100
"""The limit of connections that have not asked for anything yet. For a further one the oldest is closed."""

HALF_OPEN_S: Final = 10.0
"""A connection without a first request within this time is closed."""

KEEP_ALIVE_S: Final = 2.0
"""A connection without a request is kept this long for the next one. Those that a phone holds die unseen when
its network does, and its browser would try one after the other when it comes back."""


class RefusedConnection(asyncio.Protocol):
    """Closes the connection at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        transport.close()


class _Answer(web.Response):
    """An answer that does not say which program gives it."""

    async def _prepare_headers(self) -> None:
        await super()._prepare_headers()
        self.headers.pop("Server", None)


class Visitor(RequestHandler):
    """One connection."""

    __slots__ = ("_doors", "_late", "address")

    def __init__(self, doors: Doors, server: web.Server, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(
            server,
            loop=loop,
            keepalive_timeout=KEEP_ALIVE_S,
            logger=server_log,
            access_log=None,  # type: ignore[arg-type] # as the library's own runner passes it
        )
        self._doors = doors
        self._late: asyncio.TimerHandle | None = None
        self.address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self.address = peer[0] if peer else ""
        self._late = asyncio.get_running_loop().call_later(HALF_OPEN_S, self.hang_up)
        self._doors.enter(self)

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        super().data_received(data)
        if self._late is not None and self._messages:
            self.has_asked()

    def connection_lost(self, exc: BaseException | None) -> None:
        """See `asyncio.Protocol`."""
        self.has_asked()
        self._doors.leave(self)
        super().connection_lost(exc)

    def has_asked(self) -> None:
        """The first request has come."""
        if self._late is not None:
            self._late.cancel()
            self._late = None
        self._doors.admit(self)

    def hang_up(self) -> None:
        """Close it without an answer."""
        if self.transport is not None:
            self.transport.abort()

    def handle_error(
        self,
        request: BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """The answer to a malformed request, or to a fault of the page. Raises `ConnectionError` if an answer
        has begun."""
        super().handle_error(request, status, exc, message)
        answer = _Answer(status=status, text="The table cannot answer this.\n", headers=HEADERS)
        answer.force_close()
        return answer


class Doors:
    """Gives each connection of a server its protocol. Used in the loop."""

    def __init__(self, server: web.Server, proxies: Proxies) -> None:
        self._server = server
        self._proxies = proxies
        self._loop = asyncio.get_running_loop()
        self._inside: dict[Visitor, str] = {}
        self._each: Counter[str] = Counter()
        self._half_open: dict[Visitor, None] = {}

    def __call__(self) -> asyncio.Protocol:
        """The protocol of the next connection."""
        if len(self._inside) >= MOST_CONNECTIONS and not self._half_open:
            return RefusedConnection()
        return Visitor(self, self._server, self._loop)

    def enter(self, visitor: Visitor) -> None:
        """Count a new connection. If there are too many, this one or another is closed."""
        who = "" if self._proxies.believes(visitor.address) else counted(visitor.address)
        self._inside[visitor] = who
        self._half_open[visitor] = None
        self._each[who] += 1
        if who and self._each[who] > CONNECTIONS_EACH:
            visitor.hang_up()
        elif len(self._half_open) > MOST_HALF_OPEN or len(self._inside) > MOST_CONNECTIONS:
            next(iter(self._half_open)).hang_up()

    def admit(self, visitor: Visitor) -> None:
        """The connection has sent a request."""
        self._half_open.pop(visitor, None)

    def leave(self, visitor: Visitor) -> None:
        """The connection was closed."""
        self._each[self._inside.pop(visitor, "")] -= 1
        self._each += Counter()  # forgets those of which none is left
