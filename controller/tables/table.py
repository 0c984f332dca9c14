"""The contract of a game on a table, by roles.

The sites, and what a change of them can mean, are its `Sensing`; the words its `Wording`; the picture its
`BoardDrawing`; the choices on the screen its `Choosing`. Hands of tiles, if it has any, are `HandsOfTiles`.

One folder beside this file keeps it for each game. Tracker, session and screens know the games by this
contract only.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Self, TypeVar

from controller.model.view import Task
from controller.tables.choosing import Choosing
from controller.tables.demo import DemoStyle
from controller.tables.drawing import BoardDrawing
from controller.tables.hands import HandsOfTiles
from controller.tables.lesson import LessonStep
from controller.tables.remarks import Remarks
from controller.tables.tiles import Marking, Tiles
from controller.tables.trials import Trials
from controller.tables.wording import Wording
from engines.game import Action, Game, Json, Position
from engines.record import record

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position[Any])


@record
class GameOption:
    """A choice before a game starts: a header's option, its label, and its values with their labels, default
    first."""

    name: str
    label: str
    values: tuple[tuple[Any, str], ...]


LOT: Final = "lot"
"""The value of an option that is drawn by lot at the start."""


@record
class Draw:
    """The result of a lot: the options with it, and a sentence about it. If players draw their colours,
    `starter` is the seat of the person who touched Start."""

    options: Mapping[str, Any]
    words: str
    starter: str | None = None


class GameTable(Wording[A, P], BoardDrawing[A, P], Choosing[A, P]):
    """A game laid on a grid of sites: what it is called, begins with and asks for, and its roles."""

    game: Game[A]
    remarks: Remarks[A, P]
    tiles: HandsOfTiles[P] = HandsOfTiles()
    options: tuple[GameOption, ...]
    demo: DemoStyle[P] = DemoStyle()
    trials: Trials = Trials()
    marking: Marking | None = None
    singles: tuple[str, ...] = ()
    """The pieces of which there is only one, so that each has a tag of its own."""
    lesson: tuple[LessonStep, ...]
    ways_to_score: Mapping[str, str] = MappingProxyType({})
    """The lines of the score sheet, by kind of event, where a game has several ways to score; `end` for what
    the end of the game takes off."""
    supply: Mapping[str, int] = MappingProxyType({})
    """The number of pieces of each kind in the game, of those that are counted."""

    def knowing(self, tiles: Tiles) -> Self:
        """The table for players with this set of pieces."""
        return self

    def offered(self, options: Mapping[str, Any]) -> tuple[GameOption, ...]:
        """The options with the values available beside those chosen."""
        return self.options

    def draw(self, options: Mapping[str, Any], lot: int) -> Draw | None:
        """The options decided by lot, from a random number; `None` if nothing is drawn."""
        return None

    def header(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The header of a game with these options, in the format of the rule page. Options to be drawn by lot
        count as not chosen."""
        return {"game": self.game.name, "options": dict(options)}

    @abstractmethod
    def tasks(self, position: P) -> tuple[Task, ...]:
        """The requirements of the rules that the table may state now, the most urgent first."""

    def reminders(self, before: P, after: P) -> tuple[Task, ...]:
        """Tasks after an action, or after its takeback, that no sensor can check: markers on cells closed
        before."""
        return ()

    reminds_for_ms: int | None = None
    """How long the table shows its `reminders`; `None`: until someone confirms them, or acts."""

    def gains(self, event: Json) -> Mapping[str, int]:
        """The points of an event, by player."""
        points = event.get("points", 0)
        if isinstance(points, Mapping):
            return points
        player = event.get("player") or event.get("side")
        return {player: points} if player and points else {}
