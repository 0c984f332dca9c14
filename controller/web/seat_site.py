"""The page of a seat: its phone's view, and its choices.

| path | takes | gives |
| --- | --- | --- |
| `/seat` | | the page |
| `/seat/join` (POST) | `{"ticket"}` | `{"token"}`, once for each ticket |
| `/seat/events/LANGUAGE` | a token | a stream of `picture` events, each a `SeatPicture`; the last is `out` |
| `/seat/choose` (POST) | a token, `{"choice", "ply", "items", "number"}` | the result comes on the stream |

A token comes as `Authorization: Bearer TOKEN`; a ticket stands behind the `#` of the page's address, which
browsers do not send. Paths contain neither, and name no seat: logs of other programs reveal nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Final, TypeVar

import msgspec
from aiohttp import web

from controller.files.as_json import NotThat, decoded, encoded
from controller.model.phones import PhoneSeen, SeatChose
from controller.monotonic import now_ms
from controller.referee.session import Event
from controller.web.feed import Feed
from controller.web.guard import Guard
from controller.web.pages import IN_LANGUAGE, PATIENCE_S, Ended, News, json, tell
from controller.web.seat_picture import seat_picture
from controller.web.seats import Place, Seats, is_seated, phone_of
from texts import _

PAUSE_S: Final = 0.1
"""A phone gets at most ten pictures a second; newer ones replace older ones."""

STREAMS_EACH: Final = 3
"""Streams per seat, the newest ones: a page that was reloaded may have old ones for a while."""

SEAT_WORDS: Final = {
    "joining": _("Coming in …"),
    "out": _("This phone is not let in. Scan the code that the table shows for you."),
    "done": _("Done"),
    "sent": _("Telling the table …"),
    "again": _("Send again"),
    "unsent": _("This could not be sent: the table did not answer."),
    "unheard": _("This was sent, but the table has not answered."),
    "fast": _("That was too often. Wait a few seconds."),
    "busy": _("The table is busy. Try again in a few seconds."),
    "untaken": _("The table did not take this."),
    "chosen": _("Chosen. It stays secret until the rules reveal it."),
    "elsewhere": _("It was chosen at the table."),
    "alone": _("Show this page to nobody."),
}
"""The texts of the page."""

_SCHEME: Final = "Bearer "


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone's request to be admitted."""

    ticket: Annotated[str, msgspec.Meta(max_length=64)]


class Joined(msgspec.Struct, frozen=True):
    """The answer to it."""

    token: str


class Choosing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone's choice. It numbers its choices upwards; one that it sends again keeps its number."""

    choice: Annotated[str, msgspec.Meta(max_length=64)]
    ply: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    items: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=32)], ...], msgspec.Meta(max_length=64)]
    number: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


_Body = TypeVar("_Body", Joining, Choosing)


