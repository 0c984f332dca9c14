"""Declaring sensors broken. One or two need no confirmation. More do, and also the host's PIN if there is
one: a table that takes its good sensors for broken sees nothing. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Choice, Phase, View
from controller.referee import step
from controller.referee.session import Pressed, Session
from controller.shell.host import lock
from controller.shell.model import pages
from controller.shell.model.layers import Masking, PinPad
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from engines.record import replace
from texts import _, _n

FREE: Final = 2
"""The number of sensors that need no confirmation."""

WISH: Final = "mask"
"""The wish behind a PIN request, together with the touched button."""


def is_guarded(before: Session, after: Session, pin: str) -> bool:
    """Whether a touch that leads from one session to the other needs a confirmation: it would declare too
    many sensors broken or, if there is a PIN, trust too many again."""
    was, now = before.tracker.masked.bit_count(), after.tracker.masked.bit_count()
    return now > max(was, FREE) or bool(pin and now < was > FREE)


def asked(shell: Shell, after: Session, button_id: str, at_ms: int) -> Answer:
    """The confirmation page; if fewer sensors would be broken, the PIN at once."""
    if after.tracker.masked.bit_count() < shell.session.tracker.masked.bit_count():
        return Answer(lock.asked(shell, PinPad((WISH, button_id)), at_ms))
    more = (after.tracker.masked & ~shell.session.tracker.masked).bit_count()
    return Answer(shell.under(Masking(button_id, more)))


def view(shell: Shell, layer: Masking) -> View:
    """How many sensors it would be, and what that means."""
    return pages.own(
        Phase.MASKING,
        heading=_("Are all these broken?"),
        ask=(
            _n(
                "{number} sensor would not be looked at any more: you would touch its button for each piece.",
                "{number} sensors would not be looked at any more: you would touch a button for each piece.",
                layer.more,
            ),
            _("Lift what does not belong on the board, or go back."),
        ),
        choices=(Choice("mask-really", _n("It is broken", "All {number} are broken", layer.more)),),
    )


def pressed(shell: Shell, layer: Masking, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    if button_id != "mask-really":
        return Answer(shell)
    if shell.kiosk.pin:
        return Answer(lock.asked(shell, PinPad((WISH, layer.button_id)), at_ms))
    return granted(shell, layer.button_id, at_ms)


def granted(shell: Shell, button_id: str, at_ms: int) -> Answer:
    """The touch takes effect."""
    session, effects = step.handle(shell.session, Pressed(at_ms, button_id))
    return Answer(replace(shell, session=session, layer=None), effects)


SCREEN: Final = Screen(Masking, view, pressed, asks_again=True)
