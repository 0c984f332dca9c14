"""The screens before a game: the menu, and a game's options and players. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from controller.model.view import Choice, Phase, View
from controller.referee.seating import LEVELS
from controller.referee.session import Session
from controller.referee.session_parts import UnfinishedGame
from controller.referee.tasks import clearing
from controller.referee.touching import are_seats_apart, free_seats, option_id
from controller.tables.table import GameOption, GameTable
from controller.view.game import BROKEN, notice
from controller.view.lights import lights
from opponents.thought import Level
from texts import _, _c, _n

ON_THE_MENU: Final = 2
"""The most unfinished games in the menu. More would leave no room for the games themselves."""

BACK: Final = Choice("back", _("Back"))
SEATS: Final = Choice("seats", _("Who plays"))
MANY_VALUES: Final = 3

UNFINISHED: Final = Choice("unfinished", _("Unfinished games"))


def menu_view(session: Session) -> View:
    games = tuple(Choice(f"game-{name}", table.title, picture=name) for name, table in session.tables.items())
    return View(
        Phase.MENU,
        heading=_("What shall we play?"),
        title="Tablier",
        ask=tuple(table.summary for table in session.tables.values()),
        choices=(*games, *_unfinished(session)),
        notice=notice(session),
        lights=lights(session),
    )


def _unfinished(session: Session) -> tuple[Choice, ...]:
    """A button for each of the last games left, and one that leads to all unfinished games."""
    newest = tuple(_resume(game_id, session.unfinished.games[game_id]) for game_id in offered(session))
    return (*newest, *((UNFINISHED,) if has_more(session) else ()))


def offered(session: Session) -> tuple[int, ...]:
    """The unfinished games in the menu, the last one left first."""
    return tuple(game_id for game_id in session.unfinished.recent if game_id in session.unfinished.games)[
        :ON_THE_MENU
    ]


def has_more(session: Session) -> bool:
    """Whether there are more unfinished games than the menu shows."""
    return session.phase is Phase.MENU and len(session.unfinished.games) > len(offered(session))


def _resume(game_id: int, left: UnfinishedGame) -> Choice:
    words = _n(
        "Continue: {game}, {number} action",
        "Continue: {game}, {number} actions",
        len(left.actions),
        game=left.table.title,
    )
    return Choice(f"resume-{game_id}", words)


def setup_view(session: Session) -> View:
    table = session.tables[session.setup.chosen]
    choices = tuple(
        choice for option in table.offered(session.setup.options) for choice in _values(session, option)
    )
    in_the_way = clearing(session)
    start = Choice("start", _c("button", "Start"), on=True)
    controls: tuple[Choice, ...]
    places: tuple[Choice, ...] = (start, SEATS, BACK) if are_seats_apart(session) else (start, BACK)
    controls = (BACK, BROKEN) if in_the_way else (start, BACK)  # it starts by itself when the board is clear
    seats = _seat_choices(session)
    if are_seats_apart(session) and not in_the_way:
        controls = controls if session.setup.is_seating else places
        choices, seats = ((), seats) if session.setup.is_seating else (choices, ())
    return View(
        Phase.SETUP,
        heading=table.title,
        title=table.title,
        ask=_count_to_lift(len(in_the_way)) if in_the_way else (table.summary,),
        choices=() if in_the_way else (*seats, *choices),
        controls=controls,
        places=places,
        notice=notice(session),
        lights=lights(session),
    )


def _values(session: Session, option: GameOption) -> Iterator[Choice]:
    """A button for each value of an option. If they are many, only the first one names it: they are a row."""
    are_many = len(option.values) > MANY_VALUES
    for number, (value, label) in enumerate(option.values):
        words = label if are_many and number else _("{option}: {value}", option=option.label, value=label)
        yield Choice(option_id(option.name, value), words, on=session.setup.options[option.name] == value)


def _seat_choices(session: Session) -> tuple[Choice, ...]:
    """The seats of the game that is being set up."""
    return who_plays(session.tables[session.setup.chosen], free_seats(session), session.setup.levels)


def who_plays(
    table: GameTable[Any, Any], seats: Sequence[str], levels: Mapping[str, Level]
) -> tuple[Choice, ...]:
    """For each seat its player: another touch changes it."""
    return tuple(
        Choice(
            f"seat-{seat}",
            _("{player}: {who}", player=table.name(seat), who=_who(levels.get(seat))),
            cycles=True,
        )
        for seat in seats
    )


def _who(level: Level | None) -> str:
    return _c("seat", "a person") if level is None else _("computer, {level}", level=LEVELS[level])


def _count_to_lift(pieces: int) -> tuple[str, ...]:
    return (
        _n("Lift the piece from the board", "Lift the {number} pieces from the board", pieces),
        _("The game begins by itself when the board is clear."),
    )
