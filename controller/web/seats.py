"""The phones at a table, and the seats whose secrets they may see. Times are seconds of one clock.

A phone is known by a random *token*, for as long as it is used. Being known gives no access: there are two
ways to a seat of a game, both at the table.

- A code on the touchscreen holds a *ticket*. The first phone that shows it gets the seat; the ticket is then
  void.
- A phone *asks* for a seat, and a person touches its number on the touchscreen.

A seat has one phone. Another one that gets the seat replaces it. Neither ticket nor token is stored here,
only a hash to compare with, and nothing is in a file: after a restart each phone asks again.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Container, Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from hashlib import sha256
from typing import Final

from controller.model.people import seat_of
from controller.model.phones import SET_UP, PhoneAsk
from controller.referee.people import people_of
from controller.referee.phone_choices import seats_of_phones, seats_to_be
from controller.referee.session import Session
from controller.shell.phones.phone_code import OPEN_MS
from engines.record import record, replace

TICKET_S: Final = OPEN_MS / 1000
"""A ticket is valid as long as its code is shown."""

TOKEN_S: Final = 12 * 3600.0
"""A phone that has a seat and is not used for this long is let out."""

STRANGER_S: Final = 600.0
"""A phone that has no seat is let out after this long without use."""

MOST_STRANGERS: Final = 16
"""The most phones without a seat. One more takes the place of the one that was used longest ago, of those
that do not ask or have gone; while all are there and ask, it is asked to wait."""

MOST_PLACES: Final = 8
"""The most games in which a phone keeps its seat: the newest ones."""

MOST_CAUSES: Final = 64
"""The most phones and codes of which it is known why they are void."""

SECRET_BYTES: Final = 16
"""128 random bits from the operating system, which no one can guess."""


@record
class GameSeat:
    """A seat in the journal's game of this number."""

    game: int
    seat: str


class Cause(StrEnum):
    """Why a phone is not let in."""

    UNKNOWN = "unknown"
    """The table does not know it: it has been restarted since."""
    REPLACED = "replaced"
    """Another phone has its seat."""
    LET_OUT = "let_out"
    """A person at the table has ended its access."""
    TURNED_AWAY = "turned_away"
    """A person at the table did not let it in."""
    CROWDED_OUT = "crowded_out"
    """It asked for nothing, and others came."""
    UNUSED = "unused"
    """It was away for too long."""
    USED = "used"
    """Its code has let another phone in."""
    OLD = "old"
    """Its code is not shown any more."""


@record
class Phone:
    """A phone with the seats that it has, one in each game, the newest last. It may ask for one more; `mark`
    is the number that it and the table show meanwhile. The seat that the table has `refused`, it asks for
    only by hand. Its player is called `name`, if that was given, and has chosen the seat of the `wish` for
    the next game."""

    digest: bytes = field(repr=False)
    until_s: float
    places: tuple[GameSeat, ...] = ()
    asks: GameSeat | None = None
    mark: int = 0
    refused: GameSeat | None = None
    name: str = field(default="", repr=False)
    wish: str = ""

    def next_seat(self, people: Mapping[str, str]) -> str:
        """The seat that it asks for in the next game, with these people by seat: the one wished for; its
        player's, as in a rematch with the seats exchanged; or the last one. Empty if there is none."""
        return self.wish or self._called_at(people) or self._last_seat

    def place_in(self, session: Session | None) -> GameSeat | None:
        """Its seat in the game on the table."""
        return next((one for one in self.places if is_seated(session, one)), None)

    def seats_in(self, session: Session | None, people: Mapping[str, str]) -> set[str]:
        """The seats at which the table, with these people by seat, may call its player by name: the wished
        one; and its own in the game on the table, or else its last one and its player's. Some may be empty.
        """
        place = self.place_in(session)
        if place is not None:
            return {self.wish, place.seat}
        return {self.wish, self._last_seat, self._called_at(people)}

    @property
    def _last_seat(self) -> str:
        return self.places[-1].seat if self.places else ""

    def _called_at(self, people: Mapping[str, str]) -> str:
        """The seat of a phone's player; of one that has had no seat it is not known who it is."""
        return seat_of(people, self.name) if self.places else ""

    def with_place(self, place: GameSeat) -> Phone:
        """The phone with one more seat, instead of any other in that game."""
        others = [one for one in self.places if one.game != place.game]
        return replace(self, places=(*others, place)[-MOST_PLACES:], asks=None, refused=None, wish="")

    def without(self, place: GameSeat) -> Phone:
        """The phone without a seat."""
        return replace(self, places=tuple(one for one in self.places if one != place))


