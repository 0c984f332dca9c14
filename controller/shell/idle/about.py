"""The About page. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Phase, View
from controller.shell.model import pages
from controller.shell.model.layers import AboutPage
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from controller.shell.phones import watching
from texts import _


def view(shell: Shell, layer: AboutPage) -> View:
    """Product, version, and which buttons to touch. If phones can reach a page, its QR code takes the place
    of the hints that people find out by themselves."""
    code = watching.code_of(shell)
    hint = _("Set, move and lift pieces as you would without it: the table sees them.")
    return View(
        Phase.ABOUT,
        heading="Tablier",
        title=_("About"),
        ask=(
            _("A game table that is its own referee. Version {version}.", version=shell.kiosk.version),
            *(() if code else (hint,)),
            _("Its lights say what must happen next. The screen says it in words, and keeps the score."),
            _("Switch it off whenever you like: it goes on where it was."),
            _("Typeface: DejaVu, under its own free licence."),
        ),
        controls=(pages.BACK, *watching.ways_on(shell)),
        code=code,
    )


def pressed(shell: Shell, layer: AboutPage, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    return Answer(watching.turned(shell) if button_id == watching.OTHER.id else shell)


SCREEN: Final = Screen(AboutPage, view, pressed)
