"""The record of every game, that outlives the plug.

A SQLite file in WAL mode with `synchronous=FULL`: what `apply` has returned from is on the disk. The log is
only ever added to: an undo is a row as well, and no row is changed; only whole
finished games are dropped, the oldest, beyond the last `keep_games`. Rows are in order of their number; wall
times are information only, because a computer without a clock battery may tell any time. Only masks, the time
that players have used and the hands that they have shown are kept as they are now. Hands are secret, as
actions are that are not revealed yet: the file is its owner's alone, and no export has them.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import msgspec

from controller import export, journal_care
from controller.hands import Hands
from controller.journal_errors import JournalDamaged, JournalError, explained
from controller.journal_file import Connect, JournalFile
from controller.journal_rows import (
    Effect,
    Entry,
    Finish,
    GameRecord,
    Hand,
    Mask,
    OfGame,
    Play,
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
    "Play",
    "Start",
    "Undo",
    "Unmask",
    "Used",
]

COMMITS = 500
"""Of so many commits it is known how long they took."""

_log = logging.getLogger(__name__)


class NoSuchGame(JournalError):
    """A game's number that the journal does not hold."""


_LAST_ID = 2**63 - 1

_LAST_WRITTEN = "SELECT game FROM log WHERE game IN (SELECT id FROM game) ORDER BY id DESC LIMIT 1"

_GAMES = """
SELECT game.id, game.header, game.wall_ms,
  coalesce(sum(CASE kind WHEN 'play' THEN 1 WHEN 'undo' THEN -cast(detail AS INTEGER) END), 0),
  (SELECT CASE kind WHEN 'finish' THEN detail END FROM log AS last
   WHERE last.game = game.id ORDER BY last.id DESC LIMIT 1) AS result
FROM game LEFT JOIN log ON log.game = game.id
WHERE game.id BETWEEN :first AND :last AND (NOT :unfinished OR result IS NULL)
GROUP BY game.id ORDER BY game.id
"""


