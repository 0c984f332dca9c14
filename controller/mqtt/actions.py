"""The journal's lines as events for others, and the position of the last one published."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.files.as_json import NotThat, decoded
from controller.files.bounded_file import read_bytes
from controller.files.private_file import write_private
from controller.journal.journal import Journal
from controller.model.records import Entry, Finish, Played, Undo
from controller.mqtt.messages import ActionEvent
from controller.referee.play import Play
from controller.tables.table import GameTable
from engines.game import RuleError, public_texts

log = logging.getLogger(__name__)

MOST_PLAYS: Final = 3
"""The most games whose progress is remembered: a table plays one, and changes now and then."""

LARGEST: Final = 1_000
"""No cursor's file has more bytes."""


class Cursor(msgspec.Struct, frozen=True):
    """The position in a journal: the line `id` of the journal called `journal` was the last one published."""

    journal: str
    id: int


class CursorFile:
    """Stores a cursor beside the journal.

    It is not part of the journal, where a second writer would delay actions. After a loss, events are
    published again, under the same numbers.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, last: int) -> Cursor:
        """The cursor for a journal whose last line is `last`. A table that has published nothing yet begins
        with new lines; one whose journal was set aside since begins with the new journal."""
        try:
            cursor = decoded(read_bytes(self._path, LARGEST), Cursor)
        except FileNotFoundError:
            return Cursor(_new_name(), last)
        except (OSError, NotThat) as error:
            log.warning("mqtt: %s cannot be read, new lines are published: %s", self._path, error)
            return Cursor(_new_name(), last)
        return cursor if cursor.id <= last else Cursor(_new_name(), 0)

    def write(self, cursor: Cursor) -> None:
        """Store a cursor. A failure is logged: events are published again after the next start."""
        try:
            write_private(self._path, msgspec.json.encode(cursor))
        except OSError as error:
            log.warning("mqtt: %s cannot be written: %s", self._path, error.strerror)


def _new_name() -> str:
    return secrets.token_hex(4)


class Teller:
    """Makes events of the journal's lines, in their order."""

    def __init__(self, table: str, tables: Mapping[str, GameTable[Any, Any]]) -> None:
        self._table = table
        self._tables = tables
        self._plays: dict[int, Play] = {}

    def event(self, journal: Journal, name: str, game_id: int, entry: Entry) -> ActionEvent | None:
        """The event of a line, `None` for one of a game that this table cannot read. `name` is the
        journal's. Raises `JournalError`."""
        try:
            play = self._plays.pop(game_id, None) or self._before(journal, game_id, entry.id)
            event, play = self._event_of(play, name, game_id, entry)
        except (RuleError, KeyError) as error:
            log.warning("mqtt: line %d of the journal cannot be published: %s", entry.id, error)
            return None
        self._plays[game_id] = play
        if len(self._plays) > MOST_PLAYS:
            del self._plays[next(iter(self._plays))]
        return event

    def _before(self, journal: Journal, game_id: int, line: int) -> Play:
        """A game as it stood before a line. Raises `RuleError`, `KeyError`."""
        header = journal.game(game_id).header
        play = Play.begin(self._tables[str(header.get("game"))], header)
        for entry in journal.entries(game_id):
            if entry.id >= line:
                break
            play = _after(play, entry)
        return play

    def _event_of(self, play: Play, name: str, game_id: int, entry: Entry) -> tuple[ActionEvent, Play]:
        after = _after(play, entry)
        position, ply = after.position, after.plies[-1] if after.plies else None
        outcome = position.outcome()
        event = ActionEvent(
            table=self._table,
            journal=name,
            id=entry.id,
            at_ms=entry.wall_ms,
            game=game_id,
            name=after.table.game.name,
            kind="play",
            ply=len(after.plies),
            score=position.score(),
            turn=position.turn,
            over=outcome is not None,
            winner=None if outcome is None else outcome.winner or "draw",
        )
        match entry.what:
            case Played() if ply is not None:
                text = public_texts([one.action for one in after.plies], position)[-1]
                event = msgspec.structs.replace(event, text=text, player=ply.actor, events=ply.events)
            case Undo(plies):
                event = msgspec.structs.replace(event, kind="undo", plies=plies)
            case Finish(result):
                event = msgspec.structs.replace(event, kind="finish", over=True, winner=result.get("winner"))
        return event, after


def _after(play: Play, entry: Entry) -> Play:
    """A play after a line of its journal. Raises `RuleError` for an action that is none."""
    match entry.what:
        case Played(text):
            action = play.table.game.parse(text)
            play.position.check(action)
            return play.after(action)
        case Undo(plies):
            return play.back(plies)
        case _:
            return play
