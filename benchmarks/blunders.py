"""`python -m benchmarks.blunders GAME [POSITIONS] [NODES]`: wins at once that `strong` misses, and losses at
once that it leaves.

The positions are from games of random actions, and count if there is an action that wins at once and another
that does not, or one that leaves the other no win at once and another that does. All actions are tried by the
rules, without the search.

A win that is put off is not missed, if it is certain: in Forma, where no one can catch up any more.

In Cités nothing is sure at once, since hands are hidden. In Masterplan towers are scored after the last
house, so that no action wins at once: `benchmarks.endgames` looks at its last two houses. In Forma only wins
are counted: whoever is behind there loses as surely by an action after which the game goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from benchmarks.matches import opening
from controller.shell.idle.exhibition import given
from engines.forma.position import FormaPosition
from engines.game import Action, Position
from engines.massai.actions import Attack, Guard
from opponents.simple import at_random
from opponents.think import think
from opponents.thought import Budget, Level

MOST_ACTIONS = 60
"""Positions with more legal actions are left out: to try two of them in a row would take too long."""


def wins(position: Position[Any]) -> list[Action]:
    """The actions that win the game at once, whatever the other does or has chosen. No attack does: it may
    meet a guard."""
    side = str(position.turn)
    return [
        action
        for action in position.legal() or ()
        if not isinstance(action, Attack | Guard)
        for outcome in [_required(position.after(action)[0], side).outcome()]
        if outcome is not None and outcome.winner == side
    ]


def _required(position: Position[Any], side: str) -> Position[Any]:
    """The position after the pieces that the rules require of the same player, where there is no choice."""
    while position.turn == side:
        legal: Sequence[Action] = position.legal() or ()
        if len(legal) != 1:
            break
        position, _events = position.after(legal[0])
    return position


def losses(position: Position[Any], action: Action) -> list[bool]:
    """Whether the other wins at once after an action, for each way in which it may turn out: an attack may
    succeed, or meet a guard."""
    side = str(position.turn)
    if isinstance(action, Attack):
        announced: Any = position.after(action)[0]
        afters = [announced.after(Guard(cells))[0] for cells in (0, action.cell)]
    else:
        afters = [_required(position.after(action)[0], side)]
    return [_is_lost(after, side) for after in afters]


def _is_lost(position: Position[Any], side: str) -> bool:
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner not in (side, None)
    return position.turn != side and bool(wins(position))


def positions(game: str, seed: int) -> Iterator[Position[Any]]:
    """The positions of random games in which there is little to choose from, at their end first."""
    number = 0
    while True:
        random = Random(f"{seed} {game} {number}")
        number += 1
        position, met = opening(game, random), []
        while position.outcome() is None:
            action = given(position, random)
            if action is None:
                legal: Sequence[Action] | None = position.legal()
                if legal is not None and len(legal) <= MOST_ACTIONS and not isinstance(legal[0], Guard):
                    met.append(position)
                action = at_random(position, str(position.turn), random)
            position, _events = position.after(action)
        yield from reversed(met)


def judged(position: Position[Any], nodes: int) -> tuple[bool | None, bool | None]:
    """Whether `strong` misses a win, and whether it leaves a loss for certain though an action leaves none
    for certain. `None` where there is no such choice."""
    legal: Sequence[Action] = position.legal() or ()
    winning = wins(position)
    after = (
        {}
        if winning or isinstance(position, FormaPosition)
        else {one: losses(position, one) for one in legal}
    )
    losing = [action for action, lost in after.items() if all(lost)]
    has_win = 0 < len(winning) < len(legal)
    has_loss = bool(losing) and not all(any(lost) for lost in after.values())
    if not has_win and not has_loss:
        return None, None
    side = str(position.turn)
    thought = think(position, side, Level.STRONG, Random(1), Budget(nodes))
    played, results = thought.best.action, thought.best.results
    is_won = thought.is_certain and results[position.players.index(side)] == 1.0
    return (
        (played not in winning and not is_won) if has_win else None,
        (played in losing) if has_loss else None,
    )


def main(game: str, number: int, nodes: int) -> None:
    """Print what is missed and left, when this many positions of each kind that is counted have been met."""
    missed: list[bool] = []
    left: list[bool] = []
    for position in positions(game, 1):
        miss, leave = judged(position, nodes)
        missed += [] if miss is None else [miss]
        left += [] if leave is None else [leave]
        if len(missed) >= number and (len(left) >= number or isinstance(position, FormaPosition)):
            break
    print(
        f"{game}, {nodes} nodes: {sum(missed)} of {len(missed)} wins missed, "
        f"{sum(left)} of {len(left)} losses left"
    )


if __name__ == "__main__":
    name, *rest = sys.argv[1:]
    if name not in ("massai", "forma"):
        sys.exit(f"In {name} no action wins at once for certain: give massai or forma.")
    numbers = [int(word) for word in rest]
    main(name, *numbers, *(1000, 300)[len(numbers) :])
