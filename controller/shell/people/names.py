"""Who plays: a name for each person's seat of the game that is being set up, from a list. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.phones import SET_UP
from controller.model.view import Choice, Phase, View
from controller.referee.people import people_of, with_people
from controller.referee.touching import are_seats_apart, free_seats
from controller.shell.model import pages
from controller.shell.model.people_pages import NameKeys, Names
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from engines.record import replace
from texts import Text, _

WAY: Final = Choice("names", _("Names"))
ADD: Final = Choice("add-name", _("New name"))
_NOBODY: Final = Choice("no-name", _("No name"))

ON_A_PAGE: Final = 6
"""The people on a page."""


def is_offered(shell: Shell) -> bool:
    """Whether the seats of the game that is being set up can have names. If they are on a page of their own,
    the names are given there."""
    is_elsewhere = are_seats_apart(shell.session) and not shell.session.setup.is_seating
    return shell.preferences.names and not is_elsewhere and bool(_seats(shell))


def _seats(shell: Shell) -> tuple[str, ...]:
    """The seats of people."""
    session = shell.session
    is_set_up = session.phase is Phase.SETUP and not session.setup.is_clearing
    return (
        tuple(seat for seat in free_seats(session) if seat not in session.setup.levels) if is_set_up else ()
    )


def opened(shell: Shell) -> Answer:
    """A touch on its button."""
    seats = _seats(shell)
    return Answer(shell.under(Names(seats[0] if len(seats) == 1 else "")))


def view(shell: Shell, layer: Names) -> View:
    """The seats with their names, or the people for one seat."""
    table, names = shell.session.table, people_of(shell.session, SET_UP)
    if not layer.seat:
        choices = tuple(
            Choice(f"name-{seat}", table.name(seat), note=names.get(seat) or _("no name"))
            for seat in _seats(shell)
        )
        shown = View(Phase.NAMES, heading=_("Who plays?"), title=table.title, choices=choices)
        return replace(shown, controls=(pages.BACK,), notice=shell.book_trouble)
    people = _free(shell, layer.seat)
    page, of, here = pages.cut(people, ON_A_PAGE, layer.page)
    choices = tuple(person(number, name, is_chosen=name == names.get(layer.seat)) for number, name in here)
    return View(
        Phase.NAMES,
        heading=_("Who plays {player}?", player=table.name(layer.seat)),
        title=table.title,
        ask=() if people else (_("There is no name on the list yet."),),
        choices=choices,
        notice=layer.refused or shell.book_trouble or pages.words(page, of),
        controls=(*pages.controls(page, of), *((_NOBODY,) if layer.seat in names else ()), ADD),
        places=(*pages.places(of), _NOBODY, ADD),
    )


def person(number: int, name: str, *, is_chosen: bool) -> Choice:
    """A person on a list to choose from."""
    return Choice(f"person-{number}", f"✓ {name}" if is_chosen else name, on=is_chosen)


def touched(button_id: str, people: tuple[str, ...]) -> str | None:
    """The person of these whose button it is, if it is one's."""
    return next((name for number, name in enumerate(people) if button_id == f"person-{number}"), None)


def _free(shell: Shell, seat: str) -> tuple[str, ...]:
    """The people who have no other seat of this game."""
    others = {name for other, name in people_of(shell.session, SET_UP).items() if other != seat}
    return tuple(name for name in shell.book.names if name not in others)


def pressed(shell: Shell, layer: Names, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    people = _free(shell, layer.seat)
    if not layer.seat:
        wanted = next((seat for seat in _seats(shell) if button_id == f"name-{seat}"), "")
        return Answer(shell.under(Names(wanted)))
    if button_id == ADD.id:
        return Answer(shell.under(NameKeys(replace(layer, refused=""))))
    if button_id == _NOBODY.id:
        return Answer(chosen(shell, layer.seat, ""))
    if (name := touched(button_id, people)) is not None:
        return Answer(chosen(shell, layer.seat, name))
    page = pages.turned(layer.page, pages.pages(len(people), ON_A_PAGE), button_id)
    return Answer(shell.under(Names(layer.seat, page)))


def _back(shell: Shell, layer: Names) -> Answer:
    return Answer(shell.under(Names() if layer.seat and len(_seats(shell)) > 1 else None))


def chosen(shell: Shell, seat: str, name: str) -> Shell:
    """The shell with a name, or none, for a seat, and with the next seat to name, if there are several."""
    names = people_of(shell.session, SET_UP)
    names.pop(seat, None)
    session = with_people(shell.session, {**names, seat: name} if name else names)
    return replace(shell, session=session).under(Names() if len(_seats(shell)) > 1 else None)


def why_not(shell: Shell, seat: str, name: str) -> Text | str:
    """Why a person on the list cannot have this seat; empty if they can."""
    return "" if name in _free(shell, seat) else _("{name} has another seat.", name=name)


def with_names(shell: Shell, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """The choices of a set-up, with the names of the people at its seats."""
    table, names = shell.session.table, people_of(shell.session, SET_UP)
    labels = {
        f"seat-{seat}": _("{player}: {who}", player=table.name(seat), who=names[seat])
        for seat in _seats(shell)
        if seat in names
    }
    return tuple(replace(one, label=labels.get(one.id, one.label)) for one in choices)


SCREEN: Final = Screen(Names, view, pressed, _back)
