"""The result of thinking: actions with their expected results, and the budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, TypeAlias

from engines.game import Action, Position
from engines.record import record, replace


class Level(Enum):
    """How well an opponent plays. The value is its name in settings, journal and notation."""

    BEGINNER = "beginner"
    EASY = "easy"
    MEDIUM = "medium"
    STRONG = "strong"


Seen: TypeAlias = tuple[Position[Any], Action]
"""A moment at which secret choices were shown: the position before it, which has them, and the action."""


def _never() -> bool:
    return False


@record
class Budget:
    """The budget of a search: at most `nodes` new states, and until `is_over` returns true.

    With `nodes` alone the same seed gives the same choice on every machine. `is_over` is called after every
    walk down the tree: it ends the thinking on time, or after a takeback. One walk is always taken.
    """

    nodes: int
    is_over: Callable[[], bool] = _never


@record
class Option:
    """An action with its evaluation.

    `share` is its part of the thinking or, for a secret choice, the probability with which it should be
    chosen; `results` the expected result by side, from 0 (lost) to 1 (won).
    """

    action: Action
    share: float
    results: tuple[float, ...]


@record
class Thought:
    """The options, the best first (never empty), and the number of nodes.

    The best is the one with the greatest share, unless it `is_drawn`: at random from a mixed strategy, or by
    a careless level. With `is_certain` its result is proven. `joined` combines several searches of one
    position.
    """

    options: tuple[Option, ...]
    nodes: int
    is_drawn: bool = False
    is_certain: bool = False

    @property
    def best(self) -> Option:
        """The option with the most attention."""
        return self.options[0]


def joined(thoughts: Sequence[Thought]) -> Thought:
    """One thought from several searches of one position with other seeds, weighted by nodes.

    One that is certain decides. If most of them drew their best, the first that did so decides; otherwise the
    shares do.
    """
    nodes = sum(thought.nodes for thought in thoughts)
    certain = next((thought for thought in thoughts if thought.is_certain), None)
    if certain is not None:
        return replace(certain, nodes=nodes)
    drawn = [thought for thought in thoughts if thought.is_drawn]
    is_drawn = 2 * sum(thought.nodes + 1 for thought in drawn) > nodes + len(thoughts)
    heard = drawn[:1] if is_drawn else [thought for thought in thoughts if not thought.is_drawn]
    bests = {thought.best.action for thought in heard}
    options = _merged([(thought.nodes or 1, option) for thought in thoughts for option in thought.options])
    options.sort(key=lambda option: (option.action not in bests, -option.share))
    return Thought(tuple(options), nodes, is_drawn)


def _merged(weighed: Sequence[tuple[int, Option]]) -> list[Option]:
    """One option for each action, in order of appearance; shares add up to 1."""
    by_action: dict[Action, list[tuple[float, Option]]] = {}
    for nodes, option in weighed:
        by_action.setdefault(option.action, []).append((nodes * option.share, option))
    total = sum(weight for some in by_action.values() for weight, _option in some)
    return [_mean(some, total) for some in by_action.values()]


def _mean(some: Sequence[tuple[float, Option]], total: float) -> Option:
    share = sum(weight for weight, _option in some)
    if not share:
        return replace(some[0][1], share=0.0)
    columns = zip(*([weight * result for result in option.results] for weight, option in some), strict=True)
    return Option(some[0][1].action, share / total, tuple(sum(column) / share for column in columns))
