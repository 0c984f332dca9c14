"""Carries out the requests of the screens around the game: past games, preferences, reports."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, Protocol

from controller.daemon import resuming
from controller.files.toml_file import ConfigError
from controller.host_desk import NO_HOST, NOTHING_KNOWN, HostDoor
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.model.records import GameRecord, Played, Undo
from controller.review.file import Reviews
from controller.self_test import outcome
from controller.self_test.findings import judge
from controller.self_test.machine import SelfTest
from controller.settings import preferences
from controller.settings.calibration_file import calibration_for
from controller.settings.preferences import Stored
from controller.settings.settings import Config
from controller.shell.model.requests import (
    AnswerPhone,
    EndPhone,
    EndProgram,
    ForgetGames,
    Found,
    GameOpened,
    GamesListed,
    GameTakenUp,
    GiveUpGame,
    HealthRead,
    Keeping,
    KeepReview,
    ListGames,
    OpenReview,
    OpenSeat,
    Order,
    OrderHost,
    Question,
    ReadFailed,
    ReadHealth,
    Reading,
    ReportWritten,
    Request,
    ReviewOpened,
    SeatOpened,
    TakeUpGame,
    WriteReport,
)
from engines.game import RuleError
from texts import _, why

log = logging.getLogger(__name__)

CHECK = "check"
"""The folder beside the journal for the reports of self-tests on the screen."""


GIVEN_UP = "given up"
"""The reason of a game that people have given up."""

GOES_ON_FOR_MS = 7 * 86_400_000
"""How long a game that was given up can be taken up again."""


class PhoneDoor(Protocol):
    """Admits phones to seats of games, and ends their access. Its methods return at once."""

    def invite(self, game: int, seat: str) -> str:
        """Give a seat to the phone that scans a code; its link, empty if there is no page."""

    def answer(self, phone: str, *, is_let_in: bool) -> None:
        """Give a phone the seat that it asks for, or do not."""

    def let_out(self, game: int, seat: str) -> None:
        """End the phone of a seat."""


class _NoPhones:
    """A table without a page."""

    def invite(self, game: int, seat: str) -> str:
        """See `PhoneDoor.invite`."""
        return ""

    def answer(self, phone: str, *, is_let_in: bool) -> None:
        """See `PhoneDoor.answer`."""

    def let_out(self, game: int, seat: str) -> None:
        """See `PhoneDoor.let_out`."""


NO_PHONES: Final = _NoPhones()


class ShellRequests:
    """Answers the requests of the shell.

    `kept` are the preferences as they were at the start; `end` ends the program; `wall_ms` gives the wall
    clock.
    """

    def __init__(
        self,
        config: Config,
        journal: Journal,
        kept: Stored,
        end: Callable[[], None],
        wall_ms: Callable[[], int] = lambda: 0,
    ) -> None:
        self._config = config
        self._journal = journal
        self._kept = kept
        self._end = end
        self._wall_ms = wall_ms
        self._reviews = Reviews.beside(kept.file)
        self.tell_health: Callable[[int], tuple[str, ...]] = lambda at_ms: (NOTHING_KNOWN,)
        """Gives the status of the table in lines for people, at a time in milliseconds."""
        self.host: HostDoor = NO_HOST
        """Takes orders to this computer."""
        self.phones: PhoneDoor = NO_PHONES
        """Admits phones, and ends their access."""

    def answer(self, request: Request, at_ms: int) -> Found | None:
        """Carry out a request; returns what was found, if anything."""
        if isinstance(request, Order):
            self._do(request)
            return None
        if isinstance(request, Question):
            return self._told(request, at_ms)
        try:
            return self._found(request, at_ms)
        except JournalError as error:
            log.error("journal: %s", error)
            return ReadFailed(at_ms, why(error))

    def _told(self, request: Question, at_ms: int) -> Found | None:
        match request:
            case ReadHealth():
                return HealthRead(at_ms, self.tell_health(at_ms))
            case OrderHost(order):
                return self.host.tell(order, at_ms)
            case OpenSeat(game, seat):
                return SeatOpened(at_ms, seat, self.phones.invite(game, seat))
            case WriteReport(test):
                return ReportWritten(at_ms, self._report(test))

    def _found(self, request: Reading, at_ms: int) -> Found:
        if isinstance(request, ListGames):
            if request.among is None:
                games, number = self._journal.page(request.skip, request.count)
                return GamesListed(at_ms, tuple(games), number)
            numbers = sorted(request.among, reverse=True)
            among = [self._journal.game(number) for number in numbers[request.skip :][: request.count]]
            return GamesListed(at_ms, tuple(among), len(numbers))
        if isinstance(request, TakeUpGame):
            return self._taken_up(request, at_ms)
        game = self._journal.game(request.id)
        actions = tuple(self._journal.actions(request.id))
        if isinstance(request, OpenReview):
            return ReviewOpened(at_ms, game, actions, self._reviews.load(request.id, actions) or ())
        return GameOpened(at_ms, game, actions, self._may_go_on(game))

    def _may_go_on(self, game: GameRecord) -> bool:
        """Whether a game was given up, and not long ago."""
        if game.result is None or game.result.get("reason") != GIVEN_UP:
            return False
        ended_ms = self._journal.entries(game.id)[-1].wall_ms
        return abs(self._wall_ms() - ended_ms) <= GOES_ON_FOR_MS

    def _taken_up(self, request: TakeUpGame, at_ms: int) -> Found:
        """The game waits again: its last action is taken back, with which a game that has ended goes on, and
        is played again. Raises `JournalError`."""
        game = self._journal.game(request.game)
        if not (game.plies and self._may_go_on(game)):
            return ReadFailed(at_ms, _("This game cannot go on."))
        left = resuming.left_of(request.tables, self._journal, game)
        if left is None:
            return ReadFailed(at_ms, _("This game needs another table."))
        try:
            last = left.play.plies[-1].action
        except RuleError as error:
            return ReadFailed(at_ms, why(error))
        self._journal.apply([Undo(1), Played(str(last))], self._wall_ms(), game.id)
        return GameTakenUp(at_ms, game.id, left, self._journal.used_ms(game.id))

    def _tidy(self, request: ForgetGames | GiveUpGame) -> None:
        """Games that are not handled now wait in the journal until the next start."""
        try:
            if isinstance(request, ForgetGames):
                self._journal.forget(request.games)
            else:
                self._journal.finish(request.game, request.result, self._wall_ms())
        except JournalError as error:
            log.error("journal: %s", error)

    def _do(self, request: Order) -> None:
        match request:
            case AnswerPhone(phone, is_let_in):
                self.phones.answer(phone, is_let_in=is_let_in)
            case EndPhone(game, seat):
                self.phones.let_out(game, seat)
            case EndProgram():
                log.info("the host ends the program")
                self._end()
            case ForgetGames() | GiveUpGame():
                self._tidy(request)
            case _:
                self._keep(request)

    def _keep(self, request: Keeping) -> None:
        """Keep preferences, or a review. They hold until the next start, even if they cannot be kept."""
        if isinstance(request, KeepReview):
            self._reviews.keep(request.id, request.actions, request.moments)
            return
        try:
            preferences.save(self._kept.file, request.preferences, self._kept.defaults)
        except ConfigError as error:
            log.error("preferences: %s", error)

    def _report(self, test: SelfTest) -> str:
        """Write the report of a self-test, like `tablier check`; returns its path."""
        if self._kept.file is None:
            return _("Nothing is kept: the settings name no journal.")
        folder, judged = self._kept.file.parent / CHECK, judge(test.findings)
        try:
            masked = outcome.masks_for(judged, self._journal).now
            outcome.write_report(judged, test.plan.sites, masked, folder)
            outcome.write_calibration(judged, calibration_for(self._config), self._config, folder)
        except (ConfigError, JournalError) as error:
            log.error("self-test: %s", error)
            return why(error)
        return _("The report: {file}", file=str(folder / outcome.REPORT))
