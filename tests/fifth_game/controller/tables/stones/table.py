"""Stones on the table: nine cells in the south-west corner, each with its stone in the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from engines.stones.game import CELLS, GAME, Put, StonesPosition

from controller.model.view import BoardView, LitSites, Mark, Task
from controller.tables.choosing import Spoken
from controller.tables.help import Topic
from controller.tables.remarks import Remarks
from controller.tables.sensing import NO_KINDS, Movement, NoSuchPlace
from controller.tables.table import GameTable
from engines.game import Json
from hardware.ports import Grid, sites_in

SIDE = 3


class StonesTable(GameTable[Put, StonesPosition]):
    """See `GameTable`."""

    game = GAME
    remarks = Remarks(lambda position: "", lambda position, action: (), lambda position, name: iter(()))
    title = "Stones"
    summary = "Two players fill a board."
    options = ()
    lesson = ()
    supply = MappingProxyType({"stone black": 5, "stone white": 4})
    pieces = tuple(supply)
    is_one_piece_an_action = True

    def __init__(self, grid: Grid, cell_sites: int, pads: int = 0) -> None:
        super().__init__(grid, cell_sites, pads)
        if min(grid.columns, grid.rows) < SIDE * cell_sites:
            raise NoSuchPlace("Stones needs nine cells.")
        half = cell_sites // 2
        self._cells = {
            grid.site(column * cell_sites + half, row * cell_sites + half): CELLS[SIDE * row + column]
            for row in range(SIDE)
            for column in range(SIDE)
        }
        self._sites = {cell: site for site, cell in self._cells.items()}

    @cached_property
    def ground(self) -> int:
        return sum(self.cell_at(column, row) for column in range(SIDE) for row in range(SIDE))

    def closed(self, position: StonesPosition) -> int:
        return sum(1 << self._sites[cell] for cell in position.stones)

    def kind(self, position: StonesPosition, site: int) -> str:
        return f"stone {position.owner(self._cells[site])}"

    def candidates(
        self, position: StonesPosition, missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> Sequence[Put]:
        cells = [self._cells[site] for site in sites_in(extra) if site in self._cells]
        return [Put(cell) for cell in cells if cell not in position.stones]

    def touched(self, position: StonesPosition, action: Put) -> int:
        return 1 << self._sites[action.cell]

    def hands(self, position: StonesPosition, action: Put) -> tuple[Movement, ...]:
        return (Movement("put", self.touched(position, action), f"stone {position.turn}"),)

    def spoken(self, position: StonesPosition) -> tuple[Spoken[Put], ...]:
        return ()

    def tasks(self, position: StonesPosition) -> tuple[Task, ...]:
        return ()

    def name(self, player: str) -> str:
        return player.capitalize()

    def piece(self, position: StonesPosition, site: int) -> str:
        return "the stone"

    def place(self, site: int) -> str:
        return self._cells.get(site) or self.place_beyond(site)

    def sites(self, place: str) -> int:
        if place not in self._sites:
            raise NoSuchPlace(f"Stones has no place {place!r}")
        return 1 << self._sites[place]

    def objection(self, position: StonesPosition, site: int) -> str:
        return "A stone stands in the middle of its cell."

    def why(self, position: StonesPosition, events: Sequence[Json], sites: int) -> str:
        return ""

    def describe(self, action: Put) -> str:
        return f"Stone on {action.cell}"

    def describe_events(self, events: Sequence[Json]) -> str:
        return ""

    def prompt(self, position: StonesPosition) -> str:
        return "Set a stone on an empty cell."

    def help(self, position: StonesPosition | None) -> tuple[Topic, ...]:
        return (Topic("Aim", ("Fill the board.",)),)

    def marks(self, position: StonesPosition) -> BoardView:
        marks = tuple(
            Mark("disc", CELLS.index(cell) % SIDE + 0.5, CELLS.index(cell) // SIDE + 0.5, 0.7)
            for cell in position.stones
        )
        return BoardView(SIDE, SIDE, tuple("abc"), tuple("123"), marks)

    def corner(self, site: int) -> tuple[float, float, float]:
        column, row = self.grid.column_row(site)
        return column / self.cell_sites, row / self.cell_sites, 1 / self.cell_sites

    def cell_at(self, column: int, row: int) -> int:
        if not (0 <= column < SIDE and 0 <= row < SIDE):
            return 0
        side = range(self.cell_sites)
        west, south = column * self.cell_sites, row * self.cell_sites
        return sum(1 << self.grid.site(west + east, south + north) for east in side for north in side)

    def score_lights(self, position: StonesPosition) -> LitSites:
        return ()


TABLE = StonesTable
