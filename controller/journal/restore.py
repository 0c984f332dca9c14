"""The state of the journal's path, and how a sound journal is put there, whatever is found.

The sound content of the journal and its backups is written to a new file; the old file is set aside, and the
new one takes its place in one step. No file is deleted unless all of it was read.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from pathlib import Path

from controller.journal import backup, schema
from controller.journal import check as journal_check
from controller.journal import holdings as journal_holdings
from controller.journal.count import Count, CountFile, read_count
from controller.journal.errors import JournalForeign, JournalNewer
from controller.journal.holdings import Holdings, KeptGame
from controller.journal.seal import Total
from texts import Text, _, joined

SIDE_FILES = ("-wal", "-shm", "-journal")
SMALLEST = 512
"""The smallest database, in bytes; SQLite takes a shorter file for an empty one."""

CHEAP_BYTES = 1 << 20
"""A journal up to this size, some 400 games, is verified completely at the start, a larger one when nobody
plays."""

MOST_NAMED = 5
"""The most games named in a notice."""


class PathState(Enum):
    """The state of a journal's path."""

    SOUND = auto()
    MISSING = auto()
    EMPTY = auto()
    OLDER = auto()
    DAMAGED = auto()
    FOREIGN = auto()
    CLOSED = auto()
    """It cannot be opened."""


@dataclass(frozen=True, slots=True)
class FoundPath:
    """The state of a path, and the name of the file that was set aside, if any."""

    state: PathState
    total: Total | None = None
    aside: str = ""


def made_sound(path: Path, *, is_doubted: bool = False) -> str:
    """Put a sound journal of this version at a path whose lock is held. Returns a notice for people.

    A journal with known damage `is_doubted`: it is verified completely, whatever its size. Raises
    `JournalNewer`, `JournalForeign`, `sqlite3.Error` and `OSError`; the file is then unchanged.
    """
    found = _found(path, is_doubted=is_doubted)
    count = read_count(path)
    sources = [path.with_name(f"{path.name}.new"), *backup.generations(path)]
    if found.state is PathState.SOUND and found.total is not None:
        totals = [total for total in map(backup.total_of, sources) if total is not None]
        if _known(found.total.journal, totals, count) <= found.total.commits:
            return _exchanged(path, found.total, count)
    if found.state is PathState.FOREIGN and count is None and not any(map(backup.is_file, sources)):
        raise JournalForeign(
            _("{journal} is no journal of Tablier. Set journal.path to another file.", journal=str(path))
        )
    return _Restoring(path, found, count).done(sources)


def looked_at(path: Path, mode: str = "ro") -> sqlite3.Connection:
    """A read-only connection to a journal, including SQLite's log. Raises `sqlite3.Error`."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    connection.text_factory = schema.decoded
    return connection


def require_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `JournalNewer` for a file of a newer Tablier. Header and tables must both say so, because a card
    may have changed the header."""
    version = schema.version_of(connection)
    if version <= schema.VERSION:
        return
    with contextlib.suppress(sqlite3.DatabaseError):
        (said,) = connection.execute("SELECT version FROM total WHERE id = 1").fetchone() or (0,)
        if said == version:
            raise JournalNewer(
                _(
                    "{journal} is of version {version}, this Tablier knows up to {known}. "
                    "It was left as it is. Install the newer Tablier, or set journal.path to another file.",
                    journal=str(path),
                    version=version,
                    known=schema.VERSION,
                )
            )


