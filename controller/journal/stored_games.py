"""The games of an open journal, as they are read. Every row is verified by its checksum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from controller.journal import export, schema, seal
from controller.journal.errors import DAMAGED as _DAMAGED
from controller.journal.errors import JournalDamaged, JournalError
from controller.journal.file import JournalFile
from controller.journal.holdings import as_object
from controller.journal.seal import GameRow, LogLine, Sides, Total
from controller.model.hands import Hands
from controller.model.records import Entry, Finish, GameRecord, Played, Undo
from opponents.thought import Level
from texts import _


class NoSuchGame(JournalError):
    """The journal holds no game with this number."""


_LAST_ID = 2**63 - 1

_LAST_WRITTEN = "SELECT game FROM log WHERE game IN (SELECT id FROM game) ORDER BY id DESC LIMIT 1"


class Course(NamedTuple):
    """The texts of a game's standing actions, and of those taken back since the last one was played, in the
    order of play; and the levels of the computer's seats at each of both."""

    standing: list[str]
    taken_back: list[str]
    seated: list[dict[str, Level]]


class StoredGames:
    """Reads an open journal. Methods raise `JournalError`, and `JournalDamaged` if data is not as it was
    written."""

    def __init__(self, file: JournalFile) -> None:
        self._file = file
        self._db = file.connection

    def games(self) -> list[GameRecord]:
        """All games, the oldest first."""
        with self._file.snapshot():
            return self._records(schema.rows_of(self._db), self._total().games)

    def unfinished(self) -> list[GameRecord]:
        """The games without a result, the oldest first."""
        with self._file.snapshot():
            (held,) = self._db.execute("SELECT count(*) FROM game").fetchone()
            if held != self._total().games:
                raise JournalDamaged(_DAMAGED.with_values(journal=self._file.name))
            rows = schema.unfinished_of(self._db)
            return self._records(rows, len(rows))

    def page(self, skip: int, count: int) -> tuple[list[GameRecord], int]:
        """The newest games after the first `skip`, the newest first, and the number of all games. It takes no
        longer for more games."""
        with self._file.snapshot():
            total = self._total().games
            rows = schema.page_of(self._db, skip, count)
            return self._records(rows, min(count, max(total - skip, 0))), total

    def last_played(self) -> int | None:
        """The game with the latest event: a start, an action or a takeback."""
        with self._file.snapshot():
            newest = self._db.execute("SELECT id, lines FROM game ORDER BY id DESC LIMIT 1").fetchone()
            last = self._db.execute(_LAST_WRITTEN).fetchone()
        if newest is not None and not newest[1]:
            return int(newest[0])
        return None if last is None else int(last[0])

    def game(self, game_id: int) -> GameRecord:
        """One game. Raises `NoSuchGame`, and `JournalDamaged` if it is not as it was written."""
        with self._file.snapshot():
            return _record(self._row(game_id))

    def _row(self, game_id: int) -> GameRow:
        row = schema.row_of(self._db, game_id) if 1 <= game_id <= _LAST_ID else None
        if row is None:
            raise NoSuchGame(
                _(
                    "{journal} holds no game {game}. `tablier games` lists them.",
                    journal=self._file.name,
                    game=game_id,
                )
            )
        return self._checked(row)

    def _checked(self, row: GameRow) -> GameRow:
        if not row.is_sound:
            raise self._harmed(row.id)
        return row

    def _harmed(self, game_id: int) -> JournalDamaged:
        return JournalDamaged(
            _(
                "Game {game} in {journal} is damaged. Start again: its sound beginning is then kept.",
                game=game_id,
                journal=self._file.name,
            )
        )

    def _records(self, rows: Sequence[GameRow], wanted: int) -> list[GameRecord]:
        """The games of these rows. Raises `JournalDamaged` if their number is not the wanted one."""
        if len(rows) != wanted:
            raise JournalDamaged(_DAMAGED.with_values(journal=self._file.name))
        return [_record(self._checked(row)) for row in rows]

    def entries(self, game_id: int) -> list[Entry]:
        """All entries of a game, in order. Raises `NoSuchGame`, and `JournalDamaged` if they are not complete
        and as they were written."""
        with self._file.snapshot():
            lines = schema.lines_of(self._db, self._row(game_id))
        if lines is None:
            raise self._harmed(game_id)
        return [Entry(line.id, line.wall_ms, _effect(line.kind, line.detail)) for line in lines]

    def last_line(self) -> int:
        """The number of the last line written for any game; 0 if there is none."""
        with self._file.snapshot():
            (last,) = self._db.execute("SELECT coalesce(max(id), 0) FROM log").fetchone()
        return int(last)

    def written_after(self, line: int, most: int) -> list[tuple[int, Entry]]:
        """The entries written after a line, in order, up to a limit, each with its game's number. Unreadable
        ones are left out."""
        query = "SELECT game, id, kind, detail, wall_ms, chain FROM log WHERE id > ? ORDER BY id LIMIT ?"
        with self._file.snapshot():
            lines = [(row[0], LogLine(*row[1:])) for row in self._db.execute(query, (line, most))]
            return [
                (game, Entry(each.id, each.wall_ms, _effect(each.kind, each.detail)))
                for game, each in lines
                if self._follows(game, each)
            ]

    def _follows(self, game_id: int, line: LogLine) -> bool:
        """Whether a line continues the one before it in its game."""
        query = "SELECT chain FROM log WHERE game = ? AND id < ? ORDER BY id DESC LIMIT 1"
        before = self._db.execute(query, (game_id, line.id)).fetchone()
        row = schema.row_of(self._db, game_id) if before is None else None
        if before is None and row is None:
            return False
        chain = before[0] if row is None else row.begun
        return seal.added(chain, line.id, line.kind, line.detail, line.wall_ms) == line.chain

    def actions(self, game_id: int) -> list[str]:
        """The texts of the standing actions. Raises `NoSuchGame`."""
        return self.course(game_id).standing

    def course(self, game_id: int) -> Course:
        """What was played in a game. Raises `NoSuchGame`."""
        sides = self._sides(game_id)
        played: list[tuple[str, dict[str, Level]]] = []
        undone = 0
        for line, entry in enumerate(self.entries(game_id)):
            if isinstance(entry.what, Played):
                played[len(played) - undone :] = [(entry.what.text, _seated(sides, line))]
                undone = 0
            elif isinstance(entry.what, Undo):
                undone += entry.what.plies
        texts, stand = [text for text, _levels in played], len(played) - undone
        return Course(texts[:stand], texts[stand:], [levels for _text, levels in played])

    def again(self, game_id: int) -> list[str]:
        """The texts of the actions taken back that would bring the same game about if they were played again,
        in the order of play: none of them after any other action. Raises `NoSuchGame`."""
        standing: list[str] = []
        again: list[str] = []
        for entry in self.entries(game_id):
            if isinstance(entry.what, Played):
                again = again[1:] if again[:1] == [entry.what.text] else []
                standing.append(entry.what.text)
            elif isinstance(entry.what, Undo):
                again = [*standing[-entry.what.plies :], *again]
                del standing[-entry.what.plies :]
        return again

    def masks(self) -> frozenset[tuple[int, int]]:
        """The masked sites, as columns and rows. Raises `JournalDamaged` if they are not as they were
        written."""
        with self._file.snapshot():
            masks = schema.masks_of(self._db)
            if seal.checksum(masks) != self._total().masks:
                raise JournalDamaged(_DAMAGED.with_values(journal=self._file.name))
        return frozenset((column, row) for column, row, _wall_ms in masks)

    def used_ms(self, game_id: int) -> dict[str, int]:
        """The time used by each player of a game, by name; empty without a clock."""
        return dict(self._sides(game_id).clock)

    def computers(self, game_id: int) -> dict[str, Level]:
        """The levels of a game's computer seats now, by name. A level of another version counts as a
        person."""
        return _seated(self._sides(game_id), None)

    def hands(self, game_id: int) -> Hands:
        """The shown hands of a game's seats."""
        rows = sorted(self._sides(game_id).hands, key=itemgetter(0))
        shown = {
            (deal, seat): None if pieces is None else tuple(pieces.split()) for deal, seat, pieces in rows
        }
        return Hands(shown)

    def _sides(self, game_id: int) -> Sides:
        """The data of a game outside its log; empty if there is no such game. Raises `JournalDamaged` if it
        is not as it was written."""
        with self._file.snapshot():
            row, sides = schema.row_of(self._db, game_id), schema.sides_of(self._db, game_id)
        if row is None:
            return Sides()
        if seal.of_sides(sides) != self._checked(row).sides:
            raise self._harmed(game_id)
        return sides

    def export(self, game_id: int) -> list[str]:
        """A game as the referee's requests, one JSON object a line: the header, every play and every undo,
        without secrets.

        Raises `NoSuchGame`.
        """
        moves: list[str | int] = []
        for entry in self.entries(game_id):
            if isinstance(entry.what, Played):
                moves.append(entry.what.text)
            elif isinstance(entry.what, Undo):
                moves.append(entry.what.plies)
        return [as_json(request) for request in export.requests(self.game(game_id).header, moves)]

    def _total(self) -> Total:
        total = schema.total_of(self._db)
        if total is None:
            raise JournalDamaged(_DAMAGED.with_values(journal=self._file.name))
        return total


