"""The table's view: its session with the additions of the screens around it, or one of those instead.
Pure."""

from __future__ import annotations

from typing import Any, Final

from controller.model.view import Choice, LitSites, Meaning, Phase, Sign, View
from controller.shell.games import reviewing
from controller.shell.model.state import (
    Shell,
)
from controller.shell.people import listing, names, tournament
from controller.shell.phones import phone_code
from controller.shell.phones.watching import code_of
from controller.shell.playing import explaining, hinting, pending, reading_on
from controller.shell.screens import SCREENS
from controller.view import lights as showing_lights
from controller.view import showing
from controller.view.game import HELP, HINT
from controller.view.light_picture import strongest
from engines.record import replace
from texts import _

LESSONS: Final = Choice("lessons", _("Learn"))
SHEET: Final = Choice("sheet", _("Score sheet"))
PAST: Final = Choice("past", _("Past games"))
SETTINGS: Final = Choice("settings", _("Settings"))
ABOUT: Final = Choice("about", _("About"))


def view(shell: Shell) -> View:
    """All lights and the screen."""
    return reading_on.turned(shell, _view(shell))


def _view(shell: Shell) -> View:
    layer = shell.layer
    if layer is None:
        seen = _with_more(shell, showing.view(shell.session))
        return pending.with_waiting(shell, explaining.with_answer(shell, seen))
    screen = SCREENS[type(layer)]
    seen = screen.view(shell, layer)
    if screen.asks_again:
        seen = replace(seen, before=(view(shell.under(None)),))
    return seen if seen.lights else replace(seen, lights=lights(shell))


def lights(shell: Shell) -> LitSites:
    """The meaning of every light: from the screen over the game if it has any, otherwise from the game."""
    own = None if shell.layer is None else SCREENS[type(shell.layer)].lights
    if own is not None:
        size = shell.session.tracker.grid.size
        return tuple(one for one in own(shell, shell.layer) if one[0] < size)
    return (*showing_lights.lights(shell.session), *_flash(shell), *hinting.lights(shell))


def _flash(shell: Shell) -> LitSites:
    """The pieces that have just scored, if the game's lights are shown at all."""
    if shell.flash is None or shell.session.question.selecting is not None:
        return ()
    size = shell.session.tracker.grid.size
    return tuple(one for one in shell.flash.lit if one[0] < size)


def _with_more(shell: Shell, seen: View) -> View:
    """The session's view with the buttons of the other screens, and with what has just scored."""
    flash = _flash(shell)
    if flash:
        seen = replace(seen, lights=(*seen.lights, *flash), board=seen.board and _flashing(shell, seen))
    if shell.hint is not None:
        return hinting.with_hint(shell, seen)
    code = code_of(shell) if seen.phase is Phase.MENU else None
    if seen.phase is Phase.SETUP:
        seen = replace(seen, choices=names.with_names(shell, seen.choices))
    if shell.book_trouble and seen.phase in (Phase.MENU, Phase.OVER) and not seen.notice:
        seen = replace(seen, notice=shell.book_trouble)
    before = _before(shell) if shell.session.is_ending or shell.session.is_seating else ()
    more = ways(shell)
    places = (*seen.places, *reversed(more)) if seen.phase is Phase.SETUP else seen.places
    return replace(seen, controls=(*seen.controls, *more), places=places, code=code, before=before)


def _before(shell: Shell) -> tuple[View, ...]:
    """The page before the one that ends a game: the pause, and before that the game."""
    pause = replace(shell.session, is_ending=False, is_seating=False)
    game = replace(pause, phase=pause.resumes_to)
    return tuple(view(replace(shell, session=session)) for session in (pause, game))


def ways(shell: Shell) -> tuple[Choice, ...]:
    """The buttons that lead from the session to other screens."""
    session = shell.session
    hint = (HINT,) if hinting.may_ask(shell) else ()
    phone = (phone_code.WAY,) if phone_code.is_offered(shell) else ()
    match session.phase:
        case Phase.MENU:
            people = (listing.WAY,) if listing.is_offered(shell) else ()
            return (LESSONS, PAST, *people, SETTINGS, ABOUT)
        case Phase.OVER:
            sheet = replace(SHEET, place=HINT.id)
            review = replace(reviewing.WAY, place=HELP.id)
            met = (tournament.WAY,) if tournament.is_of_last_game(shell) else ()
            return (sheet, review, *phone, *met) if session.game_id is not None else (sheet,)
        case Phase.PAUSED if not (session.is_ending or session.is_seating or session.is_waiting):
            return (*phone, HELP, replace(SETTINGS, place=HINT.id)) if session.play else (SETTINGS,)
        case Phase.SECRET:
            return (*hint, *phone)
        case Phase.SETUP | Phase.PLAYING | Phase.CORRECTING:
            who = (names.WAY,) if session.phase is Phase.SETUP and names.is_offered(shell) else ()
            return (*hint, *phone, *who, HELP)
    return hint


def _flashing(shell: Shell, seen: View) -> Any:
    """The board picture with the same signs as the lights. On the sign of a task stand the points for that
    moment; a correction keeps its sign."""
    board, table = seen.board, shell.session.current.table
    assert board is not None
    flash = _flash(shell)
    shown = strongest((*showing_lights.lights(shell.session), *flash))
    corners = {
        table.corner(site): replace(shown[site], text=lit.text)
        for site, lit in flash
        if shown[site] is lit or (lit.text and shown[site].meaning is not Meaning.WRONG)
    }
    kept = [sign for sign in board.signs if (sign.x, sign.y, sign.size) not in corners]
    return replace(board, signs=(*kept, *(Sign(*corner, lit) for corner, lit in corners.items())))
