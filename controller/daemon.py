"""The running table: session, journal and lights joined, on whatever clock the caller keeps.

What an event brings is stored first; only then is the new session taken up and shown. While nothing can be
stored, nothing is played: the old session stays, says why, and tries again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

from controller import lights, showing, step
from controller.clock import Clock
from controller.journal import GameRecord, Journal, JournalError, Start
from controller.play import Play
from controller.screens import Picture, draw, hit
from controller.session import READERS, Effects, Pressed, Session, first_session
from controller.settings import Config
from controller.tables import tables_for, tiles_for
from controller.view import Lit, Phase, View
from engines.game import RuleError
from hardware.ports import DeviceEvent, Lights, Touch
from texts import _, why

log = logging.getLogger(__name__)


_AWAITED = {
    "board": _("Waiting for the board."),
    "lights": _("Waiting for the lights."),
    READERS: _("Waiting for the tag readers."),
}
"""What is said while a device has not been seen yet."""

RETRY_MS = 2_000
"""How long after a failure to store the next try is made."""


class Shown:
    """A session as it is shown. Every part is worked out when it is first asked for: lights come first."""

    def __init__(self, session: Session, size: tuple[int, int]) -> None:
        self.session = session
        self._size = size

    @cached_property
    def lights(self) -> tuple[tuple[int, Lit], ...]:
        """The lights' meanings, as the view has them."""
        return showing.lights(self.session)

    @cached_property
    def view(self) -> View:
        """What lights and screen say."""
        return showing.view(self.session)

    @cached_property
    def picture(self) -> Picture:
        """What the touchscreen shows, and where its buttons are."""
        return draw(self.view, self._size)


class Daemon:
    """A table that runs. Times are milliseconds of one monotonic clock, kept by the caller.

    `wall_ms` gives the wall clock, for the journal's information only.
    """

    def __init__(
        self,
        session: Session,
        journal: Journal,
        board_lights: Lights,
        size: tuple[int, int],
        wall_ms: Callable[[], int],
    ) -> None:
        self.session = session
        self.shown = Shown(session, size)
        self._journal = journal
        self._lights = board_lights
        self._size = size
        self._wall_ms = wall_ms
        self._blocked_ms = 0
        self._frame = b""
        self.lit_ms = 0
        """The moment that the lights show."""
        self._next_frame_ms: int | None = 0

    def handle(self, event: DeviceEvent | Pressed, now_ms: int) -> None:
        """Take an event up.

        What the board at rest had come to before it comes first: what is decided depends on when things
        happened, and not on how long they waited here while a slow disk held the program up.
        """
        seen = self.shown
        self.tick(event.at_ms)
        if isinstance(event, Touch):
            button_id = hit(seen.picture, event.x, event.y)
            if button_id is None or hit(self.shown.picture, event.x, event.y) != button_id:
                return
            event = Pressed(event.at_ms, button_id)
        self._adopt(*step.handle(self.session, event), now_ms)
        self.tick(event.at_ms)

    def tick(self, now_ms: int) -> None:
        """Do what time alone brings: judge a board at rest, move the lights on."""
        if now_ms >= self._blocked_ms:
            self._adopt(*step.tick(self.session, now_ms), now_ms)
        if self._next_frame_ms is not None and now_ms >= self._next_frame_ms:
            self._light(now_ms)

    def next_ms(self) -> int | None:
        """When `tick` has something to do next, if nothing else happens."""
        due_ms = self.session.next_ms()
        if due_ms is not None:
            due_ms = max(due_ms, self._blocked_ms)
        times = [at for at in (due_ms, self._next_frame_ms) if at is not None]
        return min(times, default=None)

    def _adopt(self, session: Session, effects: Effects, now_ms: int) -> None:
        """Store the effects, then take the session up and show it; or keep the old one and say why."""
        if effects:
            session = self._stored(session, effects, now_ms)
        if session is self.session:
            return
        self.session = session
        self.shown = Shown(session, self._size)
        self._light(now_ms)

    def _stored(self, session: Session, effects: Effects, now_ms: int) -> Session:
        try:
            game_id = self._journal.apply(effects, self._wall_ms(), self.session.game_id)
        except JournalError as error:
            log.error("journal: %s", error)
            self._blocked_ms = now_ms + RETRY_MS
            return replace(
                self.session, trouble=_("{error} Nothing is played until this is mended.", error=why(error))
            )
        for effect in effects:
            log.info("journal: %s", effect)
        if any(isinstance(effect, Start) for effect in effects):
            session = replace(session, game_id=game_id)
        return replace(session, trouble="")

    def _light(self, now_ms: int) -> None:
        """Show the lights of this moment; only a picture that differs is sent on."""
        shown = self.shown.lights
        self.lit_ms = now_ms
        frame = lights.frame(shown, self.session.tracker.grid.size, now_ms)
        self._next_frame_ms = lights.next_frame_ms(shown, now_ms)
        if frame != self._frame:
            self._frame = frame
            self._lights.show(frame)


