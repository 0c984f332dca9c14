"""The journal's checksums, which prove that no row was changed or is missing. Pure.

Each line of a game's log has the checksum of the game's beginning and of all its lines so far: the chain. A
game's row has its last link and the number of lines; a seal covers that row. The data of a game outside its
log has a checksum in that row too. The one row of `total` counts the games and all commits, and covers the
masks. They are CRC-32, against a failing card, not against a forger.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from zlib import crc32

from msgspec.json import encode

LINE = "log.id || ' ' || log.wall_ms || ' ' || kind || ' ' || detail || char(10)"
"""The SQL equivalent of `added` for one line."""


class LogLine(NamedTuple):
    """A line of a game's log, with its link of the chain."""

    id: int
    kind: str
    detail: str
    wall_ms: int
    chain: int


class Sides(NamedTuple):
    """The data of a game outside its log, as ordered rows without the game's number: who plays a seat from
    which line of the log on (a level of the computer, or nothing for a person), used times, hands."""

    computers: tuple[tuple[int, str, str], ...] = ()
    clock: tuple[tuple[str, int], ...] = ()
    hands: tuple[tuple[int, str, str | None], ...] = ()


class GameRow(NamedTuple):
    """A row of `game`. `lines` counts its log, `plies` the standing actions; `result` is `None` while the
    game is not over. `chain` is the last link, `sides` the checksum of the rows outside the log."""

    id: int
    header: str
    wall_ms: int
    lines: int
    plies: int
    result: str | None
    chain: int
    sides: int
    seal: int

    @property
    def is_sound(self) -> bool:
        """Whether the row is as it was written."""
        return self == self.sealed()

    def sealed(self) -> GameRow:
        """The row with its correct seal."""
        return self._replace(seal=crc32(encode(self[:-1])))

    @property
    def begun(self) -> int:
        """The start of its chain."""
        return begun(self.id, self.header, self.wall_ms)


class Total(NamedTuple):
    """The row of `total`. `journal` is a number unique to each journal; `version` that of its tables, also in
    the file's header; `commits` rises with every commit; `wall_ms` is the time of the last one; `games`
    counts the kept games; `masks` is the checksum of the masks."""

    journal: int
    version: int
    commits: int
    wall_ms: int
    games: int
    masks: int
    seal: int = 0

    @property
    def is_sound(self) -> bool:
        """Whether the row is as it was written."""
        return self == self.sealed()

    def sealed(self) -> Total:
        """The row with its correct seal."""
        return self._replace(seal=crc32(encode(self[:-1])))


def begun(game: int, header: str, wall_ms: int) -> int:
    """The chain of a game without lines."""
    return crc32(f"{game} {wall_ms} {header}\n".encode())


def added(chain: int, line_id: int, kind: str, detail: str, wall_ms: int) -> int:
    """The chain with one more line."""
    return crc32(f"{line_id} {wall_ms} {kind} {detail}\n".encode(), chain)


def standing(plies: int, kind: str, detail: str) -> int:
    """The number of standing actions after one more line."""
    if kind == "play":
        return plies + 1
    return plies - int(detail) if kind == "undo" else plies


def sound(begun_at: int, lines: Iterable[LogLine]) -> list[LogLine]:
    """The lines up to the first that does not continue those before."""
    chain, found = begun_at, []
    for line in lines:
        chain = added(chain, line.id, line.kind, line.detail, line.wall_ms)
        if chain != line.chain:
            break
        found.append(line)
    return found


def is_whole(row: GameRow, lines: list[LogLine]) -> bool:
    """Whether these are all lines of a game with a sound row, as they were written. Only the last link is
    compared."""
    chain = row.begun
    for line in lines:
        chain = added(chain, line.id, line.kind, line.detail, line.wall_ms)
    return len(lines) == row.lines and chain == row.chain


def checksum(rows: Iterable[tuple[object, ...]]) -> int:
    """The checksum of rows in any order."""
    return crc32(b"\n".join(sorted(map(encode, rows))))


def of_sides(sides: Sides) -> int:
    """The checksum of the data outside a log. Seats from the start count as versions before 6 wrote them."""
    seats = [row if row[0] else row[1:] for row in sides.computers]
    return crc32(encode([checksum(rows) for rows in (seats, sides.clock, sides.hands)]))
