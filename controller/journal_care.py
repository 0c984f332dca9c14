"""What keeps a journal fit for years: games that cannot be read are named, and the oldest are dropped."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

import msgspec

KEEP_GAMES = 2_000
"""So many games are kept unless the settings say otherwise: 6 MB, checked and copied at each start."""

AT_ONCE = 100
"""So many games at most are dropped in one transaction, so that none takes long."""

_ODD_ROWS = """
SELECT DISTINCT game FROM log
WHERE typeof(detail) <> 'text' OR typeof(wall_ms) <> 'integer'
  OR kind NOT IN ('play', 'undo', 'finish')
  OR (kind = 'undo' AND (detail GLOB '*[^0-9]*' OR length(detail) NOT BETWEEN 1 AND 9 OR detail = 0))
UNION
SELECT game FROM (
  SELECT game, sum(CASE kind WHEN 'play' THEN 1 WHEN 'undo' THEN -cast(detail AS INTEGER) ELSE 0 END)
    OVER (PARTITION BY game ORDER BY id) AS standing
  FROM log
) WHERE standing < 0
"""

_ANY_ROW = """
SELECT 1 FROM log WHERE game = :game UNION ALL SELECT 1 FROM hand WHERE game = :game LIMIT 1
"""

_FINISHED = """
SELECT id FROM game
WHERE id <= ? AND (SELECT kind FROM log WHERE log.game = game.id ORDER BY log.id DESC LIMIT 1) = 'finish'
ORDER BY id LIMIT ?
"""


def decoded(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The connection, reading also a text with a byte that a failing card has changed: as far as it goes."""
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    return connection


def unreadable(connection: sqlite3.Connection) -> frozenset[int]:
    """The games of which a row says nothing that can be read: a card may change a byte, and no check of the
    file sees it."""
    headers = connection.execute("SELECT id, header, wall_ms FROM game")
    bad = {number for number, header, wall_ms in headers if not _is_header(header, wall_ms)}
    results = connection.execute("SELECT game, detail FROM log WHERE kind = 'finish'")
    bad.update(number for number, result in results if _object(result) is None)
    bad.update(number for (number,) in connection.execute(_ODD_ROWS))
    return frozenset(number for number in bad if isinstance(number, int))


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


def _is_header(header: object, wall_ms: object) -> bool:
    values = _object(header)
    return isinstance(wall_ms, int) and values is not None and isinstance(values.get("game"), str)


def _object(text: object) -> dict[str, Any] | None:
    """The JSON object that a text is, if it is one."""
    if not isinstance(text, str):
        return None
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
