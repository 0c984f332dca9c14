"""The thread that serves the page. The main loop publishes the view to it and never waits.

What only serving needs is imported when it begins: the table starts first.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.daemon.shown import Shown
from controller.model.phones import Served
from controller.monotonic import now_ms
from controller.referee.session import Event
from controller.settings.settings import WebSettings
from controller.shell.phones.phone_code import PATH
from controller.web.addresses import addresses
from controller.web.feed import Feed, Told
from hardware.lasting_thread import BackOff, LastingThread
from texts import _

if TYPE_CHECKING:
    import asyncio

    from aiohttp import web

    from controller.web.seat_site import SeatSite

log = logging.getLogger(__name__)

FIRST_RETRY_S: Final = 2.0
LAST_RETRY_S: Final = 60.0
"""The longest delay between retries of a failed server; the delay doubles each time."""

AFTER_S: Final = 1.0

ADDRESS_S: Final = 20.0
"""The interval at which this computer's address is looked up: networks come late, and change."""

LOOPBACK: Final = "127.0.0.1"


class WebServer:
    """The page of a table. The game goes on if it fails.

    `journal` is the journal's file, `None` if nothing is stored. `emit` receives the events of phones. The
    table starts first: the page follows `after_s` later.
    """

    def __init__(
        self,
        settings: WebSettings,
        journal: Path | None,
        version: str,
        emit: Callable[[Event], object] = lambda event: None,
        after_s: float = AFTER_S,
    ) -> None:
        self._after_s = after_s
        self._emit = emit
        self._address = ""
        self._others: tuple[str, ...] = ()
        self._settings = settings
        self._journal = journal
        self._version = version
        self._feed: Feed | None = None
        self._seats: SeatSite | None = None
        self._told: Told | None = None
        self._thread = LastingThread("web", self._run, self._failed, BackOff(FIRST_RETRY_S, LAST_RETRY_S))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._done: asyncio.Event | None = None
        self.port = 0
        """The port; 0 while it is not served."""
        self.trouble = ""
        """The reason why it is not served; empty while it is."""

    def start(self) -> None:
        """Start serving, in a thread. Failures are retried there."""
        self._thread.begin()

    def stop(self) -> None:
        """End the thread and all its streams."""
        self._thread.end()
        loop, done = self._loop, self._done
        if loop is not None and done is not None:
            with suppress(RuntimeError):  # it has ended already
                loop.call_soon_threadsafe(done.set)
        self._thread.stop(5)

    @property
    def followers(self) -> int:
        """The number of open streams."""
        return 0 if self._feed is None else len(self._feed)

    def follow(self, shown: Shown) -> None:
        """Publish the current view. Called from the main loop; returns at once."""
        if self._told is None or not self._told.is_of(shown):
            self._told = Told(shown.session, shown.demonstration, shown.chances)
            if self._feed is not None:
                self._feed.tell(self._told)

    def invite(self, game: int, seat: str) -> str:
        """Give a seat of the journal's game with this number to the phone that scans a code. Returns the link
        in it; empty if phones cannot reach the page. Called from the main loop; returns at once."""
        from controller.web.seats import GameSeat, new_secret  # they open the system's cryptography

        ticket, address = new_secret(), self._address
        is_told = bool(address) and self._tell_seats(lambda seats: seats.invite(GameSeat(game, seat), ticket))
        return f"{address.rstrip('/')}{PATH}{ticket}" if is_told else ""

    def answer(self, phone: str, *, is_let_in: bool) -> None:
        """Give a phone the seat that it asks for, or do not. Called like `invite`."""
        self._tell_seats(lambda seats: seats.admit(phone) if is_let_in else seats.refuse(phone))

    def let_out(self, game: int, seat: str) -> None:
        """End the phone of a seat. Called like `invite`."""
        from controller.web.seats import GameSeat

        self._tell_seats(lambda seats: seats.let_out(GameSeat(game, seat)))

    def _tell_seats(self, do: Callable[[SeatSite], None]) -> bool:
        """Call a function with the seats, in the loop. Returns whether there is a loop."""
        loop, seats = self._loop, self._seats
        if loop is None or seats is None:
            return False
        try:
            loop.call_soon_threadsafe(do, seats)
        except RuntimeError:  # it has just been closed
            return False
        return True

    def _run(self) -> None:
        self._thread.wait_s(self._after_s)
        import asyncio

        try:
            if not self._thread.is_ending:
                asyncio.run(self._serve())
        finally:
            self._feed, self._seats, self.port = None, None, 0
            self._announce_address()

    def _failed(self, error: Exception) -> None:
        if isinstance(error, OSError):
            self._report(_why_not(self._settings.port, error))
        else:
            log.error("web: the page has ended", exc_info=error)
            self._report(_("the page for spectators has ended by a fault of this program"))

    def _report(self, trouble: str) -> None:
        if trouble != self.trouble:
            log.warning("web: %s", trouble)
        self.trouble = trouble

    async def _serve(self) -> None:
        """Serve until the table ends. Raises `OSError` if the port is in use."""
        import asyncio

        from controller.web.audience import Audience
        from controller.web.guard import guard_of
        from controller.web.past import Shelf
        from controller.web.seat_site import SeatSite
        from controller.web.seats import Seats
        from controller.web.site import TableSite

        loop = self._loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        feed, guard = Feed(loop), guard_of(self._settings, loop.time)
        seats = SeatSite(feed, guard, Seats(), self._emit, self._version)
        audience = Audience(loop, self._emit)
        app = TableSite(feed, guard, Shelf(self._journal), seats, audience, self._version).app()
        async with listening(app, self._settings) as self.port:
            self.trouble = ""
            log.info("web: the page is on port %d, for %s", self.port, self._settings.listen)
            self._feed, self._seats = feed, seats
            if self._told is not None:
                feed.tell(self._told)
            # `stop` may have been called before there was a loop to notify.
            begun_s = loop.time()
            while not (self._thread.is_ending or self._done.is_set()):
                self._announce_address()
                self._thread.is_up = loop.time() - begun_s > LAST_RETRY_S
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._done.wait(), ADDRESS_S)

    def _announce_address(self) -> None:
        """Report the address for phones, if it has changed."""
        address = address_of(self._settings, self.port)
        others = tuple(one for one in others_of(self._settings, self.port) if one != address)
        if (address, others) != (self._address, self._others):
            self._address, self._others = address, others
            self._emit(Served(now_ms(), address, others))


