"""How a game on a table is shown: the board picture, and lights of its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from controller.model.view import BoardView, LitSites, Mark, Meaning
from controller.tables.sensing import Sensing
from engines.game import Action, Json, Position
from engines.record import record

A = TypeVar("A", bound=Action)
P = TypeVar("P", bound=Position[Any])


@record
class Gain:
    """The score of a piece: its player, and the points as they are shown beside it (`+2`); without a text the
    piece is shown alone."""

    player: str | None
    text: str = ""


def gained(points: int) -> str:
    """Points as they are shown where they arise."""
    return f"+{points}" if points >= 0 else f"\N{MINUS SIGN}{-points}"


def emblem(columns: int, rows: int, *marks: Mark) -> BoardView:
    """A small board picture without names along its edges."""
    return BoardView(columns, rows, ("",) * columns, ("",) * rows, marks)


class BoardDrawing(Sensing[A, P]):
    """The picture of a game."""

    emblem: BoardView | None = None
    """A small picture of the game, made of its own pieces, for menus."""

    @abstractmethod
    def marks(self, position: P) -> BoardView:
        """The board picture with its pieces, without signs."""

    def picture(self, position: P, actions: Sequence[A]) -> BoardView:
        """The board picture, `marks`, with details that only the past actions know."""
        return self.marks(position)

    def colour(self, kind: str) -> str:
        """The name of the colour of a kind of piece: its player, or its own (`signs.piece_colour`)."""
        return kind.rpartition(" ")[2]

    @abstractmethod
    def corner(self, site: int) -> tuple[float, float, float]:
        """The place of a site in the board picture: its south-west corner and its width, in cells."""

    @cached_property
    def corners(self) -> Sequence[tuple[float, float, float]]:
        """The `corner` of each site, those of the pads too: a cleared board has more than a hundred signs."""
        return [self.corner(site) for site in range(self.grid.size + self.pads)]

    @abstractmethod
    def cell_at(self, column: int, row: int) -> int:
        """The sites of a cell of the board picture; empty outside the board."""

    @abstractmethod
    def score_lights(self, position: P) -> LitSites:
        """The score as lights on the board."""

    def edge(self, seat: str) -> str:
        """The edge of the board at which a seat sits: `south`, `west`, `north` or `east`."""
        return "south"

    def placing(self, position: P, site: int) -> tuple[Meaning, str | None]:
        """How a missing piece is requested after an action: the light's meaning, and its player's colour."""
        return Meaning.PLACE, None

    def scored(self, events: Sequence[Json]) -> Mapping[int, Gain]:
        """The sites that have scored in an action, each with its gain, so that people see why."""
        return {}
