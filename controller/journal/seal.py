"""The checksums of the journal: which rows belong together, and that none was changed or is missing. Pure.

Each line of a game's log has the checksum of the game's beginning and of all its lines so far: the chain. A
game's row has its last link, and how many lines there are; a seal covers that row. What is kept of a game
beside its log has a checksum in that row too. The one row of `total` counts the games and all that was ever
stored, and covers the masks. They are CRC-32, against a card that fails and not against a forger.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from zlib import crc32

from msgspec.json import encode

LINE = "log.id || ' ' || log.wall_ms || ' ' || kind || ' ' || detail || char(10)"
"""What `added` adds for a line, in SQL."""


class Line(NamedTuple):
    """A line of a game's log, with its link of the chain."""

    id: int
    kind: str
    detail: str
    wall_ms: int
    chain: int


class Sides(NamedTuple):
    """What is kept of a game beside its log, as rows without the game's number, in order: levels of the
    computer's seats, used times, hands."""

    computers: tuple[tuple[str, str], ...] = ()
    clock: tuple[tuple[str, int], ...] = ()
    hands: tuple[tuple[int, str, str | None], ...] = ()


class GameRow(NamedTuple):
    """A row of `game`. `lines` counts its log, `plies` the actions that stand; `result` is `None` while it is
    not over. `chain` is the last link, `sides` the checksum of the rows beside the log."""

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
        """The row with the seal that it must have."""
        return self._replace(seal=crc32(encode(self[:-1])))

    @property
    def begun(self) -> int:
        """Where its chain begins."""
        return begun(self.id, self.header, self.wall_ms)


class Total(NamedTuple):
    """The row of `total`. `journal` is a number of its own for each journal; `version` that of its tables,
    which the file's header has too; `commits` rises with all that is stored; `wall_ms` is when it rose
    last; `games` counts those that are kept; `masks` is the checksum of the masks."""

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
        """The row with the seal that it must have."""
        return self._replace(seal=crc32(encode(self[:-1])))


def begun(game: int, header: str, wall_ms: int) -> int:
    """The chain of a game without lines."""
    return crc32(f"{game} {wall_ms} {header}\n".encode())


def added(chain: int, line_id: int, kind: str, detail: str, wall_ms: int) -> int:
    """The chain with one more line."""
    return crc32(f"{line_id} {wall_ms} {kind} {detail}\n".encode(), chain)


def sound(begun_at: int, lines: Iterable[Line]) -> list[Line]:
    """The lines up to the first that does not follow from those before."""
    chain, found = begun_at, []
    for line in lines:
        chain = added(chain, line.id, line.kind, line.detail, line.wall_ms)
        if chain != line.chain:
            break
        found.append(line)
    return found


def is_whole(row: GameRow, lines: list[Line]) -> bool:
    """Whether these are all lines of a game whose row is sound, as they were written. The links between are
    not asked for: only the last one counts."""
    chain = row.begun
    for line in lines:
        chain = added(chain, line.id, line.kind, line.detail, line.wall_ms)
    return len(lines) == row.lines and chain == row.chain


def checksum(rows: Iterable[tuple[object, ...]]) -> int:
    """That of rows in any order."""
    return crc32(b"\n".join(sorted(map(encode, rows))))


def of_sides(sides: Sides) -> int:
    """The checksum of what is kept beside a log."""
    return crc32(encode([checksum(rows) for rows in sides]))
