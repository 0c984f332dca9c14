"""Sleep: screen and lights go dark after a long time without a person. Any hand wakes the table. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Phase, View
from controller.shell.model.layers import Asleep
from controller.shell.model.screen import Screen, never
from controller.shell.model.state import Answer, Shell


def due_ms(shell: Shell) -> int | None:
    """When the table falls asleep, if no one touches it before; `None` if it does not. It sleeps in the menu
    and while it plays by itself."""
    session, sleep_ms = shell.session, shell.kiosk.sleep_ms
    if not sleep_ms or shell.phase not in (Phase.MENU, Phase.DEMO) or session.trouble or session.is_waiting:
        return None
    return shell.hands_ms + sleep_ms


def _view(shell: Shell, layer: Asleep) -> View:
    return View(Phase.ASLEEP, heading="")


def _woken(shell: Shell, layer: Asleep, button_id: str, at_ms: int) -> Answer:
    return Answer(shell.under(None))


SCREEN: Final = Screen(
    Asleep, _view, _woken, lights=lambda shell, layer: (), takes_any_tap=True, left_ms=never
)
