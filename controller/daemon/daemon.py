"""The running table: session, journal and lights joined, on the caller's clock.

The effects of an event are stored first; only then does the new session take effect and is shown. While
nothing can be stored, nothing is played: the old session stays, shows the reason, and retries. Clock updates
may be stored later: they go with the next device event, which would be lost with the new session.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

from controller import shell
from controller.daemon import resuming
from controller.daemon.fingers import Fingers
from controller.daemon.night import Brightness
from controller.daemon.shell_requests import ShellRequests
from controller.daemon.shown import Shown
from controller.daemon.thoughts import Desk
from controller.games import tables_for
from controller.journal.errors import JournalDamaged, JournalError
from controller.journal.journal import Journal
from controller.model.orders import Night
from controller.model.records import Used
from controller.model.thinking import NoThinker, Thinker
from controller.referee.people import begun
from controller.referee.session import READERS, Effects, Event, Session, first_session
from controller.release import RELEASE
from controller.settings.player_names import PlayerNames
from controller.settings.preferences import Preferences, Stored
from controller.settings.settings import Config
from controller.settings.tile_file import tiles_for
from controller.shell.model.requests import Tapped
from controller.shell.model.state import Answer, Kiosk, Shell
from controller.shell.playing import chances
from engines.record import replace
from hardware.ports import Button, Lights, Touch
from hardware.screen.backlight import is_backlight_here
from hardware.sound.speech import is_speech_here
from texts import Text, _, joined, why

log = logging.getLogger(__name__)


_AWAITED = {
    "board": _("Waiting for the board."),
    "lights": _("Waiting for the lights."),
    READERS: _("Waiting for the tag readers."),
}
"""The messages about devices that have not been seen yet."""

CORNER = 0.15
"""The share of the screen's width and height that makes a corner."""


class AdjustedLights(Protocol):
    """The adjustable properties of the lights."""

    def dim(self, brightness: float) -> None:
        """Set the brightness of the pictures from the next one on, 0 to 1."""

    def reorder(self, order: str) -> None:
        """Set the strip's colour order."""


class _NoStrip:
    """A table without lights."""

    def dim(self, brightness: float) -> None:
        """See `AdjustedLights`."""

    def reorder(self, order: str) -> None:
        """See `AdjustedLights`."""


NO_STRIP: Final = _NoStrip()

NO_THINKER: Final = NoThinker()
"""A thinker that never answers."""

RETRY_MS = 2_000
"""How long after a failure to store the next try is made."""


