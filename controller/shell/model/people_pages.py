"""The states of the pages about people and their names: values only."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from controller.model.view import Phase
from controller.shell.model.layer import Layer
from engines.record import record


@record
class Names(Layer):
    """Who plays: the seats of the game that is being set up or, with `seat`, the people for one, in pages."""

    phase = Phase.NAMES

    seat: str = ""
    page: int = 0
    refused: str = field(default="", repr=False)


@record
class PeoplePage(Layer):
    """All people, in pages, or one of them by `name`. While `is_asking`, the page asks whether to remove that
    name."""

    phase = Phase.PEOPLE

    page: int = 0
    name: str = field(default="", repr=False)
    is_asking: bool = False


@record
class NameKeys(Layer):
    """A name is being typed, with keys `small`, `big` or `accents`. `below` is the page that it was opened
    from."""

    phase = Phase.NAME_KEYS

    below: Names | PeoplePage
    entered: str = field(default="", repr=False)
    keys: str = "big"
    refused: str = field(default="", repr=False)


@record
class TournamentPage(Layer):
    """The tournament, in pages; while there is none, its `game`, and then its people, are `chosen`. While
    `is_asking`, the page asks whether it is to end."""

    phase = Phase.TOURNAMENT

    page: int = 0
    game: str = ""
    chosen: tuple[str, ...] = field(default=(), repr=False)
    is_asking: bool = False


PEOPLE_PAGES: Final = (Names, NameKeys, PeoplePage, TournamentPage)
