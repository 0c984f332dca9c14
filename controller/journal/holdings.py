"""All sound content of a journal's file, whatever is damaged, and how a new file is made from it.

This upgrades older versions, repairs damaged files, and turns a backup into the journal.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from controller.journal import schema, seal
from controller.journal.seal import GameRow, LogLine, Sides, Total
from engines.record import record, replace

Row = tuple[Any, ...]

STEPS_A_PAGE = 20_000
"""The limit of SQLite's steps per page read: it ends circles of pages that a card has linked."""

LONGEST = 1 << 26
"""The longest text, in bytes: no memory is reserved for a damaged length."""


NO_SIDES = Sides()


@record
class KeptGame:
    """A game, its log up to the first unsound line. It had `were` lines; `None` if unknown. `has_sides` says
    whether all data outside the log is here."""

    id: int
    header: str
    wall_ms: int
    lines: tuple[LogLine, ...]
    sides: Sides = NO_SIDES
    were: int | None = None
    has_sides: bool = True

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is missing."""
        return self.were == len(self.lines) and self.has_sides


@record
class Holdings:
    """The content of a file. `lost` are games without any sound content, `loose` the lines of each game as
    they were read. The last numbers given to a game and to a line are never reused."""

    games: dict[int, KeptGame] = field(default_factory=dict)
    masks: tuple[tuple[int, int, int], ...] = ()
    has_masks: bool = True
    total: Total | None = None
    last_game: int = 0
    last_line: int = 0
    lost: frozenset[int] = frozenset()
    loose: dict[int, list[LogLine]] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether no game has vanished from the file."""
        return self.total is not None and self.total.games == len(self.games) + len(self.lost)

    @property
    def commits(self) -> int:
        """The number of commits ever made; for an older version a lower bound."""
        return self.last_game + self.last_line if self.total is None else self.total.commits

    def is_later_than(self, other: Holdings) -> bool:
        """Whether this is of the same journal and holds more."""
        return _is_same(self, other) and self.commits > other.commits


class _Head(NamedTuple):
    """A game's row, also of a version without seals."""

    id: int
    header: str
    wall_ms: int
    row: GameRow | None