def started(
    config: Config,
    journal: Journal,
    board_lights: Lights,
    awaited: Iterable[str],
    wall_ms: Callable[[], int],
    tags: Mapping[str, str] = MappingProxyType({}),
) -> Daemon:
    """The daemon of a table that is switched on: an unfinished game goes on where it was.

    `awaited` names the devices without which nothing begins, `tags` are known beside those of the tile file.
    Raises `NoSuchPlace` where the table has room for no game, `ConfigError` for a tile file that cannot be
    used.
    """
    grid = config.table.grid
    tiles = tiles_for(config)
    tables = tables_for(grid, config.table.cell_sites, config.pads, tiles)
    away = {device: _AWAITED[device] for device in awaited}
    session = first_session(tables, grid, config.play.settle_ms, away)
    tracker = replace(session.tracker, readers=config.read_sites)
    session = replace(session, notice=journal.notice, tiles={**tiles.kinds, **tags}, tracker=tracker)
    clock = Clock(config.play.clock, 1000 * config.play.clock_s)
    session = replace(session, is_friendly=config.play.touch == "friendly", clock=clock)
    for record in journal.unfinished():
        session = _with_unfinished(session, journal, record)
    session = _without_readers(_taken_up(session, journal))
    masked = 0
    for column, row in journal.masks():
        if column < grid.columns and row < grid.rows:
            masked |= 1 << grid.site(column, row)
    closed = session.play.closed if session.play else 0
    session = replace(session, tracker=session.tracker.mask(masked, closed, 0))
    size = (config.screen.width, config.screen.height)
    return Daemon(session, journal, board_lights, size, wall_ms)


def _taken_up(session: Session, journal: Journal) -> Session:
    """The session with the unfinished game that was played last, if there is one."""
    game_id = journal.last_played()
    if game_id is None or game_id not in session.kept:
        return session
    clock = session.clock.with_used(session.kept_ms.get(game_id, {}))
    return replace(session.taken_up(game_id), clock=clock, resumes_to=Phase.PLAYING)


def _without_readers(session: Session) -> Session:
    """The session that does not wait for the tag readers, unless it has a game that needs them."""
    if session.needs_readers:
        return session
    return replace(session, away={name: why for name, why in session.away.items() if name != READERS})


def _with_unfinished(session: Session, journal: Journal, record: GameRecord) -> Session:
    """The session with a game that is not finished, or with a notice why that cannot go on here."""
    table = session.tables.get(str(record.header.get("game")))
    if table is None:
        remark = _("Game {game} needs another table: it waits in the journal.", game=record.id)
        return replace(session, notice=remark)
    try:
        actions, taken_back = journal.actions(record.id), journal.taken_back(record.id)
        play = Play.resume(table, record.header, actions, taken_back)
    except RuleError as error:
        log.error("game %d cannot be resumed: %s", record.id, error)
        return replace(session, notice=_("Game {game} cannot go on: {why}", game=record.id, why=why(error)))
    kept_ms = {**session.kept_ms, record.id: journal.used_ms(record.id)}
    return replace(session, kept={**session.kept, record.id: play}, kept_ms=kept_ms)
