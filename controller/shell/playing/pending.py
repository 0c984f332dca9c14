"""Presses that wait until a moving board has been read. Pure.

A press refers to what its person saw, including pieces that the table has not read yet. So it is kept while
the board moves, and carried out once the board has been judged. If its button no longer means the same as
when it was pressed, it is refused and the screen says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from controller.model.phones import SeatChose
from controller.model.view import View
from controller.referee import step
from controller.referee.session import Effects, Pressed, Session
from controller.referee.touching import confirmed_site, sayable
from controller.shell.model.state import Pending, Shell, Word
from controller.view import showing
from engines.record import replace
from hardware.ports import Button
from texts import Text, _, joined

WORD_MS: Final = 6_000
"""How long a refusal is shown."""

_AT_ONCE: Final = frozenset({"pause", "back"})
"""Buttons that do not depend on the position."""

JUST_CHANGED: Final = _("The screen had just changed. Touch it again.")
_READ_FIRST = _("The board was read first. {button} does not apply any more.", button="")
_NOT_PLAYED = _("The last piece was not played, so there is nothing to take back. Lift it.")
_WENT_ON = _("The board has changed since {button} was touched. Touch it again.", button="")
_NOTHING_TO_END = _("The board was read first. Nothing is left to end.")
_SEEN = _("The piece has been seen.")
_RESTLESS = _("The board does not come to rest. {button} was not done.", button="")


def is_moving(session: Session) -> bool:
    """Whether pieces have been seen that have not been judged."""
    return session.due_ms() is not None or bool(session.pads.laid)


def must_wait(session: Session, event: Pressed | Button | SeatChose) -> bool:
    """Whether a press has to wait until the board has been judged."""
    if not is_moving(session):
        return False
    if isinstance(event, SeatChose):
        return True
    name = _id_of(event)
    if name in _AT_ONCE or confirmed_site(session, name) is not None:
        return False
    return isinstance(event, Button) or name in _labels(session)


def kept(shell: Shell, event: Pressed | Button | SeatChose, words: str = "") -> Shell:
    """The shell with a press that waits. `words` is its button's label, if it is none of the session's own.
    Pressing it again while it waits changes nothing."""
    if any(_is_same(one.event, event) for one in shell.pending):
        return shell
    if not isinstance(event, SeatChose):
        words = words or _labels(shell.session).get(_id_of(event), "")
    return replace(shell, pending=(*shell.pending, Pending(event, words, shell.session)))


def _is_same(one: Pressed | Button | SeatChose, other: Pressed | Button | SeatChose) -> bool:
    return replace(one, at_ms=0) == replace(other, at_ms=0)


def carried_out(session: Session, one: Pending) -> tuple[Session, Effects, str]:
    """The session after a press that has waited, what must be stored, and a text if it is refused."""
    if is_moving(session):
        return session, (), _with_name(_RESTLESS, one)
    if not isinstance(one.event, SeatChose):
        verdict = _verdict(session, one)
        if verdict is not None:
            return session, (), _with_name(verdict, one)
    return *step.handle(session, one.event), ""


def _with_name(words: str, one: Pending) -> str:
    return words.with_values(button=_called(one)) if isinstance(words, Text) else words


def saying(shell: Shell, words: str, now_ms: int) -> Shell:
    """The shell with a text about a touch."""
    return replace(shell, word=Word(words, now_ms + WORD_MS))


def _called(one: Pending) -> str:
    """The name of a press. The table has one physical button as well."""
    if one.words or isinstance(one.event, SeatChose):
        return one.words
    return _("The turn button")


def _verdict(session: Session, one: Pending) -> str | None:
    """Why a press is refused, as text; empty if it is already done or needs no text; `None` if it is carried
    out."""
    name, seen = _id_of(one.event), one.seen
    if session.play is None or seen.play is None or seen.question.pointing is not None or name == "broken":
        is_as_seen = session.phase is seen.phase and session.judgement.picture == seen.judgement.picture
        return None if is_as_seen else _READ_FIRST
    if name in _VERDICTS:
        return _VERDICTS[name](session, seen)
    if name.startswith("choice-"):
        interpretations = session.question.interpretations
        return None if interpretations and interpretations == seen.question.interpretations else _READ_FIRST
    if _is_offered(session, one):
        return None
    return _READ_FIRST if one.words else _NOTHING_TO_END


def _of_takeback(session: Session, seen: Session) -> str | None:
    """A takeback applies to the actions that were on the board when it was touched, never to an
    earlier one."""
    now, then = session.current, seen.current
    if now.plies is then.plies:
        extra = session.differing & session.tracker.board & seen.differing
        is_new = bool(extra & ~seen.due.sites)
        return _NOT_PLAYED if is_new else None
    if len(now.plies) < len(then.plies):
        return ""  # hands have taken it back
    touched = now.table.touched(now.before, now.plies[-1].action)
    return None if touched & seen.differing else _WENT_ON


def _of_unseen(session: Session, seen: Session) -> str | None:
    return None if session.current.plies is seen.current.plies else _SEEN


def _of_reminders(session: Session, seen: Session) -> str | None:
    return None if session.due.reminders is seen.due.reminders else ""


_VERDICTS: Final[Mapping[str, Callable[[Session, Session], str | None]]] = {
    "undo": _of_takeback,
    "unseen": _of_unseen,
    "placed": _of_reminders,
}
"""For the buttons that mean something else after an action."""


def _is_offered(session: Session, one: Pending) -> bool:
    """Whether a button is offered, with the same text if it is on the screen."""
    if isinstance(one.event, Button):
        name = one.event.name
        return name in _labels(session) or any(spoken.button == name for spoken in sayable(session))
    return _labels(session).get(_id_of(one.event)) == one.words


def _labels(session: Session) -> dict[str, str]:
    """The labels of all buttons of a session's own screen."""
    view = showing.view(session)
    return {choice.id: choice.label for choice in (*view.choices, *view.controls)}


def _id_of(event: Pressed | Button | SeatChose) -> str:
    match event:
        case Pressed(id=name) | Button(name=name):
            return name
    return ""


def with_waiting(shell: Shell, seen: View) -> View:
    """The view with waiting buttons drawn as pressed, and with the refusal."""
    waiting = [one for one in shell.pending if not isinstance(one.event, SeatChose)]
    if shell.word is not None and not shell.word.is_answer:
        seen = replace(seen, notice=joined(" ", filter(None, (shell.word.words, seen.notice))))
    if not waiting:
        return seen
    ids = frozenset(_id_of(one.event) for one in waiting)
    word = _("{button}: as soon as the board has been read.", button=_called(waiting[-1]))
    return replace(seen, pressed=ids, notice=joined(" ", filter(None, (word, seen.notice))))
