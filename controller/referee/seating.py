"""Who sits where: which seats of a play the computer has, and whose turn it therefore is. Pure.

A *seat* is one of `Position.seats`. Whose turn it is may also be a side, where partners play together: that
is the computer's if all its seats are.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from controller.referee.play import Play, Ply
from controller.tables.table import GameTable
from opponents.thought import Level
from texts import _, _c

LEVELS: Final[Mapping[Level, str]] = {
    Level.EASY: _c("level", "easy"),
    Level.MEDIUM: _c("level", "medium"),
    Level.STRONG: _c("level", "strong"),
}
"""How well the computer plays, in words."""


def computer_of(play: Play, who: str | None) -> str | None:
    """The computer's seat that acts for somebody; `None` where a person does."""
    return play.computer_of(who)


def computer_to_act(play: Play) -> str | None:
    """The computer's seat whose turn it is, if it is one's and the game is not over. Where chance is due, or
    nobody knows the computer's hand, people play for it."""
    if not play.computers or play.position.outcome() is not None:
        return None
    return play.thinks_for(play.position.turn)


def is_computers(play: Play, ply: Ply) -> bool:
    """Whether the computer played this."""
    return computer_of(play, ply.actor) is not None


def to_take_back(play: Play) -> int:
    """How many plies go when people take back: as far as the last that a person played.

    Fewer would let the computer decide the same again, which nobody asks for; what the computer alone has
    played is not taken back. What was revealed together goes as a whole: whoever decided last would decide
    again, and know by now what the other has chosen in secret.
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
    """A player's name in words, with the level of one whose seats the computer has."""
    name = play.table.name(player)
    seat = computer_of(play, player)
    if seat is None:
        return name
    return _("{player} ({level})", player=name, level=LEVELS[play.computers[seat]])


def drawn_by_lot(
    table: GameTable[Any, Any], options: Mapping[str, Any], levels: Mapping[str, Level], seed: int
) -> tuple[Mapping[str, Any], Mapping[str, Level], str]:
    """The header of a game and the levels of its computers, after what is drawn by lot, and what was drawn in
    words. Where colours are drawn, a computer has those that are left. The moment of the start is the lot:
    nobody can foresee its last digits."""
    draw = table.draw(options, Random(seed).getrandbits(32))  # noqa: S311 - a lot, no secret
    if draw is None:
        return table.header(options), levels, ""
    header = table.header(draw.options)
    if draw.starter is not None and len(levels) == 1:
        others = (seat for seat in table.game.start(header).seats if seat != draw.starter)
        levels = dict(zip(others, levels.values(), strict=True))
    return header, levels, draw.words


def next_level(now: Level | None, first: Level) -> Level | None:
    """Who sits on a seat after another touch: a person, then each level from the `first` on, in a circle."""
    if now is None:
        return first
    levels = list(Level)
    after = levels[(levels.index(now) + 1) % len(levels)]
    return None if after is first else after
