"""Whether an open journal is sound: its pages, its indices against its tables, and every checksum."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from typing import Any
from zlib import crc32

from controller.journal import schema, seal
from controller.journal.holdings import bounded
from controller.journal.schema import SIDES, lines_of, masks_of, rows_of
from controller.journal.seal import GameRow, Sides

_LOGS = f"""
SELECT game, sum(typeof(kind) = 'text' AND typeof(detail) = 'text' AND typeof(wall_ms) = 'integer'),
  CAST(group_concat({seal.LINE}, '') AS BLOB)
FROM log GROUP BY game
"""  # noqa: S608


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether a file of this version is entirely as it was written. Raises `sqlite3.DatabaseError`."""
    with bounded(connection):
        is_sound = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
        return is_sound and _has_all_games(connection)


def _has_all_games(connection: sqlite3.Connection) -> bool:
    total, rows = schema.total_of(connection), {row.id: row for row in rows_of(connection)}
    if total is None or total.games != len(rows) or total.masks != seal.checksum(masks_of(connection)):
        return False
    sides = _all_sides(connection)
    if not sides.keys() <= rows.keys():
        return False
    if not all(row.is_sound and seal.of_sides(sides[row.id]) == row.sides for row in rows.values()):
        return False
    empty = {row.id for row in rows.values() if not row.lines}
    return all(
        _is_log(connection, rows.pop(game, None), *log) for game, *log in connection.execute(_LOGS)
    ) and (rows.keys() <= empty)


def _is_log(connection: sqlite3.Connection, row: GameRow | None, lines: int, text: bytes) -> bool:
    if row is None or lines != row.lines:
        return False
    # older versions of SQLite end the text at a NUL: then the lines are read one by one
    return crc32(text, row.begun) == row.chain or lines_of(connection, row) is not None


def _all_sides(connection: sqlite3.Connection) -> defaultdict[int, Sides]:
    lists: defaultdict[int, tuple[list[Any], list[Any], list[Any]]] = defaultdict(lambda: ([], [], []))
    for place, query in enumerate(SIDES):
        for game, *row in connection.execute(f"SELECT game, {query.removeprefix('SELECT ')} ORDER BY rowid"):
            lists[game][place].append(tuple(row))
    found: defaultdict[int, Sides] = defaultdict(Sides)
    found.update((game, Sides(*map(tuple, rows))) for game, rows in lists.items())
    return found
