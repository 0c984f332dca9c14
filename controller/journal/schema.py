"""The journal's tables, and which version of them a file holds."""

from __future__ import annotations

import sqlite3

from controller.journal.seal import Total

APPLICATION_ID = 0x7AB11E12
VERSION = 5
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
  seat TEXT NOT NULL,
  level TEXT NOT NULL,
  PRIMARY KEY (game, seat)
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
)
"""The columns of the tables, in the order in which versions added them."""

BROUGHT = (3, 4, 5, 6, 9)
"""The number of columns in each version, from the first."""


_TOTAL = f"SELECT {', '.join(Total._fields)} FROM total WHERE id = 1"  # noqa: S608


def decoded(text: bytes) -> str:
    """A text, also one in which a faulty card has changed a byte: the `text_factory` of every connection."""
    return text.decode("utf-8", "replace")


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


def _has(connection: sqlite3.Connection, table: str, columns: str) -> bool:
    try:
        connection.execute(f"SELECT {columns} FROM {table} LIMIT 0")  # noqa: S608 - both are named above
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:  # no such table, no such column
            return False
        raise
    return True
