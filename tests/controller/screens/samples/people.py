"""Views of the pages about people and their names."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller import shell
from controller.games import tables_for
from controller.model.people import Book, Counted, Meeting, Tally, Tournament
from controller.model.view import Phase, View
from controller.referee import step
from controller.referee.people import with_people
from controller.referee.session import Pressed, Session, first_session
from controller.shell import Shell
from controller.shell.model.layer import Layer
from controller.shell.model.people_pages import NameKeys, Names, PeoplePage, TournamentPage
from tests.controller.screens.samples.sessions import GRID, SETTLE_MS, played, vector_game
from texts import _

_TABLES: Final = tables_for(GRID, 3, 4)
_WIDE: Final = "WWWWWWWWWWWW"
"""The widest name."""

_BOOK: Final = Book(
    {
        "Anna": {
            "masterplan": Tally(12, 5, 1, 431),
            "forma": Tally(3, 3, 0, 502),
            "cites": Tally(1, 0, 0, -12),
        },
        "Ben": {"masterplan": Tally(11, 6, 1, 402), "massai": Tally(128, 64, 7, 9999)},
        "Zoë": {"masterplan": Tally(1, 1, 0, 40)},
        "Jean-Luc": {},
        "Οδυσσέας": {},
        "Ольга": {},
        _WIDE: {"massai": Tally(1, 0, 1, 7)},
    }
)
_FOUR: Final = Tournament(
    "masterplan",
    ("Anna", "Ben", "Zoë", "Jean-Luc"),
    meetings=(Meeting("Anna", "Jean-Luc", 1), Meeting("Ben", "Zoë", 0.5)),
)
_SIX: Final = replace(_FOUR, players=(*_FOUR.players, "Οδυσσέας", _WIDE))
_ONE_WON: Final = Tournament("forma", ("Anna", "Ben"), meetings=(Meeting("Anna", "Ben", 0),))

_MENU: Final = replace(first_session(_TABLES, GRID, SETTLE_MS, {}), phase=Phase.MENU)


def _over(session: Session, layer: Layer | None, book: Book = _BOOK, trouble: str = "") -> View:
    return shell.view(Shell(session, layer=layer, book=book, book_trouble=trouble))


def _set_up(game: str, **names: str) -> Session:
    """A game is being set up, its seats having these names."""
    session, _effects = step.handle(_MENU, Pressed(0, f"game-{game}"))
    return with_people(session, names)


def _after_a_game() -> Session:
    header, texts = vector_game("masterplan", "the end: towers are scored, ties give nothing")
    names = {(1, "white"): "Anna", (1, "yellow"): "Jean-Luc"}
    return replace(played(_TABLES["masterplan"], header, texts), game_id=1, names=names)


_TROUBLE: Final = _("Names and results are not stored: the disk cannot be written.")
_COUNTED: Final = Counted(1, "masterplan", {"Anna": Tally(1, 1, 0, 40)}, is_of_tournament=True)
_SEAT: Final = _set_up("masterplan", yellow="Ben")

PEOPLE_SAMPLES: Final[dict[str, View]] = {
    "names": _over(_set_up("masterplan", white="Anna"), Names()),
    "names-of-four": _over(_set_up("forma", blue=_WIDE), Names(), trouble=_TROUBLE),
    "names-for-a-seat": _over(_SEAT, Names("white")),
    "names-for-a-seat-last-page": _over(_set_up("masterplan", yellow="Ben", white="Zoë"), Names("white", 1)),
    "names-none": _over(_SEAT, Names("white"), Book()),
    "setup-with-names": _over(_set_up("masterplan", white="Anna", yellow=_WIDE), None),
    "name-keys": _over(_SEAT, NameKeys(Names("white"), "Ann", keys="small")),
    "name-keys-empty": _over(_SEAT, NameKeys(Names("white"))),
    "name-keys-accents": _over(_SEAT, NameKeys(Names("white"), _WIDE, keys="accents")),
    "name-keys-refused": _over(
        _SEAT, NameKeys(Names("white"), "Ben", "small", _("{name} has another seat.", name="Ben"))
    ),
    "menu-with-people": _over(_MENU, None),
    "people": _over(_MENU, PeoplePage()),
    "people-last-page": _over(_MENU, PeoplePage(1), trouble=_TROUBLE),
    "people-none": _over(_MENU, PeoplePage(), Book()),
    "person": _over(_MENU, PeoplePage(name="Anna")),
    "person-without-a-game": _over(_MENU, PeoplePage(name=_WIDE), Book({_WIDE: {}})),
    "person-to-remove": _over(_MENU, PeoplePage(name=_WIDE, is_asking=True)),
    "tournament": _over(_MENU, TournamentPage(), replace(_BOOK, tournament=_FOUR)),
    "tournament-of-six": _over(_MENU, TournamentPage(), replace(_BOOK, tournament=_SIX)),
    "tournament-games": _over(_MENU, TournamentPage(1), replace(_BOOK, tournament=_SIX)),
    "tournament-games-last-page": _over(_MENU, TournamentPage(2), replace(_BOOK, tournament=_SIX)),
    "tournament-over": _over(_MENU, TournamentPage(), replace(_BOOK, tournament=_ONE_WON)),
    "tournament-to-end": _over(_MENU, TournamentPage(is_asking=True), replace(_BOOK, tournament=_FOUR)),
    "tournament-game": _over(_MENU, TournamentPage()),
    "tournament-people": _over(_MENU, TournamentPage(game="forma", chosen=("Anna", "Zoë", "Ben"))),
    "tournament-people-none": _over(_MENU, TournamentPage(game="forma")),
    "over-in-a-tournament": _over(_after_a_game(), None, replace(_BOOK, tournament=_FOUR, last=_COUNTED)),
}