def state_of(connection: sqlite3.Connection, path: Path, *, is_doubted: bool = False) -> PathState:
    """The state of an open file. A large one is verified completely only if it `is_doubted`. Raises
    `JournalNewer` and `sqlite3.Error`."""
    is_cheap = is_doubted or path.stat().st_size <= CHEAP_BYTES
    is_whole = journal_check.is_whole if is_cheap else _is_readable
    try:
        connection.execute("BEGIN")
        if schema.is_empty(connection):
            return PathState.EMPTY
        require_ours(connection, path)
        version = schema.version_by_tables(connection)
        if not schema.is_ours(connection):
            return PathState.DAMAGED if version else PathState.FOREIGN
        if not version or version != schema.version_of(connection):
            return PathState.DAMAGED
        if version < schema.VERSION:
            return PathState.OLDER
        return PathState.SOUND if is_whole(connection) else PathState.DAMAGED
    except sqlite3.DatabaseError as error:
        if is_harm(error):
            return PathState.DAMAGED
        raise
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def is_harm(error: sqlite3.Error) -> bool:
    """Whether an error comes from the content of a file, not from its surroundings."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF in _HARM or code in {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}


_HARM = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,  # an impossible schema or format
    sqlite3.SQLITE_INTERRUPT,  # longer than any sound file takes
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_MISMATCH,
}


def _found(path: Path, *, is_doubted: bool) -> FoundPath:
    aside = _cleared(path)
    if not path.exists():
        return FoundPath(PathState.CLOSED if aside else PathState.MISSING, aside=aside)
    size = path.stat().st_size
    if size < SMALLEST:
        return FoundPath(PathState.DAMAGED if size else PathState.EMPTY)
    try:
        with contextlib.closing(looked_at(path)) as connection:
            state = state_of(connection, path, is_doubted=is_doubted)
            if state is PathState.SOUND and not _can_be_written(path):
                state = PathState.DAMAGED
            return FoundPath(state, schema.total_of(connection))
    except sqlite3.DatabaseError as error:
        if is_harm(error):
            return FoundPath(PathState.DAMAGED)
        raise


def _can_be_written(path: Path) -> bool:
    """Whether SQLite can write to a file that this user may write: a bit of the header can forbid it. Another
    connection stays open meanwhile, so that closing this one writes nothing back."""
    try:
        with contextlib.closing(looked_at(path, "rw")) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        is_forbidden = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY
        return not (is_forbidden and os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
    return True


def _is_readable(connection: sqlite3.Connection) -> bool:
    """Whether the part of a large journal that a start needs is sound. The rest is verified later."""
    return schema.total_of(connection) is not None


def _known(journal: int, totals: list[Total], count: Count | None) -> int:
    """The known number of commits to a journal."""
    known = [total.commits for total in totals if total.journal == journal]
    return max([*known, *([count.commits] if count and count.journal == journal else [])], default=0)


def _exchanged(path: Path, total: Total, count: Count | None) -> str:
    """The notice about a sound journal that is not the one that was here before."""
    if count is None or count.journal == total.journal:
        return ""
    _note(path, total)
    return _(
        "The journal {journal} is another one than before. The backups of that one are kept.",
        journal=str(path),
    )


def _note(path: Path, total: Total) -> None:
    """Write the count of the journal that is now in place."""
    if (file := CountFile.open(path)) is not None:
        file.write(Count(total.journal, total.commits), is_new=True)
        file.close()


# Objects in the way


def _cleared(path: Path) -> str:
    """Move away anything that is not a file or cannot be opened. Returns the new name of the journal, if it
    was that.

    Raises `OSError` if it cannot be moved.
    """
    for suffix in SIDE_FILES:
        make_way(path, suffix, is_ours=suffix != "-journal")  # it has its log in `-wal` from its birth
    return make_way(path)


def make_way(path: Path, suffix: str = "", *, is_ours: bool = True) -> str:
    """Move away an unusable or foreign object in the place of one of a journal's files. Returns its new name.
    Raises `OSError`."""
    part = path.with_name(path.name + suffix)
    if not os.path.lexists(part) or (is_ours and _is_usable(part)):
        return ""
    kept = _free(path, suffix)
    part.rename(kept)
    return kept.name


def _is_usable(part: Path) -> bool:
    """Whether this is a file that can be read and written, if necessary after restoring its owner's
    rights."""
    try:
        status = part.stat()
    except OSError:
        return False  # a link that leads nowhere, or to itself
    if not stat.S_ISREG(status.st_mode):
        return False
    if status.st_uid == os.geteuid() and status.st_mode & 0o600 != 0o600:
        part.chmod(0o600)
    if os.access(part, os.R_OK | os.W_OK, effective_ids=True):
        return True
    return not os.access(part.parent, os.W_OK, effective_ids=True)  # not movable: SQLite reports it


def _free(path: Path, suffix: str = "") -> Path:
    """A free name for a damaged journal, or for a file beside one."""
    number = 1
    while any(
        os.path.lexists(path.with_name(f"{path.name}.damaged-{number}{each}"))
        for each in {"", *SIDE_FILES, suffix}
    ):
        number += 1
    return path.with_name(f"{path.name}.damaged-{number}{suffix}")


def _set_aside(path: Path, *, is_kept: bool) -> str:
    """Keep the journal and its log under a free name; if it `is_kept`, the journal itself stays too. SQLite's
    shared-memory file is useless alone and is not kept."""
    aside = _free(path)
    if path.exists() and path.stat().st_size:
        _link(path, aside)
    wal, kept_wal = path.with_name(f"{path.name}-wal"), aside.with_name(f"{aside.name}-wal")
    if is_kept and wal.exists():
        shutil.copyfile(wal, kept_wal)
    elif wal.exists() and wal.stat().st_size:
        wal.rename(kept_wal)
    if not is_kept:
        path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    return aside.name if aside.exists() or kept_wal.exists() else ""


def _link(path: Path, aside: Path) -> None:
    """Give a file a second name; copy it if the file system has no hard links."""
    try:
        os.link(path, aside)
    except OSError:
        shutil.copyfile(path, aside)
        aside.chmod(0o600)


# The replacement


class _Restoring:
    """Makes a sound journal from the available files."""

    def __init__(self, path: Path, found: FoundPath, count: Count | None) -> None:
        self._path = path
        self._found = found
        self._count = count

    def done(self, sources: list[Path]) -> str:
        """Run the repair and return the notice."""
        main = self._main()
        held = [(file, holdings) for file in sources if (holdings := backup.held_by(file)) is not None]
        if self._found.state is PathState.SOUND and main is not None:
            held = [one for one in held if one[1].is_later_than(main)]
            if not held:
                return self._shortened(main)
            best = journal_holdings.merged(None, [*(holdings for _file, holdings in held), main])
        else:
            best = journal_holdings.merged(main, [holdings for _file, holdings in held])
        used = next((file for file, holdings in held if _gives(best, main, holdings)), None)
        aside = self._replaced(best)
        return self._words(best, main, used, aside)

    def _replaced(self, best: Holdings) -> str:
        """Put the best content in the journal's place. Returns the name of the old file."""
        total = self._total(best)
        fresh = self._written(best, total)
        if self._found.state is PathState.OLDER:
            aside = self._kept_older()
        elif self._found.state is PathState.EMPTY and self._path.stat().st_size:
            aside = ""  # a database without tables: nothing to keep
        else:
            aside = self._found.aside or _set_aside(self._path, is_kept=False)
        for suffix in SIDE_FILES:
            self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
        fresh.replace(self._path)
        backup.flush_folder(self._path)
        _note(self._path, total)
        return aside

    def _main(self) -> Holdings | None:
        """The sound content of the journal itself."""
        if self._found.state in {PathState.MISSING, PathState.EMPTY, PathState.CLOSED, PathState.FOREIGN}:
            return None
        try:
            with contextlib.closing(looked_at(self._path)) as connection:
                return journal_holdings.read(connection)
        except sqlite3.DatabaseError as error:
            if is_harm(error):
                return None
            raise

    def _total(self, best: Holdings) -> Total:
        """The total of the new file: later than any known total of this journal."""
        old = best.total
        journal = old.journal if old else secrets.randbits(31)
        count = self._count.commits if self._count and self._count.journal == journal else 0
        wall_ms = old.wall_ms if old else max((game.wall_ms for game in best.games.values()), default=0)
        known = max(best.commits, count)
        return Total(journal, schema.VERSION, known + 1 if known else 0, wall_ms, 0, 0)

    def _written(self, best: Holdings, total: Total) -> Path:
        """A new file with the sound content, on the disk. Raises `sqlite3.Error` and `OSError`."""
        fresh = self._path.with_name(f"{self._path.name}.new")
        fresh.unlink(missing_ok=True)
        os.close(os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                journal_holdings.write(connection, best, total)
                connection.execute("COMMIT")
                connection.execute("PRAGMA journal_mode = WAL")
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        backup.flush(fresh)
        return fresh

    def _kept_older(self) -> str:
        """Keep a journal of an older version unchanged, beside the new one."""
        with contextlib.closing(looked_at(self._path)) as connection:
            kept = self._path.with_name(f"{self._path.name}.version-{schema.version_of(connection)}")
            backup.copy(connection, kept)
        return kept.name

    def _shortened(self, best: Holdings) -> str:
        """A sound journal that holds less than was stored: the log was damaged, and its end is lost."""
        assert self._found.total is not None
        _set_aside(self._path, is_kept=True)
        with contextlib.closing(sqlite3.connect(self._path, isolation_level=None)) as connection:
            total = self._found.total._replace(commits=self._total(best).commits).sealed()
            connection.execute(
                "UPDATE total SET commits = ?, seal = ? WHERE id = 1", (total.commits, total.seal)
            )
        _note(self._path, total)
        return joined(" ", [of(self._path), *self._lost(best, best)])

    def _lost(self, best: Holdings, main: Holdings | None) -> Iterator[Text]:
        """The notice about games that only the count knows."""
        count = self._count
        if count is None or (best.total and best.total.journal != count.journal):
            return
        for number, lines in count.games:
            game = best.games.get(number)
            if game is not None and len(game.lines) < lines:
                yield _shorter(game, lines)
        gone = [number for number, _lines in count.games if number not in best.games]
        is_known = main is None or main.total is not None
        if is_known and count.commits > best.commits:
            if gone and main is not None:
                yield _games_lost(gone)
            yield _("The last changes are lost: {number}.", number=count.commits - best.commits)

    def _words(self, best: Holdings, main: Holdings | None, used: Path | None, aside: str) -> str:
        state, known = self._found.state, main or Holdings()
        if state in {PathState.MISSING, PathState.EMPTY} and not (used or aside or self._count):
            return ""
        missing = missing_of(best, known.total)
        if state is PathState.OLDER:
            words = [of(self._path)] if missing else []
        else:
            words = [_description_of(state, self._path, aside), _restored(best, used)]
        words += missing
        words += self._lost(best, main)
        return joined(" ", dict.fromkeys(words)) if words else ""


def _gives(best: Holdings, main: Holdings | None, other: Holdings) -> bool:
    """Whether a part of the best content is from a backup and not from the journal."""
    if main is None:
        return bool(best.games.keys() & other.games.keys()) or (not best.games and best.total == other.total)
    if best.masks != main.masks and best.masks == other.masks:
        return True
    return any(
        number in other.games and game != main.games.get(number) and game.lines == other.games[number].lines
        for number, game in best.games.items()
    )


# Notices


def missing_of(held: Holdings, total: Total | None) -> list[Text]:
    """The notice about missing parts of the games of a journal with that total."""
    harmed = [game for game in held.games.values() if not game.is_whole]
    words = [_harm(game) for game in harmed[:MOST_NAMED]]
    if len(harmed) > MOST_NAMED:
        words.append(_("Other games that are shortened likewise: {number}.", number=len(harmed) - MOST_NAMED))
    if held.lost:
        words.append(_games_lost(sorted(held.lost)))
    vanished = total.games - len(held.games) - len(held.lost) if total else 0
    if vanished > 0:
        words.append(_("Games missing: {number}.", number=vanished))
    if not held.has_masks:
        words.append(_("The list of broken sensors may have changed."))
    return words


def _games_lost(games: list[int]) -> Text:
    named = ", ".join(map(str, games[:MOST_NAMED]))
    return _("Games lost: {games}.", games=named + (" …" if len(games) > MOST_NAMED else ""))


def of(path: Path) -> Text:
    """The beginning of a notice about a journal."""
    return _("The journal {journal}:", journal=str(path))


def _description_of(state: PathState, path: Path, aside: str) -> Text:
    named = {"journal": str(path), "file": aside}
    match state:
        case PathState.MISSING | PathState.EMPTY:
            return _("The journal {journal} was empty or missing.", **named)
        case PathState.FOREIGN:
            return _("{journal} was no journal of Tablier and is kept as {file}.", **named)
        case PathState.CLOSED:
            return _("The journal {journal} could not be opened and is kept as {file}.", **named)
        case PathState.SOUND:
            return _("The journal {journal} was older than its backup and is kept as {file}.", **named)
        case _:
            return _("The journal {journal} was damaged and is kept as {file}.", **named)


def _restored(best: Holdings, used: Path | None) -> Text:
    if not best.games:
        return _("A new one was begun.")
    if used is None:
        return _("Games taken over from it: {number}.", number=len(best.games))
    if best.total is None:
        return _("Games restored from {backup}: {number}.", number=len(best.games), backup=used.name)
    return _(
        "Games restored from {backup}: {number}. The last change there is of {time}.",
        number=len(best.games),
        backup=used.name,
        time=_time(best.total.wall_ms),
    )


def _harm(game: KeptGame) -> Text:
    if game.were is None:
        return _("Game {game}: only the first {left} entries are left.", game=game.id, left=len(game.lines))
    if game.were > len(game.lines):
        return _shorter(game, game.were)
    return _("Game {game}: the clock and the shown hands are lost.", game=game.id)


def _shorter(game: KeptGame, were: int) -> Text:
    return _(
        "Game {game}: the first {left} of {number} entries are left.",
        game=game.id,
        number=were,
        left=len(game.lines),
    )


def _time(wall_ms: int) -> str:
    """A moment by the wall clock, which may have been wrong."""
    try:
        return f"{datetime.fromtimestamp(wall_ms / 1000).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "?"
