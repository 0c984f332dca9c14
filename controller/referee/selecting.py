"""Choices on the screen: from a list or by cells, openly or behind a cover. Pure."""

from __future__ import annotations

from controller.referee.interpretation import Interpretation
from controller.referee.judging import apply, taken_back
from controller.referee.seating import to_take_back
from controller.referee.session import Advance, Session
from controller.referee.session_parts import Question, Selecting
from controller.tables.choosing import Selection
from engines.game import Action, RuleError
from engines.record import replace


def pressed(session: Session, button_id: str) -> Advance:
    """The session after a touch while something is being chosen."""
    selecting = session.question.selecting
    assert selecting is not None
    selection = selecting.selection
    if not selecting.is_open:
        return _at_the_cover(session, button_id)
    if button_id == "back":
        return _left(session, selection), ()
    if button_id == "done" and is_enough(selecting):
        return _chosen(session, selecting.chosen)
    if button_id not in {item.id for item in selection.items} and not _is_example(selection, button_id):
        return _set_aside(session, button_id) if selection.is_at_the_table else (session, ())
    if selection.is_at_once:
        return _chosen(session, (button_id,))
    chosen = _next_example(selecting) if _is_example(selection, button_id) else _toggled(selecting, button_id)
    return replace(session, question=Question(selecting=replace(selecting, chosen=chosen, refused=""))), ()


def _is_example(selection: Selection, button_id: str) -> bool:
    return button_id == "example" and bool(selection.examples)


def _next_example(selecting: Selecting) -> tuple[str, ...]:
    """The example after the one that is chosen; the first if none is."""
    examples, chosen = selecting.selection.examples, frozenset(selecting.chosen)
    at = next((number for number, one in enumerate(examples) if frozenset(one) == chosen), -1)
    return examples[(at + 1) % len(examples)]


def is_enough(selecting: Selecting) -> bool:
    """Whether enough items are chosen to finish."""
    return selecting.selection.least <= len(selecting.chosen) <= selecting.selection.most


def covered(session: Session) -> dict[str, Selection]:
    """The choices behind the cover, by the id of their uncovering button: the due or begun one and, if it is
    due, those that other players may make before it."""
    assert session.question.selecting is not None
    first = session.question.selecting.selection
    if first.button is not None:
        return {"reveal": first}
    play = session.current
    due = (one for one in play.table.selections(play.position) if play.computer_of(one.seat) is None)
    others = (one for one in due if one.is_secret and one.button is None and one.id != first.id)
    return {"reveal": first} | {f"reveal-{one.seat}": one for one in others}


def _at_the_cover(session: Session, button_id: str) -> Advance:
    behind = covered(session)
    if button_id in behind:
        opened = Selecting(behind[button_id], is_open=True)
        return replace(session, question=Question(selecting=opened)), ()
    if button_id == "back" and behind["reveal"].button is not None:
        return _left(session, behind["reveal"]), ()
    return _set_aside(session, button_id)


def _set_aside(session: Session, button_id: str) -> Advance:
    """The alternatives to a due choice."""
    if button_id == "undo" and (plies := to_take_back(session.current)):
        return taken_back(session, plies)
    if button_id == "pause":
        return session.paused(by_hand=True), ()
    return session, ()


def _left(session: Session, selection: Selection) -> Session:
    """The session without the choice, if it may be left; otherwise with its cover on again."""
    if selection.button is None:
        return session.covered()
    return replace(session.unasked(), notice="")


def _toggled(selecting: Selecting, item: str) -> tuple[str, ...]:
    """The chosen items with one more or fewer. If one is the most, another touch moves the choice."""
    if item in selecting.chosen:
        return tuple(one for one in selecting.chosen if one != item)
    if selecting.selection.most == 1:
        return (item,)
    if len(selecting.chosen) >= selecting.selection.most:
        return selecting.chosen
    return (*selecting.chosen, item)


def _chosen(session: Session, items: tuple[str, ...]) -> Advance:
    """Play the chosen action, or show the rules' refusal."""
    selecting, play = session.question.selecting, session.current
    assert selecting is not None
    try:
        action = action_of(session, selecting.selection, items)
    except RuleError as error:
        refused = play.table.refusal(error, play.position)
        return replace(session, question=Question(selecting=replace(selecting, refused=refused))), ()
    return apply(session, Interpretation(0, (action,)))


def action_of(session: Session, selection: Selection, items: tuple[str, ...]) -> Action:
    """The action of a choice. Raises `RuleError` if the rules refuse it."""
    play = session.current
    action: Action = play.table.selected(play.position, selection, items)
    play.position.check(action)
    return action
