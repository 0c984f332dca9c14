"""The people whom the table knows by name, for the next start: a file beside the journal.

It holds the names on the list with their results and their tournament, and the names in the games that are on
the table or wait, as they are now: a name that is removed is gone from it. No backup, export, report or
recording has it.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import field
from itertools import count
from operator import is_
from pathlib import Path
from typing import Final

import msgspec

from controller.files.as_json import NotThat, decoded
from controller.files.bounded_file import read_bytes
from controller.files.toml_file import ConfigError, write_text
from controller.model.people import NO_BOOK, Book, Name, plain_name
from controller.referee.session import Session
from engines.record import record, replace
from texts import _

log = logging.getLogger(__name__)

FILE: Final = "names.json"
LARGEST: Final = 1 << 17
"""The file has no more bytes: sixty people with a few games, and some dozens of games that wait."""

OWNERS: Final = 0o600
"""No other user of the computer can read it."""

RETRY_MS: Final = 10_000
"""How long after a failure to write the next try is made."""

Names = Mapping[tuple[int, str], str]
"""By the game's number and the seat."""


@record
class _Kept:
    """The file's content: the names by game and seat, and the book."""

    games: Mapping[int, Mapping[str, Name]] = field(default_factory=dict)
    book: Book = NO_BOOK


class PlayerNames:
    """The people in a file; without one they last as long as the program."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._kept: tuple[Names, Book] = {}, NO_BOOK
        self._seen: tuple[object, ...] = ()
        self._retry_ms: int | None = None
        self.trouble = ""
        """Why what is shown is not in the file; empty if it is."""

    @classmethod
    def beside(cls, file: Path | None) -> PlayerNames:
        """The people beside another file; none are kept if nothing is stored."""
        return cls(None if file is None else file.with_name(FILE))

    def given_to(self, session: Session) -> tuple[Session, Book]:
        """The session of the start with the names of its games, and the book. A file that cannot be read is
        set aside."""
        try:
            found = _read(self._file) if self._file else _Kept()
        except (OSError, NotThat) as error:
            log.warning("the people's names cannot be read: %s", error)
            self.trouble = self._set_aside()
            return session, NO_BOOK
        every = {(game, seat): name for game, names in found.games.items() for seat, name in names.items()}
        self._kept = every, found.book
        names = _of_games(session, every)
        by_phone = frozenset(place for place, name in names.items() if name not in found.book.people)
        return replace(session, names=names, named_by_phone=by_phone), found.book

    def _set_aside(self) -> str:
        """Rename an unreadable file, so that the next one does not take its place."""
        assert self._file is not None
        names = (self._file.with_name(f"{FILE}.damaged-{number}") for number in count(1))
        aside = next(name for name in names if not name.exists())
        try:
            self._file.rename(aside)
        except OSError as error:
            log.warning("%s cannot be set aside: %s", self._file, error)
            self._file = None
            return _("Names and results are not stored: the list of names cannot be read.")
        return _("The list of names could not be read. It is kept as {file}.", file=aside.name)

    def follow(self, session: Session, book: Book, now_ms: int) -> None:
        """Keep the names of this session, and the book, if they are others. If the disk takes nothing,
        `trouble` says so, and another try is made later."""
        seen = (session.names, session.game_id, session.unfinished, book)
        is_due = self._retry_ms is not None and now_ms >= self._retry_ms
        if not is_due and len(self._seen) == len(seen) and all(map(is_, seen, self._seen)):
            return
        self._seen = seen
        wanted = _of_games(session, session.names), book
        if self._file is None or (wanted == self._kept and self._retry_ms is None):
            return
        try:
            _write(self._file, *wanted)
        except (ConfigError, OSError) as error:
            log.warning("the people's names are not kept: %s", error)
            self.trouble = _("Names and results are not stored: the disk cannot be written.")
            self._retry_ms = now_ms + RETRY_MS
        else:
            self._kept, self._retry_ms, self.trouble = wanted, None, ""


def _read(file: Path) -> _Kept:
    """The content of a file; nothing if there is none. Raises `OSError` and `NotThat`."""
    try:
        found = decoded(read_bytes(file, LARGEST), _Kept)
    except FileNotFoundError:
        return _Kept()
    names = [*found.book.people, *(name for names in found.games.values() for name in names.values())]
    if wrong := [name for name in names if plain_name(name) != name]:
        raise NotThat(f"{len(wrong)} names have signs that no name has")
    if len({name.casefold() for name in found.book.people}) < len(found.book.people):
        raise NotThat("a name is there twice")
    last = found.book.last
    if last is not None and not last.gains.keys() <= found.book.people.keys():
        raise NotThat("the last game has people who are not on the list")
    return found


def _write(file: Path, names: Names, book: Book) -> None:
    games = defaultdict[int, dict[str, str]](dict)
    for (game, seat), name in names.items():
        games[game][seat] = name
    if games or book != NO_BOOK:
        write_text(file, msgspec.json.encode(_Kept(games, book)).decode(), OWNERS)
    else:
        file.unlink(missing_ok=True)


def _of_games(session: Session, names: Names) -> Names:
    """Those of the game on the table, and of those that wait."""
    games = {session.game_id, *session.unfinished.games}
    return {place: name for place, name in names.items() if place[0] in games}
