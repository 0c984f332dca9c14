"""Events of the screens around a game, beyond those of a session, and requests to the daemon: values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, TypeAlias

from controller.model.host import HostAnswered
from controller.model.records import GameRecord
from controller.referee.session_parts import UnfinishedGame
from controller.review.judgement import Moments
from controller.self_test.machine import SelfTest
from controller.settings.preferences import Preferences
from controller.tables.table import GameTable
from engines.record import record
from hardware.host.port import HostOrder


@record
class Tapped:
    """A finger came down on the button with this id, or on none; and in which upper corner, if any. It
    `is_early` on a button that its person cannot have seen yet; that does not press it."""

    at_ms: int
    id: str = field(repr=False)
    corner: str = ""
    is_early: bool = False


@record
class Answered:
    """The answer to a request, at this time."""

    at_ms: int


@record
class GamesListed(Answered):
    """The requested games, and the number of all."""

    records: tuple[GameRecord, ...]
    total: int


@record
class GameOpened(Answered):
    """The requested game, with the texts of its actions. An abandoned one `may_go_on` for a while."""

    record: GameRecord
    actions: tuple[str, ...]
    may_go_on: bool = False


@record
class GameTakenUp(Answered):
    """An abandoned game waits again in its last position, with its players' times."""

    id: int
    game: UnfinishedGame = field(repr=False)
    used_ms: Mapping[str, int]


@record
class ReviewOpened(Answered):
    """The game to review, with the texts of its actions and its stored review."""

    record: GameRecord
    actions: tuple[str, ...]
    moments: Moments = ()


@record
class ReadFailed(Answered):
    """The answer to a request could not be read. `reason` is for people."""

    reason: str


@record
class ReportWritten(Answered):
    """The report of a self-test was written, or could not be: in words."""

    words: str


@record
class HealthRead(Answered):
    """The table's condition, in lines for people."""

    lines: tuple[str, ...]


@record
class SeatOpened(Answered):
    """The link with which a phone gets access to a seat; empty if phones cannot reach the page."""

    seat: str
    link: str = field(repr=False)


@record
class OpenSeat:
    """Give a seat of the journal's game with this number to the phone that scans a code."""

    game: int
    seat: str


@record
class AnswerPhone:
    """Give the phone of this name the seat that it asks for, or do not."""

    phone: str
    is_let_in: bool


@record
class EndPhone:
    """End the phone of a seat of the journal's game with this number."""

    game: int
    seat: str


@record
class ReadHealth:
    """Report the table's condition."""


@record
class OrderHost:
    """Give this computer an order. The answer is `HostAnswered`."""

    order: HostOrder = field(repr=False)


@record
class KeepPreferences:
    """Store these preferences."""

    preferences: Preferences


@record
class ListGames:
    """List `count` games, newest first, after the first `skip`; with `among`, only of these."""

    skip: int
    count: int
    among: tuple[int, ...] | None = None


@record
class ForgetGames:
    """Delete these games, if no action was played in them."""

    games: tuple[int, ...]


@record
class TakeUpGame:
    """Make an abandoned game wait again. `tables` are the games that this table can hold."""

    game: int
    tables: Mapping[str, GameTable[Any, Any]] = field(repr=False)


@record
class GiveUpGame:
    """Abandon a game that no one resumes, with this result."""

    game: int
    result: Mapping[str, Any]


@record
class OpenGame:
    """Read a game."""

    id: int


@record
class OpenReview:
    """Read a game and its stored review."""

    id: int


@record
class KeepReview:
    """Store a game's review."""

    id: int
    actions: tuple[str, ...]
    moments: Moments


@record
class EndProgram:
    """End the program."""


@record
class WriteReport:
    """Write the report of a self-test."""

    test: SelfTest


Found: TypeAlias = Answered | HostAnswered
"""The answers to requests."""

Keeping: TypeAlias = KeepPreferences | KeepReview

Order: TypeAlias = Keeping | EndProgram | ForgetGames | GiveUpGame | AnswerPhone | EndPhone
"""The requests without an answer."""

Question: TypeAlias = ReadHealth | OrderHost | OpenSeat | WriteReport

Reading: TypeAlias = ListGames | OpenGame | OpenReview | TakeUpGame
"""The requests that are answered from the journal."""

Request: TypeAlias = Order | Question | Reading
