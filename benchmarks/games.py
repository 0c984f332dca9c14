"""Random games: the beginning of each game for a benchmark, and its continuation."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.games import tables_for
from controller.referee.play import Play
from controller.tables.table import GameTable
from engines.game import Action, Game, Position
from hardware.ports import Grid

GRID = Grid(24, 24)
CELL_SITES = 3
PADS = 4
PAD_SITES = sum(1 << GRID.size + pad for pad in range(PADS))
"""The tag readers beside the board, as sites."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a game: header fields beside `game`, and the actions that random play cannot
    choose."""

    header: Mapping[str, Any] = field(default_factory=dict)
    played: tuple[str, ...] = ()


OPENINGS: Mapping[str, Opening] = {
    "forma": Opening({"players": 4}),
    "massai": Opening({}, ("setup dark b2 b3 c3 c4 d4", "setup light e3 e4 f4 f5 g5")),
    "cites": Opening({"players": 4}),
}
"""Games that a bare header does not begin. The largest number of players is the slowest."""


def tables() -> list[GameTable[Any, Any]]:
    """Every game that fits on the reference table."""
    return list(tables_for(GRID, CELL_SITES, PADS).values())


def header_of(game: Game[Any]) -> dict[str, Any]:
    """The header of a benchmark's games."""
    return {"game": game.name, **OPENINGS.get(game.name, Opening()).header}


def opening(game: Game[Any]) -> Position[Any]:
    """The first position after which any legal action may follow."""
    position = game.start(header_of(game))
    for text in OPENINGS.get(game.name, Opening()).played:
        position, _ = position.after(game.parse(text))
    return position


def random_actions(position: Position[Any], dice: random.Random) -> Iterator[Action]:
    """The actions of a random game from a position to its end."""
    while actions := position.legal():
        action = dice.choice(actions)
        yield action
        position, _ = position.after(action)


def random_play(table: GameTable[Any, Any], dice: random.Random, plies: int) -> Play:
    """A play of this many random plies after the opening, or fewer if the game ends before."""
    texts = OPENINGS.get(table.game.name, Opening()).played
    play = Play.resume(table, header_of(table.game), texts)
    for action, _ in zip(random_actions(play.position, dice), range(plies), strict=False):
        play = play.after(action)
    return play


def game_length(game: Game[Any], dice: random.Random) -> int:
    """The number of plies of a random game after its opening."""
    return sum(1 for _ in random_actions(opening(game), dice))