class SeatSite:
    """The pages of all seats. `emit` receives their choices, and which seats have a phone. It returns `False`
    if there is no room."""

    def __init__(
        self, feed: Feed, guard: Guard, seats: Seats, emit: Callable[[Event], object], version: str
    ) -> None:
        self._feed = feed
        self._guard = guard
        self._seats = seats
        self._emit = emit
        self._version = version
        self._streams: dict[Place, list[asyncio.Event]] = {}
        self._watching: asyncio.Task[None] | None = None

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application, which serves the page itself."""
        app.add_routes(
            [
                web.post("/seat/join", self._join),
                web.get(f"/seat/events/{IN_LANGUAGE}", self._events),
                web.post("/seat/choose", self._choose),
            ]
        )

    def invite(self, place: Place, ticket: str) -> None:
        """Admit the phone that shows a ticket, and revoke any earlier one of the seat. Called in the loop."""
        self._seats.invite(place, ticket, self._now_s())
        if self._streams.pop(place, None):
            self._send_to_phone(place, is_there=False)
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())
        self._feed.wake()

    async def _watch(self) -> None:
        """Revoke access as soon as its game is no longer on the table, even if no one follows it."""
        listener = self._feed.listen()
        try:
            while self._seats:
                await listener.wait()
                listener.clear()
                self._seats.keep(self._feed.session)
        finally:
            self._feed.leave(listener)

    # Joining

    async def _join(self, request: web.Request) -> web.Response:
        asked = await _read(request, Joining)
        joined = self._seats.join(asked.ticket, self._now_s())
        if joined is None or not is_seated(self._feed.session, joined[0]):
            raise web.HTTPForbidden(text="This code lets nobody in any more.\n")
        return json(Joined(joined[1]))

    def _place(self, token: str) -> Place | None:
        """The seat of a token, as long as its game is on the table."""
        place = self._seats.place_of(token, self._now_s())
        return place if place is not None and is_seated(self._feed.session, place) else None

    def _let_in(self, request: web.Request) -> tuple[Place, str]:
        """The seat of a request, and its token. Raises `HTTPForbidden`."""
        shown = request.headers.get("Authorization", "")
        token = shown.removeprefix(_SCHEME) if shown.startswith(_SCHEME) else ""
        place = self._place(token) if token else None
        if place is None:
            raise web.HTTPForbidden(text="This phone is not let in.\n")
        return place, token

    # Following, and choosing

    async def _events(self, request: web.Request) -> web.StreamResponse:
        place, token = self._let_in(request)
        language, phone, told = request.match_info["language"], phone_of(token), b""

        def news() -> News:
            nonlocal told
            session = self._feed.session
            if session is None or self._place(token) is None:
                yield "out", b"{}"
                raise Ended
            if listener not in self._streams.get(place, [])[-STREAMS_EACH:]:
                raise Ended
            picture = encoded(seat_picture(session, place, phone, language, self._version))
            if picture != told:
                told = picture
                yield "picture", picture

        listener = self._feed.listen()
        streams = self._streams.setdefault(place, [])
        streams.append(listener)
        for old in streams[:-STREAMS_EACH]:
            old.set()
        self._send_to_phone(place, is_there=True)
        try:
            return await tell(request, listener, news, PAUSE_S)
        finally:
            self._feed.leave(listener)
            self._left(place, listener)

    def _left(self, place: Place, listener: asyncio.Event) -> None:
        """A phone has closed a stream. Streams of a replaced phone do not count."""
        streams = self._streams.get(place, [])
        if listener in streams:
            streams.remove(listener)
            if not streams:
                del self._streams[place]
                self._send_to_phone(place, is_there=False)

    def _send_to_phone(self, place: Place, *, is_there: bool) -> None:
        self._emit(PhoneSeen(now_ms(), place.game, place.seat, is_there))

    async def _choose(self, request: web.Request) -> web.Response:
        place, token = self._let_in(request)
        if not self._guard.choices.may(f"{place.game} {place.seat}"):
            raise web.HTTPTooManyRequests(text="Too many choices.\n", headers={"Retry-After": "5"})
        asked = await _read(request, Choosing)
        seat = now_ms(), place.game, place.seat
        event = SeatChose(*seat, asked.choice, asked.ply, asked.items, phone_of(token), asked.number)
        if self._emit(event) is False:
            raise web.HTTPServiceUnavailable(text="Too much at once.\n", headers={"Retry-After": "5"})
        return web.Response(status=202)

    def _now_s(self) -> float:
        return asyncio.get_running_loop().time()


async def _read(request: web.Request, kind: type[_Body]) -> _Body:
    """The body of a request. Raises `HTTPBadRequest` if it is malformed, `HTTPRequestEntityTooLarge` if it is
    too large, and `HTTPRequestTimeout` if it does not come."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text="The table takes JSON here.\n")
    try:
        return decoded(await asyncio.wait_for(request.read(), PATIENCE_S), kind)
    except TimeoutError as error:
        raise web.HTTPRequestTimeout from error
    except NotThat as error:
        raise web.HTTPBadRequest(text="The table does not understand this.\n") from error
