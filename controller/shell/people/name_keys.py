"""The keys for a name. No recording has the touches on this page. Pure."""

from __future__ import annotations

from typing import Any, Final

from controller.model.people import LONGEST_NAME, MOST_PEOPLE, plain_name
from controller.model.view import Choice, Phase, View
from controller.shell.model import keys, pages
from controller.shell.model.keys import BIG, ERASE, SMALL, SPACE
from controller.shell.model.people_pages import NameKeys, Names
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Shell
from controller.shell.people import names
from controller.tables.table import GameTable
from controller.view.language import LANGUAGES, catalogue
from engines.record import replace
from texts import _, _c, translated

_ACCENTS: Final = "àâäáãåæçéèêëîïíìñôöóòõøœùûüúÿýßčđğłńřšśž"
_OTHERS: Final = Choice("keys-accents", "é ü")
_KEYS: Final = (SMALL, BIG, _OTHERS)
_DONE: Final = Choice("name-done", _c("name", "Done"), on=True)


def view(shell: Shell, layer: NameKeys) -> View:
    """The keys, and the name so far."""
    seen = layer.entered[:-1] + layer.entered[-1:].replace(" ", SPACE)
    return View(
        Phase.NAME_KEYS,
        heading=_("Your name"),
        ask=(layer.refused or seen or _("Type it; everyone will see it"),),
        choices=tuple(_keys(shell, layer)),
        controls=(pages.BACK, *(one for one in _KEYS if one.id != f"keys-{layer.keys}"), ERASE, _DONE),
        places=(pages.BACK, *_KEYS, ERASE, _DONE),
    )


def _keys(shell: Shell, layer: NameKeys) -> list[Choice]:
    letters = keys.letters(shell.preferences.language).replace("_", "’")
    is_big = not layer.entered or layer.entered[-1] in " -"
    accents = "".join(one.upper() if is_big and len(one.upper()) == 1 else one for one in _ACCENTS)
    return keys.keys({"small": letters, "big": letters.upper(), "accents": accents}[layer.keys])


def pressed(shell: Shell, layer: NameKeys, button_id: str, at_ms: int) -> Answer:
    """A touch on the keys."""
    if button_id == _DONE.id:
        return Answer(_done(shell, layer))
    return Answer(shell.under(_after(shell, replace(layer, refused=""), button_id)))


def _after(shell: Shell, layer: NameKeys, button_id: str) -> NameKeys:
    """The page after a key. A name begins with a capital."""
    if button_id == ERASE.id:
        entered = layer.entered[:-1]
        return replace(layer, entered=entered, keys=layer.keys if entered else "big")
    if button_id in [one.id for one in _KEYS]:
        return replace(layer, keys=button_id.removeprefix("keys-"))
    typed = keys.character(button_id, _keys(shell, layer))
    if not typed:
        return layer
    return replace(layer, entered=(layer.entered + typed)[:LONGEST_NAME], keys="small")


def _done(shell: Shell, layer: NameKeys) -> Shell:
    """The shell with the name on the list and at its seat, or with the reason why not."""
    name, below = plain_name(layer.entered), layer.below
    known = shell.book.known(name)
    if reason := _refusal(shell, layer, name, known):
        return shell.under(replace(layer, entered=name, refused=reason))
    after = shell if known else replace(shell, book=shell.book.with_person(name))
    return names.chosen(after, below.seat, known or name) if isinstance(below, Names) else after.under(below)


def _refusal(shell: Shell, layer: NameKeys, name: str, known: str | None) -> str:
    if not any(one.isalnum() for one in name):
        return _("Type at least one letter")
    if name.casefold() in _words_of_seats(shell):
        return _("That is the name of a seat. Type another name")
    if known is not None and isinstance(layer.below, Names):
        return names.why_not(shell, layer.below.seat, known)
    if known is not None:
        return _("{name} is on the list", name=known)
    if len(shell.book.people) >= MOST_PEOPLE:
        return _("The list is full. Remove a name first")
    return ""


def _words_of_seats(shell: Shell) -> set[str]:
    """The names of the seats of all games, in each language."""
    words = [word for table in shell.session.tables.values() for word in _words(table)]
    return {translated(one, catalogue(language)).casefold() for one in words for language in LANGUAGES}


def _words(table: GameTable[Any, Any]) -> list[str]:
    """The names of a game's seats, for every number of players."""
    first = {option.name: option.values[0][0] for option in table.options}
    ways = [{**first, option.name: value} for option in table.options for value, _label in option.values]
    seats = {seat for way in ways for seat in table.game.start(table.header(way)).seats}
    return [word for seat in seats for word in table.names(seat)]


SCREEN: Final = Screen(NameKeys, view, pressed, lambda shell, layer: Answer(shell.under(layer.below)))
