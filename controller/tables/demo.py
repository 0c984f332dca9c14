"""A game's demonstration in a terminal: its options, its course, and the words for its board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, Generic, TypeVar

from engines.game import Position
from engines.record import record

P = TypeVar("P", bound=Position[Any])

SIGNS_LEGEND: Final = "x is wrong, + is missing, ^ is to be lifted, * was played last."


@record
class DemoStyle(Generic[P]):
    """How one game is demonstrated.

    `legend` explains the board. `options` are set on the screen; the others keep their values. A mistake is
    made in `wrong_turn`, or in the next turn without a secret choice; in `second_thoughts_turn` a move is
    taken back by hand. With `says_all` an action is described together with its events. The board is shown
    every `shown_every` turns, and after events of the kinds `shown_at`. `words` describes the board if no
    drawing can. `nodes` is the number of search nodes per action of the better player while people wait.
    """

    legend: str = SIGNS_LEGEND
    options: Mapping[str, str] = field(default_factory=dict)
    wrong_turn: int = 9
    second_thoughts_turn: int | None = None
    says_all: bool = True
    shown_every: int = 1
    shown_at: frozenset[str] = frozenset()
    nodes: int = 1_000
    words: Callable[[P], Sequence[str]] | None = None

    def is_shown(self, turn: int, kinds: frozenset[str]) -> bool:
        """Whether the board is shown after a turn with events of these kinds."""
        return turn % self.shown_every == 0 or bool(kinds & self.shown_at)
