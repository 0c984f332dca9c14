"""The state of the journal's path, and how a sound journal is put there, whatever is found.

The sound content of the journal and its backups is written to a new file; the old file is set aside, and the
new one takes its place in one step. No file is deleted unless all of it was read.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import SystemRandom  # not `secrets`: it opens the system's cryptography

from controller.journal import backup, schema
from controller.journal import check as journal_check
from controller.journal import holdings as journal_holdings
from controller.journal.aside import SIDE_FILES, cleared, set_aside
from controller.journal.count import Count, CountFile, read_count
from controller.journal.errors import JournalForeign, JournalNewer
from controller.journal.holdings import Holdings
from controller.journal.notices import (
    PathState,
    description_of,
    games_lost,
    heading_of,
    missing_of,
    restored,
    shorter,
)
from controller.journal.seal import Total
from engines.record import record
from texts import Text, _, joined

SMALLEST = 512
"""The smallest database, in bytes; SQLite takes a shorter file for an empty one."""

CHEAP_BYTES = 1 << 20
"""A journal up to this size, some 400 games, is verified completely at the start, a larger one when no one
plays."""


@record
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
    aside = cleared(path)
    if not path.exists():
        return FoundPath(PathState.CLOSED if aside else PathState.MISSING, aside=aside)
    size = path.stat().st_size
    if size < SMALLEST:
        return FoundPath(PathState.DAMAGED if size else PathState.EMPTY)
    try:
        with contextlib.closing(schema.connected(path, "ro")) as connection:
            state = state_of(connection, path, is_doubted=is_doubted)
            if state is PathState.SOUND and not _can_be_written(path):
                state = PathState.DAMAGED
            return FoundPath(state, schema.total_of(connection))
    except sqlite3.DatabaseError as error:
        if is_harm(error):
            return FoundPath(PathState.DAMAGED)
        raise


def _can_be_written(path: Path) -> bool:
    """Whether SQLite can write to a file that this user may write: a bit of the header can forbid it, and the
    conditions of the tables are read for writing alone. Another connection stays open meanwhile, so that
    closing this one writes nothing back."""
    try:
        with contextlib.closing(schema.connected(path, "rw")) as connection:
            connection.execute("BEGIN IMMEDIATE")
            schema.is_empty(connection)
            connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        is_forbidden = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY
        is_ours = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
        return not (is_forbidden and is_ours) and not is_harm(error)
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
            aside = self._found.aside or set_aside(self._path, is_kept=False)
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
            with contextlib.closing(schema.connected(self._path, "ro")) as connection:
                return journal_holdings.read(connection)
        except sqlite3.DatabaseError as error:
            if is_harm(error):
                return None
            raise

    def _total(self, best: Holdings) -> Total:
        """The total of the new file: later than any known total of this journal."""
        old = best.total
        journal = old.journal if old else SystemRandom().getrandbits(31)
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
            with contextlib.closing(schema.Connection(str(fresh))) as connection:
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
        with contextlib.closing(schema.connected(self._path, "ro")) as connection:
            kept = self._path.with_name(f"{self._path.name}.version-{schema.version_of(connection)}")
            backup.copy(connection, kept)
        return kept.name

    def _shortened(self, best: Holdings) -> str:
        """A sound journal that holds less than was stored: the log was damaged, and its end is lost."""
        assert self._found.total is not None
        set_aside(self._path, is_kept=True)
        with contextlib.closing(schema.Connection(str(self._path))) as connection:
            total = self._found.total._replace(commits=self._total(best).commits).sealed()
            connection.execute(
                "UPDATE total SET commits = ?, seal = ? WHERE id = 1", (total.commits, total.seal)
            )
        _note(self._path, total)
        return joined(" ", [heading_of(self._path), *self._lost(best, best)])

    def _lost(self, best: Holdings, main: Holdings | None) -> Iterator[Text]:
        """The notice about games that only the count knows."""
        count = self._count
        if count is None or (best.total and best.total.journal != count.journal):
            return
        for number, lines in count.games:
            game = best.games.get(number)
            if game is not None and len(game.lines) < lines:
                yield shorter(game, lines)
        gone = [number for number, _lines in count.games if number not in best.games]
        is_known = main is None or main.total is not None
        if is_known and count.commits > best.commits:
            if gone and main is not None:
                yield games_lost(gone)
            yield _("The last changes are lost: {number}.", number=count.commits - best.commits)

    def _words(self, best: Holdings, main: Holdings | None, used: Path | None, aside: str) -> str:
        state, known = self._found.state, main or Holdings()
        if state in {PathState.MISSING, PathState.EMPTY} and not (used or aside or self._count):
            return ""
        missing = missing_of(best, known.total)
        if state is PathState.OLDER:
            words = [heading_of(self._path)] if missing else []
        else:
            words = [description_of(state, self._path, aside), restored(best, used)]
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
