"""Sleep: screen and lights go dark after a long time without a person. Any hand wakes the table. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Phase, View
from controller.shell.model.layers import Asleep
from controller.shell.model.screen import Screen, never
from controller.shell.model.state import Answer, Shell


def _view(shell: Shell, layer: Asleep) -> View:
    return View(Phase.ASLEEP, heading="")


def _woken(shell: Shell, layer: Asleep, button_id: str, at_ms: int) -> Answer:
    return Answer(shell.under(None))


SCREEN: Final = Screen(
    Asleep, _view, _woken, lights=lambda shell, layer: (), takes_any_tap=True, left_ms=never
)
