"""The journal's tables, the version of them that a file holds, and their rows as values."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller.journal.seal import GameRow, LogLine, Sides, Total, is_whole

APPLICATION_ID = 0x7AB11E12
VERSION = 6
"""A file of an older version is read and rewritten as this one: see `holdings.py`."""

TABLES = """
CREATE TABLE game (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  header TEXT NOT NULL,
  wall_ms INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  plies INTEGER NOT NULL,
  result TEXT,
  chain INTEGER NOT NULL,
  sides INTEGER NOT NULL,
  seal INTEGER NOT NULL
);
CREATE TABLE log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  game INTEGER NOT NULL REFERENCES game (id),
  kind TEXT NOT NULL CHECK (kind IN ('play', 'undo', 'finish')),
  detail TEXT NOT NULL,
  wall_ms INTEGER NOT NULL,
  chain INTEGER NOT NULL
);
CREATE INDEX log_by_game ON log (game, id);
CREATE TABLE mask (
  column_ INTEGER NOT NULL, row_ INTEGER NOT NULL, wall_ms INTEGER NOT NULL, PRIMARY KEY (column_, row_)
);
CREATE TABLE clock (
  game INTEGER NOT NULL REFERENCES game (id),
  player TEXT NOT NULL,
  used_ms INTEGER NOT NULL,
  PRIMARY KEY (game, player)
);
CREATE TABLE computer (
  game INTEGER NOT NULL REFERENCES game (id),
  since INTEGER NOT NULL,
  seat TEXT NOT NULL,
  level TEXT NOT NULL,
  PRIMARY KEY (game, since, seat)
);
CREATE TABLE hand (
  game INTEGER NOT NULL REFERENCES game (id),
  deal INTEGER NOT NULL,
  seat TEXT NOT NULL,
  pieces TEXT,
  PRIMARY KEY (game, deal, seat)
);
CREATE TABLE total (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  journal INTEGER NOT NULL,
  version INTEGER NOT NULL,
  commits INTEGER NOT NULL,
  wall_ms INTEGER NOT NULL,
  games INTEGER NOT NULL,
  masks INTEGER NOT NULL,
  seal INTEGER NOT NULL
);
"""

COLUMNS = (
    ("game", "id, header, wall_ms"),
    ("log", "id, game, kind, detail, wall_ms"),
    ("mask", "column_, row_, wall_ms"),
    ("clock", "game, player, used_ms"),
    ("computer", "game, seat, level"),
    ("hand", "game, deal, seat, pieces"),
    ("game", "lines, plies, result, chain, sides, seal"),
    ("log", "chain"),
    ("total", ", ".join(Total._fields)),
    ("computer", "since"),
)
"""The columns of the tables, in the order in which versions added them."""

BROUGHT = (3, 4, 5, 6, 9, 10)
"""The number of columns in each version, from the first."""


_ROWS = f"SELECT {', '.join(GameRow._fields)} FROM game"  # noqa: S608

SIDES = (
    "SELECT since, seat, level FROM computer",
    "SELECT player, used_ms FROM clock",
    "SELECT deal, seat, pieces FROM hand",
)
"""The queries of a game's data outside its log."""

_TOTAL = f"SELECT {', '.join(Total._fields)} FROM total WHERE id = 1"  # noqa: S608


class Connection(sqlite3.Connection):
    """A connection to a journal, in which a faulty card may have changed any byte. Transactions are the
    caller's."""

    def __init__(self, database: str, **options: Any) -> None:
        super().__init__(database, isolation_level=None, check_same_thread=False, **options)
        self.text_factory = _decoded

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        """Like that of `sqlite3.Connection`. SQLite's words for a harmed schema quote it; where that is no
        text, Python cannot even say them."""
        try:
            return super().execute(sql, *parameters)
        except UnicodeDecodeError as error:
            harm = sqlite3.DatabaseError("malformed database schema")
            harm.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise harm from error


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "replace")


Connect = Callable[..., sqlite3.Connection]
"""Makes a connection, like `Connection`."""


def connected(path: Path, mode: str, connect: Connect = Connection) -> sqlite3.Connection:
    """A connection to an existing file, by a mode of SQLite's URIs. Raises `sqlite3.Error`."""
    return connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)


def version_of(connection: sqlite3.Connection) -> int:
    """The version in the header of an open file; 0 for an empty one."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether the header of an open file marks it as a journal."""
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    return bool(owner == APPLICATION_ID)


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether an open file holds no table."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return not tables


def version_by_tables(connection: sqlite3.Connection) -> int:
    """The version of an open file judged by its tables; 0 if they match none."""
    has = [_has(connection, table, columns) for table, columns in COLUMNS]
    count = has.index(False) if False in has else len(has)
    return BROUGHT.index(count) + 1 if count in BROUGHT and not any(has[count:]) else 0


def make(connection: sqlite3.Connection) -> None:
    """Make the tables of the newest version in an empty file, inside the caller's transaction."""
    for statement in TABLES.split(";"):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def total_of(connection: sqlite3.Connection) -> Total | None:
    """The total of an open file; `None` if there is none, or it is not as it was written."""
    try:
        row = connection.execute(_TOTAL).fetchone()
    except sqlite3.DatabaseError:
        return None
    return Total(*row) if row is not None and Total(*row).is_sound else None


def row_of(connection: sqlite3.Connection, game: int) -> GameRow | None:
    """A game's row."""
    row = connection.execute(f"{_ROWS} WHERE id = ?", (game,)).fetchone()
    return None if row is None else GameRow(*row)


def rows_of(connection: sqlite3.Connection) -> list[GameRow]:
    """The rows of all games."""
    return [GameRow(*row) for row in connection.execute(f"{_ROWS} ORDER BY id")]


def page_of(connection: sqlite3.Connection, skip: int, count: int) -> list[GameRow]:
    """The rows of the newest games after the first `skip`."""
    rows = connection.execute(f"{_ROWS} ORDER BY id DESC LIMIT ? OFFSET ?", (count, skip))
    return [GameRow(*row) for row in rows]


def unfinished_of(connection: sqlite3.Connection) -> list[GameRow]:
    """The rows of the games without a result."""
    return [GameRow(*row) for row in connection.execute(f"{_ROWS} WHERE result IS NULL ORDER BY id")]


def lines_of(connection: sqlite3.Connection, row: GameRow) -> list[LogLine] | None:
    """The log of a game; `None` if it is incomplete. Rows that the index misses are looked up in the
    table."""
    for way in ("", "NOT INDEXED"):
        query = f"SELECT id, kind, detail, wall_ms, chain FROM log {way} WHERE game = ? ORDER BY id"  # noqa: S608
        lines = [LogLine(*line) for line in connection.execute(query, (row.id,))]
        if is_whole(row, lines):
            return lines
    return None


def sides_of(connection: sqlite3.Connection, game: int) -> Sides:
    """The data of a game outside its log."""
    return Sides(
        *(tuple(connection.execute(f"{query} WHERE game = ? ORDER BY rowid", (game,))) for query in SIDES)
    )


def masks_of(connection: sqlite3.Connection) -> list[tuple[int, int, int]]:
    """The masked sites: column, row, and the time they were masked."""
    return connection.execute("SELECT column_, row_, wall_ms FROM mask").fetchall()


def _has(connection: sqlite3.Connection, table: str, columns: str) -> bool:
    try:
        connection.execute(f"SELECT {columns} FROM {table} LIMIT 0")  # noqa: S608 - both are named above
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:  # no such table, no such column
            return False
        raise
    return True
