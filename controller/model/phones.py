"""What the phones at a table tell, as its page hears it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Served:
    """Phones find the table's page at this address; nowhere, where it is empty."""

    at_ms: int
    address: str


@dataclass(frozen=True, slots=True)
class PhoneSeen:
    """A phone of a seat, in the journal's game of this number, is there; or the last of it has gone."""

    at_ms: int
    game: int
    seat: str
    is_there: bool


@dataclass(frozen=True, slots=True)
class SeatChose:
    """A seat made a secret choice on its phone: the choice's id, how many actions had been played then, and
    the ids of the items."""

    at_ms: int
    game: int
    seat: str
    choice: str
    ply: int
    items: tuple[str, ...] = field(repr=False)


Phone = Served | PhoneSeen | SeatChose
