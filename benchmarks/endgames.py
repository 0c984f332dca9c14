"""`python -m benchmarks.endgames [GAMES] [NODES]`: outcomes thrown away at the end of Masterplan.

Games are played with little thought until two houses are left, and one. Each of these positions is solved by
trying everything, without the search, and compared with what `strong` then plays.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from engines.games import GAMES
from engines.masterplan.play import Stage
from engines.masterplan.position import MasterplanPosition
from opponents.masterplan.city import HOUSES, City, after, city, missing
from opponents.think import think
from opponents.thought import Budget, Level

QUICK = 30
"""The nodes of an action before the end."""

WINS, LOSES = 1, -1


def worth(now: City) -> int:
    """The result for white by the best play of both, found by trying every house and every piece."""
    if now.mover is None:
        return (now.lead > 0) - (now.lead < 0)
    sign = -1 if now.mover else 1
    best = LOSES
    for action in _actions(now):
        best = max(best, sign * worth(after(now, action)))
        if best == WINS:
            break
    return sign * best


def _actions(now: City) -> Iterator[Any]:
    if now.stage is Stage.PIECES:
        yield from missing(now)
        return
    for place, houses in HOUSES.items():
        if now.free >> place & 1:
            yield from houses


def ends(games: int, seed: int) -> Iterator[MasterplanPosition]:
    """The positions with two houses left, and with one, in which a house is to be built."""
    for number in range(games):
        random = Random(f"{seed} {number}")
        position: Any = GAMES["masterplan"].start({"game": "masterplan", "options": {}})
        while position.turn is not None:
            if position.stage is Stage.HOUSE and position.houses_left <= 2:
                yield position
            thought = think(position, position.turn, Level.MEDIUM, random, Budget(QUICK))
            position, _events = position.after(thought.best.action)


def thrown_away(position: MasterplanPosition, nodes: int) -> bool:
    """Whether `strong` plays a house after which the result is worse than it was."""
    seat = position.turn
    assert seat is not None
    thought = think(position, seat, Level.STRONG, Random(1), Budget(nodes))
    now = city(position)
    return worth(now) != worth(after(now, thought.best.action))


def main(games: int, nodes: int) -> None:
    """Print the number of positions and of outcomes thrown away, by houses left."""
    found, lost = Counter[int](), Counter[int]()
    for position in ends(games, 1):
        found[position.houses_left] += 1
        lost[position.houses_left] += thrown_away(position, nodes)
    for left in sorted(found):
        print(f"{left} houses left: {lost[left]} of {found[left]} outcomes thrown away at {nodes} nodes")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*given, *(500, 20_000)[len(given) :])
