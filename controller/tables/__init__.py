"""The games on a table. `tables_for` is the one list of them."""

from __future__ import annotations

from typing import Any

from controller.tables.massai import MassaiTable
from controller.tables.masterplan import MasterplanTable
from controller.tables.table import GameTable, NoSuchPlace
from hardware.ports import Grid

TABLES: tuple[type[GameTable[Any]], ...] = (MasterplanTable, MassaiTable)


def tables_for(grid: Grid, cell_sites: int) -> dict[str, GameTable[Any]]:
    """The games that a table of this grid has room for, by name. Raises `NoSuchPlace` if there is none."""
    tables: dict[str, GameTable[Any]] = {}
    reasons = []
    for kind in TABLES:
        try:
            tables[kind.game.name] = kind(grid, cell_sites)
        except NoSuchPlace as error:
            reasons.append(str(error))
    if not tables:
        raise NoSuchPlace(" ".join(reasons))
    return tables
