"""The pages: one page, its files, the stream that keeps it live, and the games of the past.

| path | gives |
| --- | --- |
| `/` | the page, in the browser's language |
| `/events/LANGUAGE` | a stream of `picture` events, each a whole `Picture` (server-sent events) |
| `/words/LANGUAGE` | the page's own words |
| `/games/LANGUAGE` | the finished games |
| `/games/LANGUAGE/GAME/PLY` | one of them, step by step, as a `Picture` |
| `/games/GAME.jsonl` | its record, for `tablier referee` |
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from typing import Final

from aiohttp import web

from controller.journal import JournalError, NoSuchGame
from controller.language import LANGUAGES, catalogue
from controller.session import Session
from controller.web.guard import LARGEST_BODY, Guard, add_headers, guarding
from controller.web.past import Shelf
from controller.web.picture import encoded, picture_of
from engines.game import RuleError
from texts import _, _c, translated, why

PAUSE_S: Final = 0.1
"""A browser is told of no more than ten pictures a second; of more only the newest."""

HEARTBEAT_S: Final = 15.0
"""A stream that has nothing to tell says so, and finds out whether anybody is still there."""

PATIENCE_S: Final = 10.0
"""Whoever takes nothing for so long is let go."""

RETRY_MS: Final = 2_000
"""After so long a browser comes back that has lost its stream."""

FILES: Final = {"page.js": "text/javascript", "style.css": "text/css", "icon.svg": "image/svg+xml"}

WORDS: Final = {
    "live": _c("page", "Live"),
    "lost": _("The table does not answer. Trying again …"),
    "moves": _("Actions"),
    "past": _("Past games"),
    "none": _("No game has been played yet."),
    "back": _("Back to the table"),
    "download": _("Download"),
    "first": _("From the start"),
    "earlier": _("Step back"),
    "later": _("Step on"),
    "last": _("To the end"),
    "refused": _("The table does not answer this."),
    "sheet": _("Score sheet"),
    "language": _("Language"),
    "board": _("The board"),
}
"""What the page says of itself."""


class Feed:
    """The newest session, and who wants to know of the next.

    `tell` may be called from any thread and comes back at once; all else is the loop's.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._listeners: set[asyncio.Event] = set()
        self.session: Session | None = None

    def tell(self, session: Session) -> None:
        """This is the session now."""
        self.session = session
        if self._listeners:
            with suppress(RuntimeError):  # the loop has just been closed
                self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for listener in self._listeners:
            listener.set()

    def listen(self) -> asyncio.Event:
        """An event that is set whenever there is news, from now on."""
        listener = asyncio.Event()
        listener.set()
        self._listeners.add(listener)
        return listener

    def leave(self, listener: asyncio.Event) -> None:
        """No news for this one any more."""
        self._listeners.discard(listener)


