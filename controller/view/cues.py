"""The sound of an event at the table. Pure: from the session before and after."""

from __future__ import annotations

from enum import StrEnum

from controller.model.view import Phase
from controller.referee.play import Play
from controller.referee.session import Session
from controller.referee.tasks import tasks


class Cue(StrEnum):
    """The available sounds."""

    ACCEPTED = "accepted"
    TASK = "task"
    TURN = "turn"
    WRONG = "wrong"
    OVER = "over"


def cue(before: Session, after: Session) -> Cue | None:
    """The sound of a change; none for pauses and menus, nor for continuing errors.

    An action that requires people's hands sounds as a task, and as the next player's turn when that is done.
    """
    if after is before or after.play is None:
        return None
    if after.phase is Phase.OVER:
        is_new = before.phase not in (Phase.OVER, Phase.PAUSED) or after.ended is not before.ended
        return Cue.OVER if is_new else None
    if Phase.PAUSED in (before.phase, after.phase):
        return None
    if before.play is None:
        return Cue.TURN
    return _of_play(before, before.play, after, after.play)


def _of_play(before: Session, old: Play, after: Session, new: Play) -> Cue | None:
    gained = len(new.plies) - len(old.plies)
    is_correcting, was_correcting = (one.phase is Phase.CORRECTING for one in (after, before))
    if gained < 0:
        return Cue.TASK if is_correcting else Cue.ACCEPTED
    if is_correcting:
        return Cue.WRONG if gained or not was_correcting else None
    if new.hands is not old.hands and not gained:
        return Cue.ACCEPTED  # a tile was counted
    if (gained and tasks(after)) or (after.question.interpretations and not before.question.interpretations):
        return Cue.TASK
    if gained or (before.due.asked and not after.due.asked):
        return Cue.TURN if _is_anothers_turn(new) else Cue.ACCEPTED
    return Cue.ACCEPTED if was_correcting else None


def _is_anothers_turn(play: Play) -> bool:
    """Whether the player to act has changed."""
    return play.position.turn not in (None, play.plies[-1].actor)
