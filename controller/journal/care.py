"""What keeps a journal fit for years: the oldest games are dropped."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

KEEP_GAMES = 2_000
"""So many games are kept unless the settings say otherwise: 6 MB, checked and copied at each start."""

AT_ONCE = 100
"""So many games at most are dropped in one transaction, so that none takes long."""

_ANY_ROW = """
SELECT 1 FROM log WHERE game = :game UNION ALL SELECT 1 FROM hand WHERE game = :game LIMIT 1
"""

_FINISHED = "SELECT id FROM game WHERE id <= ? AND result IS NOT NULL ORDER BY id LIMIT ?"


def superfluous(connection: sqlite3.Connection, keep_games: int) -> list[int]:
    """The oldest finished games beyond the last `keep_games`, `AT_ONCE` at most. A game that is not finished
    is never one of them."""
    newest = connection.execute("SELECT id FROM game ORDER BY id DESC LIMIT 1 OFFSET ?", (keep_games,))
    last = newest.fetchone()
    if last is None:
        return []
    return [number for (number,) in connection.execute(_FINISHED, (last[0], AT_ONCE))]


def empty(connection: sqlite3.Connection, games: Iterable[int]) -> list[int]:
    """Those of these games in which nobody has played, or shown a hand, yet."""
    return [number for number in games if not connection.execute(_ANY_ROW, {"game": number}).fetchone()]


def drop(connection: sqlite3.Connection, games: list[int]) -> None:
    """Delete games, inside a transaction of the caller's. Their room in the file is used again."""
    for table in ("log", "clock", "computer", "hand", "game"):
        column = "id" if table == "game" else "game"
        delete = f"DELETE FROM {table} WHERE {column} = ?"  # noqa: S608 - both are named in the lines above
        connection.executemany(delete, [(number,) for number in games])
