"""Who may choose in secret for a seat: what lets a phone in, and what it then shows. Times are seconds of one
clock.

A code on the touchscreen holds a *ticket*. The first phone that shows it is given a *token* for it, which is
that game's and that seat's alone; the ticket is of no use then. Another ticket for the seat ends the token:
that is how a lost phone is replaced. Neither is kept here: only what is derived from it, to compare with.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from controller.model.view import Phase
from controller.referee.session import Session
from controller.shell.phone_code import OPEN_MS

TICKET_S: Final = OPEN_MS / 1000
"""A ticket is good for as long as its code is shown."""

TOKEN_S: Final = 2 * 3600.0
"""A token that nobody ends is good for longer than such a game takes."""

SECRET_BYTES: Final = 16
"""128 bits, from the operating system: nobody guesses them, however often they try."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in the journal's game of this number."""

    game: int
    seat: str


@dataclass(frozen=True, slots=True)
class _Key:
    digest: bytes = field(repr=False)
    until_s: float
    is_ticket: bool


def new_secret() -> str:
    """A ticket or a token: 22 characters that can stand in an address."""
    return secrets.token_urlsafe(SECRET_BYTES)


class Seats:
    """The seats that have a phone, or a code for one; each has one of the two at most."""

    def __init__(self) -> None:
        self._keys: dict[Place, _Key] = {}

    def invite(self, place: Place, ticket: str, now_s: float) -> None:
        """A ticket lets a phone in. What was there for the seat before is void."""
        self._keys = {one: key for one, key in self._keys.items() if key.until_s > now_s}
        self._keys[place] = _Key(_digest(ticket), now_s + TICKET_S, is_ticket=True)

    def join(self, ticket: str, now_s: float) -> tuple[Place, str] | None:
        """Who shows a ticket is given the token of its seat, once."""
        place = self._found(ticket, now_s, is_ticket=True)
        if place is None:
            return None
        token = new_secret()
        self._keys[place] = _Key(_digest(token), now_s + TOKEN_S, is_ticket=False)
        return place, token

    def place_of(self, token: str, now_s: float) -> Place | None:
        """The seat that a token is for."""
        return self._found(token, now_s, is_ticket=False)

    def __len__(self) -> int:
        """How many seats have one."""
        return len(self._keys)

    def keep(self, session: Session | None) -> None:
        """Only the seats of the game on the table keep what lets their phones in."""
        self._keys = {place: key for place, key in self._keys.items() if is_seated(session, place)}

    def _found(self, shown: str, now_s: float, *, is_ticket: bool) -> Place | None:
        """All keys are compared, each in constant time: how long it takes tells nothing of them."""
        digest, found = _digest(shown), None
        for place, key in self._keys.items():
            is_same = hmac.compare_digest(key.digest, digest)
            if is_same and key.is_ticket is is_ticket and key.until_s > now_s:
                found = place
        return found


def _digest(shown: str) -> bytes:
    # A header may hold bytes that are no text: they must not raise.
    return sha256(shown.encode(errors="backslashreplace")).digest()


def is_seated(session: Session | None, place: Place) -> bool:
    """Whether a seat's game is the one on the table, and goes on."""
    if session is None or session.play is None or session.game_id != place.game:
        return False
    return session.phase is not Phase.OVER and place.seat in session.play.position.seats
