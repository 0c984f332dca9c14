"""The signs of the panel at the table's edge: lit buttons, a buzz. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from controller.model.view import Phase, View
from controller.referee.session import Session
from controller.referee.touching import sayable
from controller.view.cues import Cue
from controller.view.game import UNDO
from hardware.panel.panel import PanelPicture

BUZZES: Mapping[Cue, tuple[int, ...]] = {
    Cue.ACCEPTED: (40,),
    Cue.TASK: (40,),
    Cue.TURN: (40,),
    Cue.OVER: (40, 80, 40, 80, 40),
    Cue.WRONG: (150, 100, 150),
}
"""The milliseconds for which it buzzes, pauses, buzzes again."""


def panel_picture(session: Session, view: View) -> PanelPicture:
    """A button is lit when pressing it does something: an action that the game binds to it may be said, or
    there is something to take back."""
    bound = sayable(session) if session.phase is Phase.PLAYING else ()
    lit = {one.button for one in bound if one.button is not None}
    lit |= {choice.id for choice in view.controls if choice.id == UNDO.id}
    return PanelPicture(frozenset(lit))
