"""A table whose journal cannot be opened: it shows the reason on screen and lights, plays nothing, and
retries."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cached_property

from controller.daemon.daemon import RETRY_MS, Daemon, started
from controller.daemon.shown import Shown
from controller.daemon.supervisor import notify
from controller.journal.errors import JournalError, JournalForeign, JournalInUse, JournalNewer
from controller.journal.journal import Journal
from controller.model.view import Lit, LitSites, Meaning, Phase, View
from controller.referee.session import Event, Session
from controller.settings.settings import Config
from controller.shell.model.state import Shell
from hardware.ports import Lights
from texts import _, why

log = logging.getLogger(__name__)

HOPELESS = (JournalInUse, JournalNewer, JournalForeign)
"""Errors for which waiting does not help: a person has to end the other table, or change the settings."""


class Refusal(Shown):
    """The screen while no game can be stored, with the reason: red corners, and the reason in words."""

    def __init__(self, session: Session, size: tuple[int, int], error: JournalError) -> None:
        super().__init__(Shell(session), size)
        self._error = error

    @cached_property
    def lights(self) -> LitSites:
        """See `Shown`."""
        grid = self.session.tracker.grid
        corners = {grid.site(x, y) for x in (0, grid.columns - 1) for y in (0, grid.rows - 1)}
        return tuple((site, Lit(Meaning.WRONG)) for site in sorted(corners))

    @cached_property
    def view(self) -> View:
        """See `Shown`."""
        then = _("Nothing is played until this is mended. Then the table begins by itself.")
        ask = (why(self._error), then)
        return View(Phase.SETUP, _("No game can be kept"), ask=ask, lights=self.lights)


class Waiting(Daemon):
    """Runs like a `Daemon`, until `journal` is open. Ignores events, and stores nothing."""

    def __init__(
        self, config: Config, board_lights: Lights, error: JournalError, wall_ms: Callable[[], int]
    ) -> None:
        with Journal.open(None) as nothing_kept:
            daemon = started(config, nothing_kept, board_lights, (), wall_ms)
        self._screen = (config.screen.width, config.screen.height)
        super().__init__(
            daemon.shell,
            nothing_kept,
            board_lights,
            self._screen,
            wall_ms,
            daemon.shell_requests,
            daemon.brightness,
        )
        self._settings = config.journal
        self.journal: Journal | None = None
        """The journal, as soon as it could be opened."""
        self._retry_ms = 0
        self._reason = ""
        self._refuse(error)

    def is_over(self) -> bool:
        """Whether there is a journal to play with."""
        return self.journal is not None

    def handle(self, event: Event, now_ms: int) -> None:
        """Ignore the event: nothing can be stored now."""

    def tick(self, now_ms: int) -> None:
        """Retry when it is time. Raises `JournalError` for errors that waiting does not cure."""
        if not self._retry_ms:
            self._retry_ms = now_ms + RETRY_MS
        elif now_ms >= self._retry_ms:
            self._retry_ms = now_ms + RETRY_MS
            self._retry()
        super().tick(now_ms)

    def _retry(self) -> None:
        try:
            self.journal = Journal.open(self._settings.file, keep_games=self._settings.keep_games)
        except HOPELESS:
            raise
        except JournalError as error:
            self._refuse(error)
        else:
            log.warning("journal: opened at last")
            notify("STATUS=")

    def _refuse(self, error: JournalError) -> None:
        """Show the reason, and log it once."""
        if str(error) == self._reason:
            return
        self._reason = str(error)
        log.error("journal: %s", error)
        notify(f"STATUS={error}")
        self.shown = Refusal(self.session, self._screen, error)
