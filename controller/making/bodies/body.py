"""The common parts of the bodies of pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from controller.making.bodies.outlines import disc
from controller.making.bodies.solid import Feature, Outline, Pane, Solid
from engines.record import record

PLAY: Final = 0.2
"""A pocket is wider than its magnet by this much."""
GLUE: Final = 0.1
"""A pocket is deeper than its magnet by this much."""

Marks = Mapping[str, str]
"""The marks on pieces that are not marked as usual (`controller.tables.tiles`)."""

Magnet = tuple[float, float]
"""A disc magnet: its diameter and height."""


@record
class Body:
    """A body: the game, its name in files, how many are printed, and what a finger feels.

    `magnet` is the diameter and height of its magnet, none for what is not sensed; `below_mm` is from the
    board to the magnet's lower side.
    """

    game: str
    name: str
    count: int
    feel: str
    solid: Solid
    magnet: Magnet | None = None
    below_mm: float = 0.0


@record
class Bodies:
    """The bodies of a game: its magnet, how many of them by the rules, and which pieces they are in. `pieces`
    makes them with the marks of an edition."""

    magnet: Magnet
    magnets: int
    note: str
    pieces: Callable[[Marks], Iterator[Body]]

    @property
    def magnet_size(self) -> str:
        """In words, in mm."""
        diameter, height = self.magnet
        return f"{diameter:g} × {height:g}"


def pocket(magnet: Magnet) -> Feature:
    """The room of a magnet."""
    diameter, height = magnet
    return Feature(disc(diameter + PLAY), -(height + GLUE))


def standing(
    magnet: Magnet, foot: Outline, *stack: tuple[float, Outline], above: tuple[Feature, ...] = ()
) -> Solid:
    """A body that stands on its foot, with its pocket below."""
    return Solid((Pane(foot, above, (pocket(magnet),)),), stack)


def plain(foot: Outline, *stack: tuple[float, Outline], above: tuple[Feature, ...] = ()) -> Solid:
    """A body without a magnet."""
    return Solid((Pane(foot, above),), stack)


def shrunk(outline: Outline, share: float) -> Outline:
    """An outline about its middle, smaller."""
    return tuple((round(x * share, 4), round(y * share, 4)) for x, y in outline)
