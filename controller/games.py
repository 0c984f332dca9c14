"""The games on a table."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from controller.tables.sensing import NoSuchPlace
from controller.tables.table import GameTable
from controller.tables.tiles import NO_TILES, Marking, Tiles
from engines.names import NAMES
from hardware.ports import Grid

TABLES: tuple[type[GameTable[Any, Any]], ...] = tuple(
    import_module(f"controller.tables.{name}.table").TABLE for name in NAMES
)
"""Each is the `TABLE` of its module `controller/tables/NAME/table.py`."""

KINDS = frozenset(kind for table in TABLES for kind in table.pieces)
"""Every kind of piece that a tag may identify."""


SINGLES = tuple(kind for table in TABLES for kind in table.singles)
"""The pieces of which there is only one, in their order."""

MARKINGS: tuple[Marking, ...] = tuple(table.marking for table in TABLES if table.marking is not None)
"""The marks on pieces that differ between editions, for each game that has such."""


def tables_for(
    grid: Grid, cell_sites: int, pads: int = 0, tiles: Tiles = NO_TILES
) -> dict[str, GameTable[Any, Any]]:
    """The games that fit on a table of this grid with this many tag readers beside it, by name.

    Raises `NoSuchPlace` if there is none.
    """
    tables: dict[str, GameTable[Any, Any]] = {}
    reasons = []
    for kind in TABLES:
        try:
            tables[kind.game.name] = kind(grid, cell_sites, pads).knowing(tiles)
        except NoSuchPlace as error:
            reasons.append(str(error))
    if not tables:
        raise NoSuchPlace(" ".join(reasons))
    return tables
