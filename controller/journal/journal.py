"""The record of every game, which survives a power cut.

A SQLite file in WAL mode with `synchronous=FULL`: when `apply` returns, its effects are on the disk. The log
is append-only: an undo is a row as well, and no row is changed; only whole finished games are dropped, the
oldest, beyond the last `keep_games`. Rows are in order of their number. Wall times are information only,
because a computer without a clock battery may report any time. Only masks, used times and shown hands are
kept as they are now. Hands are secret, and so are actions until they are revealed: only the file's owner can
read it, and exports contain neither.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from operator import itemgetter
from pathlib import Path
from typing import Any, Self

import msgspec

from controller.journal import care as journal_care
from controller.journal import check as journal_check
from controller.journal import export, schema, seal
from controller.journal import holdings as journal_holdings
from controller.journal.count import MOST_GAMES, Count
from controller.journal.errors import DAMAGED as _DAMAGED
from controller.journal.errors import JournalDamaged, JournalError, explained
from controller.journal.file import Connect, JournalFile
from controller.journal.holdings import Holdings, as_object
from controller.journal.seal import GameRow, LogLine, Sides, Total
from controller.model.hands import Hands
from controller.model.records import (
    Effect,
    Entry,
    Finish,
    GameRecord,
    Hand,
    Mask,
    OfGame,
    Played,
    Start,
    Undo,
    Unmask,
    Used,
)
from opponents.thought import Level
from texts import _

__all__ = [
    "Effect",
    "Entry",
    "Finish",
    "GameRecord",
    "Hand",
    "Journal",
    "JournalError",
    "Mask",
    "NoSuchGame",
    "Played",
    "Start",
    "Undo",
    "Unmask",
    "Used",
]

COMMITS = 500
"""The number of commits whose durations are kept."""

_log = logging.getLogger(__name__)


class NoSuchGame(JournalError):
    """The journal holds no game with this number."""


_LAST_ID = 2**63 - 1

_LAST_WRITTEN = "SELECT game FROM log WHERE game IN (SELECT id FROM game) ORDER BY id DESC LIMIT 1"


class Journal:
    """An open journal. One thread at a time may use it."""

    def __init__(self, file: JournalFile, keep_games: int = journal_care.KEEP_GAMES) -> None:
        self._file = file
        self._db = file.connection
        self._keep_games = keep_games
        self.commits = 0
        """The number of commits."""
        self.took_us: deque[int] = deque(maxlen=COMMITS)
        """The durations of the last commits, in microseconds."""
        self._lately: dict[int, int] = {}
        """The number of log lines of each of the last changed games."""

    @classmethod
    def open(
        cls,
        path: Path | None,
        connect: Connect = sqlite3.connect,
        keep_games: int = journal_care.KEEP_GAMES,
        *,
        is_doubted: bool = False,
    ) -> Self:
        """Open the journal at `path` for writing, creating it if necessary; `None` keeps it in memory.

        Raises `JournalError`. A damaged file is set aside, and `notice` says so. One in which damage was
        found earlier `is_doubted`: it is verified completely, whatever its size. Finished games beyond the
        last `keep_games` are dropped, now and whenever a game is started.
        """
        journal = cls(JournalFile.open(path, connect, is_doubted=is_doubted), keep_games)
        if journal.notice:
            _log.warning("journal: %s", journal.notice)
        with ExitStack() as held:
            held.callback(journal.close)
            while journal._drop_superfluous():
                pass
            held.pop_all()
        return journal

    @classmethod
    def read(cls, path: Path) -> Self:
        """Open the journal at `path` for reading only, also beside a running table. Raises `JournalError`."""
        return cls(JournalFile.read(path))

    @property
    def notice(self) -> str:
        """A notice for people about the opening: empty; or what was damaged, restored and lost; or that there
        was no room for a backup."""
        return self._file.notice

    @property
    def file(self) -> JournalFile:
        """The file under it, for its maintenance."""
        return self._file

    def holdings(self) -> Holdings:
        """All its content, at one moment. Raises `JournalDamaged` if nothing can be read."""
        with explained(self._file.name), self._file.snapshot():
            held = journal_holdings.read(self._db)
        if held is None:
            raise JournalDamaged(_DAMAGED.with_values(journal=self._file.name))
        return journal_holdings.merged(held, [])

    def probe(self) -> None:
        """Return once the disk under the journal answers. May be called from any thread. Raises `OSError`."""
        self._file.probe()

    def close(self) -> None:
        """Close the file. May be called twice."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def apply(self, effects: Iterable[Effect], wall_ms: int, game_id: int | None = None) -> int | None:
        """Write effects in one transaction: when this returns, all of them are on the disk, or none.

        Each effect belongs to the game that it names; without one, to the game started before it, or else to
        `game_id`. Returns the number of the last game started, or else `game_id`. Raises `JournalError`; the
        journal is then unchanged and usable.
        """
        started_ns = time.perf_counter_ns()
        effects = tuple(effects)
        with explained(self._file.name), self._file.transaction():
            rows: dict[int, GameRow] = {}
            for effect in effects:
                game_id = self._write(effect, wall_ms, game_id, rows)
            total = self._counted(effects, wall_ms)
        self.commits += 1
        self.took_us.append((time.perf_counter_ns() - started_ns) // 1000)
        self._note(total, rows.values())
        if any(isinstance(effect, Start) for effect in effects):
            self._drop_superfluous()
        return game_id

    def _drop_superfluous(self) -> bool:
        """Drop some of the oldest finished games, if there are too many. Returns whether there were. Disk
        errors are ignored here: the next write reports them."""
        try:
            with explained(self._file.name):
                games = journal_care.superfluous(self._db, self._keep_games)
                if games:
                    with self._file.transaction():
                        journal_care.drop(self._db, games)
                        total = self._counted((), self._total().wall_ms)
                    self._note(total)
        except JournalError as error:
            _log.warning("journal: old games could not be dropped: %s", error)
            return False
        return bool(games)

    def forget(self, games: Iterable[int]) -> None:
        """Drop those of these games in which nothing was ever written. Raises `JournalError`."""
        with explained(self._file.name), self._file.transaction():
            journal_care.drop(self._db, journal_care.empty(self._db, games))
            total = self._counted((), self._total().wall_ms)
        self._note(total)

    def start_game(self, header: Mapping[str, Any], wall_ms: int) -> int:
        """Begin a game and return its number. Raises `JournalError`."""
        game_id = self.apply([Start(header)], wall_ms)
        assert game_id is not None
        return game_id

    def play(self, game_id: int, text: str, wall_ms: int) -> None:
        """Write an action. Raises `JournalError`."""
        self.apply([Played(text)], wall_ms, game_id)

    def undo(self, game_id: int, plies: int, wall_ms: int) -> None:
        """Take the last `plies` standing actions back. Raises `JournalError`."""
        self.apply([Undo(plies)], wall_ms, game_id)

    def finish(self, game_id: int, result: Mapping[str, Any], wall_ms: int) -> None:
        """Write a game's result. Raises `JournalError`."""
        self.apply([Finish(result)], wall_ms, game_id)

    def games(self) -> list[GameRecord]:
        """All games, the oldest first."""
        with explained(self._file.name), self._file.snapshot():
            return self._records(journal_check.rows_of(self._db), self._total().games)

    def unfinished(self) -> list[GameRecord]:
        """The games without a result, the oldest first."""
        with explained(self._file.name), self._file.snapshot():
            (held,) = self._db.execute("SELECT count(*) FROM game").fetchone()
            if held != self._total().games:
                raise JournalDamaged(_DAMAGED.with_values(journal=self._file.name))
            rows = journal_check.unfinished_of(self._db)
            return self._records(rows, len(rows))

    def page(self, skip: int, count: int) -> tuple[list[GameRecord], int]:
        """The newest games after the first `skip`, the newest first, and the number of all games. It takes no
        longer for more games."""
        with explained(self._file.name), self._file.snapshot():
            total = self._total().games
            rows = journal_check.page_of(self._db, skip, count)
            return self._records(rows, min(count, max(total - skip, 0))), total

    def last_played(self) -> int | None:
        """The game with the latest event: a start, an action or a takeback."""
        with explained(self._file.name), self._file.snapshot():
            newest = self._db.execute("SELECT id, lines FROM game ORDER BY id DESC LIMIT 1").fetchone()
            last = self._db.execute(_LAST_WRITTEN).fetchone()
        if newest is not None and not newest[1]:
            return int(newest[0])
        return None if last is None else int(last[0])

    def game(self, game_id: int) -> GameRecord:
        """One game. Raises `NoSuchGame`, and `JournalDamaged` if it is not as it was written."""
        with explained(self._file.name):
            return _record(self._row(game_id))

    def _row(self, game_id: int) -> GameRow:
        row = journal_check.row_of(self._db, game_id) if 1 <= game_id <= _LAST_ID else None
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
        with explained(self._file.name), self._file.snapshot():
            lines = journal_check.lines_of(self._db, self._row(game_id))
        if lines is None:
            raise self._harmed(game_id)
        return [Entry(line.id, line.wall_ms, _effect(line.kind, line.detail)) for line in lines]

    def last_line(self) -> int:
        """The number of the last line written for any game; 0 if there is none."""
        with explained(self._file.name):
            (last,) = self._db.execute("SELECT coalesce(max(id), 0) FROM log").fetchone()
        return int(last)

    def written_after(self, line: int, most: int) -> list[tuple[int, Entry]]:
        """The entries written after a line, in order, up to a limit, each with its game's number. Unreadable
        ones are left out."""
        query = "SELECT game, id, kind, detail, wall_ms, chain FROM log WHERE id > ? ORDER BY id LIMIT ?"
        with explained(self._file.name), self._file.snapshot():
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
        row = journal_check.row_of(self._db, game_id) if before is None else None
        if before is None and row is None:
            return False
        chain = before[0] if row is None else row.begun
        return seal.added(chain, line.id, line.kind, line.detail, line.wall_ms) == line.chain

    def actions(self, game_id: int) -> list[str]:
        """The texts of the standing actions. Raises `NoSuchGame`."""
        standing: list[str] = []
        for entry in self.entries(game_id):
            if isinstance(entry.what, Played):
                standing.append(entry.what.text)
            elif isinstance(entry.what, Undo):
                del standing[-entry.what.plies :]
        return standing

    def taken_back(self, game_id: int) -> list[str]:
        """The texts of the actions taken back since the last one was played, in the order of play. Raises
        `NoSuchGame`."""
        standing: list[str] = []
        plies = 0
        for entry in self.entries(game_id):
            if isinstance(entry.what, Played):
                standing = [*standing[: len(standing) - plies], entry.what.text]
                plies = 0
            elif isinstance(entry.what, Undo):
                plies += entry.what.plies
        return standing[len(standing) - plies :]

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
        with explained(self._file.name), self._file.snapshot():
            masks = journal_check.masks_of(self._db)
            if seal.checksum(masks) != self._total().masks:
                raise JournalDamaged(_DAMAGED.with_values(journal=self._file.name))
        return frozenset((column, row) for column, row, _wall_ms in masks)

    def used_ms(self, game_id: int) -> dict[str, int]:
        """The time used by each player of a game, by name; empty without a clock."""
        return dict(self._sides(game_id).clock)

    def computers(self, game_id: int) -> dict[str, Level]:
        """The levels of a game's computer seats, by name. A level of another version counts as a person."""
        levels = {level.value: level for level in Level}
        return {seat: levels[level] for seat, level in self._sides(game_id).computers if level in levels}

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
        with explained(self._file.name), self._file.snapshot():
            row, sides = journal_check.row_of(self._db, game_id), journal_check.sides_of(self._db, game_id)
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
        return [_json(request) for request in export.requests(self.game(game_id).header, moves)]

    def _write(
        self, effect: Effect, wall_ms: int, game_id: int | None, rows: dict[int, GameRow]
    ) -> int | None:
        """Write an effect, and note the new row of its game. Returns the number of the game that later
        effects belong to."""
        match effect:
            case Start(header, computers):
                row = self._start(header, computers, wall_ms)
                game_id, rows[row.id] = row.id, row
            case Mask(column, row):
                insert = "INSERT OR IGNORE INTO mask (column_, row_, wall_ms) VALUES (?, ?, ?)"
                self._db.execute(insert, (column, row, wall_ms))
            case Unmask(column, row):
                self._db.execute("DELETE FROM mask WHERE column_ = ? AND row_ = ?", (column, row))
            case _:
                of = game_id if effect.game is None else effect.game
                if of is None:
                    raise NoSuchGame(_("There is no game to write this to: start one first."))
                rows[of] = self._write_of_game(effect, wall_ms, of)
        return game_id

    def _write_of_game(self, effect: OfGame, wall_ms: int, game_id: int) -> GameRow:
        match effect:
            case Used(used_ms):
                insert = "INSERT OR REPLACE INTO clock (game, player, used_ms) VALUES (?, ?, ?)"
                self._db.executemany(insert, [(game_id, *used) for used in used_ms.items()])
            case Hand():
                self._keep_hand(effect, game_id)
            case _:
                return self._log(effect, wall_ms, game_id)
        return self._sealed(self._row(game_id))

    def _keep_hand(self, hand: Hand, game_id: int) -> None:
        key = (game_id, hand.deal, hand.seat)
        self._db.execute("DELETE FROM hand WHERE game = ? AND deal = ? AND seat = ?", key)
        if hand.is_kept:
            pieces = None if hand.row is None else " ".join(hand.row)
            self._db.execute(
                "INSERT INTO hand (game, deal, seat, pieces) VALUES (?, ?, ?, ?)", (*key, pieces)
            )

    def _start(self, header: Mapping[str, Any], computers: Mapping[str, Level], wall_ms: int) -> GameRow:
        columns = "header, wall_ms, lines, plies, chain, sides, seal"
        insert = f"INSERT INTO game ({columns}) VALUES (?, ?, 0, 0, 0, 0, 0)"  # noqa: S608
        game_id = self._db.execute(insert, (_json(header), wall_ms)).lastrowid
        assert game_id is not None
        for seat, level in computers.items():
            insert = "INSERT INTO computer (game, seat, level) VALUES (?, ?, ?)"
            self._db.execute(insert, (game_id, seat, level.value))
        row = journal_check.row_of(self._db, game_id)
        assert row is not None
        return self._sealed(row._replace(chain=row.begun))

    def _log(self, effect: Played | Undo | Finish, wall_ms: int, game_id: int) -> GameRow:
        row = self._row(game_id)
        kind, detail = _words_of(effect, row)
        insert = "INSERT INTO log (game, kind, detail, wall_ms, chain) VALUES (?, ?, ?, ?, 0)"
        number = self._db.execute(insert, (game_id, kind, detail, wall_ms)).lastrowid
        assert number is not None
        chain = seal.added(row.chain, number, kind, detail, wall_ms)
        self._db.execute("UPDATE log SET chain = ? WHERE id = ?", (chain, number))
        result, plies = detail if kind == "finish" else None, seal.standing(row.plies, kind, detail)
        return self._keep(row._replace(lines=row.lines + 1, plies=plies, result=result, chain=chain))

    def _sealed(self, row: GameRow) -> GameRow:
        """The row of a game, with the new checksum of the data outside its log."""
        return self._keep(row._replace(sides=seal.of_sides(journal_check.sides_of(self._db, row.id))))

    def _keep(self, row: GameRow) -> GameRow:
        row = row.sealed()
        update = (
            "UPDATE game SET lines = ?, plies = ?, result = ?, chain = ?, sides = ?, seal = ? WHERE id = ?"
        )
        self._db.execute(update, (*row[3:], row.id))
        return row

    def _note(self, total: Total, rows: Iterable[GameRow] = ()) -> None:
        """Write the new count, beside the journal."""
        for row in rows:
            self._lately.pop(row.id, None)
            self._lately[row.id] = row.lines
        for old in list(self._lately)[:-MOST_GAMES]:
            del self._lately[old]
        self._file.stored(Count(total.journal, total.commits, tuple(self._lately.items())))

    def _total(self) -> Total:
        total = schema.total_of(self._db)
        if total is None:
            raise JournalDamaged(_DAMAGED.with_values(journal=self._file.name))
        return total

    def _counted(self, effects: Sequence[Effect], wall_ms: int) -> Total:
        """The total after effects, and after games were dropped."""
        total = self._total()
        (games,) = self._db.execute("SELECT count(*) FROM game").fetchone()
        masks = total.masks
        if any(isinstance(effect, Mask | Unmask) for effect in effects):
            masks = seal.checksum(journal_check.masks_of(self._db))
        commits = total.commits + max(1, len(effects))
        total = total._replace(commits=commits, wall_ms=wall_ms, games=games, masks=masks).sealed()
        update = "UPDATE total SET commits = ?, wall_ms = ?, games = ?, masks = ?, seal = ? WHERE id = 1"
        self._db.execute(update, total[2:])
        return total


def _words_of(effect: Played | Undo | Finish, row: GameRow) -> tuple[str, str]:
    """Kind and detail of an effect in the log of a game. Raises `JournalError` for an invalid one."""
    match effect:
        case Played(text):
            return "play", text
        case Undo(plies):
            if not 1 <= plies <= row.plies:
                raise JournalError(
                    _(
                        "Game {game} has {number} actions: {plies} cannot be taken back.",
                        game=row.id,
                        number=row.plies,
                        plies=plies,
                    )
                )
            return "undo", str(plies)
        case Finish(result):
            return "finish", _json(result)


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


def _json(value: Mapping[str, Any]) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()  # a Text is stored as its English words
