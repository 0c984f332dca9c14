"""The printed board on the simulated table: its game, its language, and the places of its pads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from controller.boards.games import board_of
from controller.boards.languages import in_words_of
from controller.boards.plate import Plate
from controller.boards.shapes import Drawing
from controller.screens.layout.picture import Box
from controller.screens.layout.table_geometry import TableGeometry
from controller.simulation.window.picture import PadTile
from controller.tables.table import GameTable
from controller.view.language import catalogue
from hardware.simulated.pads import SimulatedPads

PAD_SITES: Final = 2.3
"""How wide a tile on a pad is seen, in sites: a little wider than it is, to be read."""


@dataclass(frozen=True, eq=False)
class BoardSheet:
    """One game's board in a language."""

    table: GameTable[Any, Any]
    language: str

    @cached_property
    def plate(self) -> Plate:
        """The places of its cells and sites."""
        return Plate.of(self.table)

    @cached_property
    def drawing(self) -> Drawing:
        """The printed drawing."""
        return in_words_of(board_of(self.table), catalogue(self.language))

    def pad_boxes(self, geometry: TableGeometry, pads: int) -> tuple[Box, ...]:
        """The places of the tiles on this many pads; empty in a game without pads."""
        count = pads if self.table.tiles.need_readers else 0
        return tuple(self._pad_box(geometry, pad) for pad in range(count))

    def _pad_box(self, geometry: TableGeometry, pad: int) -> Box:
        left, foot, width = self.table.corner(self.table.grid.size + pad)
        return geometry.around(*self.plate.overlay.point(left + width / 2, foot + width / 2), PAD_SITES)


def tiles_on(pads: SimulatedPads, boxes: Sequence[Box]) -> tuple[PadTile, ...]:
    """The tiles on the pads, each in the pad's box."""
    lying = ((pads.tile_on(pad), box) for pad, box in enumerate(boxes))
    return tuple((tile.kind, box) for tile, box in lying if tile is not None)
