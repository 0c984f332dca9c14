"""Past games for the page: the list, each game step by step, and its record."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.journal.stored_games import NoSuchGame
from controller.model.records import GameRecord
from controller.referee.play import Play
from controller.shell.games.past import outcome_words, step_view
from controller.tables.table import GameTable
from controller.view.language import catalogue, in_language
from controller.view.lights import lit_after
from controller.web.picture import PagePicture, pictured
from texts import _, translated

MOST_LISTED: Final = 200
"""The longest list: a page, not an archive."""

MOST_KEPT: Final = 4
"""The number of games cached while people step through them."""

Tables = Mapping[str, GameTable[Any, Any]]


class PastGame(msgspec.Struct, frozen=True):
    """A game in the list; `started_ms` since 1970, by this computer's clock."""

    id: int
    title: str
    started_ms: int
    outcome: str
    plies: int


class Shelf:
    """Reads the journal while the table writes it. Only finished games are shown: an unfinished one belongs
    to the live page and may hold secrets. `file` is `None` if nothing is stored. The file is opened once and
    kept open, because opening verifies all of it.

    Its methods raise `JournalError` if the journal cannot be read, and `NoSuchGame` if it holds no such
    finished game.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._journal: Journal | None = None
        self._plays: OrderedDict[tuple[int, int], tuple[GameRecord, Play]] = OrderedDict()

    def lines(self, tables: Tables, language: str) -> tuple[PastGame, ...]:
        """The finished games, the newest first."""
        if self._file is None or not self._file.exists():
            return ()
        with self._reading() as journal:
            records = [record for record in journal.games()[::-1] if record.result is not None]
        words = catalogue(language)
        lines = []
        for record in records[:MOST_LISTED]:
            table = tables.get(str(record.header.get("game")))
            title = table.title if table else str(record.header.get("game"))
            outcome = translated(outcome_words(table, record), words)
            lines.append(
                PastGame(record.id, translated(title, words), record.started_ms, outcome, record.plies)
            )
        return tuple(lines)

    def step(self, tables: Tables, game: int, at: int, language: str, version: str) -> PagePicture:
        """A game after its first `at` actions, or after its last if there are fewer."""
        record, whole = self._play(tables, game)
        plies = len(whole.plies)
        play = whole.back(plies - min(at, plies))
        view = step_view(record, play, plies, lit_after(play))
        return pictured(in_language(view, language), version, play, language, whole)

    def record(self, game: int) -> str:
        """A game as the referee's requests, a line each."""
        with self._reading() as journal:
            if journal.game(game).result is None:
                raise NoSuchGame(_("Game {game} is not finished.", game=game))
            return "".join(f"{line}\n" for line in journal.export(game))

    def close(self) -> None:
        """Close the journal."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    @contextmanager
    def _reading(self) -> Iterator[Journal]:
        """The journal; an unreadable one is reopened the next time."""
        if self._journal is None:
            if self._file is None or not self._file.exists():
                raise NoSuchGame(_("No games are kept here."))
            self._journal = Journal.read(self._file)
        try:
            yield self._journal
        except NoSuchGame:
            raise
        except JournalError:
            self.close()
            raise

    def _play(self, tables: Tables, game: int) -> tuple[GameRecord, Play]:
        with self._reading() as journal:
            record = journal.game(game)
            table = tables.get(str(record.header.get("game")))
            if record.result is None or table is None:
                raise NoSuchGame(_("Game {game} cannot be shown here.", game=game))
            key = (record.id, record.started_ms)
            if key not in self._plays:
                self._plays[key] = (record, Play.resume(table, record.header, journal.actions(game)))
        self._plays.move_to_end(key)
        if len(self._plays) > MOST_KEPT:
            self._plays.popitem(last=False)
        return self._plays[key]
