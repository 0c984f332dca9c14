"""Which piece a person most likely means to set down on a site: so that, in the window, a click is enough."""

from __future__ import annotations

from typing import Any

from controller.play import Play
from controller.session import Session
from controller.tables.table import GameTable
from engines.game import Position

At = Position[Any]


def table_of(session: Session) -> GameTable[Any]:
    """The game whose overlay lies on the table: the one that is played or chosen, or else the first."""
    if session.play is not None:
        return session.play.table
    return session.tables.get(session.chosen) or next(iter(session.tables.values()))


def kind_for(session: Session, site: int) -> str:
    """The kind of piece for a free site: the one that stood there, or that the game asks for or allows there;
    where it allows none, one of the player's whose turn it is."""
    table = table_of(session)
    if session.play is None:
        return table.pieces[0]
    position = _when_all_is_placed(table, session.play.position)
    return (
        _that_stood(session.play, site, session.asked)
        or _allowed(table, session.play.position, site)
        or _allowed(table, position, site)
        or _of_player(table, position.turn)
    )


def _that_stood(play: Play, site: int, asked: int) -> str:
    """The kind of a piece that is missing on this site, or that an action has asked for there."""
    if not play.closed >> site & 1:
        return ""
    if asked >> site & 1:
        return play.table.brings(play.before, play.position, site)
    return play.table.kind(play.position, site)


def _allowed(table: GameTable[Any], position: At, site: int) -> str:
    for action in table.readings(position, 0, 1 << site):
        for hand in table.hands(position, action):
            return hand.kind
    return ""


def _when_all_is_placed(table: GameTable[Any], position: At) -> At:
    """The position when everything that is asked for stands: what is set down before that is meant for it."""
    while actions := [
        action for task in table.tasks(position) for action in table.readings(position, 0, task.sites)
    ]:
        position, _ = position.after(actions[0])
    return position


def _of_player(table: GameTable[Any], player: str | None) -> str:
    own = (kind for kind in table.pieces if kind.split()[-1] == player)
    return next(own, table.pieces[0])
