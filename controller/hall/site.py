"""The wall page of a hall: every table live, the results of the day, the tournament.

| path | gives |
| --- | --- |
| `/` | the page |
| `/words/LANGUAGE` | its own words |
| `/events/LANGUAGE` | a stream: `table` events, each a `TableCard`, and `day` events, each a `Day` |
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Final

import msgspec
from aiohttp import web

from controller.files.as_json import encoded
from controller.hall.hall import Hall, KnownTable
from controller.hall.result import GameResult
from controller.hall.tournament import HallTournament, RoundGame, Standing, standing
from controller.tables.table import GameTable
from controller.view.language import catalogue
from controller.web.guard import RequestGuard
from controller.web.pages import IN_LANGUAGE, News, Pages
from controller.web.picture import Score
from controller.web.svg import board_svg
from texts import _, translated

log = logging.getLogger(__name__)

PAUSE_S: Final = 0.5
"""A browser gets each table at most twice a second."""

MOST_RESULTS: Final = 200
"""The number of newest results of the day that are shown."""

PAGE: Final = "controller.hall/hall.html"
FILES: Final = (
    "controller.hall/hall.js",
    "controller.hall/hall.css",
    "controller.web/stream.js",
    "controller.web/language.js",
    "controller.web/style.css",
    "controller.web/icon.svg",
)

WORDS: Final = {
    "hall": _("All tables"),
    "away": _("away"),
    "trouble": _("needs a hand"),
    "results": _("Results of today"),
    "none": _("No game has ended today."),
    "waiting": _("Waiting for tables …"),
    "tournament": _("Tournament"),
    "round": _("Round"),
    "bye": _("plays no game"),
    "player": _("Player"),
    "points": _("Points"),
    "lost": _("The hall does not answer. Trying again …"),
    "broker": _("The broker is away: what is shown may be old."),
    "draw": _("A draw"),
    "given_up": _("Given up"),
    "table": _("Table"),
}
"""The texts of the page."""


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """One table on the wall. `board` is an SVG element."""

    name: str
    is_online: bool
    is_well: bool
    title: str = ""
    heading: str = ""
    scores: tuple[Score, ...] = ()
    board: str = ""


class DayResult(msgspec.Struct, frozen=True):
    """A game that ended today: at which table and when, which game, and how."""

    table: str
    at_ms: int
    title: str
    winner: str
    score: tuple[Score, ...]


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that belongs to no single table."""

    version: str
    is_connected: bool
    results: tuple[DayResult, ...]
    round: int = 0
    rounds: int = 0
    games: tuple[RoundGame, ...] = ()
    places: tuple[Standing, ...] = ()


class Wall:
    """The content of the page in any language, and its listeners. Used only in the loop."""

    def __init__(self, hall: Hall, games: Mapping[str, GameTable[Any, Any]], version: str) -> None:
        self._hall = hall
        self._games = games
        self._version = version
        self._cards: dict[str, bytes] = {}
        self._days: dict[str, tuple[date, bytes]] = {}
        self._harmed: set[str] = set()
        self._listeners: dict[asyncio.Event, set[str]] = {}
        self.tournament: HallTournament | None = None
        self.is_connected = False

    def listen(self) -> tuple[asyncio.Event, set[str]]:
        """An event that is set at each change, and the set of changed tables, which begins with all."""
        listener = asyncio.Event()
        listener.set()
        self._listeners[listener] = set(self._hall.tables)
        return listener, self._listeners[listener]

    def leave(self, listener: asyncio.Event) -> None:
        """Remove a listener."""
        self._listeners.pop(listener, None)

    def changed(self, table: str = "", *, is_day: bool = False) -> None:
        """Report a change of a table, or of the day, which one without a table always is."""
        self._cards.pop(table, None)
        if is_day or not table:
            self._days.clear()
        for listener, tables in self._listeners.items():
            if table:
                tables.add(table)
            listener.set()

    def card(self, name: str) -> bytes:
        """A table's card: made once for all followers. It is in the table's own language. A table whose card
        cannot be drawn is shown as one that needs attention; the others are unaffected."""
        if name not in self._cards:
            table = self._hall.tables[name]
            try:
                card = _card(table)
            except Exception:
                if name not in self._harmed:
                    self._harmed.add(name)
                    log.exception("hall: the card of %s cannot be drawn", name)
                card = TableCard(name=name, is_online=table.is_online, is_well=False)
            self._cards[name] = encoded(card)
        return self._cards[name]

    def day(self, language: str) -> bytes:
        """The rest, in one language: made once for all followers."""
        today = datetime.now(tz=UTC).astimezone().date()
        made = self._days.get(language)
        if made is None or made[0] != today:
            made = self._days[language] = (today, self._day(language, today))
        return made[1]

    def _day(self, language: str, today: date) -> bytes:
        tournament = self.tournament
        results = tuple(self._result(one, language) for one in self._hall.results(today)[:MOST_RESULTS])
        day = Day(version=self._version, is_connected=self.is_connected, results=results)
        if tournament is not None:
            day = msgspec.structs.replace(
                day,
                round=len(tournament.rounds),
                rounds=tournament.rounds_planned,
                games=tournament.rounds[-1] if tournament.rounds else (),
                places=standing(tournament),
            )
        return encoded(day)

    def _result(self, result: GameResult, language: str) -> DayResult:
        words, table = catalogue(language), self._games.get(result.name)

        def name(player: str) -> str:
            try:
                return translated(table.name(player), words) if table else player
            except KeyError:  # a table may send anything
                return player

        known = {None: WORDS["given_up"], "draw": WORDS["draw"]}
        winner = known.get(result.winner)
        return DayResult(
            result.table,
            result.at_ms,
            translated(table.title, words) if table else result.name,
            translated(winner, words) if winner else name(result.winner or ""),
            tuple(Score.of(player, name(player), points) for player, points in result.score.items()),
        )


def _card(table: KnownTable) -> TableCard:
    state = table.state
    card = TableCard(name=table.name, is_online=table.is_online, is_well=table.is_well)
    if state is None:
        return card
    scores = (Score.of(one.player, one.name, one.points) for one in state.scores)
    return msgspec.structs.replace(
        card,
        title=state.title,
        heading=state.heading,
        scores=tuple(scores),
        board="" if state.board is None else board_svg(state.board, state.title),
    )


class HallSite:
    """The page of a hall."""

    def __init__(self, wall: Wall, guard: RequestGuard, version: str) -> None:
        self._wall = wall
        self._pages = Pages(guard, version, {"/": PAGE}, FILES, WORDS)

    def app(self) -> web.Application:
        """The application that serves it."""
        app = self._pages.app()
        app.add_routes([web.get(f"/events/{IN_LANGUAGE}", self._events)])
        return app

    async def _events(self, request: web.Request) -> web.StreamResponse:
        language, told = request.match_info["language"], b""
        listener, tables = self._wall.listen()

        def news() -> News:
            nonlocal told
            new, day = sorted(tables), self._wall.day(language)
            tables.clear()
            for name in new:
                yield "table", self._wall.card(name)
            if day != told:
                told = day
                yield "day", day

        try:
            return await self._pages.stream(request, listener, news, PAUSE_S)
        finally:
            self._wall.leave(listener)
