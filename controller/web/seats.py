"""Access to the secret choices of a seat: how a phone is admitted and authenticated. Times are seconds of one
clock.

A code on the touchscreen holds a *ticket*. The first phone that shows it gets a *token* for this game and
seat only; the ticket is then void. A new ticket for the seat revokes the token: that is how a lost phone is
replaced. Neither is stored here, only a hash to compare with.
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
"""A ticket is valid as long as its code is shown."""

TOKEN_S: Final = 2 * 3600.0
"""A token that is not revoked is valid for longer than such a game takes."""

SECRET_BYTES: Final = 16
"""128 random bits from the operating system, which no one can guess."""


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
    """A ticket or a token: 22 characters that are valid in a URL."""
    return secrets.token_urlsafe(SECRET_BYTES)


def phone_of(token: str) -> str:
    """A name for the phone with this token, which does not reveal it."""
    return sha256(b"phone " + token.encode(errors="backslashreplace")).hexdigest()[:8]


class Seats:
    """The seats that have a phone, or a code for one; each has at most one of the two."""

    def __init__(self) -> None:
        self._keys: dict[Place, _Key] = {}

    def invite(self, place: Place, ticket: str, now_s: float) -> None:
        """Issue a ticket for a phone. Earlier tickets and tokens of the seat are void."""
        self._keys = {one: key for one, key in self._keys.items() if key.until_s > now_s}
        self._keys[place] = _Key(_digest(ticket), now_s + TICKET_S, is_ticket=True)

    def join(self, ticket: str, now_s: float) -> tuple[Place, str] | None:
        """Exchange a ticket for the token of its seat, once."""
        place = self._found(ticket, now_s, is_ticket=True)
        if place is None:
            return None
        token = new_secret()
        self._keys[place] = _Key(_digest(token), now_s + TOKEN_S, is_ticket=False)
        return place, token

    def place_of(self, token: str, now_s: float) -> Place | None:
        """The seat of a token."""
        return self._found(token, now_s, is_ticket=False)

    def __len__(self) -> int:
        """The number of seats with a token."""
        return len(self._keys)

    def keep(self, session: Session | None) -> None:
        """Keep only the tickets and tokens of the game on the table."""
        self._keys = {place: key for place, key in self._keys.items() if is_seated(session, place)}

    def _found(self, shown: str, now_s: float, *, is_ticket: bool) -> Place | None:
        """All keys are compared, each in constant time: the duration reveals nothing about them."""
        digest, found = _digest(shown), None
        for place, key in self._keys.items():
            is_same = hmac.compare_digest(key.digest, digest)
            if is_same and key.is_ticket is is_ticket and key.until_s > now_s:
                found = place
        return found


def _digest(shown: str) -> bytes:
    # A header may hold bytes that are not valid text: they must not raise.
    return sha256(shown.encode(errors="backslashreplace")).digest()


def is_seated(session: Session | None, place: Place) -> bool:
    """Whether a seat's game is on the table and not over."""
    if session is None or session.play is None or session.game_id != place.game:
        return False
    return session.phase is not Phase.OVER and place.seat in session.play.position.seats
