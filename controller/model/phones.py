"""Events of the phones at a table and of its spectators, from its page."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from engines.record import record


@record
class Served:
    """The address of the page for phones; empty if they cannot reach it."""

    at_ms: int
    address: str
    others: tuple[str, ...] = ()
    """Further addresses that may lead there."""


@record
class Watched:
    """Whether anyone follows the spectators' page."""

    at_ms: int
    is_watched: bool


@record
class PhoneSeen:
    """A phone of a seat, in the journal's game with this number, is connected; or the last one has left. Its
    player is called `name`; empty if that was not given."""

    at_ms: int
    game: int
    seat: str
    is_there: bool
    name: str = field(default="", repr=False)


SET_UP: Final = 0
"""The number of a game that is being set up: the journal gives it one when it begins."""


@record
class PhoneAsk:
    """A phone, of which `phone` is the id, asks for a seat, in the journal's game with this number. It shows
    its `mark`, a number of two digits, and so does the table. Its player is called `name`, if that was given.

    With `SET_UP` for the game it will ask as soon as the game that is being set up begins.
    """

    game: int
    seat: str
    phone: str
    mark: int
    name: str = field(default="", repr=False)


@record
class PhonesAsk:
    """All phones that ask for a seat now."""

    at_ms: int
    asks: tuple[PhoneAsk, ...]


@record
class SeatChose:
    """A seat made a secret choice on its phone: the choice's id, the number of actions played at that time,
    and the ids of the items. It is the choice with this number of this phone; a phone that has no answer
    sends the same one again."""

    at_ms: int
    game: int
    seat: str
    choice: str
    ply: int
    items: tuple[str, ...] = field(repr=False)
    phone: str = ""
    number: int = 1


@record
class Answered:
    """The result of the newest choice of a seat's phone: the reason for its refusal; empty if it was
    accepted. A reason may reveal a secret."""

    phone: str
    number: int
    refused: str = field(default="", repr=False)


Phone = Served | Watched | PhoneSeen | PhonesAsk | SeatChose
