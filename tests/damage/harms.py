"""The harm that a failing card, a careless person or another program does to one file of a journal."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.damage.evenings import FILE, Evening

HEADER = 100
"""The size of a database's header in bytes; a log's is 32, and that of each frame in it 24."""
INDEX_PAGES = (2, 10)
"""The first byte of a page of an index."""


@dataclass(frozen=True, slots=True)
class Place:
    """One file of a journal: its path in the folder that is harmed, the evening that it is of, another one,
    and what is drawn from."""

    file: Path
    evening: Evening
    other: Evening
    dice: Random

    @property
    def data(self) -> bytearray:
        """The file's content."""
        return bytearray(self.file.read_bytes())


Harm = Callable[[Place], str]
"""Harms the file. Returns a description, or nothing if this cannot be done to this file."""


def _flipped(place: Place, at: int) -> str:
    data, bit = place.data, place.dice.randrange(8)
    data[at] ^= 1 << bit
    place.file.write_bytes(data)
    return f"bit {bit} of byte {at}"


def flip(place: Place) -> str:
    """Turn a bit over, anywhere."""
    size = place.file.stat().st_size
    return _flipped(place, place.dice.randrange(size)) if size else ""


def flip_in_an_index(place: Place) -> str:
    """Turn a bit over in a page of an index."""
    pages = [number for number, page in enumerate(_pages(place.data)) if number and page[0] in INDEX_PAGES]
    if place.file.suffix != ".sqlite" or not pages:
        return ""
    size = _page_size(place.data)
    number = place.dice.choice(pages)
    return f"page {number + 1}: " + _flipped(place, number * size + place.dice.randrange(size))


def flip_in_the_header(place: Place) -> str:
    """Turn a bit over in the header."""
    size = min(HEADER, place.file.stat().st_size)
    return _flipped(place, place.dice.randrange(size)) if size else ""


def zero_a_page(place: Place) -> str:
    """Write nothing over a page."""
    data, size = place.data, _page_size(place.data)
    if not data:
        return ""
    at = size * place.dice.randrange(-(-len(data) // size))
    data[at : at + size] = bytes(len(data[at : at + size]))
    place.file.write_bytes(data)
    return f"byte {at}"


def swap_pages(place: Place) -> str:
    """Write two pages to each other's place."""
    data, size = place.data, _page_size(place.data)
    pages = _pages(data)
    if len(pages) < 2:
        return ""
    one, other = place.dice.sample(range(len(pages)), 2)
    pages[one], pages[other] = pages[other], pages[one]
    place.file.write_bytes(b"".join(pages) + data[len(pages) * size :])
    return f"pages {one + 1} and {other + 1}"


def truncate(place: Place) -> str:
    """Cut the file off, anywhere."""
    size = place.file.stat().st_size
    if not size:
        return ""
    left = place.dice.choice((place.dice.randrange(size), 512 * place.dice.randrange(-(-size // 512))))
    os.truncate(place.file, left)
    return f"to {left} of {size} bytes"


def lose(place: Place) -> str:
    """Take the file away."""
    place.file.unlink()
    return "it is gone"


def empty(place: Place) -> str:
    """Leave nothing in it."""
    if not place.file.stat().st_size:
        return ""
    os.truncate(place.file, 0)
    return "0 bytes"


def fill_with_rubbish(place: Place) -> str:
    """Put something else into it."""
    rubbish = (
        b"\xff" * 5_000,
        b"PK\3\4 a letter",
        place.dice.randbytes(9_000),
        b"SQLite format 3\0" + bytes(84),
    )
    place.file.write_bytes(place.dice.choice(rubbish))
    return "rubbish"


def take_another_games(place: Place) -> str:
    """Put the same file of another evening in its place."""
    theirs = place.other.folder / place.file.name
    if not theirs.exists():
        return ""
    shutil.copyfile(theirs, place.file)
    return f"of {place.other}"


def take_an_older(place: Place) -> str:
    """Put the journal as it was after the first start in its place."""
    if (place.file.suffix != ".sqlite" and "backup" not in place.file.name) or place.evening.older is None:
        return ""
    shutil.copyfile(place.evening.older, place.file)
    return "as it was after the first start"


def forbid(place: Place) -> str:
    """Forbid writing it, and sometimes reading it too."""
    mode = place.dice.choice((0o400, 0o000))
    place.file.chmod(mode)
    return f"mode {mode:o}"


def put_a_folder(place: Place) -> str:
    """Put a folder in its place."""
    place.file.unlink()
    place.file.mkdir()
    return "a folder"


def put_a_pipe(place: Place) -> str:
    """Put a pipe in its place."""
    place.file.unlink()
    os.mkfifo(place.file)
    return "a pipe"


def put_a_link_to_nothing(place: Place) -> str:
    """Put a link in its place that leads nowhere."""
    place.file.unlink()
    place.file.symlink_to("nothing")
    return "a link to nothing"


HARMS: Mapping[str, tuple[Harm, int]] = {
    "a bit turned over": (flip, 20),
    "a bit of an index": (flip_in_an_index, 12),
    "a bit of the header": (flip_in_the_header, 10),
    "a page zeroed": (zero_a_page, 6),
    "two pages swapped": (swap_pages, 6),
    "cut off": (truncate, 12),
    "missing": (lose, 3),
    "empty": (empty, 3),
    "rubbish": (fill_with_rubbish, 3),
    "another game's": (take_another_games, 4),
    "an older copy": (take_an_older, 4),
    "not to be written or read": (forbid, 3),
    "a folder": (put_a_folder, 2),
    "a pipe": (put_a_pipe, 2),
    "a link to nothing": (put_a_link_to_nothing, 2),
}
"""Each harm, and how often it is done among all."""


def kind_of(file: Path) -> str:
    """The name of a journal's file in the table of outcomes."""
    return file.name.removeprefix(FILE).lstrip("-.") or "journal"


def _page_size(data: bytes) -> int:
    size = int.from_bytes(data[16:18], "big")
    return size if size in {512, 1024, 2048, 4096, 8192, 16384, 32768} else 4096


def _pages(data: bytes) -> list[bytes]:
    size = _page_size(data)
    return [bytes(data[at : at + size]) for at in range(0, len(data) - size + 1, size)]
