"""Help: the rule that applies now, and the other rules of the game, in pages. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Phase, View
from controller.shell import pages
from controller.shell.screen import Screen
from controller.shell.state import Answer, Help, Shell
from controller.tables.help import Topic


def _topics(shell: Shell) -> tuple[Topic, ...]:
    session = shell.session
    return session.table.help(session.play.position if session.play else None)


def view(shell: Shell, layer: Help) -> View:
    """A page of rules."""
    topics = _topics(shell)
    topic = topics[min(layer.page, len(topics) - 1)]
    return View(
        Phase.HELP,
        heading=topic.title,
        title=shell.session.table.title,
        ask=topic.lines,
        controls=pages.controls(layer.page, len(topics)),
    )


def pressed(shell: Shell, layer: Help, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    if button_id == pages.BACK.id:
        return Answer(shell.under(None))
    return Answer(shell.under(Help(pages.turned(layer.page, len(_topics(shell)), button_id))))


SCREEN: Final = Screen(Help, view, pressed)
