"""What the screen shows before a game: the menu, and its options and players. Pure."""

from __future__ import annotations

from controller.seating import LEVELS
from controller.session import Session
from controller.showing_game import BACK, BROKEN, notice
from controller.showing_lights import lights
from controller.tasks import clearing
from controller.touching import free_seats, option_id
from controller.view import Choice, Phase, View
from opponents.thought import Level
from texts import _, _c, _n


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
    """A button for each game that waits in the journal."""
    return tuple(
        Choice(
            f"resume-{game_id}",
            _n(
                "Go on: {game}, {number} action",
                "Go on: {game}, {number} actions",
                len(play.plies),
                game=play.table.title,
            ),
        )
        for game_id, play in session.kept.items()
    )


def setup_view(session: Session) -> View:
    table = session.tables[session.chosen]
    choices = tuple(
        Choice(
            option_id(o.name, value),
            _("{option}: {value}", option=o.label, value=label),
            on=session.options[o.name] == value,
        )
        for o in table.offered(session.options)
        for value, label in o.values
    )
    in_the_way = clearing(session)
    controls = (Choice("start", _c("button", "Start"), on=True), BACK, *([BROKEN] if in_the_way else []))
    return View(
        Phase.SETUP,
        heading=table.title,
        title=table.title,
        ask=_count_to_lift(len(in_the_way)) if in_the_way else (table.summary,),
        choices=() if in_the_way else (*choices, *_seat_choices(session)),
        controls=controls,
        notice=notice(session),
        lights=lights(session),
    )


def _seat_choices(session: Session) -> tuple[Choice, ...]:
    """For each seat who sits there: another touch changes it."""
    table = session.tables[session.chosen]
    return tuple(
        Choice(
            f"seat-{seat}",
            _("{player}: {who}", player=table.name(seat), who=_who(session.levels.get(seat))),
            on=seat in session.levels,
        )
        for seat in free_seats(session)
    )


def _who(level: Level | None) -> str:
    return _c("seat", "a person") if level is None else _("computer, {level}", level=LEVELS[level])


def _count_to_lift(pieces: int) -> tuple[str, ...]:
    return (_n("Lift the piece from the board", "Lift the {number} pieces from the board", pieces),)
