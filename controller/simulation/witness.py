"""An observer of a simulated table: of its view, and of the content of its journal's file.

It does not look inside the program. Any broken promise of the table is raised as `Broken`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from controller.journal.journal import Journal
from controller.model.records import Entry, Played, Undo
from controller.referee.play import Play
from controller.referee.session import Session
from controller.referee.session_parts import Question
from controller.simulation.chance import any_action
from controller.simulation.killing import Killer, Point
from controller.simulation.refused import Refused
from controller.view import lights as showing_lights
from engines.record import replace
from hardware.ports import Lights

Rows = Mapping[int, tuple[Entry, ...]]
"""A journal's games: by a game's number, its entries."""


class Broken(Exception):
    """The table has broken a promise. The text says which, and when."""


class ShownTooEarly(Broken):
    """Something was shown that is not stored."""


class Lost(Broken):
    """Stored data is missing."""


class SecretTold(Broken):
    """The lights reveal a secret choice."""


class Witness:
    """Watches a running table whose journal is in this file, from one start to the next end."""

    def __init__(self, file: Path) -> None:
        self.journal = Journal.read(file)
        self._seen: Session | None = None
        self._play: Play | None = None
        self._ended: Mapping[str, Any] | None = None

    def close(self) -> None:
        """Stop watching."""
        self.journal.close()

    def rows(self) -> Rows:
        """The content of the journal now."""
        games = self.journal.games()
        return {game.id: tuple(self.journal.entries(game.id)) for game in games}

    def look(self, session: Session) -> None:
        """Check a session that is shown. Raises `Broken`."""
        if session is self._seen:
            return
        self._seen = session
        if session.play is not None:
            if session.play is not self._play or session.ended is not self._ended:
                self._require_stored(session, session.play)
                self._play, self._ended = session.play, session.ended
            self._require_secrecy(session, session.play)

    def _require_stored(self, session: Session, play: Play) -> None:
        shown = [str(ply.action) for ply in play.plies]
        stored = self.journal.actions(session.game_id) if session.game_id is not None else []
        if session.game_id is None or shown != stored:
            is_more = len(shown) > len(stored)
            what = shown[-1] if is_more else "a takeback"
            raise ShownTooEarly(f"{what} was shown before it was stored")
        hands = self.journal.hands(session.game_id).rows
        if any(hands.get(key) != row for key, row in play.hands.rows.items()):
            raise ShownTooEarly("a tile was counted before it was stored")
        is_over = session.ended is not None or play.position.outcome() is not None
        if is_over and self.journal.game(session.game_id).result is None:
            raise ShownTooEarly("the end of the game was shown before it was stored")

    def _require_secrecy(self, session: Session, play: Play) -> None:
        """The lights must be the same for every secret choice."""
        selecting = session.question.selecting
        other = session
        if selecting is not None and selecting.selection.is_secret:
            other = replace(other, question=Question(selecting=replace(selecting, chosen=())))
        if play.position.secret_plies:
            other = replace(other, play=_with_another_secret(play))
        if other is not session and showing_lights.lights(other) != showing_lights.lights(session):
            raise SecretTold("the lights tell what was chosen in secret")


def _with_another_secret(play: Play) -> Play:
    """The play with a different last action, if that is still secret."""
    before, action = play.back(1), play.plies[-1].action
    for seed in range(8):
        try:
            other = any_action(before, Random(seed))  # noqa: S311 - no secret of ours
        except Refused:
            return play
        if other != action and other.public == action.public:
            return before.after(other)
    return play


def require_kept(before: Rows, after: Rows) -> None:
    """Check that everything stored is still there. Raises `Lost`."""
    for number, rows in before.items():
        kept = after.get(number, ())
        if kept[: len(rows)] != rows:
            last = rows[-1].what if rows else "its start"
            raise Lost(f"game {number} is not as it was stored, up to {_words(last)}")


def _words(what: object) -> str:
    match what:
        case Played(text):
            return text
        case Undo(plies):
            return f"a takeback of {plies}"
    return "its end" if not isinstance(what, str) else what


class WatchedLights:
    """The lights of a table with an observer. Keeps the duties of `Lights`."""

    def __init__(self, inner: Lights, killer: Killer, look: Callable[[], None]) -> None:
        self._inner = inner
        self._killer = killer
        self._look = look

    def show(self, frame: bytes) -> None:
        """Show a picture of three bytes a light."""
        self._killer.passing(Point.SHOW)
        self._look()
        self._inner.show(frame)
        self._killer.passing(Point.SHOWN)
