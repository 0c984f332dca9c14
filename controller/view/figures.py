"""The pictures of help and lessons: positions of the game, drawn as on the screen of a game. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from controller.model.view import BoardView, Lit, LitSites, Meaning
from controller.referee.play import Play
from controller.tables.help import Figure
from controller.tables.table import GameTable
from controller.view.lights import board_with, lit_after
from hardware.ports import sites_in


@lru_cache(maxsize=64)  # a screen shows the same one again and again
def play_of(table: GameTable[Any, Any], figure: Figure) -> Play:
    """The play that a figure shows."""
    return Play.resume(table, {"game": table.game.name, **figure.header}, figure.actions)


def figure_lights(play: Play, *, has_gains: bool = True) -> LitSites:
    """The lights of a figure: the last turn, what it scored unless that is not asked for, and what is due."""
    lit = dict(lit_after(play))
    events = play.plies[-1].events if play.plies and has_gains else ()
    for site, gain in play.table.scored(events).items() if events else ():
        lit[site] = Lit(Meaning.SCORED, gain.player, text=gain.text)
    for task in reversed(play.table.tasks(play.position)):
        lit.update(dict.fromkeys(sites_in(task.sites), Lit(task.meaning, task.player)))
    return tuple(lit.items())


def drawn(play: Play, lit: LitSites, figure: Figure) -> BoardView:
    """The picture of a play with these lights, as a figure shows it."""
    board = board_with(play, lit)
    return board.part(*figure.part) if figure.part else board