class Daemon:
    """A table that runs. Times are milliseconds of one monotonic clock, kept by the caller.

    `wall_ms` gives the wall clock, for the journal's information, and for the hours of the night.
    `shell_requests` reads and writes what the screens around the game ask for; `reorder` sets the order in
    which the lights take their colours; `names` keeps what players are called.

    Methods that store raise `JournalDamaged` if the journal must be opened anew first.
    """

    def __init__(
        self,
        shell: Shell,
        journal: Journal,
        board_lights: Lights,
        size: tuple[int, int],
        wall_ms: Callable[[], int],
        shell_requests: ShellRequests,
        brightness: Brightness,
        thinker: Thinker = NO_THINKER,
        reorder: Callable[[str], None] = lambda order: None,
        names: PlayerNames | None = None,
    ) -> None:
        self.shell = shell
        self._names = names or PlayerNames(None)
        self._desk = Desk(thinker)
        shown = Shown(shell, size)
        self.shown: Shown = shown
        self.fingers = Fingers(shown)
        """Turns touches into presses."""
        self._journal = journal
        self._lights = board_lights
        self._size = size
        self._wall_ms = wall_ms
        self.shell_requests = shell_requests
        self.brightness = brightness
        self._blocked_ms = 0
        self._owed: Effects = ()
        """Used times of a game that are not stored yet."""
        self._frame = b""
        self._reorder = reorder
        self._order = ""
        self.lit_ms = 0
        """The moment that the lights show."""
        self._next_frame_ms: int | None = 0
        self._due: tuple[Shell | None, int | None] = (None, None)
        """A shell and when time alone next changes it: worked out once for each."""

    @property
    def session(self) -> Session:
        """The session, whatever lies over it."""
        return self.shell.session

    def handle(self, event: Event, now_ms: int) -> None:
        """Process an event.

        Everything due before it is done first: decisions depend on the time of events, and not on how long
        they waited here while a slow disk held the program up.
        """
        if isinstance(event, Night):
            self.brightness.order(event.mode)
        self.tick(event.at_ms)
        if not isinstance(event, Button) or self.fingers.is_pushed(event.name, event.at_ms):
            self._adopt(shell.handle(self.shell, self._tapped(event)), now_ms)
            self.tick(event.at_ms)

    def _tapped(self, event: Event) -> Event | Tapped:
        """The effect of a touch."""
        if not isinstance(event, Touch):
            return event
        press = self.fingers.press(event.x, event.y, event.at_ms)
        return Tapped(event.at_ms, press.id, self._corner(event), press.is_early)

    def _corner(self, event: Touch) -> str:
        """In which of the upper corners a touch lies, if in any."""
        width, height = self._size
        if event.y >= CORNER * height or CORNER * width <= event.x < (1 - CORNER) * width:
            return ""
        return "left" if event.x < CORNER * width else "right"

    def invite(self, now_ms: int) -> None:
        """Let the table play by itself as soon as it can."""
        self._adopt(Answer(shell.invite(self.shell)), now_ms)

    def tick(self, now_ms: int) -> None:
        """Let time pass: judge a board at rest, move the lights on."""
        if now_ms >= self._blocked_ms:
            self._store_owed(now_ms)
            due_ms = self._due_ms()
            if due_ms is not None and now_ms >= due_ms:
                self._adopt(shell.tick(self.shell, now_ms), now_ms)
        if self.brightness.set(self.shell.preferences.brightness, now_ms, self._wall_ms):
            self._frame = b""
            self._next_frame_ms = now_ms
        if self._next_frame_ms is not None and now_ms >= self._next_frame_ms:
            self._light(now_ms)

    def next_ms(self) -> int | None:
        """When `tick` has something to do next, if nothing else happens."""
        due_ms = self._due_ms()
        if due_ms is not None:
            due_ms = max(due_ms, self._blocked_ms)
        owed_ms = self._blocked_ms if self._owed else None
        times = (due_ms, owed_ms, self._next_frame_ms, self.brightness.next_ms())
        return min((at_ms for at_ms in times if at_ms is not None), default=None)

    def _due_ms(self) -> int | None:
        """When time alone next changes the shell."""
        if self._due[0] is not self.shell:
            self._due = self.shell, shell.next_ms(self.shell)
        return self._due[1]

    def _adopt(self, answer: Answer, now_ms: int) -> None:
        """Store the effects, then adopt the shell and show it; or keep the old one and say why. Then carry
        out the requests."""
        new, requests = answer.shell, answer.requests
        if answer.effects:
            new, is_stored = self._stored(new, answer.effects, now_ms)
            requests = requests if is_stored else ()
        if new.is_watched or new.chances is not None:
            new = chances.followed(new)
        if new is not self.shell:
            shown = Shown(new, self._size)
            self.shell, self.shown = new, shown
            self._light(now_ms)
            self.fingers.see(shown, now_ms)
            self._desk.look(new)
            self._keep_people(now_ms)
        for request in requests:
            found = self.shell_requests.answer(request, now_ms)
            if found is not None:
                self._adopt(shell.handle(self.shell, found), now_ms)

    def _keep_people(self, now_ms: int) -> None:
        """Store names and results, if they have changed. If that fails they stay, and the screen says why."""
        self._names.follow(self.shell.session, self.shell.book, now_ms)
        if self._names.trouble != self.shell.book_trouble:
            self._adopt(Answer(replace(self.shell, book_trouble=self._names.trouble)), now_ms)

    def _stored(self, shell: Shell, effects: Effects, now_ms: int) -> tuple[Shell, bool]:
        """The shell to adopt, and whether the effects are stored."""
        try:
            started_id = self._journal.apply(effects, self._wall_ms())
        except JournalDamaged:
            raise  # trying again mends nothing
        except JournalError as error:
            log.error("journal: %s", error)
            self._blocked_ms = now_ms + RETRY_MS
            trouble = _("{error} Nothing is played until this is mended.", error=_by_name(why(error)))
            if all(isinstance(effect, Used) for effect in effects):
                self._owed = effects
            else:
                shell = self.shell
            return replace(shell, session=replace(shell.session, trouble=trouble)), False
        for effect in effects:
            log.info("journal: %s", effect)
        session = replace(shell.session, trouble="")
        if started_id is not None:
            session = begun(session, started_id)
        stored = {effect.game for effect in effects if isinstance(effect, Used)}
        # the stored times are later than the owed ones
        self._owed = tuple(one for one in self._owed if isinstance(one, Used) and one.game not in stored)
        return replace(shell, session=session), True

    def _store_owed(self, now_ms: int) -> None:
        if effects := self._owed:
            self._owed = ()
            new, _is_stored = self._stored(self.shell, effects, now_ms)
            self._adopt(Answer(new), now_ms)

    def _light(self, now_ms: int) -> None:
        """Show the lights of this moment; only a picture that differs is sent on."""
        self.lit_ms = now_ms
        if self.shell.colour_order != self._order:
            self._order = self.shell.colour_order
            self._reorder(self._order)
            self._frame = b""
        frame = self.shown.frame(now_ms)
        if frame != self._frame:
            self._frame = frame
            self._lights.show(frame)
        self._next_frame_ms = self.shown.next_frame_ms(now_ms)


