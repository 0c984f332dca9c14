"""Help: the aim of the game, the rule that applies now, and the others, in pages with pictures. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Phase, View
from controller.shell.model import pages
from controller.shell.model.layers import HelpPage
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from controller.tables.help import Topic
from controller.view.figures import drawn, figure_lights, play_of


def _topics(shell: Shell) -> tuple[Topic, ...]:
    session = shell.session
    return session.table.help(session.play.position if session.play else None)


def view(shell: Shell, layer: HelpPage) -> View:
    """A page of rules."""
    topics = _topics(shell)
    page = min(layer.page, len(topics) - 1)
    topic, table = topics[page], shell.session.table
    board = None
    if topic.figure is not None:
        play = play_of(table, topic.figure)
        board = drawn(play, figure_lights(play), topic.figure)
    return View(
        Phase.HELP,
        heading=topic.title,
        title=shell.session.table.title,
        ask=topic.lines,
        notice=pages.words(page, len(topics)),
        controls=pages.controls(page, len(topics)),
        places=pages.places(len(topics)),
        board=board,
    )


def pressed(shell: Shell, layer: HelpPage, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    return Answer(shell.under(HelpPage(pages.turned(layer.page, len(_topics(shell)), button_id))))


SCREEN: Final = Screen(HelpPage, view, pressed)
