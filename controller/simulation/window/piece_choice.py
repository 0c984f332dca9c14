"""The piece that a person most likely means to set on a site, so that a click is enough in the window."""

from __future__ import annotations

from random import Random
from typing import Any

from controller.daemon.shown import Shown
from controller.referee.play import Play
from controller.referee.session import Session
from controller.shell.model.layers import Demonstration, Lesson
from controller.shell.playing import lesson
from controller.simulation.wanted import kind_on
from controller.tables.table import GameTable
from engines.game import Position
from engines.record import replace

At = Position[Any]


def game_on(shown: Shown) -> GameTable[Any, Any]:
    """The game whose board lies on the table: the one on the screen while no game is played."""
    if shown.session.play is None:
        layer = shown.shell.layer
        if isinstance(layer, Demonstration):
            return layer.play.table
        if isinstance(layer, Lesson):
            return lesson.table_of(shown.shell, layer)
    return shown.session.table


def session_on(shown: Shown) -> Session:
    """The session as the racks and the hands see it: with the position of a lesson, if there is one. Tiles
    are not needed in a lesson."""
    session = shown.session
    if session.play is None and isinstance(shown.shell.layer, Lesson):
        play = lesson.play_at(shown.shell, shown.shell.layer)
        return session if play.table.tiles.need_readers else replace(session, play=play)
    return session


def is_lesson_by_hand(shown: Shown) -> bool:
    """Whether a lesson is on the screen, and its step is done with pieces."""
    layer = shown.shell.layer if shown.session.play is None else None
    return isinstance(layer, Lesson) and lesson.is_by_hand(shown.shell, layer)


def kind_for(session: Session, site: int) -> str:
    """The kind of piece for a free site: the one that stood there, or that the game asks for or allows there;
    if it allows none, one of the player to move."""
    table = session.table
    if session.play is None:
        return table.pieces[0]
    play, elsewhere = session.play, held_elsewhere(session.play, site)
    position = _when_all_is_placed(table, play.position)
    return (
        (kind_on(session, site) if play.closed >> site & 1 else "")
        or _of_a_row(session, play, site, elsewhere)
        or _allowed(table, play.position, site, elsewhere)
        or _allowed(table, position, site, elsewhere)
        or _of_player(table, position.turn)
    )


def held_elsewhere(play: Play, site: int) -> frozenset[str]:
    """The pieces known to be in hands, except those that can be played there."""
    seats, own = play.position.seats, play.seat_at(site)
    others = (seat for seat in seats if seat != own or seat in play.showing)
    return frozenset(kind for seat in others for kind in play.in_hand(seat))


def _of_a_row(session: Session, play: Play, site: int, elsewhere: frozenset[str]) -> str:
    """The computer's tile for a pad, or the next of a hand that is shown there, in shuffled order."""
    deal, seat = play.deal, play.seat_at(site)
    if deal is None or seat is None:
        return ""
    if session.pads.laying is not None and session.pads.laying.seat == seat:
        return session.pads.laying.kind
    if seat not in play.showing or play.hands.is_whole(deal, seat):
        return ""
    mixed = list(play.table.pieces)
    Random(f"{session.game_id} {deal.number}").shuffle(mixed)  # noqa: S311 - a simulated deal
    not_dealt = elsewhere | deal.gone | play.turned_up
    return next(kind for kind in mixed if kind not in not_dealt)


def _allowed(table: GameTable[Any, Any], position: At, site: int, elsewhere: frozenset[str]) -> str:
    ways = table.candidates(position, 0, 1 << site)
    hands = (hand.kind for action in ways for hand in table.hands(position, action)[:1])
    return next((kind for kind in hands if kind not in elsewhere), "")


def _when_all_is_placed(table: GameTable[Any, Any], position: At) -> At:
    """The position after all requested pieces: a piece set before that is meant for it."""
    while actions := [
        action for task in table.tasks(position) for action in table.candidates(position, 0, task.sites)
    ]:
        position, _ = position.after(actions[0])
    return position


def _of_player(table: GameTable[Any, Any], player: str | None) -> str:
    own = (kind for kind in table.pieces if kind.split()[-1] == player)
    return next(own, table.pieces[0])
