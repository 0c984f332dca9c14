"""The tags over the readers of a board under MicroPython: their places, and failing readers.

The readers themselves are in the board's process (`micropython/readers.py`), counted by their chip selects;
here they are named by their sites.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence

from hardware.ports import Grid

Readers = Iterable[tuple[int, int, int]]
"""Chip select, column and row of each reader, as in the firmware's settings."""

_UID_BYTES = (4, 7, 10)
_CASCADE_TAG = 0x88
_MAKER = 0x04
"""The first byte of a UID that names NXP: never the cascade tag."""


class SimulatedTags:
    """The tags over one board's readers. `news` returns each change once, for the board's process."""

    def __init__(self, grid: Grid, readers: Readers) -> None:
        self._selects = {grid.site(column, row): select for select, column, row in readers}
        self._cards: dict[int, list[str]] = {}
        self._dead: list[int] = []
        self._hanging: list[int] = []
        self._has_news = False

    @property
    def outputs(self) -> int:
        """The number of chip selects of the board."""
        return max(self._selects.values(), default=-1) + 1

    def lay(self, cards: Mapping[int, Sequence[bytes]]) -> None:
        """Exactly these UIDs lie over these sites from now on. Sites without a reader are ignored."""
        wired = {
            self._selects[site]: [uid.hex() for uid in uids]
            for site, uids in cards.items()
            if site in self._selects
        }
        if wired != self._cards:
            self._cards = wired
            self._has_news = True

    def hang(self, site: int) -> None:
        """The reader under a site gets stuck, until it is reset."""
        self._hanging.append(self._selects[site])
        self._has_news = True

    def break_readers(self, sites: Collection[int]) -> None:
        """Exactly the readers under these sites do not answer from now on."""
        self._dead = [self._selects[site] for site in sites]
        self._has_news = True

    def start(self) -> None:
        """The board starts: all tags are news, and no reader hangs."""
        self._hanging.clear()
        self._has_news = bool(self._selects)

    def news(self) -> bytes:
        """The changes for the board's process; empty if there are none."""
        if not self._has_news:
            return b""
        told = json.dumps({"cards": self._cards, "dead": self._dead, "hang": self._hanging})
        self._hanging.clear()
        self._has_news = False
        return told.encode()


def uid_of(tag: str) -> bytes:
    """The UID of a tag: its text as hexadecimal, or one derived from its text."""
    try:
        uid = bytes.fromhex(tag)
    except ValueError:
        uid = b""
    if len(uid) in _UID_BYTES and _CASCADE_TAG not in uid[::3]:
        return uid
    digest = hashlib.sha256(tag.encode()).digest()
    length = _UID_BYTES[digest[-1] % len(_UID_BYTES)]
    made = bytes(byte ^ 1 if byte == _CASCADE_TAG else byte for byte in digest[: length - 1])
    return bytes((_MAKER,)) + made
