"""The actions that people intended, for comparison with a journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from controller.journal.journal import Journal
from controller.model.records import Entry, GameRecord, Played, Undo
from controller.referee.play import Play
from controller.tables.table import GameTable

TAKEN_BACK, THE_END = "taken back", "the end"

LONGEST = 6
"""The most standing actions named in a message."""

Tables = Mapping[str, GameTable[Any, Any]]


class Intent:
    """The actions intended in one game, and those of them that were taken back.

    Clumsy hands may set a piece wrongly and move it on, which implies a takeback and a new action: then only
    the final actions are compared. Otherwise every single row of the journal must have been intended.
    """

    def __init__(self) -> None:
        self._standing: list[str] = []
        self._rows: Counter[str] = Counter()
        self._compared = 0
        self.is_clumsy = False
        """Whether clumsy hands have acted since the last comparison."""

    def played(self, texts: Sequence[str]) -> None:
        """These were played, one after the other."""
        self._rows.update(texts)
        self._standing += texts

    def took_back(self, texts: Sequence[str]) -> None:
        """These last actions were taken back together."""
        self._rows[_taken_back(len(texts))] += 1
        for text in texts:
            if text in self._standing:
                place = len(self._standing) - 1 - self._standing[::-1].index(text)
                del self._standing[place]

    def difference(self, tables: Tables, journal: Journal, game: GameRecord) -> str:
        """The difference between a journal's game and the intent; empty if there is none.

        If the rules allow pieces in any order, the journal may hold them in another that leads to the same
        position.
        """
        entries = journal.entries(game.id)
        rows = Counter(_row(entry) for entry in entries[self._compared :])
        meant, is_clumsy = self._rows, self.is_clumsy
        self._compared, self._rows, self.is_clumsy = len(entries), Counter(), False
        standing = journal.actions(game.id)
        del rows[THE_END]
        if Counter(standing) != Counter(self._standing) or not self._are_one(tables, game, standing):
            return f"{_words(standing)} stand, and people meant {_words(self._standing)}"
        if not is_clumsy and rows != meant:
            return f"the table played {_words(rows)}, and people meant {_words(meant)}"
        return ""

    def _are_one(self, tables: Tables, game: GameRecord, standing: list[str]) -> bool:
        """Whether the same actions in two orders lead to the same position."""
        if standing == self._standing:
            return True
        table = tables[game.header["game"]]
        return len({Play.resume(table, game.header, one).position for one in (standing, self._standing)}) == 1


def _row(entry: Entry) -> str:
    match entry.what:
        case Played(text):
            return text
        case Undo(plies):
            return _taken_back(plies)
    return THE_END


def _taken_back(plies: int) -> str:
    return TAKEN_BACK if plies == 1 else f"{TAKEN_BACK} {plies} times"


def _words(texts: Sequence[str] | Counter[str]) -> str:
    listed = list(texts.elements()) if isinstance(texts, Counter) else [*texts[-LONGEST:]]
    return ", ".join(listed) or "nothing"
