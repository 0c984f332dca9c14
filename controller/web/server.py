"""The thread in which the page is served. The main loop tells it what is shown, and waits for nothing."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.daemon.shown import Shown
from controller.model.phones import Served
from controller.monotonic import now_ms
from controller.referee.session import Event, Session
from controller.settings.settings import WebSettings
from controller.web.seats import Place, Seats, new_secret
from hardware.lasting_thread import BackOff, LastingThread
from texts import _

if TYPE_CHECKING:
    from aiohttp import web

    from controller.web.feed import Feed
    from controller.web.seat_site import SeatSite

log = logging.getLogger(__name__)

FIRST_RETRY_S: Final = 2.0
LAST_RETRY_S: Final = 60.0
"""A page that cannot be served is tried again, after twice as long each time."""

AFTER_S: Final = 1.0

ADDRESS_S: Final = 20.0
"""How often this computer's address is looked up: networks come late, and change."""

LOOPBACK: Final = "127.0.0.1"


class WebServer:
    """The page of a table. It can be away without anybody waiting for it.

    `journal` is the journal's file, `None` where nothing is kept. `emit` is told what comes from phones. The
    table comes first: the page is made ready `after_s` later.
    """

    def __init__(
        self,
        settings: WebSettings,
        journal: Path | None,
        version: str,
        emit: Callable[[Event], None] = lambda event: None,
        after_s: float = AFTER_S,
    ) -> None:
        self._after_s = after_s
        self._emit = emit
        self._address = ""
        self._settings = settings
        self._journal = journal
        self._version = version
        self._feed: Feed | None = None
        self._seats: SeatSite | None = None
        self._session: Session | None = None
        self._thread = LastingThread("web", self._run, self._failed, BackOff(FIRST_RETRY_S, LAST_RETRY_S))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._done: asyncio.Event | None = None
        self.port = 0
        """Where it listens; 0 while it does not."""
        self.trouble = ""
        """Why it does not."""

    def start(self) -> None:
        """Begin to serve, in a thread. What goes wrong is tried again there."""
        self._thread.begin()

    def stop(self) -> None:
        """End the thread, and every stream with it."""
        self._thread.end()
        loop, done = self._loop, self._done
        if loop is not None and done is not None:
            with suppress(RuntimeError):  # it has ended already
                loop.call_soon_threadsafe(done.set)
        self._thread.stop(5)

    def follow(self, shown: Shown) -> None:
        """What is shown now. From the main loop; comes back at once."""
        if shown.session is not self._session:
            self._session = shown.session
            if self._feed is not None:
                self._feed.tell(shown.session)

    def invite(self, game: int, seat: str) -> str:
        """Let a phone in for a seat of the journal's game of this number, and none that was let in before:
        the link that it goes to; nothing where no phone finds the page. From the main loop; comes back at
        once."""
        loop, seats, address = self._loop, self._seats, self._address
        if loop is None or seats is None or not address:
            return ""
        ticket = new_secret()
        try:
            loop.call_soon_threadsafe(seats.invite, Place(game, seat), ticket)
        except RuntimeError:  # it has just been closed
            return ""
        return f"{address.rstrip('/')}/seat#{ticket}"

    def _run(self) -> None:
        self._thread.wait_s(self._after_s)
        try:
            if not self._thread.is_ending:
                asyncio.run(self._serve())
        finally:
            self._feed, self._seats, self.port = None, None, 0
            self._tell_address()

    def _failed(self, error: Exception) -> None:
        if isinstance(error, OSError):
            self._tell(_why_not(self._settings.port, error))
        else:
            log.error("web: the page has ended", exc_info=error)
            self._tell(_("the page for spectators has ended by a fault of this program"))

    def _tell(self, trouble: str) -> None:
        if trouble != self.trouble:
            log.warning("web: %s", trouble)
        self.trouble = trouble

    async def _serve(self) -> None:
        """Serve until the table ends. Raises `OSError` where the port is taken."""
        from controller.web.feed import Feed
        from controller.web.guard import Guard, own_names
        from controller.web.past import Shelf
        from controller.web.seat_site import SeatSite
        from controller.web.site import Site

        loop = self._loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        feed, guard = Feed(loop), Guard(own_names(self._settings.address), loop.time)
        seats = SeatSite(feed, guard, Seats(), self._emit, self._version)
        app = Site(feed, guard, Shelf(self._journal), seats, self._version).app()
        async with listening(app, self._settings) as self.port:
            self.trouble = ""
            log.info("web: the page is on port %d, for %s", self.port, self._settings.listen)
            self._feed, self._seats = feed, seats
            if self._session is not None:
                feed.tell(self._session)
            # Whoever ends it may have done so before there was a loop to be told of it.
            begun_s = loop.time()
            while not (self._thread.is_ending or self._done.is_set()):
                self._tell_address()
                self._thread.is_up = loop.time() - begun_s > LAST_RETRY_S
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._done.wait(), ADDRESS_S)

    def _tell_address(self) -> None:
        """Tell where phones find the page, if that has changed."""
        address = address_of(self._settings, self.port)
        if address != self._address:
            self._address = address
            self._emit(Served(now_ms(), address))


def _why_not(port: int, error: OSError) -> str:
    """Why a port is not the page's, in words."""
    if error.errno == errno.EADDRINUSE:
        return _("the page for spectators is away: another program has port {port}", port=port)
    why = error.strerror or str(error)
    return _("the page for spectators is away: port {port} cannot be had ({why})", port=port, why=why)


@asynccontextmanager
async def listening(app: web.Application, settings: WebSettings) -> AsyncIterator[int]:
    """Serve an application as the settings say: the port that it is on. Raises `OSError` where it is
    taken."""
    from aiohttp import web

    from controller.web.guard import MOST_CONNECTIONS, Full, server_log

    runner = web.AppRunner(
        app, access_log=None, logger=server_log, keepalive_timeout=20, shutdown_timeout=0.5
    )
    await runner.setup()
    serve = runner.server
    assert serve is not None

    def connected() -> asyncio.Protocol:
        return serve() if len(serve.connections) < MOST_CONNECTIONS else Full()

    loop = asyncio.get_running_loop()
    host = None if settings.listen == "network" else LOOPBACK
    try:
        server = await loop.create_server(connected, host, settings.port)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            # asyncio forgets whoever it has just accepted if its server is closed in the same moment.
            for door in server.sockets:
                loop.remove_reader(door)
            await asyncio.sleep(0)
            server.close()  # to wait for it, as `async with` does, would be to wait for all who still listen
    finally:
        left = [one.transport for one in serve.connections]
        await runner.cleanup()
        for transport in left:
            if transport is not None:
                transport.abort()  # who takes nothing more would keep it open


def address_of(settings: WebSettings, port: int) -> str:
    """Where others find the page: as the settings say, or this computer's address on its network; nothing
    where it is not open to others."""
    if settings.listen != "network" or not port:
        return ""
    if settings.address:
        return settings.address
    # Connecting a datagram socket sends nothing: it asks the kernel which address it would send from.
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return f"http://{probe.getsockname()[0]}:{port}/"
    except OSError:
        return ""
