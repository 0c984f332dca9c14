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
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from controller.journal import care as journal_care
from controller.journal import holdings as journal_holdings
from controller.journal import schema, seal
from controller.journal.count import MOST_GAMES, Count
from controller.journal.errors import DAMAGED as _DAMAGED
from controller.journal.errors import JournalDamaged, JournalError
from controller.journal.file import JournalFile
from controller.journal.holdings import Holdings
from controller.journal.schema import Connect
from controller.journal.seal import GameRow, Total
from controller.journal.stored_games import NoSuchGame, StoredGames, as_json
from controller.model.records import (
    Effect,
    Finish,
    Hand,
    Mask,
    OfGame,
    Played,
    Seated,
    Start,
    Undo,
    Unmask,
    Used,
)
from opponents.thought import Level
from texts import _

COMMITS = 500
"""The number of commits whose durations are kept."""

_log = logging.getLogger(__name__)


class Journal(StoredGames):
    """An open journal. One thread at a time may use it."""

    def __init__(self, file: JournalFile, keep_games: int = journal_care.KEEP_GAMES) -> None:
        super().__init__(file)
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
        connect: Connect = schema.Connection,
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
        with self._file.snapshot():
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
        with self._file.transaction():
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
            with self._file.snapshot():
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
        with self._file.transaction():
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
            case Seated(seat, level):
                self._seat(game_id, self._row(game_id).lines, seat, level)
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
        game_id = self._db.execute(insert, (as_json(header), wall_ms)).lastrowid
        assert game_id is not None
        for seat, level in computers.items():
            self._seat(game_id, 0, seat, level)
        row = schema.row_of(self._db, game_id)
        assert row is not None
        return self._sealed(row._replace(chain=row.begun))

    def _seat(self, game_id: int, since: int, seat: str, level: Level | None) -> None:
        """Write who plays a seat after this many lines of the game's log."""
        insert = "INSERT OR REPLACE INTO computer (game, since, seat, level) VALUES (?, ?, ?, ?)"
        self._db.execute(insert, (game_id, since, seat, "" if level is None else level.value))

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
        return self._keep(row._replace(sides=seal.of_sides(schema.sides_of(self._db, row.id))))

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

    def _counted(self, effects: Sequence[Effect], wall_ms: int) -> Total:
        """The total after effects, and after games were dropped."""
        total = self._total()
        (games,) = self._db.execute("SELECT count(*) FROM game").fetchone()
        masks = total.masks
        if any(isinstance(effect, Mask | Unmask) for effect in effects):
            masks = seal.checksum(schema.masks_of(self._db))
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
            return "finish", as_json(result)
