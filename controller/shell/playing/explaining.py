"""The answer to a touch on the picture of the board: what the cell scores, why something is due there, or why
it is refused. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Phase, View, cell_of
from controller.referee.session import Session
from controller.shell.model.requests import Tapped
from controller.shell.model.state import Shell, Word
from engines.record import replace
from hardware.ports import sites_in

ANSWER_MS: Final = 9_000
"""How long an answer is shown."""

_PHASES: Final = (Phase.PLAYING, Phase.CORRECTING, Phase.OVER)


def asked(shell: Shell, tap: Tapped) -> Shell | None:
    """The shell with an answer about the touched cell; `None` if the touch is no such question."""
    session, cell = shell.session, cell_of(tap.id)
    if cell is None or session.phase not in _PHASES or session.question.selecting is not None:
        return None
    words = _answer(session, *cell)
    return replace(shell, word=Word(words, tap.at_ms + ANSWER_MS, is_answer=True)) if words else shell


def _answer(session: Session, column: int, row: int) -> str:
    play = session.current
    sites = play.table.cell_at(column, row)
    wrong = sites & session.differing & session.tracker.board & ~session.due.sites
    if wrong and session.phase is Phase.CORRECTING:
        return play.table.objection(play.position, sites_in(wrong)[0])
    return play.table.why(play.position, [event for ply in play.plies for event in ply.events], sites)


def with_answer(shell: Shell, seen: View) -> View:
    """The session's view with the answer, in place of its requests."""
    if shell.word is None or not shell.word.is_answer:
        return seen
    return replace(seen, ask=(shell.word.words,), tasks=())
