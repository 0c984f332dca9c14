"""The computer at the table: when it must think, how its answer is used, and what people may not do for it.
Pure.

It thinks while it is its turn and the board is right. When a piece is lifted, something is taken back, or the
game is paused, its answer is no longer wanted; when the board is right again, it thinks anew. Its action is
stored and shown like any other, and the table asks people to move the pieces. Without an answer, people play
for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from controller.model.thinking import PLAY, Answer, Considered, Request
from controller.model.view import Phase
from controller.referee.board_at_rest import BoardAtRest
from controller.referee.interpretation import Interpretation
from controller.referee.pads import is_laid
from controller.referee.play import Play
from controller.referee.session import Session
from controller.referee.session_parts import Wish
from engines.game import Action, RuleError
from engines.record import replace
from texts import _

DRAWS_BELOW: Final = 0.45
"""The computer agrees to a draw if it expects no more than this of the game, from 0 (lost) to 1 (won)."""


WAS_QUICK: Final = _("The computer could not think for long. It plays what looks best at once.")
"""The message about a hasty answer: the thinker has crashed, or hung."""


# Thinking


def to_think(session: Session) -> str | None:
    """The seat for which the computer must think now."""
    seat = session.computer
    question = session.question
    is_still = session.due.sites or question.interpretations or question.pointing is not None
    if seat is None or session.phase is not Phase.PLAYING or is_still or session.judgement.is_dark:
        return None
    is_over = session.ended is not None or session.differing
    return None if is_over or session.pads.laying is not None or session.current.to_show else seat


def wished(before: Session, after: Session, now_ms: int) -> Session:
    """The session after an event, with its wish for thinking."""
    seat = to_think(after)
    if seat is None:
        return after if after.opponent.wish is None else replace(after, opponent=after.opponent.idle())
    if after.opponent.wish is not None and after.play is before.play and to_think(before) == seat:
        return after
    number = after.opponent.wishes + 1
    wish = Wish(number, seat, now_ms)
    return replace(after, opponent=replace(after.opponent, wish=wish, wishes=number, answer=None))


def request_of(session: Session) -> Request | None:
    """The thinking request for a computer seat, if any."""
    wish, play = session.opponent.wish, session.play
    if wish is None or play is None or to_think(session) != wish.seat:
        return None
    seat, level, hand = wish.seat, play.computers[wish.seat], frozenset(play.in_hand(wish.seat))
    think_ms = session.rules.think_ms
    return Request(PLAY, wish.number, play.table.game, play.position, seat, level, think_ms, hand, play.seen)


# Answers


def answered(session: Session, answer: Answer) -> Session:
    """The session after an answer. It is played as soon as it can be stored. Answers to other requests are
    ignored."""
    wish = session.opponent.wish
    if wish is None or answer.purpose != PLAY or answer.number != wish.number:
        return session
    if not isinstance(answer, Considered):
        return helpless(session)
    return replace(session, opponent=replace(session.opponent, answer=answer))


def passed(session: Session, now_ms: int) -> Session:
    """The session when time has passed: the wait for an answer ends, and so do outdated wishes."""
    if session.opponent.wish is None:
        return session
    if to_think(session) != session.opponent.wish.seat:
        return replace(session, opponent=session.opponent.idle())
    overdue_ms = session.overdue_ms()
    is_overdue = session.opponent.answer is None and overdue_ms is not None and now_ms >= overdue_ms
    return helpless(session) if is_overdue else session


def helpless(session: Session) -> Session:
    """The session in which people play for the computer, this once."""
    assert session.opponent.wish is not None
    name = session.current.table.name(session.opponent.wish.seat)
    notice = _("The computer gives no answer. Play for {player} yourselves.", player=name)
    session = replace(session, opponent=replace(session.opponent.idle(), is_played_by_people=True))
    return replace(session.right(), notice=notice)


def interpretation_of(session: Session) -> Interpretation | None:
    """The computer's action: its answer, with everything it must then do without a choice.

    `None` if the rules refuse the answer.
    """
    assert session.opponent.answer is not None
    play = session.current
    actions: list[Action] = [session.opponent.answer.options[0].action]
    try:
        play.position.check(actions[0])
    except RuleError:
        return None
    play = play.after(actions[0])
    while (forced := _forced(play)) is not None:
        actions.append(forced)
        play = play.after(forced)
    return Interpretation(0, tuple(actions))


def _forced(play: Play) -> Action | None:
    """The computer's next action, if it is its turn and there is only one."""
    if play.position.outcome() is not None or play.thinks_for(play.position.turn) is None:
        return None
    need = play.position.need()
    return play.table.game.parse(need[0]) if len(need) == 1 else None


def expecting(session: Session) -> Session:
    """The session with the computer's evaluation of the game, for draw offers."""
    opponent = session.opponent
    assert opponent.answer is not None
    assert opponent.wish is not None
    play, seat = session.current, opponent.wish.seat
    side = play.position.players.index(play.table.side(play.position, seat))
    expected = {**opponent.expected, seat: opponent.answer.options[0].results[side]}
    return replace(session, opponent=replace(opponent, expected=expected))


def declines_draw(session: Session) -> str | None:
    """A computer seat that does not agree to a draw; `None` if all do, or no person plays.

    It agrees when it expects less than an even game; before it has thought, it does not.
    """
    play = session.current
    if all(seat in play.computers for seat in play.position.seats):
        return None
    expected = session.opponent.expected
    return next((seat for seat in play.computers if expected.get(seat, 1.0) > DRAWS_BELOW), None)


# People's actions meanwhile


def allowed(
    session: Session, board: BoardAtRest, every: Iterable[Interpretation]
) -> tuple[Interpretation, ...]:
    """The interpretations of a board that people may cause: they do not play for the computer, nor take back
    its actions only."""
    found = list[Interpretation]()
    for interpretation in every:
        mine = _of_people(session, board, interpretation)
        if mine is not None and mine not in found:
            found.append(mine)
    return tuple(found)


def _of_people(session: Session, board: BoardAtRest, interpretation: Interpretation) -> Interpretation | None:
    """The part of an interpretation that people may cause; `None` if there is none."""
    play = session.current
    if not play.computers or session.opponent.is_played_by_people:
        return interpretation
    play, actions = play.back(interpretation.back), list[Any]()
    if interpretation.back and play.thinks_for(play.position.turn) is not None:
        return None
    for action in interpretation.actions:
        is_its = play.thinks_for(play.table.actor(play.position, action)) is not None
        if is_its and not is_laid(session, play, action):
            early = board.differing(play)
            is_any = actions or interpretation.back
            return Interpretation(interpretation.back, tuple(actions), early) if is_any else None
        actions.append(action)
        play = play.after(action)
    return interpretation