class Journal:
    """An open journal. One thread at a time may use it."""

    def __init__(self, file: JournalFile, keep_games: int = journal_care.KEEP_GAMES) -> None:
        self._file = file
        self._db = file.connection
        self._keep_games = keep_games
        self.commits = 0
        """How often something was written."""
        self.took_us: deque[int] = deque(maxlen=COMMITS)
        """How long the last of these have taken, in microseconds."""
        with ExitStack() as held, explained(file.name):
            held.callback(file.close)
            self._unreadable = journal_care.unreadable(self._db)
            held.pop_all()

    @classmethod
    def open(
        cls,
        path: Path | None,
        connect: Connect = sqlite3.connect,
        keep_games: int = journal_care.KEEP_GAMES,
    ) -> Self:
        """Open the journal at `path` for writing, making it where there is none; `None` keeps it in memory.

        Raises `JournalError`. A damaged file is set aside, which `notice` then tells. Finished games beyond
        the last `keep_games` are dropped, now and whenever one is started.
        """
        journal = cls(JournalFile.open(path, connect), keep_games)
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
        """What a person should know of the opening: nothing, a damaged file set aside, no room for a copy, or
        games that cannot be read."""
        if self._file.notice or not self._unreadable:
            return self._file.notice
        games = ", ".join(map(str, sorted(self._unreadable)))
        return _(
            "{journal}: the card has harmed what was kept of game {games}. It is left out.",
            journal=self._file.name,
            games=games,
        )

    def copy_to(self, target: Path) -> None:
        """Copy the journal's file as it is now, for its owner alone. Raises `JournalError`."""
        with explained(self._file.name):
            self._file.copy_to(target)

    def probe(self) -> None:
        """Come back when the disk under the journal answers. For any thread. Raises `OSError`."""
        self._file.probe()

    def close(self) -> None:
        """Let the file go. May be called twice."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def apply(self, effects: Iterable[Effect], wall_ms: int, game_id: int | None = None) -> int | None:
        """Write effects in one transaction: all of them are on the disk when this returns, or none.

        Each is of the game that it names; one that names none is of the game started before it, or else of
        `game_id`. Gives the number of the last game started, or else `game_id`. Raises `JournalError`; the
        journal is then as before, and usable.
        """
        is_new = False
        started_ns = time.perf_counter_ns()
        with explained(self._file.name), self._file.transaction():
            for effect in effects:
                game_id = self._write(effect, wall_ms, game_id)
                is_new = is_new or isinstance(effect, Start)
        self.commits += 1
        self.took_us.append((time.perf_counter_ns() - started_ns) // 1000)
        if is_new:
            self._drop_superfluous()
        return game_id

    def _drop_superfluous(self) -> bool:
        """Drop some of the oldest finished games, if there are too many, and say whether there were. A disk
        that does not let it is for the next to complain of: nothing hangs on it."""
        try:
            with explained(self._file.name):
                games = journal_care.superfluous(self._db, self._keep_games)
                if games:
                    with self._file.transaction():
                        journal_care.drop(self._db, games)
        except JournalError as error:
            _log.warning("journal: old games could not be dropped: %s", error)
            return False
        return bool(games)

    def forget(self, games: Iterable[int]) -> None:
        """Drop those of these games in which nothing was ever written. Raises `JournalError`."""
        with explained(self._file.name), self._file.transaction():
            journal_care.drop(self._db, journal_care.empty(self._db, games))

    def start_game(self, header: Mapping[str, Any], wall_ms: int) -> int:
        """Begin a game and give its number. Raises `JournalError`."""
        game_id = self.apply([Start(header)], wall_ms)
        assert game_id is not None
        return game_id

    def play(self, game_id: int, text: str, wall_ms: int) -> None:
        """Write an action. Raises `JournalError`."""
        self.apply([Play(text)], wall_ms, game_id)

    def undo(self, game_id: int, plies: int, wall_ms: int) -> None:
        """Take the last `plies` standing actions back. Raises `JournalError`."""
        self.apply([Undo(plies)], wall_ms, game_id)

    def finish(self, game_id: int, result: Mapping[str, Any], wall_ms: int) -> None:
        """Write how the game ended. Raises `JournalError`."""
        self.apply([Finish(result)], wall_ms, game_id)

    def games(self) -> list[GameRecord]:
        """All games, the oldest first."""
        return self._games()

    def unfinished(self) -> list[GameRecord]:
        """The games that have no result, the oldest first."""
        return self._games(unfinished=True)

    def last_played(self) -> int | None:
        """The game in which something happened last: its start, an action or a takeback."""
        with explained(self._file.name):
            newest = self._db.execute("SELECT id FROM game ORDER BY id DESC LIMIT 1").fetchone()
            last = self._db.execute(_LAST_WRITTEN).fetchone()
            if newest is None or self._db.execute("SELECT 1 FROM log WHERE game = ?", newest).fetchone():
                newest = last
        return None if newest is None else int(newest[0])

    def game(self, game_id: int) -> GameRecord:
        """One game. Raises `NoSuchGame`, and `JournalDamaged` for one that cannot be read."""
        if game_id in self._unreadable:
            raise JournalDamaged(
                _(
                    "Game {game} in {journal} cannot be read: the card has harmed it.",
                    game=game_id,
                    journal=self._file.name,
                )
            )
        if 1 <= game_id <= _LAST_ID and (records := self._games(game_id)):
            return records[0]
        raise NoSuchGame(
            _(
                "{journal} holds no game {game}. `tablier games` lists them.",
                journal=self._file.name,
                game=game_id,
            )
        )

    def _games(self, game_id: int | None = None, *, unfinished: bool = False) -> list[GameRecord]:
        with explained(self._file.name):
            first, last = (1, _LAST_ID) if game_id is None else (game_id, game_id)
            rows = self._db.execute(_GAMES, {"first": first, "last": last, "unfinished": unfinished})
            return [_record(row) for row in rows if row[0] not in self._unreadable]

    def entries(self, game_id: int) -> list[Entry]:
        """Everything that happened in a game, in order. Raises `NoSuchGame`."""
        self.game(game_id)
        query = "SELECT id, wall_ms, kind, detail FROM log WHERE game = ? ORDER BY id"
        with explained(self._file.name):
            return [
                Entry(number, wall_ms, _effect(kind, detail))
                for number, wall_ms, kind, detail in self._db.execute(query, (game_id,))
            ]

    def last_line(self) -> int:
        """The number of the last line that was written of any game; 0 where there is none."""
        with explained(self._file.name):
            (last,) = self._db.execute("SELECT coalesce(max(id), 0) FROM log").fetchone()
        return int(last)

    def written_after(self, line: int, most: int) -> list[tuple[int, Entry]]:
        """What was written after a line, in order and at most so much: each entry with its game's number.
        What cannot be read is left out."""
        query = "SELECT game, id, wall_ms, kind, detail FROM log WHERE id > ? ORDER BY id LIMIT ?"
        with explained(self._file.name):
            return [
                (game_id, Entry(number, wall_ms, _effect(kind, detail)))
                for game_id, number, wall_ms, kind, detail in self._db.execute(query, (line, most))
                if game_id not in self._unreadable
            ]

    def actions(self, game_id: int) -> list[str]:
        """The texts of the actions that stand. Raises `NoSuchGame`."""
        standing: list[str] = []
        for entry in self.entries(game_id):
            if isinstance(entry.what, Play):
                standing.append(entry.what.text)
            elif isinstance(entry.what, Undo):
                del standing[-entry.what.plies :]
        return standing

    def taken_back(self, game_id: int) -> list[str]:
        """The texts of the actions that were taken back since one was played, in the order of play. Raises
        `NoSuchGame`."""
        standing: list[str] = []
        plies = 0
        for entry in self.entries(game_id):
            if isinstance(entry.what, Play):
                standing = [*standing[: len(standing) - plies], entry.what.text]
                plies = 0
            elif isinstance(entry.what, Undo):
                plies += entry.what.plies
        return standing[len(standing) - plies :]

    def masks(self) -> frozenset[tuple[int, int]]:
        """The masked sites, as columns and rows, but for what is none."""
        with explained(self._file.name):
            rows = self._db.execute("SELECT column_, row_ FROM mask")
            return frozenset((column, row) for column, row in rows if _is_count(column) and _is_count(row))

    def used_ms(self, game_id: int) -> dict[str, int]:
        """What each player of a game has used of their time, by name; nothing without a clock."""
        query = "SELECT player, used_ms FROM clock WHERE game = ?"
        with explained(self._file.name):
            rows = self._db.execute(query, (game_id,))
            return {
                player: used_ms for player, used_ms in rows if isinstance(player, str) and _is_count(used_ms)
            }

    def computers(self, game_id: int) -> dict[str, Level]:
        """The levels of a game's seats that the computer plays, by name. A level that cannot be read is a
        person's."""
        query = "SELECT seat, level FROM computer WHERE game = ? ORDER BY rowid"
        levels = {level.value: level for level in Level}
        with explained(self._file.name):
            rows = self._db.execute(query, (game_id,))
            return {seat: levels[level] for seat, level in rows if isinstance(seat, str) and level in levels}

    def hands(self, game_id: int) -> Hands:
        """What the seats of a game have shown of their hands. What cannot be read has not been shown."""
        query = "SELECT deal, seat, pieces FROM hand WHERE game = ? ORDER BY deal, rowid"
        rows: dict[tuple[int, str], tuple[str, ...] | None] = {}
        with explained(self._file.name):
            for deal, seat, pieces in self._db.execute(query, (game_id,)):
                if _is_count(deal) and isinstance(seat, str) and isinstance(pieces, str | None):
                    rows[deal, seat] = None if pieces is None else tuple(pieces.split())
        return Hands(rows)

    def export(self, game_id: int) -> list[str]:
        """A game as the referee's requests, one JSON object a line: the header, every play and every undo,
        but for what is still secret.

        Raises `NoSuchGame`.
        """
        moves: list[str | int] = []
        for entry in self.entries(game_id):
            if isinstance(entry.what, Play):
                moves.append(entry.what.text)
            elif isinstance(entry.what, Undo):
                moves.append(entry.what.plies)
        return [_json(request) for request in export.requests(self.game(game_id).header, moves)]

    def _write(self, effect: Effect, wall_ms: int, game_id: int | None) -> int | None:
        """Write an effect, and give the number of the game that those after it are of."""
        match effect:
            case Start(header, computers):
                return self._start(header, computers, wall_ms)
            case Mask(column, row):
                insert = "INSERT OR IGNORE INTO mask (column_, row_, wall_ms) VALUES (?, ?, ?)"
                self._db.execute(insert, (column, row, wall_ms))
            case Unmask(column, row):
                self._db.execute("DELETE FROM mask WHERE column_ = ? AND row_ = ?", (column, row))
            case _:
                self._write_of_game(effect, wall_ms, game_id if effect.game is None else effect.game)
        return game_id

    def _write_of_game(self, effect: OfGame, wall_ms: int, game_id: int | None) -> None:
        if game_id is None:
            raise NoSuchGame(_("There is no game to write this to: start one first."))
        match effect:
            case Used(used_ms):
                insert = "INSERT OR REPLACE INTO clock (game, player, used_ms) VALUES (?, ?, ?)"
                self._db.executemany(insert, [(game_id, *used) for used in used_ms.items()])
            case Hand():
                self._keep_hand(effect, game_id)
            case _:
                self._log(effect, wall_ms, game_id)

    def _keep_hand(self, hand: Hand, game_id: int) -> None:
        key = (game_id, hand.deal, hand.seat)
        self._db.execute("DELETE FROM hand WHERE game = ? AND deal = ? AND seat = ?", key)
        if hand.is_kept:
            pieces = None if hand.row is None else " ".join(hand.row)
            self._db.execute(
                "INSERT INTO hand (game, deal, seat, pieces) VALUES (?, ?, ?, ?)", (*key, pieces)
            )

    def _start(self, header: Mapping[str, Any], computers: Mapping[str, Level], wall_ms: int) -> int | None:
        insert = "INSERT INTO game (header, wall_ms) VALUES (?, ?)"
        game_id = self._db.execute(insert, (_json(header), wall_ms)).lastrowid
        for seat, level in computers.items():
            insert = "INSERT INTO computer (game, seat, level) VALUES (?, ?, ?)"
            self._db.execute(insert, (game_id, seat, level.value))
        return game_id

    def _log(self, effect: Play | Undo | Finish, wall_ms: int, game_id: int) -> None:
        record = self.game(game_id)
        match effect:
            case Play(text):
                kind, detail = "play", text
            case Undo(plies):
                if not 1 <= plies <= record.plies:
                    raise JournalError(
                        _(
                            "Game {game} has {number} actions: {plies} cannot be taken back.",
                            game=game_id,
                            number=record.plies,
                            plies=plies,
                        )
                    )
                kind, detail = "undo", str(plies)
            case Finish(result):
                kind, detail = "finish", _json(result)
        insert = "INSERT INTO log (game, kind, detail, wall_ms) VALUES (?, ?, ?, ?)"
        self._db.execute(insert, (game_id, kind, detail, wall_ms))


def _record(row: tuple[int, str, int, int, str | None]) -> GameRecord:
    game_id, header, started_ms, plies, result = row
    return GameRecord(
        game_id,
        msgspec.json.decode(header),
        started_ms,
        plies,
        None if result is None else msgspec.json.decode(result),
    )


def _effect(kind: str, detail: str) -> Play | Undo | Finish:
    if kind == "play":
        return Play(detail)
    return Undo(int(detail)) if kind == "undo" else Finish(msgspec.json.decode(detail))


def _is_count(value: object) -> bool:
    """Whether a column holds what it is for: a card may change a byte, and no check of the file sees it."""
    return isinstance(value, int) and value >= 0


def _json(value: Mapping[str, Any]) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()  # a Text is stored as its English words
