"""The levels: how long each thinks in each game, and how carelessly it chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from opponents.thought import Budget, Level, Thought


@dataclass(frozen=True, slots=True)
class Handicap:
    """The limits of a level: at most this many `nodes`, and the carelessness of its choice.

    With `carelessness` 0 the best option is played. Otherwise the probability of an option is its share to
    the power of 1 / `carelessness`: with 1 it equals the share. An optimal mixed strategy is kept by all
    levels that are not more careless than that: to prefer the best option would be no better, and
    predictable. More careless levels choose worse in secret too.
    """

    nodes: int | None
    carelessness: float


_WITH_ALL_CARE: Final = Handicap(None, 0.0)

_AS_USUAL: Final[Mapping[Level, Handicap]] = {
    Level.EASY: Handicap(30, 1.5),
    Level.MEDIUM: Handicap(250, 0.35),
    Level.STRONG: _WITH_ALL_CARE,
}

HANDICAPS: Final[Mapping[str, Mapping[Level, Handicap]]] = {
    "masterplan": _AS_USUAL,
    "forma": _AS_USUAL,
    "massai": {
        Level.EASY: Handicap(60, 8.0),
        Level.MEDIUM: Handicap(250, 0.35),
        Level.STRONG: _WITH_ALL_CARE,
    },
    "cites": {
        Level.EASY: Handicap(8, 2.0),
        Level.MEDIUM: Handicap(60, 0.4),
        Level.STRONG: _WITH_ALL_CARE,
    },
}
"""By game and level. The games differ in the number of candidate actions and in the cost of a mistake.

In Massaï the candidate moves are all rather good, and luck in attacks helps the weaker player: with 30 and
1.5 easy won 11 games of 60 against strong at 300 nodes, with 60 and 5 three of 60, with 60 and 8 none of 40
(strong at 250 nodes). In Cités Nouvelles a little thought goes far: with 30 and 0.5 easy won 14 games of 40
against strong at 300 nodes, with 8 and 2 none of 24.
"""


def allowed(handicap: Handicap, budget: Budget) -> Budget:
    """The used part of a budget. The cap counts nodes, so that a level is as easy on a fast machine."""
    return budget if handicap.nodes is None else replace(budget, nodes=min(handicap.nodes, budget.nodes))


def as_played(handicap: Handicap, thought: Thought, random: Random) -> Thought:
    """The same options, with the played one in front."""
    if handicap.carelessness <= float(thought.is_drawn) or len(thought.options) == 1:
        return thought
    options = thought.options
    weights = [(option.share / thought.best.share) ** (1 / handicap.carelessness) for option in options]
    first = random.choices(range(len(options)), weights)[0]
    return Thought((options[first], *options[:first], *options[first + 1 :]), thought.nodes, is_drawn=True)
