"""The people whom the table knows by name: what each has won, and how a name is removed. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.people import Tally
from controller.model.view import Choice, Phase, PlayerScore, SheetRow, View
from controller.referee.people import without_person
from controller.shell.model import pages
from controller.shell.model.people_pages import NameKeys, PeoplePage
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from controller.shell.people import tournament
from controller.shell.people.names import ADD, ON_A_PAGE, touched
from engines.record import replace
from texts import Text, _, _c, _n, decimal

WAY: Final = Choice("people", _("People"))
_REMOVE: Final = Choice("remove", _("Remove this name"))
_REALLY: Final = "remove-really"
_COLUMNS: Final = (
    _c("column", "Games"),
    _c("column", "Won"),
    _c("column", "Drawn"),
    _c("column", "Mean"),
)


def is_offered(shell: Shell) -> bool:
    """Whether there are people with names. The first one is typed where a game is set up."""
    return shell.preferences.names and bool(shell.book.people)


def opened(shell: Shell) -> Answer:
    """A touch on its button."""
    return Answer(shell.under(PeoplePage()))


def view(shell: Shell, layer: PeoplePage) -> View:
    """All people, or one with a line for each game."""
    if layer.is_asking:
        return _asking(shell, layer)
    if layer.name:
        return _of_person(shell, layer.name)
    names = shell.book.names
    page, of, shown = pages.cut(names, ON_A_PAGE, layer.page)
    return pages.own(
        Phase.PEOPLE,
        heading=_("People"),
        ask=() if names else (_("There is no name on the list yet."),),
        choices=tuple(
            Choice(f"person-{number}", name, note=_in_short(shell, name)) for number, name in shown
        ),
        notice=shell.book_trouble or pages.words(page, of),
        controls=(*pages.controls(page, of), *((tournament.WAY,) if len(names) > 1 else ()), ADD),
        places=(*pages.places(of), tournament.WAY, ADD),
    )


def _in_short(shell: Shell, name: str) -> Text:
    total = Tally()
    for tally in shell.book.people[name].values():
        total = total.plus(tally)
    return _n("{number} game, {won} won", "{number} games, {won} won", total.games, won=total.won)


def _of_person(shell: Shell, name: str) -> View:
    """A person's games."""
    tallies = shell.book.people.get(name, {})
    titles = {name: table.title for name, table in shell.session.tables.items()}
    rows = [(titles.get(game, game), tally) for game, tally in tallies.items() if tally.games]
    return View(
        Phase.PEOPLE,
        heading=name,
        title=_("People"),
        ask=() if rows else (_("No game of {name} is finished yet.", name=name),),
        scores=tuple(PlayerScore("", column, 0) for column in _COLUMNS) if rows else (),
        sheet=tuple(SheetRow(title, _figures(tally)) for title, tally in rows),
        controls=(pages.BACK, _REMOVE),
    )


def _figures(tally: Tally) -> tuple[str, ...]:
    return str(tally.games), str(tally.won), str(tally.drawn), decimal(tally.points / tally.games)


def _asking(shell: Shell, layer: PeoplePage) -> View:
    return View(
        Phase.PEOPLE,
        heading=_("Remove this name?"),
        title=_("People"),
        ask=(
            _("This also deletes all results and tournament games of this person."),
            _("This cannot be undone."),
        ),
        choices=(Choice(_REALLY, _("Remove {name}", name=layer.name)),),
        controls=(pages.BACK,),
        before=(_of_person(shell, layer.name),),
    )


def pressed(shell: Shell, layer: PeoplePage, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    names = shell.book.names
    if layer.name:
        return Answer(_of_name(shell, layer, button_id))
    if button_id == ADD.id:
        return Answer(shell.under(NameKeys(layer)))
    if button_id == tournament.WAY.id and len(names) > 1:
        return tournament.opened(shell)
    if (name := touched(button_id, names)) is not None:
        return Answer(shell.under(replace(layer, name=name)))
    page = pages.turned(layer.page, pages.pages(len(names), ON_A_PAGE), button_id)
    return Answer(shell.under(PeoplePage(page)))


def _back(shell: Shell, layer: PeoplePage) -> Answer:
    below = PeoplePage(layer.page, layer.name if layer.is_asking else "") if layer.name else None
    return Answer(shell.under(below))


def _of_name(shell: Shell, layer: PeoplePage, button_id: str) -> Shell:
    """A touch on a person's page."""
    if button_id == _REMOVE.id and not layer.is_asking:
        return shell.under(replace(layer, is_asking=True))
    if button_id != _REALLY or not layer.is_asking:
        return shell
    session = without_person(shell.session, layer.name)
    removed = replace(shell, session=session, book=shell.book.without(layer.name))
    return removed.under(PeoplePage(layer.page))


SCREEN: Final = Screen(PeoplePage, view, pressed, _back)
