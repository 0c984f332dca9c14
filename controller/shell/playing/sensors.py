"""The broken sensors of the game on the table, in pages. People say what stands on them. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Phase, View
from controller.referee import step
from controller.referee.session import Pressed
from controller.shell.model import pages
from controller.shell.model.layers import SensorsPage
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from controller.view.game import buttons_of_broken
from engines.record import replace
from texts import _

ON_A_PAGE: Final = 8


def view(shell: Shell, layer: SensorsPage) -> View:
    """A button for each; a ticked one holds a piece."""
    page, of, shown = pages.cut(buttons_of_broken(shell.session), ON_A_PAGE, layer.page)
    return View(
        Phase.SENSORS,
        heading=_("Broken sensors"),
        title=shell.session.table.title,
        ask=(_("Touch a place when you set or lift its piece. A tick says that a piece is there."),),
        choices=tuple(choice for _place, choice in shown),
        notice=pages.words(page, of),
        controls=pages.controls(page, of),
        places=pages.places(of),
    )


def pressed(shell: Shell, layer: SensorsPage, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    page, of, shown = pages.cut(buttons_of_broken(shell.session), ON_A_PAGE, layer.page)
    if button_id in {choice.id for _place, choice in shown}:
        session, effects = step.handle(shell.session, Pressed(at_ms, button_id))
        above = None if session.question.selecting else layer  # of a pad, people say which tile lies there
        return Answer(replace(shell, session=session, layer=above), effects)
    return Answer(shell.under(SensorsPage(pages.turned(page, of, button_id))))


SCREEN: Final = Screen(SensorsPage, view, pressed)
