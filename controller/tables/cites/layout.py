"""The layout of the lots of Cités Nouvelles on the table: four of 15 + 6 slots, and a pad for each seat.

The sheet is divided into fields of 2 × 2 sites, columns and rows from the south-west. A slot is the site in
the north-east of its field, so that free sites lie all around it. Slots 1 to 15 of a lot are for its
buildings by number, five in a row; 16 and 17 are for lawns, 18 and 19 for pools, 20 and 21 for trees. Below
the lots there is room for the pads, in the picture of the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from engines.cites.blocks import PER_KIND, SETS, Decorations, blocks_in
from engines.cites.points import ROOM_PER_TYPE
from hardware.ports import Grid
from texts import _, _c

FIELDS = 12
"""The number of fields along one side of the sheet."""

SITES = 2 * FIELDS
"""The number of sites along it."""

IN_A_ROW = 5
FIRST_DECORATION = PER_KIND + 1
SLOTS = PER_KIND + 3 * ROOM_PER_TYPE
"""The number of slots of a lot."""

LOTS = {"M": (0, 8), "P": (6, 8), "H": (0, 3), "T": (6, 3)}
"""The field of each lot's first decoration: its buildings stand north of it."""

PAD_FIELDS = 3
"""The width of each pad in the picture, in fields, in the two rows at the south."""

TYPE_WORDS = (_("lawn"), _("pool"), _("tree"))
TYPE_SIGNS = (_c("sign of a lawn", "L"), _c("sign of a pool", "P"), _c("sign of a tree", "T"))
"""The letter on a free slot."""

Slot = tuple[str, int]
"""A lot and the number of a slot."""


def field(slot: Slot) -> tuple[int, int]:
    """The column and row of a slot's field."""
    lot, number = slot
    column, row = LOTS[lot]
    if number > PER_KIND:
        return column + number - FIRST_DECORATION, row
    down, along = divmod(number - 1, IN_A_ROW)
    return column + along, row + 3 - down


def slots_on(grid: Grid) -> dict[Slot, int]:
    """The site of every slot, on a sufficiently large table."""
    sites = {}
    for lot in SETS:
        for number in range(1, SLOTS + 1):
            column, row = field((lot, number))
            sites[lot, number] = grid.site(2 * column + 1, 2 * row + 1)
    return sites


@lru_cache(maxsize=1024)
def standing(kind: int, lot: int, decorations: Decorations) -> Mapping[int, int]:
    """The blocks on a lot, by slot number. `kind` is the lot's set; decorations that do not fit are left
    out."""
    stand = {}
    for block in blocks_in(lot >> PER_KIND * kind & (1 << PER_KIND) - 1):
        stand[block + 1] = PER_KIND * kind + block
    first = FIRST_DECORATION
    for _word, of_type in decorations.types:
        for place, block in enumerate(blocks_in(lot & of_type)[:ROOM_PER_TYPE]):
            stand[first + place] = block
        first += ROOM_PER_TYPE
    return MappingProxyType(stand)


def type_of(number: int) -> int | None:
    """The type of decoration for a slot; `None` for a building's."""
    return (number - FIRST_DECORATION) // ROOM_PER_TYPE if number > PER_KIND else None


def pad_words(seat: int) -> str:
    """The pad of a seat's number in words."""
    return _("pad {number}", number=seat + 1)


def place_words(slot: Slot) -> str:
    """A slot in words."""
    lot, number = slot
    of_type = type_of(number)
    if of_type is None:
        return _("slot {lot}{number}", lot=lot, number=number)
    nth = (number - FIRST_DECORATION) % ROOM_PER_TYPE + 1
    return _("{what} {nth} of lot {lot}", what=TYPE_WORDS[of_type], nth=nth, lot=lot)
