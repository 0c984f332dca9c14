"""The pages: the spectators' page, its files, the stream that keeps it live, and the games of the past. The
pages of seats' phones are in `seat_site.py`.

| path | gives |
| --- | --- |
| `/` | the page, in the browser's language |
| `/events/LANGUAGE` | a stream of `picture` events, each a whole `PagePicture` (server-sent events) |
| `/words/LANGUAGE` | the page's own words |
| `/games/LANGUAGE` | the finished games |
| `/games/LANGUAGE/GAME/PLY` | one of them, step by step, as a `PagePicture` |
| `/games/GAME.jsonl` | its record, for `tablier referee` |
| `/rules/LANGUAGE/GAME` | the help of a game: its topics, each with a picture |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aiohttp import web

from controller.files.as_json import encoded
from controller.journal.errors import JournalError
from controller.journal.stored_games import NoSuchGame
from controller.web.audience import Audience
from controller.web.feed import Feed, Told
from controller.web.guard import RequestGuard
from controller.web.pages import IN_LANGUAGE, News, Pages, json
from controller.web.past import Shelf
from controller.web.picture import picture_of
from controller.web.rules import rules_of
from controller.web.seat_site import SEAT_WORDS, SeatSite
from engines.game import RuleError
from texts import _, _c, why

PAUSE_S: Final = 0.1
"""A browser gets at most ten pictures a second; newer ones replace older ones."""

PAGES: Final = {"/": "controller.web/page.html", "/seat": "controller.web/seat.html"}
FILES: Final = tuple(
    f"controller.web/{name}"
    for name in (
        "page.js",
        "phone.js",
        "signals.js",
        "game.js",
        "seat.js",
        "stream.js",
        "finger.js",
        "language.js",
        "style.css",
        "seat.css",
        "icon.svg",
    )
)

WORDS: Final = {
    "live": _c("page", "Live"),
    "reading": _("Past game"),
    "rules": _("Rules"),
    "shut": _("Close"),
    "chances": _("Winning chances"),
    "lost": _("The table does not answer. Trying again …"),
    "moves": _("Actions"),
    "past": _("Past games"),
    "none": _("No game has been played yet."),
    "back": _("Back to the table"),
    "download": _("Download"),
    "first": _c("replay", "First"),
    "earlier": _c("replay", "Previous"),
    "later": _c("replay", "Next"),
    "last": _c("replay", "Last"),
    "refused": _("The table does not answer this."),
    "sheet": _("Score sheet"),
    "language": _("Language"),
    "board": _("The board"),
    **SEAT_WORDS,
}
"""The texts of the pages."""


class TableSite:
    """The pages of one table."""

    def __init__(
        self,
        feed: Feed,
        guard: RequestGuard,
        shelf: Shelf,
        seats: SeatSite,
        audience: Audience,
        version: str,
    ) -> None:
        self._feed = feed
        self._audience = audience
        self._pages = Pages(guard, version, PAGES, FILES, WORDS)
        self._seats = seats
        self._shelf = shelf
        self._version = version
        self._made: dict[str, tuple[Told, bytes]] = {}

    def app(self) -> web.Application:
        """The application that serves them."""
        app = self._pages.app()
        app.on_cleanup.append(self._close)
        self._seats.add_to(app)
        app.add_routes(
            [
                web.get(f"/events/{IN_LANGUAGE}", self._events),
                web.get(f"/games/{IN_LANGUAGE}", self._games),
                web.get(f"/games/{IN_LANGUAGE}/{{game:[0-9]{{1,9}}}}/{{ply:[0-9]{{1,5}}}}", self._step),
                web.get("/games/{game:[0-9]{1,9}}.jsonl", self._record),
                web.get(f"/rules/{IN_LANGUAGE}/{{game:[a-z]{{1,20}}}}", self._rules),
            ]
        )
        return app

    # The table

    async def _events(self, request: web.Request) -> web.StreamResponse:
        language, told = request.match_info["language"], b""

        def news() -> News:
            nonlocal told
            picture = self._picture(language)
            if picture and picture != told:
                told = picture
                yield "picture", picture

        listener = self._feed.listen()
        self._audience.come()
        try:
            return await self._pages.stream(request, listener, news, PAUSE_S)
        finally:
            self._audience.leave()
            self._feed.leave(listener)

    def _picture(self, language: str) -> bytes:
        """The newest picture in a language: made once for all followers."""
        told = self._feed.told
        if told is None:
            return b""
        made = self._made.get(language)
        if made is None or made[0] is not told:
            made = self._made[language] = told, encoded(picture_of(told, language, self._version))
        return made[1]

    async def _rules(self, request: web.Request) -> web.Response:
        session, language = self._feed.session, request.match_info["language"]
        table = session.tables.get(request.match_info["game"]) if session else None
        if table is None:
            raise web.HTTPNotFound(text="There is no such game.\n")
        return json(rules_of(table, language))

    # The past

    async def _close(self, _app: web.Application) -> None:
        self._audience.end()
        self._shelf.close()

    async def _games(self, request: web.Request) -> web.Response:
        session, language = self._feed.session, request.match_info["language"]
        return self._read(lambda: json(self._shelf.lines(session.tables if session else {}, language)))

    async def _step(self, request: web.Request) -> web.Response:
        session, asked = self._feed.session, request.match_info
        tables = session.tables if session else {}
        game, ply, language = int(asked["game"]), int(asked["ply"]), asked["language"]
        return self._read(lambda: json(self._shelf.step(tables, game, ply, language, self._version)))

    async def _record(self, request: web.Request) -> web.Response:
        game = int(request.match_info["game"])
        headers = {"Content-Disposition": f'attachment; filename="tablier-game-{game}.jsonl"'}

        def answer() -> web.Response:
            text = self._shelf.record(game)
            return web.Response(text=text, content_type="application/jsonl", headers=headers)

        return self._read(answer)

    def _read(self, answer: Callable[[], web.Response]) -> web.Response:
        """The result of reading the journal, or an error."""
        try:
            return answer()
        except NoSuchGame as error:
            raise web.HTTPNotFound(text=f"{why(error)}\n") from error
        except (JournalError, RuleError) as error:
            raise web.HTTPServiceUnavailable(text=f"{why(error)}\n") from error
