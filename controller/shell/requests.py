"""What happens to the screens around a game beside what a session hears, and what is asked of the daemon:
values alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from controller.model.records import GameRecord
from controller.referee.play import Play
from controller.review.judgement import Moments
from controller.self_test.machine import SelfTest
from controller.settings.preferences import Preferences
from controller.tables.table import GameTable


@dataclass(frozen=True, slots=True)
class Tapped:
    """A finger came down: on the button with this id, or on none; and in which upper corner, if in one. It
    `is_early` on a button that nobody can have seen yet, which it does not press."""

    at_ms: int
    id: str = field(repr=False)
    corner: str = ""
    is_early: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """The games that were asked for, and how many there are."""

    at_ms: int
    records: tuple[GameRecord, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Opened:
    """The game that was asked for, with the texts of its actions; one that was given up `may_go_on` for a
    while."""

    at_ms: int
    record: GameRecord
    actions: tuple[str, ...]
    may_go_on: bool = False


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A game that was given up waits again, as it stood, with the time that its players have used."""

    at_ms: int
    id: int
    play: Play = field(repr=False)
    used_ms: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ReviewOpened:
    """The game whose review was asked for, with the texts of its actions and what is known of it."""

    at_ms: int
    record: GameRecord
    actions: tuple[str, ...]
    moments: Moments = ()


@dataclass(frozen=True, slots=True)
class Unread:
    """What was asked for cannot be read. `reason` is for people."""

    at_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class Reported:
    """What a self-test has found was written down, or why not: in words."""

    at_ms: int
    words: str


@dataclass(frozen=True, slots=True)
class HealthTold:
    """How the table is, in lines for people."""

    at_ms: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatOpened:
    """A phone that goes to this link is let in for a seat; empty where none finds the page."""

    at_ms: int
    seat: str
    link: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A phone is to be let in for a seat of the journal's game of this number. One that was there before is
    not any more."""

    game: int
    seat: str


@dataclass(frozen=True, slots=True)
class TellHealth:
    """How the table is, is to be told."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Preferences are to be kept."""

    preferences: Preferences


@dataclass(frozen=True, slots=True)
class ListGames:
    """So many games are wanted, newest first, after the first `skip`; with `among` only of these."""

    skip: int
    count: int
    among: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Forget:
    """These games are to be forgotten, if really nothing was done in them."""

    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakeUp:
    """A game that was given up is to wait again; `tables` are the games that this table can hold."""

    game: int
    tables: Mapping[str, GameTable[Any, Any]] = field(repr=False)


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A game that nobody takes up is given up, with this result."""

    game: int
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game is wanted."""

    id: int


@dataclass(frozen=True, slots=True)
class OpenReview:
    """A game is wanted, with what is known of it."""

    id: int


@dataclass(frozen=True, slots=True)
class KeepReview:
    """What is known of a game is to be kept."""

    id: int
    actions: tuple[str, ...]
    moments: Moments


@dataclass(frozen=True, slots=True)
class EndProgram:
    """The program is to end."""


@dataclass(frozen=True, slots=True)
class WriteReport:
    """What a self-test has found is to be written down."""

    test: SelfTest


Found: TypeAlias = Listed | Opened | ReviewOpened | SeatOpened | Unread | Reported | HealthTold | TakenUp
"""What has come of a request."""

Request: TypeAlias = (
    Keep
    | ListGames
    | OpenGame
    | OpenReview
    | OpenSeat
    | KeepReview
    | EndProgram
    | WriteReport
    | TellHealth
    | Forget
    | GiveUp
    | TakeUp
)
