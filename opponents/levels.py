"""The levels: how long each thinks, and how carelessly it chooses.

Each game has its own (`HANDICAPS` of its module `model`), since games differ in the number of legal actions
and in the cost of a mistake. `greedy` of docs/strength.md notices every action. A level that notices few is
weaker, like a person who has just learnt the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from engines.record import record, replace
from opponents.thought import Budget, Level, Thought


@record
class Handicap:
    """The limits of a level: at most this many `nodes`, and the carelessness of its choice.

    With `carelessness` 0 the best option is played. Otherwise the probability of an option is its share to
    the power of 1 / `carelessness`: with 1 it equals the share. An optimal mixed strategy is kept by all
    levels that are not more careless than that: to prefer the best option would be no better, and
    predictable. More careless levels choose worse in secret too.
    """

    nodes: int | None
    carelessness: float


@record
class Glance:
    """The limits of a level that does not search: it notices about this many of the legal actions, at
    random, and plays the one that gains most at once (`looks` of 1.5: one or two).

    With `is_by_number` it names any set in Cités Nouvelles, and there prefers the higher number.
    """

    looks: float
    is_by_number: bool = False


WITH_ALL_CARE: Final = Handicap(None, 0.0)

SEARCHING: Final[Mapping[Level, Handicap]] = {
    Level.MEDIUM: Handicap(250, 0.35),
    Level.STRONG: WITH_ALL_CARE,
}
"""The levels that search, in most games."""


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