def _seated(sides: Sides, line: int | None) -> dict[str, Level]:
    """The levels of the computer's seats when a line of the log was written; `None` asks for now."""
    if not sides.computers:
        return {}
    levels = {level.value: level for level in Level}
    rows = sorted(sides.computers, key=itemgetter(0))
    last = {seat: level for since, seat, level in rows if line is None or since <= line}
    return {seat: levels[level] for seat, level in last.items() if level in levels}


def _record(row: GameRow) -> GameRecord:
    header, result = as_object(row.header) or {}, row.result
    if not isinstance(header.get("game"), str):
        header["game"] = ""  # it can be listed, but no known game holds it
    return GameRecord(row.id, header, row.wall_ms, row.plies, None if result is None else _result(result))


def _result(text: str) -> dict[str, Any]:
    """A game's result; an unreadable one counts as abandoned."""
    return as_object(text) or {"winner": None}


def _effect(kind: str, detail: str) -> Played | Undo | Finish:
    if kind == "play":
        return Played(detail)
    return Undo(int(detail)) if kind == "undo" else Finish(_result(detail))


def as_json(value: Mapping[str, Any]) -> str:
    """A header, a result or a request as JSON."""
    return msgspec.json.encode(value, enc_hook=str).decode()  # a Text is stored as its English words
