"""The page of a seat: its phone's view, and its choices.

| path | takes | gives |
| --- | --- | --- |
| `/seat` | | the page |
| `/seat/join` (POST) | `{"ticket"}` | `{"token"}`, once for each ticket |
| `/seat/ask` (POST) | `{"seat", "name"}`, perhaps a token | `{"token"}`; the table shows that it asks |
| `/seat/events/LANGUAGE` | a token | a stream (below) |
| `/seat/choose` (POST) | a token, `{"choice", "ply", "items", "number"}` | the result comes on the stream |

A token comes as `Authorization: Bearer TOKEN`; a ticket stands behind the `#` of the page's address, which
browsers do not send. Paths contain neither, and name no seat: logs of other programs reveal nothing. The
stream has `picture` events, each a `SeatPicture`, or `waiting` events, each a `WaitingPicture`, while the
phone has no seat in the game on the table; the last is `out`. A phone that is not let in gets the reason:
`{"why"}`, a `Cause`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Final, TypeVar

import msgspec
from aiohttp import web

from controller.files.as_json import NotThat, decoded, encoded
from controller.model.people import plain_name
from controller.model.phones import SET_UP, PhoneAsk, PhonesAsk, PhoneSeen, SeatChose
from controller.monotonic import now_ms
from controller.referee.people import people_of
from controller.referee.phone_choices import seats_to_be
from controller.referee.session import Event
from controller.view.language import LANGUAGES, catalogue
from controller.web.feed import Feed
from controller.web.guard import RequestGuard
from controller.web.pages import IN_LANGUAGE, PATIENCE_S, News, StreamEnded, json, tell
from controller.web.seat_picture import seat_picture, waiting_picture
from controller.web.seats import Cause, GameSeat, Phone, Seats, TooManyPhones, is_seated, name_of
from texts import _, _c, translated

PAUSE_S: Final = 0.1
"""A phone gets at most ten pictures a second; newer ones replace older ones."""

STREAMS_EACH: Final = 3
"""Streams per phone, the newest ones: a page that was reloaded may have old ones for a while."""

CAUSES: Final = {
    Cause.UNKNOWN: _("The table does not know this phone."),
    Cause.REPLACED: _("Another phone has taken this seat at the table."),
    Cause.LET_OUT: _("This phone was let out at the table."),
    Cause.TURNED_AWAY: _("The table did not let this phone in."),
    Cause.CROWDED_OUT: _("Other phones came, and this one had asked for no seat."),
    Cause.UNUSED: _("This phone was away for too long."),
    Cause.USED: _("This code has let a phone in already. It is for one phone, once."),
    Cause.OLD: _("This code is not valid any more."),
}
"""Why a phone is not let in."""

SEAT_WORDS: Final = {
    "joining": _("Coming in …"),
    "ask": _("Ask for a seat"),
    "name": _("Your name"),
    "call": _("OK"),
    "taken": _("Another player is called so."),
    "scan": _(
        "At the table touch Phone, in a pause or beside a secret choice, and scan the code for your seat."
    ),
    **{f"out-{cause}": words for cause, words in CAUSES.items()},
    "done": _("Done"),
    "sent": _("Telling the table …"),
    "again": _("Send again"),
    "unsent": _("This could not be sent: the table did not answer."),
    "unheard": _("This was sent, but the table has not answered."),
    "fast": _("That was too often. Wait a few seconds."),
    "busy": _("The table is busy. Try again in a few seconds."),
    "crowded": _("Too many are at the table's page. Trying again …"),
    "full": _("Too many phones ask. Touch None of them at the table, and ask again."),
    "untaken": _("The table did not take this."),
    "leave": _("Back"),
    "led": _c("trick", "led"),
    "hold": _("Hold to see your tiles"),
    "keep": _("Keep them open"),
    "close": _("Cover my tiles"),
    "alone": _("Show this page to nobody."),
    "turn": _("Your turn"),
    "loud": _("Sound and buzz: on"),
    "quiet": _("Sound and buzz: off"),
}
"""The texts of the page."""

_SCHEME: Final = "Bearer "


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone's request to be admitted."""

    ticket: Annotated[str, msgspec.Meta(max_length=64)]


class Joined(msgspec.Struct, frozen=True):
    """The answer to it."""

    token: str


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone's request for a seat of the game on the table, or of the one that is being set up; without one,
    to be known. It may give its player a name, or take the name back with an empty one."""

    seat: Annotated[str, msgspec.Meta(max_length=32)]
    name: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class NotLetIn(msgspec.Struct, frozen=True):
    """Why a phone is not let in."""

    why: Cause


class PhoneChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone's choice. It numbers its choices upwards; one that it sends again keeps its number."""

    choice: Annotated[str, msgspec.Meta(max_length=64)]
    ply: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    items: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=32)], ...], msgspec.Meta(max_length=64)]
    number: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


_Body = TypeVar("_Body", Joining, Asking, PhoneChoice)


