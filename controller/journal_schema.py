"""The versions of the journal's tables: how each is made of the one before, and what the newest must hold."""

from __future__ import annotations

import sqlite3

APPLICATION_ID = 0x7AB11E12

MIGRATIONS = (
    """
    CREATE TABLE game (id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL, wall_ms INTEGER NOT NULL);
    CREATE TABLE log (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      game INTEGER NOT NULL REFERENCES game (id),
      kind TEXT NOT NULL CHECK (kind IN ('play', 'undo', 'finish')),
      detail TEXT NOT NULL,
      wall_ms INTEGER NOT NULL
    );
    CREATE INDEX log_by_game ON log (game, id);
    CREATE TABLE mask (
      column_ INTEGER NOT NULL, row_ INTEGER NOT NULL, wall_ms INTEGER NOT NULL, PRIMARY KEY (column_, row_)
    );
    """,
    """
    CREATE TABLE clock (
      game INTEGER NOT NULL REFERENCES game (id),
      player TEXT NOT NULL,
      used_ms INTEGER NOT NULL,
      PRIMARY KEY (game, player)
    );
    """,
    """
    CREATE TABLE computer (
      game INTEGER NOT NULL REFERENCES game (id),
      seat TEXT NOT NULL,
      level TEXT NOT NULL,
      PRIMARY KEY (game, seat)
    );
    """,
    """
    CREATE TABLE hand (
      game INTEGER NOT NULL REFERENCES game (id),
      deal INTEGER NOT NULL,
      seat TEXT NOT NULL,
      pieces TEXT,
      PRIMARY KEY (game, deal, seat)
    );
    """,
)
"""What makes each version of the journal out of the one before. `user_version` counts them. None is ever
changed again: files of every version are out there."""

COLUMNS = (
    (
        "SELECT id, header, wall_ms FROM game LIMIT 0",
        "SELECT id, game, kind, detail, wall_ms FROM log LIMIT 0",
        "SELECT column_, row_, wall_ms FROM mask LIMIT 0",
    ),
    ("SELECT game, player, used_ms FROM clock LIMIT 0",),
    ("SELECT game, seat, level FROM computer LIMIT 0",),
    ("SELECT game, deal, seat, pieces FROM hand LIMIT 0",),
)
"""What each version must be able to answer, beside what those before it must."""


def version_of(connection: sqlite3.Connection) -> int:
    """The version of an open file; 0 for an empty one."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def is_outdated(connection: sqlite3.Connection) -> bool:
    """Whether the file holds a journal of an older version."""
    return 0 < version_of(connection) < len(MIGRATIONS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables to the newest version, inside a transaction of the caller's."""
    for script in MIGRATIONS[version_of(connection) :]:
        for statement in script.split(";"):
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def has_its_tables(connection: sqlite3.Connection) -> bool:
    """Whether a file with tables that says it is a journal has those of its version, and of no later one."""
    version = version_of(connection)
    return version > 0 and all(
        _answers(connection, question) == (number <= version)
        for number, questions in enumerate(COLUMNS, start=1)
        for question in questions
    )


def _answers(connection: sqlite3.Connection, question: str) -> bool:
    try:
        connection.execute(question)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:  # no such table, no such column
            return False
        raise
    return True
