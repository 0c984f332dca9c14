"""The levels: how much each thinks, and how carelessly it then chooses. One table for all games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from opponents.thought import Budget, Level, Thought


@dataclass(frozen=True, slots=True)
class Manner:
    """How a level plays: at most so many `nodes`, and how careless the choice is.

    With `carelessness` 0 the best is played. Else an option is played as probably as its share to the power
    of 1 / `carelessness` says: with 1 as often as it was thought of.
    """

    nodes: int | None
    carelessness: float


MANNERS = {
    Level.EASY: Manner(30, 1.5),
    Level.MEDIUM: Manner(250, 0.35),
    Level.STRONG: Manner(None, 0.0),
}


def allowed(level: Level, budget: Budget) -> Budget:
    """What of a budget a level uses. The cap counts nodes, so that a level is as easy on a fast machine."""
    most = MANNERS[level].nodes
    return budget if most is None or budget.nodes <= most else replace(budget, nodes=most)


def as_played(level: Level, thought: Thought, random: Random) -> Thought:
    """The same options, with the one in front that the level plays. A mixed strategy is left as it is."""
    carelessness = MANNERS[level].carelessness
    if not carelessness or thought.is_drawn or len(thought.options) == 1:
        return thought
    options = thought.options
    weights = [(option.share / thought.best.share) ** (1 / carelessness) for option in options]
    first = random.choices(range(len(options)), weights)[0]
    return Thought((options[first], *options[:first], *options[first + 1 :]), thought.nodes, is_drawn=True)
