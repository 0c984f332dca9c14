"""`python -m benchmarks.calibration GAME [GAMES] [NODES]`: are the expected results true?

`strong` plays itself. Before each action its expected result is noted, and after the game the true one. The
table puts together the positions of like expectation: if the values are true, both means agree. The Brier
score is the mean squared difference: 0.25 for whoever always says a half. Proven results are left out.

Below it stands the confidence (`Model.confidence`) with which the score would have been best, and the change
of a side's expected result from one action to the next: true values rise as often as they fall. The positions
of one game share their result, so that the table says less than its number of positions suggests.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from benchmarks.matches import MOST_ACTIONS, opening
from controller.shell.idle.exhibition import given
from opponents.search import trusted
from opponents.think import player_of, think
from opponents.thought import Budget, Level

BINS: Final = 10
CONFIDENCES: Final = tuple(step / 20 for step in range(4, 41))


class Expected(NamedTuple):
    """The expected result of whoever acts, and what came of it, from 0 to 1; and the side that acts."""

    result: float
    came: float
    side: int = 0


def expectations(game: str, seed: int, nodes: int) -> Iterator[Expected]:
    """Those of one game of `strong` against itself; none if it does not end."""
    random = Random(f"{seed} {game} calibration")
    position, noted, actions = opening(game, random), [], 0
    while position.outcome() is None and actions < MOST_ACTIONS:
        action = given(position, random)
        if action is None:
            seat = str(position.turn)
            thought = think(position, seat, Level.STRONG, random, Budget(nodes))
            action = thought.best.action
            place = next(place for place, side in enumerate(position.players) if seat in side.split("+"))
            if not thought.is_certain:
                noted.append((place, thought.best.results[place]))
        position, _events = position.after(action)
        actions += 1
    outcome = position.outcome()
    if outcome is None:
        return
    for place, result in noted:
        won = float(outcome.winner == position.players[place])
        yield Expected(result, won if outcome.winner else 1 / len(position.players), place)


def brier(some: Sequence[Expected]) -> float:
    """The mean squared difference of what was expected and what came."""
    return sum((one.result - one.came) ** 2 for one in some) / len(some)


def with_confidence(some: Sequence[Expected], confidence: float) -> list[Expected]:
    """The expectations that more or less confidence would have given, between two sides."""
    return [Expected(trusted((one.result, 1 - one.result), confidence)[0], one.came) for one in some]


def changes_to_own(game: Sequence[Expected]) -> Iterator[float]:
    """The changes of each side's expected result from its action to its next, in one game."""
    for side in {one.side for one in game}:
        for before, after in pairwise(one for one in game if one.side == side):
            yield after.result - before.result


def changes_to_other(game: Sequence[Expected]) -> Iterator[float]:
    """The changes of the acting side's expected result where the other of two acts next, who knows other
    things."""
    for before, after in pairwise(game):
        if before.side != after.side:
            yield 1 - after.result - before.result


def rows(some: Sequence[Expected]) -> Iterator[tuple[str, int, float, float]]:
    """For each tenth of expectation: its bounds, the positions, and the means expected and come."""
    for place in range(BINS):
        here = [one for one in some if min(int(one.result * BINS), BINS - 1) == place]
        if here:
            expected, came = fmean(one.result for one in here), fmean(one.came for one in here)
            yield f"{place / BINS:.1f} to {(place + 1) / BINS:.1f}", len(here), expected, came


def main(game: str, games: int, nodes: int) -> None:
    """Play, and print the table and the score."""
    by_game = [list(expectations(game, seed, nodes)) for seed in range(games)]
    some = [one for each in by_game for one in each]
    print("| expected | positions | mean | came |\n| --- | --- | --- | --- |")
    for name, number, expected, came in rows(some):
        print(f"| {name} | {number} | {expected:.2f} | {came:.2f} |")
    best = min(CONFIDENCES, key=lambda confidence: brier(with_confidence(some, confidence)))
    print(
        f"{game}, {games} games at {nodes} nodes: {len(some)} positions, Brier score {brier(some):.3f}; "
        f"with {best:.2f} times the confidence of {player_of(game).model.confidence:.2f} it were "
        f"{brier(with_confidence(some, best)):.3f}"
    )
    for name, changes in (("the same side's", changes_to_own), ("the other's", changes_to_other)):
        found = [change for each in by_game for change in changes(each)]
        print(f"change to {name} next action: mean {fmean(found):+.4f}, spread {pstdev(found):.3f}")


if __name__ == "__main__":
    name, *rest = sys.argv[1:]
    numbers = [int(word) for word in rest]
    main(name, *numbers, *(100, 300)[len(numbers) :])
