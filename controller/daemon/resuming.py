"""The state that a table resumes from its journal: games in progress, or the result of the last one."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final

from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.model.hands import Hands
from controller.model.records import Finish, GameRecord
from controller.model.view import Phase
from controller.referee.judging import agreed_result
from controller.referee.session import MOST_WAIT, READERS, Session
from controller.referee.session_parts import UnfinishedGame
from controller.tables.table import GameTable
from controller.view.start import ON_THE_MENU
from engines.game import RuleError
from engines.record import replace
from hardware.ports import Grid
from texts import _

log = logging.getLogger(__name__)

STILL_SHOWN_MS: Final = 300_000
"""The result of a game that ended no longer ago is shown again: the table may have gone off just then."""


def resumed(session: Session, journal: Journal, wall_ms: int) -> Session:
    """The session with all games that are not finished, of which the last goes on, if it was played last; or
    with the result of the game that has ended just before.

    Raises `JournalError`.
    """
    game_id = journal.last_played()
    for record in _waiting(journal, game_id, wall_ms):
        session = _with_unfinished(session, journal, record)
    if game_id is None:
        return _without_readers(session)
    if game_id not in session.unfinished.games:
        return _without_readers(_with_result(session, journal, game_id, wall_ms))
    clock = session.clock.with_used(session.unfinished.used_ms.get(game_id, {}))
    session = session.taken_up(game_id)
    if session.play is None:
        log.error("%s", session.notice)
        return _without_readers(session)
    return _without_readers(replace(session, clock=clock, resumes_to=Phase.PLAYING))


def _waiting(journal: Journal, last: int | None, wall_ms: int) -> list[GameRecord]:
    """The games that are not finished, as far as they may wait: one without any action is forgotten, unless
    the menu offers it, and the oldest beyond the limit are given up. Raises `JournalError`."""
    records = journal.unfinished()
    offered = {last, *[record.id for record in records if record.id != last][-ON_THE_MENU:]}
    empty = [record.id for record in records if not record.plies and record.id not in offered]
    if empty:
        journal.forget(empty)
        records = journal.unfinished()
    others = [record for record in records if record.id != last]
    given_up = [Finish({"winner": None, "reason": "given up"}, game=one.id) for one in others[:-MOST_WAIT]]
    if given_up:
        journal.apply(given_up, wall_ms)
    waiting = others[-MOST_WAIT:]
    return [record for record in records if record in waiting or record.id == last]


def masked(journal: Journal, grid: Grid, pads: int) -> int:
    """The broken sites in the journal that this table has: the readers beside the board come after its last
    row. Raises `JournalError`."""
    sites = [grid.site(column, row) for column, row in journal.masks() if column < grid.columns]
    return sum(1 << site for site in sites if site < grid.size + pads)


def _without_readers(session: Session) -> Session:
    """The session that does not wait for the tag readers, unless it has a game that needs them."""
    if session.needs_readers and session.resumes_to is not Phase.OVER:
        return session
    return replace(session, devices=session.devices.found(READERS))


def _with_unfinished(session: Session, journal: Journal, record: GameRecord) -> Session:
    """The session with a game that is not finished, or with a notice why that cannot go on here."""
    left = left_of(session.tables, journal, record)
    if left is None:
        remark = _("Game {game} needs another table: it waits in the journal.", game=record.id)
        return replace(session, notice=remark)
    unfinished = session.unfinished.with_game(record.id, left, journal.used_ms(record.id))
    return replace(session, unfinished=unfinished)


def left_of(
    tables: Mapping[str, GameTable[Any, Any]], journal: Journal, record: GameRecord
) -> UnfinishedGame | None:
    """A game of the journal, unless this table cannot hold it. Raises `JournalError`."""
    table = tables.get(str(record.header.get("game")))
    if table is None:
        return None
    actions, taken_back, seated = journal.course(record.id)
    kept, computers = journal.hands(record.id), journal.computers(record.id)
    hands = Hands({key: row for key, row in kept.rows.items() if set(row or ()) <= set(table.pieces)})
    again = journal.again(record.id) if hands.rows else ()
    return UnfinishedGame(table, record.header, actions, taken_back, computers, hands, again, seated)


def _with_result(session: Session, journal: Journal, game_id: int, wall_ms: int) -> Session:
    """The session that shows how a game ended, if that was just before, by the clock on the wall, and if it
    was not given up. The board is not checked: people clear it when a game is over."""
    try:
        record, entries = journal.game(game_id), journal.entries(game_id)
        left = left_of(session.tables, journal, record)
        play = None if left is None else left.play
    except (RuleError, JournalError) as error:
        log.warning("the result of game %d cannot be shown: %s", game_id, error)
        return session
    if play is None or record.result is None or not _is_near(entries[-1].wall_ms, wall_ms):
        return session
    is_by_rules = play.position.outcome() is not None
    ended = None if is_by_rules else agreed_result(play, str(record.result.get("winner")))
    if not is_by_rules and ended is None:
        return session
    return replace(session, play=play, game_id=game_id, ended=ended, resumes_to=Phase.OVER)


def _is_near(ended_ms: object, wall_ms: int) -> bool:
    return isinstance(ended_ms, int) and abs(wall_ms - ended_ms) <= STILL_SHOWN_MS
