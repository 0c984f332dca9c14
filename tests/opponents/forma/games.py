"""Games of Forma for the tests of who plays it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engines.forma.actions import START, FormaAction, Obstacle, Place, Tower
from engines.forma.board import BOARD
from engines.forma.game import Forma
from engines.forma.position import FormaPosition
from engines.grid import Cells

GAME = Forma()


def cells(names: str) -> Cells:
    """The cells with these names."""
    return sum(BOARD.cell[name] for name in names.split())


def played(*texts: str, players: int = 2, **options: Any) -> FormaPosition:
    """The position after the texts, each checked."""
    position = GAME.start({"players": players, "options": options})
    for text in texts:
        action = GAME.parse(text)
        position.check(action)
        position, _ = position.after(action)
    return position


def started(random: Random, players: int, contact: str) -> FormaPosition:
    """A game that was set up by chance."""
    position = GAME.start({"players": players, "options": {"contact": contact}})
    position, _ = position.after(_any_of(position, Tower, random))
    for _ in range(random.choice((0, 4, 20))):
        position, _ = position.after(_any_of(position, Obstacle, random))
    position, _ = position.after(START)
    return position


def _any_of(position: FormaPosition, kind: type[FormaAction], random: Random) -> FormaAction:
    return random.choice([action for action in position.legal() if isinstance(action, kind)])


def plies(position: FormaPosition, random: Random) -> Iterator[tuple[FormaPosition, FormaAction]]:
    """A game of people who like to build to the north of what they have, and now and then withdraw."""
    while position.outcome() is None:
        legal = position.legal()
        actions = [legal[random.randrange(len(legal))] for _ in range(20)]
        own = position.side.elements
        if random.random() < 0.97:
            actions.sort(key=lambda action: _is_joined(action, own), reverse=True)
        yield position, actions[0]
        position, _ = position.after(actions[0])


def _is_joined(action: FormaAction, own: Cells) -> int:
    if not isinstance(action, Place):
        return -1
    return (own & (action.cells << BOARD.stride | action.cells >> BOARD.stride)).bit_count()
