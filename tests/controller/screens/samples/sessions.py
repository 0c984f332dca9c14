"""Sessions for the screens' samples: games as they stand after some actions, and what hands do then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from controller import shell
from controller.model.view import Phase, View
from controller.referee import step
from controller.referee.play import Play
from controller.referee.session import Pressed, Session, first_session
from controller.referee.session_parts import DeviceStates
from controller.shell import Shell
from controller.tables.table import GameTable
from hardware.ports import Grid, SensorFrame
from tests.vector_games import actions, vector

GRID: Final = Grid(24, 24)
SETTLE_MS: Final = 600


def seen(session: Session) -> View:
    """The view of a session, with the ways to all other screens. Its game has a number."""
    return shell.view(Shell(replace(session, game_id=1) if session.play else session))


def begun(table: GameTable[Any, Any]) -> Session:
    """A table that has this game alone, on its menu."""
    session = first_session({table.game.name: table}, table.grid, SETTLE_MS, {})
    return replace(session, phase=Phase.MENU)


def played(
    table: GameTable[Any, Any], header: dict[str, Any], texts: list[str], *, is_done: bool = True
) -> Session:
    """A session after these actions; with `is_done` hands have done all that the last one asks for."""
    play = Play.resume(table, header, texts)
    closed = play.closed if is_done else table.closed(play.before)
    session = begun(table)
    tracker = replace(session.tracker, closed=closed, settled=closed)
    session = replace(session, tracker=tracker, phase=Phase.PLAYING, devices=DeviceStates(is_board_seen=True))
    if not texts:
        return replace(session, play=play).right()
    return replace(session, play=play.back(1)).advanced_to(play)


def touched(session: Session, *ids: str) -> Session:
    """A session after touches on these buttons."""
    for button_id in ids:
        session, _ = step.handle(session, Pressed(0, button_id))
    return session


def at_rest(session: Session, closed: int) -> Session:
    """A session whose board has come to rest with these sites closed."""
    session, _ = step.handle(session, SensorFrame(10_000, closed))
    session, _ = step.tick(session, 10_000 + SETTLE_MS)
    return session


def vector_game(game: str, name: str) -> tuple[dict[str, Any], list[str]]:
    """The header and the actions of a vector game."""
    found = vector(game, name)
    return found["requests"][0], actions(found)