class SeatSite:
    """The pages of all seats. `emit` receives their choices, which seats have a phone, and which phones ask
    for one. It returns `False` if there is no room."""

    def __init__(
        self, feed: Feed, guard: RequestGuard, seats: Seats, emit: Callable[[Event], object], version: str
    ) -> None:
        self._feed = feed
        self._guard = guard
        self._seats = seats
        self._emit = emit
        self._version = version
        self._streams: dict[str, list[asyncio.Event]] = {}
        self._told: tuple[dict[GameSeat, str], tuple[PhoneAsk, ...]] = {}, ()
        self._game: int | None = None
        self._watching: asyncio.Task[None] | None = None

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application, which serves the page itself."""
        app.add_routes(
            [
                web.post("/seat/join", self._join),
                web.post("/seat/ask", self._ask),
                web.get(f"/seat/events/{IN_LANGUAGE}", self._events),
                web.post("/seat/choose", self._choose),
            ]
        )

    # Acts of people at the table. Called in the loop.

    def invite(self, place: GameSeat, ticket: str) -> None:
        """Give a seat to the phone that shows a ticket."""
        self._seats.invite(place, ticket, self._now_s())

    def admit(self, phone: str) -> None:
        """Give a phone the seat that it asks for."""
        self._seats.admit(phone, self._now_s())
        self._changed()

    def refuse(self, phone: str) -> None:
        """Do not give a phone the seat that it asks for."""
        self._seats.refuse(phone)
        self._changed()

    def let_out(self, place: GameSeat) -> None:
        """End the phone of a seat."""
        self._seats.let_out(place)
        self._changed()

    def _changed(self) -> None:
        """The phones and their seats have changed: notify all streams and the table."""
        self._tell_table()
        self._feed.wake()

    def _tell_table(self) -> None:
        """Tell the table which seats have a phone that is there, and which phones ask."""
        there = {name for name, streams in self._streams.items() if streams}
        held = {
            place: phone.name
            for name, phone in self._seats.names()
            if name in there
            for place in phone.places
        }
        asks = self._seats.asking(self._feed.session, there)
        seen, asked = self._told
        self._told = held, asks
        changed = (place for place in {**seen, **held} if seen.get(place) != held.get(place))
        for place in sorted(changed, key=lambda one: (one.game, one.seat)):
            self._emit(PhoneSeen(now_ms(), place.game, place.seat, place in held, held.get(place, "")))
        if asks != asked:
            self._emit(PhonesAsk(now_ms(), asks))

    def _watch_games(self) -> None:
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        """Let the phones that are there ask for their seats in each new game, as long as there are any."""
        listener = self._feed.listen()
        try:
            while self._streams:
                await listener.wait()
                listener.clear()
                session = self._feed.session
                game = None if session is None else session.game_id
                if game != self._game:
                    self._game = game
                    for name in [*self._streams]:
                        self._ask_again(name)
                self._tell_table()
        finally:
            self._feed.leave(listener)

    def _ask_again(self, name: str) -> None:
        """A phone asks for its next seat (see `Phone.next_seat`), where this game has it."""
        session, now_s = self._feed.session, self._now_s()
        phone = next((one for other, one in self._seats.names() if other == name), None)
        if phone is None or session is None or session.game_id is None:
            return
        wanted = GameSeat(session.game_id, phone.next_seat(people_of(session, session.game_id)))
        is_asking = phone.asks is not None and phone.asks.game == wanted.game
        is_free = phone.place_in(session) is None and not is_asking and wanted != phone.refused
        if is_free and is_seated(session, wanted):
            self._seats.ask(name, wanted, now_s)

    # Coming in

    async def _join(self, request: web.Request) -> web.Response:
        asked = await _read(request, Joining)
        joined = self._seats.join(asked.ticket, self._now_s())
        if isinstance(joined, Cause):
            raise _not_let_in(joined)
        self._changed()
        return json(Joined(joined[1]))

    async def _ask(self, request: web.Request) -> web.Response:
        """Without a valid token the phone is a new one. Raises `HTTPConflict` if there is no such seat, and
        `HTTPUnprocessableEntity` if another player has the name."""
        if not self._guard.asks.may(self._guard.client(request)):
            raise web.HTTPTooManyRequests(text="Too many requests.\n", headers={"Retry-After": "60"})
        asked = await _read(request, Asking)
        place = self._place_of(asked.seat) if asked.seat else None
        token, now_s = _token_of(request), self._now_s()
        called = None if asked.name is None else plain_name(asked.name)
        if called is not None and self._is_taken(called, name_of(token), asked.seat):
            raise web.HTTPUnprocessableEntity(text="Another player has this name.\n")
        phone = self._seats.phone(token, now_s)
        if isinstance(phone, Cause):
            try:
                token = self._seats.new_phone(now_s, self._streams)
            except TooManyPhones as error:
                raise web.HTTPServiceUnavailable(headers={"Retry-After": "10"}) from error
        elif asked.name is None and asked.seat and self._is_taken(phone.name, name_of(token), asked.seat):
            called = ""  # it was given before the phone asked for a seat
        if called is not None:
            self._seats.call(name_of(token), called)
        if place is not None and place.game == SET_UP:
            self._seats.wish(name_of(token), place.seat, now_s)
        elif place is not None:
            self._seats.ask(name_of(token), place, now_s)
        self._changed()
        return json(Joined(token))

    def _is_taken(self, called: str, name: str, seat: str) -> bool:
        """Whether another player at the table has this name, or the table calls a seat so. The phone of this
        `name` has, or asks for, a seat; while it does neither, a name at a seat may be its own player's, as
        after a restart, and is left for when it asks."""
        session = self._feed.session
        play = None if session is None else session.play
        phones = dict(self._seats.names())
        own = phones.pop(name, None)
        theirs = {phone.name for phone in phones.values() if phone.place_in(session)}
        chosen = {} if session is None else people_of(session, session.game_id or SET_UP)
        its = {seat, *(own.seats_in(session, chosen) if own else ())} - {""}
        if its:  # who was chosen on the screen counts, too
            theirs |= {who for at, who in chosen.items() if at not in its}
        if play is not None:
            words = (one for seat in play.start.seats for one in play.table.names(seat))
            theirs |= {translated(one, catalogue(language)) for one in words for language in LANGUAGES}
        return bool(called) and called.casefold() in {one.casefold() for one in theirs}

    def _place_of(self, seat: str) -> GameSeat:
        """A seat of the game on the table, or of the one that is being set up. Raises `HTTPConflict` if there
        is none for a phone."""
        session = self._feed.session
        if session is not None and seat in seats_to_be(session):
            return GameSeat(SET_UP, seat)
        place = None if session is None or session.game_id is None else GameSeat(session.game_id, seat)
        if place is None or not is_seated(session, place):
            raise web.HTTPConflict(text="This game has no such seat for a phone.\n")
        return place

    def _let_in(self, request: web.Request) -> tuple[Phone, str]:
        """The phone of a request, and its token. Raises `HTTPForbidden`."""
        token = _token_of(request)
        phone = self._seats.phone(token, self._now_s())
        if isinstance(phone, Cause):
            raise _not_let_in(phone)
        return phone, token

    # Following, and choosing

    async def _events(self, request: web.Request) -> web.StreamResponse:
        _phone, token = self._let_in(request)
        name, language, told = name_of(token), request.match_info["language"], (b"", b"")

        def news() -> News:
            nonlocal told
            phone = self._seats.phone(token, self._now_s())
            if isinstance(phone, Cause):
                yield "out", encoded(NotLetIn(phone))
                raise StreamEnded
            if listener not in self._streams.get(name, [])[-STREAMS_EACH:]:
                raise StreamEnded
            new = self._picture(phone, name, language)
            if new is not None and new != told:
                told = new
                yield new[0].decode(), new[1]

        listener = self._feed.listen()
        streams = self._streams.setdefault(name, [])
        streams.append(listener)
        for old in streams[:-STREAMS_EACH]:
            old.set()
        self._watch_games()
        self._ask_again(name)
        self._tell_table()
        try:
            return await tell(request, listener, news, PAUSE_S)
        finally:
            self._feed.leave(listener)
            self._left(name, listener)

    def _picture(self, phone: Phone, name: str, language: str) -> tuple[bytes, bytes] | None:
        """The present view of a phone, as an event."""
        session = self._feed.session
        if session is None:
            return None
        place = phone.place_in(session)
        if place is None:
            return b"waiting", encoded(waiting_picture(session, phone, language, self._version))
        return b"picture", encoded(seat_picture(session, place, name, language, self._version))

    def _left(self, name: str, listener: asyncio.Event) -> None:
        """A phone has closed a stream."""
        streams = self._streams.get(name, [])
        if listener in streams:
            streams.remove(listener)
        if not streams:
            self._streams.pop(name, None)
        self._tell_table()

    async def _choose(self, request: web.Request) -> web.Response:
        phone, token = self._let_in(request)
        place = phone.place_in(self._feed.session)
        if place is None:
            raise web.HTTPConflict(text="This phone has no seat in this game.\n")
        if not self._guard.choices.may(f"{place.game} {place.seat}"):
            raise web.HTTPTooManyRequests(text="Too many choices.\n", headers={"Retry-After": "5"})
        asked = await _read(request, PhoneChoice)
        seat = now_ms(), place.game, place.seat
        event = SeatChose(*seat, asked.choice, asked.ply, asked.items, name_of(token), asked.number)
        if self._emit(event) is False:
            raise web.HTTPServiceUnavailable(text="Too much at once.\n", headers={"Retry-After": "5"})
        return web.Response(status=202)

    def _now_s(self) -> float:
        return asyncio.get_running_loop().time()


def _token_of(request: web.Request) -> str:
    shown = request.headers.get("Authorization", "")
    return shown.removeprefix(_SCHEME) if shown.startswith(_SCHEME) else ""


def _not_let_in(cause: Cause) -> web.HTTPForbidden:
    return web.HTTPForbidden(text=encoded(NotLetIn(cause)).decode(), content_type="application/json")


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