def started(
    config: Config,
    journal: Journal,
    board_lights: Lights,
    awaited: Iterable[str],
    wall_ms: Callable[[], int],
    tags: Mapping[str, str] = MappingProxyType({}),
    kept: Stored | None = None,
    strip: AdjustedLights = NO_STRIP,
    end: Callable[[], None] = lambda: None,
    thinker: Thinker = NO_THINKER,
) -> Daemon:
    """The daemon of a table that is switched on: an unfinished game is resumed.

    `awaited` names the devices without which nothing begins, `tags` are known beside those of the tile file.
    `kept` are people's preferences, without which the settings hold; `strip` receives the brightness and the
    colour order of the lights, `end` ends the program, and `thinker` thinks for the computer. Raises
    `NoSuchPlace` if no game fits on the table, `ConfigError` for an invalid tile file.
    """
    grid = config.table.grid
    tiles = tiles_for(config)
    tables = tables_for(grid, config.table.cell_sites, config.pads, tiles)
    away = {device: _AWAITED[device] for device in awaited}
    session = first_session(tables, grid, config.play.settle_ms, away)
    tracker = replace(session.tracker, readers=config.read_sites)
    kept = kept or Stored(None, Preferences.of(config), Preferences.of(config))
    notice = joined(" ", filter(None, (journal.notice, kept.notice)))
    session = replace(session, notice=notice, tiles={**tiles.kinds, **tags}, tracker=tracker)
    session = replace(session, rules=kept.current.house_rules, clock=kept.current.new_clock)
    names = PlayerNames.beside(kept.file)
    session, book = names.given_to(resuming.resumed(session, journal, wall_ms()))
    masked = resuming.masked(journal, grid, config.pads)
    closed = session.play.closed if session.play else 0
    session = replace(session, tracker=session.tracker.mask(masked, closed, 0))
    size = (config.screen.width, config.screen.height)
    first = Shell(session, kept.current, kept.defaults, _kiosk(config), book=book, book_trouble=names.trouble)
    shell_requests = ShellRequests(config, journal, kept, end, wall_ms)
    brightness = Brightness(config.kiosk, strip.dim)
    return Daemon(
        first, journal, board_lights, size, wall_ms, shell_requests, brightness, thinker, strip.reorder, names
    )


def _kiosk(config: Config) -> Kiosk:
    """The settings for a table in public."""
    return Kiosk(
        idle_ms=1000 * config.kiosk.idle_s,
        sleep_ms=1000 * config.kiosk.sleep_s,
        pin=config.kiosk.pin,
        has_lights=config.has_lights,
        has_backlight=is_backlight_here(),
        has_sound=config.sound.kind != "none",
        has_speech=is_speech_here(),
        has_chances=config.web.chances,
        version=RELEASE,
    )


def _by_name(error: str) -> str:
    """The text of a journal's error with the file's name alone: the log has its folder, and the screen little
    room."""
    if not isinstance(error, Text) or "journal" not in error.values:
        return error
    return error.with_values(journal=Path(error.values["journal"]).name)