@contextlib.contextmanager
def bounded(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """The connection with limits on time and memory inside, against damaged structures."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    left = [100 + int(pages) * STEPS_A_PAGE // 100_000]

    def step() -> int:
        left[0] -= 1
        return left[0] < 0

    connection.set_progress_handler(step, 100_000)
    longest = connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    try:
        yield connection
    finally:
        connection.set_progress_handler(None, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)


def read(connection: sqlite3.Connection) -> Holdings | None:
    """The content of an open file; `None` if its tables cannot be read at all."""
    with bounded(connection):
        return _read(connection)


def _read(connection: sqlite3.Connection) -> Holdings | None:
    try:
        version = schema.version_by_tables(connection)
    except sqlite3.DatabaseError:
        return None
    if not version:
        return None
    heads, lines = _heads(connection, version), _lines(connection, version)
    sides = _sides(connection, version)
    total = schema.total_of(connection)
    kept = (_kept(head, lines[head.id], sides[head.id]) for head in heads)
    games = {game.id: game for game in kept if game is not None}
    masks = tuple(row[1:] for row in _rows(connection, "mask", "column_, row_, wall_ms") if _is_mask(row))
    return Holdings(
        games,
        masks,
        total is None or seal.checksum(masks) == total.masks,
        total,
        _last(connection, "game", [head.id for head in heads]),
        _last(connection, "log", [line.id for some in lines.values() for line in some]),
        frozenset({*(head.id for head in heads), *lines} - games.keys()),
        dict(lines),
    )


def merged(main: Holdings | None, others: Sequence[Holdings]) -> Holdings:
    """The most complete content of one journal: each game from the file and, if it is damaged there,
    continued from another."""
    same = [one for one in others if _is_same(main, one)]
    every = [*([main] if main else []), *same]
    numbers = sorted({number for one in every for number in one.games})
    if main and main.is_complete:  # a game that is only in a backup was dropped since
        numbers = [number for number in numbers if number in main.games or number in main.lost]
    games = _apart({number: _best(number, every) for number in numbers})
    lost = frozenset(number for one in every[:1] for number in one.lost if number not in games)
    first = every[0] if every else Holdings()
    right = [one for one in every if first.total and seal.checksum(one.masks) == first.total.masks]
    totals = [one.total for one in every if one.total]
    return Holdings(
        games,
        (right or [first])[0].masks,
        first.has_masks or bool(right),
        max(totals, key=lambda total: total.commits, default=None),
        max((one.last_game for one in every), default=0),
        max((one.last_line for one in every), default=0),
        lost,
    )


def write(connection: sqlite3.Connection, held: Holdings, total: Total) -> None:
    """Make a journal in an empty file, inside the caller's transaction. The total's `games` and `masks` are
    computed from the content."""
    schema.make(connection)
    for game in held.games.values():
        _write_game(connection, game)
    connection.executemany("INSERT OR IGNORE INTO mask VALUES (?, ?, ?)", held.masks)
    total = total._replace(version=schema.VERSION, games=len(held.games), masks=seal.checksum(held.masks))
    connection.execute("INSERT INTO total VALUES (1, ?, ?, ?, ?, ?, ?, ?)", total.sealed())
    connection.execute("DELETE FROM sqlite_sequence")
    sequences = [("game", held.last_game), ("log", held.last_line)]
    connection.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", sequences)


def _write_game(connection: sqlite3.Connection, game: KeptGame) -> None:
    plies, result, chain = 0, None, seal.begun(game.id, game.header, game.wall_ms)
    lines = []
    for line in game.lines:
        chain = seal.added(chain, line.id, line.kind, line.detail, line.wall_ms)
        plies = seal.standing(plies, line.kind, line.detail)
        result = line.detail if line.kind == "finish" else None
        lines.append((line.id, game.id, line.kind, line.detail, line.wall_ms, chain))
    sides = seal.of_sides(game.sides)
    row = GameRow(game.id, game.header, game.wall_ms, len(lines), plies, result, chain, sides, 0)
    connection.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row.sealed())
    connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", lines)
    for table, values, rows in (
        ("computer", "?, ?, ?, ?", game.sides.computers),
        ("clock", "?, ?, ?", game.sides.clock),
        ("hand", "?, ?, ?, ?", game.sides.hands),
    ):
        own = [(game.id, *row) for row in rows]
        connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({values})", own)  # noqa: S608


# Reading


def _rows(connection: sqlite3.Connection, table: str, columns: str) -> list[Row]:
    """The rows of a table with their numbers, in order: from the first until reading fails, and from the last
    back to there."""
    found: dict[int, Row] = {}
    for order in ("", " DESC"):
        query = f"SELECT rowid, {columns} FROM {table} NOT INDEXED ORDER BY rowid{order}"  # noqa: S608
        try:
            for row in connection.execute(query):
                found.setdefault(row[0], row)
        except sqlite3.DatabaseError:
            continue
        break
    return [found[number] for number in sorted(found)]


def _heads(connection: sqlite3.Connection, version: int) -> list[_Head]:
    columns = ", ".join(GameRow._fields) if version >= 5 else "id, header, wall_ms"
    return [
        _Head(row[1], row[2], row[3], GameRow(*row[1:]) if version >= 5 else None)
        for row in _rows(connection, "game", columns)
        if isinstance(row[1], int) and isinstance(row[2], str) and isinstance(row[3], int)
    ]


def _lines(connection: sqlite3.Connection, version: int) -> defaultdict[int, list[LogLine]]:
    columns = f"game, kind, detail, wall_ms, {'chain' if version >= 5 else '0'}"
    lines: defaultdict[int, list[LogLine]] = defaultdict(list)
    for number, game, kind, detail, wall_ms, chain in _rows(connection, "log", columns):
        if isinstance(game, int):
            lines[game].append(LogLine(number, kind, detail, wall_ms, chain))
    return lines


def _sides(connection: sqlite3.Connection, version: int) -> defaultdict[int, Sides]:
    lists: defaultdict[int, tuple[list[Row], list[Row], list[Row]]] = defaultdict(lambda: ([], [], []))
    tables = (
        ("computer", f"game, {'since' if version >= 6 else '0'}, seat, level", 3),
        ("clock", "game, player, used_ms", 2),
        ("hand", "game, deal, seat, pieces", 4),
    )
    for place, (table, columns, since) in enumerate(tables):
        for _rowid, game, *row in _rows(connection, table, columns) if version >= since else ():
            lists[game][place].append(tuple(row))
    found: defaultdict[int, Sides] = defaultdict(Sides)
    found.update((game, Sides(*map(tuple, rows))) for game, rows in lists.items())
    return found


def _kept(head: _Head, lines: list[LogLine], sides: Sides) -> KeptGame | None:
    row = head.row
    if row is None:
        if not is_header(head.header):
            return None
        return KeptGame(
            head.id, head.header, head.wall_ms, tuple(_plausible(lines)), _tidy(sides), len(lines)
        )
    is_whole = row.is_sound and seal.is_whole(row, lines)
    found = lines if is_whole else seal.sound(row.begun, lines)
    if not (row.is_sound or found):
        return None
    if not row.is_sound:
        return KeptGame(head.id, head.header, head.wall_ms, tuple(found), _tidy(sides))
    has_sides = seal.of_sides(sides) == row.sides
    kept = sides if has_sides else Sides()
    return KeptGame(head.id, head.header, head.wall_ms, tuple(found), kept, row.lines, has_sides)


def _plausible(lines: list[LogLine]) -> Iterator[LogLine]:
    """The lines of a version without checksums, up to the first that is not valid."""
    plies = 0
    for line in lines:
        if not (isinstance(line.detail, str) and isinstance(line.wall_ms, int)):
            return
        if line.kind not in ("play", "undo", "finish") or (
            line.kind == "finish" and not as_object(line.detail)
        ):
            return
        if line.kind == "undo" and not (
            line.detail.isascii() and line.detail.isdecimal() and len(line.detail) < 10
        ):
            return
        after = seal.standing(plies, line.kind, line.detail)
        if after < 0 or (line.kind == "undo" and after == plies):
            return
        plies = after
        yield line


def _tidy(sides: Sides) -> Sides:
    """The valid rows of a version without checksums."""
    return Sides(
        tuple(row for row in sides.computers if isinstance(row[1], str) and isinstance(row[2], str)),
        tuple(row for row in sides.clock if isinstance(row[0], str) and _is_count(row[1])),
        tuple(
            row
            for row in sides.hands
            if _is_count(row[0]) and isinstance(row[1], str) and isinstance(row[2], str | None)
        ),
    )


def _last(connection: sqlite3.Connection, table: str, numbers: list[int]) -> int:
    """The last number given to a row."""
    query = "SELECT seq FROM sqlite_sequence WHERE name = ? AND typeof(seq) = 'integer'"
    try:
        given = [row[0] for row in connection.execute(query, (table,))]
    except sqlite3.DatabaseError:
        given = []
    return max([0, *numbers, *(int(number) for number in given if number < 1 << 48)])


# Merging


def _is_same(main: Holdings | None, other: Holdings) -> bool:
    """Whether two files are of one journal, as far as they show."""
    if main is None or main.total is None or other.total is None:
        return True
    return main.total.journal == other.total.journal


def _apart(games: dict[int, KeptGame]) -> dict[int, KeptGame]:
    """The games, each up to the first line whose number is also that of an earlier line: parts of two
    journals may have come into one file."""
    taken: set[int] = set()
    apart = {}
    for number, game in games.items():
        lines = tuple(takewhile(lambda line: line.id not in taken, game.lines))
        taken.update(line.id for line in lines)
        is_cut = len(lines) < len(game.lines)
        apart[number] = replace(game, lines=lines, were=game.were or len(game.lines)) if is_cut else game
    return apart


def _best(number: int, every: Sequence[Holdings]) -> KeptGame:
    """The longest known log of a game that continues its sound part in the first file."""
    found = [one.games[number] for one in every if number in one.games]
    best, loose = found[0], every[0].loose.get(number, [])
    for other in found[1:]:
        longer = tuple(seal.sound(seal.begun(other.id, other.header, other.wall_ms), loose))
        for lines in (other.lines, longer):
            if len(lines) > len(best.lines) and _texts(lines[: len(best.lines)]) == _texts(best.lines):
                best = replace(other, lines=lines)
    known = every[0].games.get(number)
    were = known.were if known and known.were is not None else max(len(loose), best.were or 0)
    best = replace(best, were=max(were, len(best.lines)))
    if not best.has_sides:
        sides = next(
            (one.sides for one in found if one.has_sides and len(one.lines) == len(best.lines)), None
        )
        best = best if sides is None else replace(best, sides=sides, has_sides=True)
    return best


def _texts(lines: Sequence[LogLine]) -> list[Row]:
    """Lines without their links: those of an older version have none."""
    return [line[:-1] for line in lines]


# Validation


def is_header(text: object) -> bool:
    """Whether a text is a game's header."""
    values = as_object(text)
    return values is not None and isinstance(values.get("game"), str)


def as_object(text: object) -> dict[str, Any] | None:
    """The JSON object in a text, if it is one."""
    if not isinstance(text, str):
        return None
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _is_mask(row: Row) -> bool:
    return _is_count(row[1]) and _is_count(row[2]) and isinstance(row[3], int)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and value >= 0
