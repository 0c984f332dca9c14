"""What comes of thinking: actions with what is expected of them, and how much may be thought."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from engines.game import Action


class Level(Enum):
    """How well an opponent plays. The value is its name in settings, journal and notation."""

    EASY = "easy"
    MEDIUM = "medium"
    STRONG = "strong"


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is thought: at most so many `nodes` (new states looked at), and until `is_over` says so.

    With `nodes` alone the same seed gives the same choice on every machine. `is_over` is asked at every walk
    down the tree: it is where the time, and a takeback, end the thinking.
    """

    nodes: int
    is_over: Callable[[], bool] = _never


@dataclass(frozen=True, slots=True)
class Option:
    """An action that was thought of.

    `share` is how much of the thinking went to it or, where a secret is chosen, how probably it should be
    chosen; `results` the expected result by side, from 0 (lost) to 1 (won).
    """

    action: Action
    share: float
    results: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """The options, the best first (never empty), and how many nodes were looked at.

    Thoughts of several searches of one position are one thought: see `joined`.
    """

    options: tuple[Option, ...]
    nodes: int

    @property
    def best(self) -> Option:
        """The option that got most of the attention."""
        return self.options[0]
