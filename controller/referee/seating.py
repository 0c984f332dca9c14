"""Seats: which ones the computer has, and whose turn it therefore is. Pure.

A *seat* is one of `Position.seats`. The turn may also be a side's, if partners play together: that is the
computer's if all its seats are.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from controller.referee.play import Play
from controller.tables.table import Draw, GameTable
from opponents.thought import Level
from texts import _, _c

LEVELS: Final[Mapping[Level, str]] = {
    Level.BEGINNER: _c("level", "beginner"),
    Level.EASY: _c("level", "easy"),
    Level.MEDIUM: _c("level", "medium"),
    Level.STRONG: _c("level", "strong"),
}
"""The names of the computer's levels."""


def computer_to_act(play: Play) -> str | None:
    """The computer's seat to act, if it is its turn and the game is not over. For chance, or if the table
    does not know the computer's hand, people play."""
    if not play.computers or play.position.outcome() is not None:
        return None
    return play.thinks_for(play.position.turn)


def to_take_back(play: Play) -> int:
    """The number of plies of people's takeback: back to the last one that a person played.

    With fewer the computer would only decide the same again; actions of the computer alone are not taken
    back. Secrets revealed together go together: otherwise the last to choose would choose again, knowing the
    other's secret.
    """
    then = play
    while then.by_computer < len(then.plies):
        then = _as_a_whole(play, then.back(then.by_computer + 1))
        if computer_to_act(then) is None:
            return len(play.plies) - len(then.plies)
    return 0


def _as_a_whole(play: Play, then: Play) -> Play:
    """An earlier play without the secret actions at its end, if a play has revealed them since."""
    later = play.plies[len(then.plies) :]
    is_revealed = any(not ply.position.secret_plies for ply in later)
    return then.back(then.position.secret_plies) if is_revealed else then


def name_of(play: Play, player: str) -> str:
    """A player's name in words, with the level of a computer."""
    name = play.table.name(player)
    seat = play.computer_of(player)
    if seat is None:
        return name
    return _("{player} ({level})", player=name, level=LEVELS[play.computers[seat]])


def drawn_by_lot(
    table: GameTable[Any, Any], options: Mapping[str, Any], levels: Mapping[str, Level], seed: int
) -> tuple[Mapping[str, Any], Mapping[str, Level], Draw | None]:
    """A game's header and its computers' levels after drawing lots, and the lot, if there was one. If colours
    are drawn, computers get the remaining ones. The lot is the time of the start, whose last digits no one
    can foresee."""
    draw = table.draw(options, Random(seed).getrandbits(32))  # noqa: S311 - a lot, no secret
    if draw is None:
        return table.header(options), levels, None
    header = table.header(draw.options)
    if draw.starter is not None and len(levels) == 1:
        others = (seat for seat in table.game.start(header).seats if seat != draw.starter)
        levels = dict(zip(others, levels.values(), strict=True))
    return header, levels, draw


def next_level(now: Level | None, first: Level) -> Level | None:
    """The player of a seat after another touch: a person, then each level from the `first` on, in a
    circle."""
    if now is None:
        return first
    levels = list(Level)
    after = levels[(levels.index(now) + 1) % len(levels)]
    return None if after is first else after
