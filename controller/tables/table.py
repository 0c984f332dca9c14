"""The contract of a game on a table, by roles.

The sites, and what a change of them can mean, are its `Sensing`; the words its `Wording`; the picture its
`Drawing`; the choices on the screen its `Choosing`. Hands of tiles, if it has any, are `HandsOfTiles`.

One folder beside this file keeps it for each game. Tracker, session and screens know the games by this
contract only.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self, TypeVar

from controller.model.view import Task
from controller.tables.choosing import Choosing
from controller.tables.drawing import Drawing
from controller.tables.hands import HandsOfTiles
from controller.tables.remarks import Remarks
from controller.tables.tiles import Tiles
from controller.tables.wording import Wording
from engines.game import Action, Game, Json, Position

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position[Any])


@dataclass(frozen=True, slots=True)
class Option:
    """A choice before a game starts: a header's option, its label, and its values with their labels, default
    first."""

    name: str
    label: str
    values: tuple[tuple[Any, str], ...]


LOT: Final = "lot"
"""The value of an option that is drawn by lot when the game begins."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What was drawn by lot: the options with it, and a sentence that tells it. Where players draw their
    colours, `starter` is the seat of whoever touched Start."""

    options: Mapping[str, Any]
    words: str
    starter: str | None = None


class GameTable(Wording[A, P], Drawing[A, P], Choosing[A, P]):
    """A game laid on a grid of sites: what it is called, begins with and asks for, and its roles."""

    game: Game[A]
    remarks: Remarks[A, P]
    tiles: HandsOfTiles[P] = HandsOfTiles()
    options: tuple[Option, ...]
    tray: tuple[str, ...] | None = None
    """What people take pieces from at the simulated table, where that is not simply each of the `pieces`."""

    def knowing(self, tiles: Tiles) -> Self:
        """The same table for players whose set of pieces differs from the usual one, if it matters."""
        return self

    def offered(self, options: Mapping[str, Any]) -> tuple[Option, ...]:
        """The options with the values that there are beside those chosen."""
        return self.options

    def draw(self, options: Mapping[str, Any], lot: int) -> Draw | None:
        """What a lot, a number at random, decides of the options; `None` where nothing is drawn by lot."""
        return None

    def header(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The header of a game with these options, as the rule page gives it. What is to be drawn by lot is
        as if nobody had chosen it."""
        return {"game": self.game.name, "options": dict(options)}

    def from_tray(self, position: P, kind: str, elsewhere: Container[str] = ()) -> str:
        """The piece that somebody takes who wants one of this kind of the `tray`; those `elsewhere` are not
        at hand."""
        return kind

    @abstractmethod
    def tasks(self, position: P) -> tuple[Task, ...]:
        """What the rules ask for now and the table may say, the most urgent first."""

    def reminders(self, before: P, after: P) -> tuple[Task, ...]:
        """What is to be done after an action, or after one was taken back, that no sensor can tell: markers
        on what was closed before."""
        return ()

    reminds_for_ms: int | None = None
    """So long the table shows its `reminders`; `None`: until somebody says that it is done, or acts."""

    def gains(self, event: Json) -> Mapping[str, int]:
        """The points that something which happened gave, by player."""
        points = event.get("points", 0)
        if isinstance(points, Mapping):
            return points
        player = event.get("player") or event.get("side")
        return {player: points} if player and points else {}