def _why_not(port: int, error: OSError) -> str:
    """Why a port cannot be used, in words."""
    if error.errno == errno.EADDRINUSE:
        return _("the page for spectators is away: another program has port {port}", port=port)
    why = error.strerror or str(error)
    return _("the page for spectators is away: port {port} cannot be had ({why})", port=port, why=why)


@asynccontextmanager
async def listening(app: web.Application, settings: WebSettings) -> AsyncIterator[int]:
    """Serve an application on the configured address. Returns its port. Raises `OSError` if the port is in
    use."""
    import asyncio

    from aiohttp import web

    from controller.web.client import Proxies
    from controller.web.doors import Doors

    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    serve = runner.server
    assert serve is not None
    connected = Doors(serve, Proxies(settings.proxies))
    loop = asyncio.get_running_loop()
    host = None if settings.listen == "network" else LOOPBACK
    try:
        server = await loop.create_server(connected, host, settings.port, start_serving=False)
        try:
            # Another program may have begun to listen since: asyncio would leave the bound port open.
            await server.start_serving()
            yield server.sockets[0].getsockname()[1]
        finally:
            # asyncio forgets a connection that was accepted in the moment in which its server is closed.
            for door in server.sockets:
                loop.remove_reader(door)
            await asyncio.sleep(0)
            server.close()  # `async with` would wait for all open streams
    finally:
        left = [one.transport for one in serve.connections]
        await runner.cleanup()
        for transport in left:
            if transport is not None:
                transport.abort()  # a client that accepts no data would keep it open


def address_of(settings: WebSettings, port: int) -> str:
    """The address for phones: the configured one, or this computer's address on its network; empty if the
    page is not open to others."""
    if not port:
        return ""
    if settings.proxies and settings.address:
        return settings.address  # a proxy on this computer opens it
    if settings.listen != "network":
        return ""
    if settings.address:
        return settings.address
    return next(iter(others_of(settings, port)), "")


def others_of(settings: WebSettings, port: int) -> tuple[str, ...]:
    """All addresses of this computer, the likely one first; none if another is configured."""
    if settings.listen != "network" or settings.address or not port:
        return ()
    return tuple(f"http://{address}:{port}/" for address in addresses())