class Site:
    """The pages of one table."""

    def __init__(self, feed: Feed, guard: Guard, shelf: Shelf, version: str) -> None:
        self._feed = feed
        self._guard = guard
        self._shelf = shelf
        self._version = version
        self._told: dict[str, tuple[Session, bytes]] = {}
        folder = files("controller.web") / "static"
        self._page = (folder / "page.html").read_text(encoding="utf-8")
        self._files = {name: (folder / name).read_bytes() for name in FILES}

    def app(self) -> web.Application:
        """The application that serves them."""
        app = web.Application(middlewares=[guarding(self._guard)], client_max_size=LARGEST_BODY)
        app.on_response_prepare.append(add_headers)
        languages = "|".join(LANGUAGES)
        language = f"{{language:{languages}}}"
        app.add_routes(
            [
                web.get("/", self._index),
                web.get(f"/static/{{name:{'|'.join(FILES)}}}", self._file),
                web.get(f"/words/{language}", self._words),
                web.get(f"/events/{language}", self._events),
                web.get(f"/games/{language}", self._games),
                web.get(f"/games/{language}/{{game:[0-9]{{1,9}}}}/{{ply:[0-9]{{1,5}}}}", self._step),
                web.get("/games/{game:[0-9]{1,9}}.jsonl", self._record),
            ]
        )
        return app

    # The page and its files

    async def _index(self, request: web.Request) -> web.Response:
        language = preferred(request.headers.get("Accept-Language", ""))
        page = self._page.replace("LANGUAGE", language).replace("VERSION", self._version)
        return web.Response(text=page, content_type="text/html", charset="utf-8")

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        headers = {"Cache-Control": "public, max-age=31536000, immutable"} if "v" in request.query else None
        return web.Response(
            body=self._files[name], content_type=FILES[name], charset="utf-8", headers=headers
        )

    async def _words(self, request: web.Request) -> web.Response:
        words = catalogue(request.match_info["language"])
        return _json({name: translated(text, words) for name, text in WORDS.items()})

    # The table

    async def _events(self, request: web.Request) -> web.StreamResponse:
        address = request.remote or ""
        if not self._guard.may_follow(address):
            raise web.HTTPServiceUnavailable(text="Too many are following.\n", headers={"Retry-After": "10"})
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        listener = self._feed.listen()
        self._guard.followed(address, 1)
        try:
            await response.prepare(request)
            await response.write(f"retry: {RETRY_MS}\n\n".encode())
            with suppress(ConnectionError, TimeoutError):
                await self._follow(response, listener, request.match_info["language"])
        finally:
            self._guard.followed(address, -1)
            self._feed.leave(listener)
        return response

    async def _follow(self, response: web.StreamResponse, listener: asyncio.Event, language: str) -> None:
        """Tell of every new picture until nobody takes them any more."""
        told = b""
        while True:
            try:
                await asyncio.wait_for(listener.wait(), HEARTBEAT_S)
            except TimeoutError:
                await asyncio.wait_for(response.write(b": still here\n\n"), PATIENCE_S)
                continue
            listener.clear()
            picture = self._picture(language)
            if picture and picture != told:
                told = picture
                await asyncio.wait_for(response.write(b"event: picture\ndata: %b\n\n" % picture), PATIENCE_S)
            await asyncio.sleep(PAUSE_S)

    def _picture(self, language: str) -> bytes:
        """The newest picture in a language: made once, however many follow."""
        session = self._feed.session
        if session is None:
            return b""
        made = self._told.get(language)
        if made is None or made[0] is not session:
            made = (session, encoded(picture_of(session, language, self._version)))
            self._told[language] = made
        return made[1]

    # The past

    async def _games(self, request: web.Request) -> web.Response:
        session, language = self._feed.session, request.match_info["language"]
        return self._read(lambda: _json(self._shelf.lines(session.tables if session else {}, language)))

    async def _step(self, request: web.Request) -> web.Response:
        session, asked = self._feed.session, request.match_info
        tables = session.tables if session else {}
        game, ply, language = int(asked["game"]), int(asked["ply"]), asked["language"]
        return self._read(lambda: _json(self._shelf.step(tables, game, ply, language, self._version)))

    async def _record(self, request: web.Request) -> web.Response:
        game = int(request.match_info["game"])
        headers = {"Content-Disposition": f'attachment; filename="tablier-game-{game}.jsonl"'}

        def answer() -> web.Response:
            text = self._shelf.record(game)
            return web.Response(text=text, content_type="application/jsonl", headers=headers)

        return self._read(answer)

    def _read(self, answer: Callable[[], web.Response]) -> web.Response:
        """What reading the journal gives, or why it gives nothing."""
        try:
            return answer()
        except NoSuchGame as error:
            raise web.HTTPNotFound(text=f"{why(error)}\n") from error
        except (JournalError, RuleError) as error:
            raise web.HTTPServiceUnavailable(text=f"{why(error)}\n") from error


def preferred(accepted: str) -> str:
    """The first language of an `Accept-Language` header that there is; English where there is none."""
    for part in accepted.split(","):
        code = part.split(";")[0].strip().lower().split("-")[0]
        if code in LANGUAGES:
            return code
    return next(iter(LANGUAGES))


def _json(value: object) -> web.Response:
    return web.Response(body=encoded(value), content_type="application/json")
