"""Keeps a journal small over the years: the oldest games are dropped."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

KEEP_GAMES = 2_000
"""The default number of games kept: 6 MB, checked and copied at each start."""

AT_ONCE = 100
"""The most games dropped in one transaction, to keep each one short."""

_ANY_ROW = """
SELECT 1 FROM log WHERE game = :game UNION ALL SELECT 1 FROM hand WHERE game = :game LIMIT 1
"""

_FINISHED = "SELECT id FROM game WHERE id <= ? AND result IS NOT NULL ORDER BY id LIMIT ?"


def superfluous(connection: sqlite3.Connection, keep_games: int) -> list[int]:
    """The oldest finished games beyond the last `keep_games`, at most `AT_ONCE`. Unfinished games are never
    among them."""
    newest = connection.execute("SELECT id FROM game ORDER BY id DESC LIMIT 1 OFFSET ?", (keep_games,))
    last = newest.fetchone()
    if last is None:
        return []
    return [number for (number,) in connection.execute(_FINISHED, (last[0], AT_ONCE))]


def empty(connection: sqlite3.Connection, games: Iterable[int]) -> list[int]:
    """Those of these games without any action or shown hand."""
    return [number for number in games if not connection.execute(_ANY_ROW, {"game": number}).fetchone()]


def drop(connection: sqlite3.Connection, games: list[int]) -> None:
    """Delete games, inside the caller's transaction. The file reuses their space."""
    for table in ("log", "clock", "computer", "hand", "game"):
        column = "id" if table == "game" else "game"
        delete = f"DELETE FROM {table} WHERE {column} = ?"  # noqa: S608 - both are named in the lines above
        connection.executemany(delete, [(number,) for number in games])