@record
class _Ticket:
    digest: bytes = field(repr=False)
    until_s: float


def new_secret() -> str:
    """A ticket or a token: 22 characters that are valid in a URL."""
    return secrets.token_urlsafe(SECRET_BYTES)


def name_of(token: str) -> str:
    """A name for the phone with this token, which does not reveal it."""
    return sha256(b"phone " + token.encode(errors="backslashreplace")).hexdigest()[:12]


class TooManyPhones(Exception):
    """Too many phones without a seat ask for one."""


class Seats:
    """The phones, by name, and the seats for which a code is shown."""

    def __init__(self) -> None:
        self._phones: dict[str, Phone] = {}
        self._tickets: dict[GameSeat, _Ticket] = {}
        self._causes: dict[bytes, Cause] = {}

    # Codes

    def invite(self, place: GameSeat, ticket: str, now_s: float) -> None:
        """Issue a ticket for a seat. An earlier one is void; the seat's phone stays until another comes."""
        for one, old in [*self._tickets.items()]:
            if one == place or old.until_s <= now_s:
                self._end_ticket(one, Cause.OLD)
        self._tickets[place] = _Ticket(_digest(ticket), now_s + TICKET_S)

    def join(self, ticket: str, now_s: float) -> tuple[GameSeat, str] | Cause:
        """Exchange a ticket for the token of a new phone at its seat, once; otherwise why not."""
        shown, found = _digest(ticket), None
        for place, one in self._tickets.items():
            if hmac.compare_digest(one.digest, shown) and one.until_s > now_s:
                found = place
        if found is None:
            return self._causes.get(shown, Cause.OLD)
        self._end_ticket(found, Cause.USED)
        token = new_secret()
        self._phones[name_of(token)] = Phone(_digest(token), now_s)
        self._seat(name_of(token), found, now_s)
        return found, token

    def _end_ticket(self, place: GameSeat, cause: Cause) -> None:
        self._note(self._tickets.pop(place).digest, cause)

    # Phones

    def phone(self, token: str, now_s: float) -> Phone | Cause:
        """The phone with this token, which counts as used now; otherwise why there is none."""
        self._forget_unused(now_s)
        shown, found = _digest(token), None
        for name, phone in self._phones.items():  # all are compared: the duration reveals nothing
            if hmac.compare_digest(phone.digest, shown):
                found = name
        if found is None:
            return self._causes.get(shown, Cause.UNKNOWN)
        return self._keep(found, self._phones[found], now_s)

    def new_phone(self, now_s: float, there: Container[str] = ()) -> str:
        """The token of a new phone without a seat; these phones are there. Raises `TooManyPhones`."""
        self._forget_unused(now_s)
        strangers = [name for name, phone in self._phones.items() if not phone.places]
        if len(strangers) >= MOST_STRANGERS:
            idle = [name for name in strangers if name not in there or self._phones[name].asks is None]
            if not idle:
                raise TooManyPhones
            self._end(min(idle, key=lambda name: self._phones[name].until_s), Cause.CROWDED_OUT)
        token = new_secret()
        self._keep(name_of(token), Phone(_digest(token), now_s), now_s)
        return token

    def ask(self, name: str, place: GameSeat, now_s: float) -> None:
        """A phone asks for a seat."""
        phone = self._phones.get(name)
        if phone is not None:
            mark = phone.mark or self._new_mark()
            self._keep(name, replace(phone, asks=place, mark=mark, refused=None), now_s)

    def wish(self, name: str, seat: str, now_s: float) -> None:
        """A phone will ask for a seat when the game begins."""
        phone = self._phones.get(name)
        if phone is not None:
            self._keep(name, replace(phone, wish=seat), now_s)

    def call(self, name: str, called: str) -> None:
        """Give the player of a phone a name, or none."""
        phone = self._phones.get(name)
        if phone is not None:
            self._phones[name] = replace(phone, name=called)

    def admit(self, name: str, now_s: float) -> None:
        """Give a phone the seat that it asks for."""
        phone = self._phones.get(name)
        if phone is not None and phone.asks is not None:
            self._seat(name, phone.asks, now_s)

    def refuse(self, name: str) -> None:
        """Do not give a phone the seat that it asks for. One without any seat is out."""
        phone = self._phones.get(name)
        if phone is not None and phone.places:
            self._phones[name] = replace(phone, asks=None, refused=phone.asks, wish="")
        elif phone is not None:
            self._end(name, Cause.TURNED_AWAY)

    def let_out(self, place: GameSeat, cause: Cause = Cause.LET_OUT) -> None:
        """End the phone of a seat, and its code."""
        if place in self._tickets:
            self._end_ticket(place, Cause.OLD)
        for name, phone in [*self._phones.items()]:
            if place in phone.places:
                self._end(name, cause)

    def asking(self, session: Session | None, there: set[str]) -> tuple[PhoneAsk, ...]:
        """Those of these phones that ask for a seat of the game on the table, or will in the one that is
        being set up."""
        here = [(name, phone) for name, phone in self._phones.items() if name in there]
        to_be = seats_to_be(session) if session is not None else ()
        if session is not None and to_be:
            people = people_of(session, SET_UP)
            coming = ((name, phone, phone.next_seat(people)) for name, phone in here)
            return tuple(
                PhoneAsk(SET_UP, seat, name, 0, phone.name) for name, phone, seat in coming if seat in to_be
            )
        return tuple(
            PhoneAsk(phone.asks.game, phone.asks.seat, name, phone.mark, phone.name)
            for name, phone in here
            if phone.asks is not None and is_seated(session, phone.asks)
        )

    def names(self) -> Iterator[tuple[str, Phone]]:
        """All phones, with their names."""
        yield from self._phones.items()

    def _seat(self, name: str, place: GameSeat, now_s: float) -> None:
        phone = self._phones.pop(name)
        self.let_out(place, Cause.REPLACED)
        self._keep(name, phone.with_place(place), now_s)

    def _keep(self, name: str, phone: Phone, now_s: float) -> Phone:
        until_s = now_s + (TOKEN_S if phone.places else STRANGER_S)
        self._phones[name] = replace(phone, until_s=until_s)
        return self._phones[name]

    def _forget_unused(self, now_s: float) -> None:
        for name, phone in [*self._phones.items()]:
            if phone.until_s <= now_s:
                self._end(name, Cause.UNUSED)

    def _end(self, name: str, cause: Cause) -> None:
        self._note(self._phones.pop(name).digest, cause)

    def _new_mark(self) -> int:
        """A number of two digits that no other phone shows."""
        taken = {phone.mark for phone in self._phones.values()}
        return secrets.choice([mark for mark in range(10, 100) if mark not in taken])

    def _note(self, digest: bytes, cause: Cause) -> None:
        self._causes[digest] = cause
        while len(self._causes) > MOST_CAUSES:
            del self._causes[next(iter(self._causes))]


def _digest(shown: str) -> bytes:
    # A header may hold bytes that are not valid text: they must not raise.
    return sha256(shown.encode(errors="backslashreplace")).digest()


def is_seated(session: Session | None, place: GameSeat) -> bool:
    """Whether a seat's game is on the table, in play or over, and a person has the seat."""
    return session is not None and session.game_id == place.game and place.seat in seats_of_phones(session)
