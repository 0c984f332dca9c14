"""Secret choices that people make on their phones, beside the screen. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from controller.model.phones import PhoneSeen, SeatChose
from controller.model.view import Phase
from controller.referee.interpretation import Reading
from controller.referee.judging import apply
from controller.referee.play import Play
from controller.referee.seating import computer_of
from controller.referee.selecting import Answer, action_of, covered, is_enough
from controller.referee.session import Session
from controller.referee.session_parts import Question, Selecting
from controller.referee.touching import selectable
from controller.tables.choosing import Selection
from engines.game import RuleError
from texts import _

_GONE_ON = _("The table has gone on meanwhile.")


def on_phone(session: Session, seat: str) -> tuple[Selection, ...]:
    """The secret choices that a person may make now on a seat's phone."""
    if session.play is None or computer_of(session.play, seat) is not None:
        return ()
    offered: Iterable[Selection] = ()
    if session.phase is Phase.SECRET:
        offered = covered(session).values()
    elif session.phase is Phase.PLAYING:
        offered = selectable(session)
    return tuple(one for one in offered if one.is_secret and one.seat == seat and not one.tells)


def heard(session: Session, event: SeatChose | PhoneSeen) -> Answer:
    """The session after a phone has chosen, connected or left."""
    if isinstance(event, SeatChose):
        return _chose(session, event)
    phone = frozenset([(event.game, event.seat)])
    return replace(session, phones=session.phones | phone if event.is_there else session.phones - phone), ()


def _chose(session: Session, event: SeatChose) -> Answer:
    """The session after a choice on a phone, which the rules judge like one on the screen. A refusal goes to
    that phone only, and another player's choice on the screen continues there."""
    if session.play is None or event.game != session.game_id:
        return session, ()
    selection = next((one for one in on_phone(session, event.seat) if one.id == event.choice), None)
    if selection is None or not _is_of_now(session.play, selection, event.ply):
        return _refused(session, event.seat, _GONE_ON), ()
    if not _fits(selection, event.items):
        return session, ()
    try:
        action = action_of(session, selection, event.items)
    except RuleError as error:
        return _refused(session, event.seat, session.play.table.refusal(error, session.play.position)), ()
    after, effects = apply(session, Reading(0, (action,)))
    return _on_the_screen(session, after, selection), effects


def _refused(session: Session, seat: str, words: str) -> Session:
    assert session.game_id is not None
    return replace(session, refusals={**session.refusals, (session.game_id, seat): words})


def _is_of_now(play: Play, selection: Selection, ply: int) -> bool:
    """Whether a choice has been available ever since a phone saw it, after this many actions: only the other
    player's secret choice may have come between."""
    positions = (play.start, *(one.position for one in play.plies))[ply:]
    return bool(positions) and all(selection in play.table.selections(at) for at in positions)


def _fits(selection: Selection, items: tuple[str, ...]) -> bool:
    """Whether these are distinct items, in an allowed number."""
    there = {item.id for item in selection.items}
    is_each_once = len(set(items)) == len(items)
    return is_each_once and is_enough(Selecting(selection, items)) and there.issuperset(items)


def _on_the_screen(before: Session, after: Session, made: Selection) -> Session:
    """The session with another seat's choice on the screen, if that is still due. A person there who was
    about to make the same choice is told that a phone was first."""
    begun = before.question.selecting
    if begun is None or not begun.is_open:
        return after
    if begun.selection.id == made.id:
        player = after.table.name(made.seat or "")
        return replace(after, notice=_("{player} has chosen on a phone.", player=player))
    if after.phase is not Phase.SECRET:
        return after
    due = next((one for one in covered(after).values() if one.id == begun.selection.id), None)
    return (
        after if due is None else replace(after, question=Question(selecting=replace(begun, selection=due)))
    )
