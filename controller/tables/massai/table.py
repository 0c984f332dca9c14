"""Massaï on the table: eight by six cells of 3 × 3 sites with the hut in the middle. Row a lies in the west.

Secrets (the set-up, attacks, guards) are chosen on the screen, behind a cover; hands build and move. It also
works with one site a cell.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb
from types import MappingProxyType

from controller.model.view import BoardView, Choice, Lit, LitSites, Mark, Meaning, Task
from controller.tables.choosing import Selection, Spoken
from controller.tables.drawing import Gain, gained
from controller.tables.help import Topic
from controller.tables.massai import choices, reasons
from controller.tables.massai import help as massai_help
from controller.tables.massai.demo import DEMO
from controller.tables.massai.emblem import EMBLEM
from controller.tables.massai.lesson import LESSON
from controller.tables.massai.prospects import prospects
from controller.tables.massai.why import why
from controller.tables.massai.words import (
    PLAYER_NAMES,
    describe,
    describe_events,
    must_pass,
    prompt,
    prompt_alone,
)
from controller.tables.pieces import CALLED, SIDES
from controller.tables.remarks import Remarks
from controller.tables.sensing import NO_KINDS, Movement, NoSuchPlace
from controller.tables.table import GameOption, GameTable
from controller.tables.trials import Trials
from controller.tables.wording import FITS_NO_RULE
from engines.game import Json
from engines.grid import DIRECTIONS
from engines.massai.actions import (
    ALL_HUTS,
    BUILDS,
    MOVES,
    PASS,
    PLAYERS,
    Build,
    GamePhase,
    MassaiAction,
    Move,
    Setup,
)
from engines.massai.game import GAME, MassaiPosition
from engines.massai.huts import CELLS, COLUMNS, NAMES, ROWS, STRIDE, chain, split
from hardware.ports import Grid, sites_in
from texts import _, _c

COMPASS = {way: SIDES[side] for side, way in DIRECTIONS.items()}
"""The edge of a cell, by the direction from its middle."""

ONE_ROW = (1 << len(COLUMNS)) - 1
"""All cells of the first row."""

MOST_DIVISIONS = 20
"""The most ways to divide new huts between the players that are told apart."""


class MassaiTable(GameTable[MassaiAction, MassaiPosition]):
    """See `GameTable`. Places are `c4`: a cell, and the site in its middle."""

    game = GAME
    remarks = Remarks(reasons.no_hint, reasons.reasons, prospects, denials=reasons.denials)
    demo = DEMO
    trials = Trials(("", "all_fifteen=true", "orthogonal=true"))
    emblem = EMBLEM
    title = "Massaï"
    is_one_piece_an_action = True
    is_one_action_a_turn = True
    summary = _("Two players. First to join the river banks with a chain of huts.")
    options = (
        GameOption(
            "orthogonal",
            _("Huts touch"),
            ((False, _("by a side or a corner")), (True, _("only where side by side"))),
        ),
        GameOption(
            "all_fifteen",
            _("All 15 huts"),
            ((False, _("win nothing alone")), (True, _("on the board win too"))),
        ),
    )
    lesson = LESSON
    supply = MappingProxyType({"hut dark": ALL_HUTS, "hut light": ALL_HUTS})
    pieces = tuple(supply)

    def __init__(self, grid: Grid, cell_sites: int, pads: int = 0) -> None:
        super().__init__(grid, cell_sites, pads)
        columns, rows_ = len(ROWS) * cell_sites, len(COLUMNS) * cell_sites
        if grid.columns < columns or grid.rows < rows_:
            raise NoSuchPlace(
                f"Massaï needs {columns} × {rows_} sites ({cell_sites} a side for each cell); "
                f"the table has {grid.columns} × {grid.rows}."
            )
        self._sites = {cell: self._middle(cell) for cell in NAMES}
        self._cells = {site: cell for cell, site in self._sites.items()}
        self._sites_in_row = [
            [
                sum(1 << self._sites[cell] for cell in split(some << STRIDE * row))
                for some in range(ONE_ROW + 1)
            ]
            for row in range(len(ROWS))
        ]
        self._sites_of = lru_cache(maxsize=4096)(self._sites_in)
        """The sites of cells. Cached: one judgement needs the same ones repeatedly."""

    def _middle(self, cell: int) -> int:
        x, y = choices.column_row(cell)
        return self.grid.site(
            self.cell_sites * x + self.cell_sites // 2, self.cell_sites * y + self.cell_sites // 2
        )

    # Positions and sites

    def actor(self, position: MassaiPosition, action: MassaiAction) -> str | None:
        """See `GameTable.actor`. Either player may set up first, regardless of the turn."""
        return action.player if isinstance(action, Setup) else position.turn

    def closed(self, position: MassaiPosition) -> int:
        """See `GameTable.closed`. Before both set-ups are in, no hut stands."""
        dark, light = position.huts
        return self._sites_of(dark | light)

    @cached_property
    def ground(self) -> int:
        """See `GameTable.ground`."""
        return sum(1 << site for site in range(self.grid.size) if self._cell_around(site) is not None)

    def _sites_in(self, cells: int) -> int:
        sites = 0
        for row in self._sites_in_row:
            sites |= row[cells & ONE_ROW]
            cells >>= STRIDE
        return sites

    def _cells_of(self, sites: int) -> int:
        cells, cell_on = 0, self._cells
        for site in sites_in(sites):
            cells |= cell_on.get(site, 0)
        return cells

    def kind(self, position: MassaiPosition, site: int) -> str:
        """See `GameTable.kind`."""
        owner = _owner(position, self._cells.get(site, 0))
        return f"hut {owner}" if owner else ""

    def exchanged(self, before: MassaiPosition, after: MassaiPosition) -> int:
        """See `GameTable.exchanged`: an attacked hut that the attacker replaces."""
        (dark, light), (dark_after, light_after) = before.huts, after.huts
        return self._sites_of(dark & light_after | light & dark_after)

    def candidates(
        self, position: MassaiPosition, missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> Sequence[MassaiAction]:
        """See `GameTable.candidates`. A hut is built or, when all are on the board, moved: never both."""
        if position.phase is not GamePhase.TURN:
            return ()
        own = position.huts[position.mover]
        if kinds:
            piece = f"hut {PLAYERS[position.mover]}"
            extra &= ~sum(1 << site for site, kind in kinds.items() if kind != piece)
        goals = self._cells_of(extra)
        if own.bit_count() < ALL_HUTS:
            free = position.touching(own) & ~(position.huts[0] | position.huts[1])
            return [BUILDS[cell] for cell in split(goals & free)]
        starts = self._cells_of(missing) & own
        return [MOVES[hut][goal] for hut, free in position.moves(starts) for goal in split(goals & free)]

    def is_out_of_reach(self, position: MassaiPosition, missing: int, extra: int) -> bool:
        """See `GameTable.is_out_of_reach`."""
        return not self._may_act(position, missing, extra.bit_count())

    def may_leave_new(self, position: MassaiPosition, missing: int, extra: int) -> bool:
        """See `GameTable.may_leave_new`."""
        return any(self._may_act(position, missing, actions) for actions in range(1, extra.bit_count()))

    def _may_act(self, position: MassaiPosition, missing: int, actions: int) -> bool:
        """Whether so many actions may explain all missing huts. The players act in turn, and each action
        covers one new cell. A player builds with all but those by which the missing huts move, which they do
        only after the last is built."""
        for player, huts in enumerate(position.huts):
            gone = (missing & self._sites_of(huts)).bit_count()
            built, left = _share(position, player, actions) - gone, ALL_HUTS - huts.bit_count()
            if not 0 <= built <= left or (gone and built != left):
                return False
        return True

    def outcomes(self, position: MassaiPosition, missing: int, extra: int) -> Collection[Hashable] | None:
        """See `GameTable.outcomes`: the huts of both players. It is known how many of the new ones are whose
        (see `is_out_of_reach`), and each touches another of its player's."""
        dark, light = position.huts
        cells, kept = self._cells_of(extra), ~self._cells_of(missing)
        of_dark, of_light = cells & ~_joined(position, light, cells), cells & ~_joined(position, dark, cells)
        either = list(split(cells & ~of_dark & ~of_light))
        more = _share(position, 0, extra.bit_count()) - of_dark.bit_count()
        if of_dark & of_light or not 0 <= more <= len(either):
            return ()
        if comb(len(either), more) > MOST_DIVISIONS:
            return None
        ends = []
        for some in combinations(either, more):
            for_dark = of_dark | sum(some)
            for_light = cells & ~for_dark
            halves = ((dark, for_dark), (light, for_light))
            if all(_joined(position, huts, new) == new for huts, new in halves):
                ends.append((dark & kept | for_dark, light & kept | for_light))
        return ends

    def half_done(
        self, position: MassaiPosition, missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> int:
        """See `GameTable.half_done`: a hut that its player has lifted to move it, when all are on the
        board."""
        own = position.huts[position.mover]
        if position.phase is not GamePhase.TURN or own.bit_count() < ALL_HUTS or missing & (missing - 1):
            return 0
        return 0 if extra else missing & self._sites_of(own)

    def touched(self, position: MassaiPosition, action: MassaiAction) -> int:
        """See `GameTable.touched`. The changes of an attack are requested by the table, not played by
        hand."""
        if isinstance(action, Build):
            return 1 << self._sites[action.cell]
        if isinstance(action, Move):
            return 1 << self._sites[action.start] | 1 << self._sites[action.goal]
        return 0

    def hands(self, position: MassaiPosition, action: MassaiAction) -> tuple[Movement, ...]:
        """See `GameTable.hands`."""
        kind = f"hut {position.turn}"
        match action:
            case Build(cell):
                return (Movement("put", self._sites_of(cell), kind),)
            case Move(start, goal):
                lift, put = self._sites_of(start), self._sites_of(goal)
                return (Movement("lift", lift, kind), Movement("put", put, kind))
        return ()

    def is_taken_back_by_hand(self, action: MassaiAction) -> bool:
        """See `GameTable.is_taken_back_by_hand`. Huts that an attack exchanged look unchanged."""
        return isinstance(action, Build | Move)

    def has_secrets(self, position: MassaiPosition) -> bool:
        """See `GameTable.has_secrets`: the set-up, attacks and guards."""
        return True

    # Choices on the screen

    def spoken(self, position: MassaiPosition) -> tuple[Spoken[MassaiAction], ...]:
        """See `GameTable.spoken`. A player passes only if nothing else is possible."""
        if must_pass(position):
            return (Spoken(Choice("pass", _c("action", "Pass")), PASS, "turn"),)
        return ()

    def selections(self, position: MassaiPosition) -> tuple[Selection, ...]:
        """See `GameTable.selections`."""
        return choices.selections(position)

    def selected(self, position: MassaiPosition, selection: Selection, chosen: Sequence[str]) -> MassaiAction:
        """See `GameTable.selected`."""
        return choices.selected(selection, chosen)

    def selecting(
        self, position: MassaiPosition, action: MassaiAction
    ) -> tuple[Selection, tuple[str, ...]] | None:
        """See `GameTable.selecting`."""
        return choices.selecting(position, action)

    # Requests and their words

    def tasks(self, position: MassaiPosition) -> tuple[Task, ...]:
        """See `GameTable.tasks`. The rules require nothing beyond the changes of an action."""
        return ()

    def edge(self, seat: str) -> str:
        """See `Drawing.edge`: row a, Dark's bank, lies in the west."""
        return "west" if seat == PLAYERS[0] else "east"

    def placing(self, position: MassaiPosition, site: int) -> tuple[Meaning, str | None]:
        """See `GameTable.placing`: in the colour of the hut's owner."""
        return Meaning.MARKER, _owner(position, self._cells[site])

    def piece(self, position: MassaiPosition, site: int) -> str:
        """See `GameTable.piece`."""
        owner = _owner(position, self._cells.get(site, 0))
        return CALLED[f"hut {owner}"] if owner else _("the piece")

    def objection(self, position: MassaiPosition, site: int) -> str:
        """See `GameTable.objection`."""
        cell = self._cells.get(site)
        if cell is None:
            return _("A hut stands on the middle of its cell.")
        return self.against(position, BUILDS[cell]) or FITS_NO_RULE

    def place(self, site: int) -> str:
        """See `GameTable.place`."""
        around = self._cell_around(site)
        if around is None:
            return self.place_beyond(site)
        cell, edge = around
        return _("{cell} {spot}", cell=NAMES[cell], spot=edge) if edge else NAMES[cell]

    def _cell_around(self, site: int) -> tuple[int, str] | None:
        """The cell around a site, and the site's edge of it; `None` beside the board."""
        column, row = self.grid.column_row(site)
        (x, east), (y, north) = divmod(column, self.cell_sites), divmod(row, self.cell_sites)
        if x >= len(ROWS) or y >= len(COLUMNS):
            return None
        half = self.cell_sites // 2
        return choices.cell_at(x, y), COMPASS.get((east - half, north - half), "")

    def spot(self, site: int) -> str:
        """See `GameTable.spot`."""
        return self.place(site)

    def sites(self, place: str) -> int:
        """See `GameTable.sites`."""
        if place not in CELLS:
            raise NoSuchPlace(f"Massaï has no place {place!r}: places are cells like c4, from a1 to h6")
        return self._sites_of(CELLS[place])

    def describe(self, action: MassaiAction) -> str:
        """See `GameTable.describe`. Of a secret it says only that it exists."""
        return describe(action)

    def describe_events(self, events: Sequence[Json]) -> str:
        """See `GameTable.describe_events`."""
        return describe_events(events)

    def why(self, position: MassaiPosition, events: Sequence[Json], sites: int) -> str:
        """See `GameTable.why`."""
        cell = self._cells_of(sites)
        if not cell or position.phase is GamePhase.SETUP:
            return ""
        return why(position, events, cell, self.against(position, BUILDS[cell]))

    def scored(self, events: Sequence[Json]) -> Mapping[int, Gain]:
        """See `GameTable.scored`: the huts that an attack took off, and the one won by it."""
        if not any(event["kind"] == "reveal" for event in events):
            return {}
        points = {"off": -1, "hut": 1}
        return {
            self.sites(event["cell"]).bit_length() - 1: Gain(event["player"], gained(points[event["kind"]]))
            for event in events
            if event["kind"] in points
        }

    def help(self, position: MassaiPosition | None) -> tuple[Topic, ...]:
        """See `GameTable.help`."""
        return massai_help.topics(None if position is None else position)

    def name(self, player: str) -> str:
        """See `GameTable.name`."""
        return PLAYER_NAMES[player]

    def headline(self, position: MassaiPosition) -> str:
        """See `GameTable.headline`. Huts may still have to be lifted when the game is won."""
        outcome = position.outcome()
        if outcome is not None and outcome.winner is not None:
            return _("{player} wins", player=self.name(outcome.winner))
        if position.phase is GamePhase.GUARDS:
            return _("{player} to guard", player=self.name(position.turn or ""))
        return super().headline(position)

    def covered(self, position: MassaiPosition) -> str:
        """See `GameTable.covered`: an attack is announced."""
        if position.phase is not GamePhase.GUARDS:
            return ""
        return _("{player} is attacked.", player=self.name(position.turn or ""))

    def prompt(self, position: MassaiPosition) -> str:
        """See `GameTable.prompt`."""
        return prompt(position)

    def prompt_alone(self, position: MassaiPosition) -> str:
        """See `GameTable.prompt_alone`."""
        return prompt_alone(position)

    # Pictures

    def marks(self, position: MassaiPosition) -> BoardView:
        """See `GameTable.marks`. The huts of a winning chain are framed."""
        joined = _winning_chain(position)
        marks = tuple(
            _hut_mark(cell, player, is_joined=bool(cell & joined))
            for player, huts in zip(PLAYERS, position.huts, strict=True)
            for cell in split(huts)
        )
        return BoardView(len(ROWS), len(COLUMNS), tuple(ROWS), tuple(COLUMNS), marks)

    def corner(self, site: int) -> tuple[float, float, float]:
        """See `GameTable.corner`."""
        x, y = self.grid.column_row(site)
        return x / self.cell_sites, y / self.cell_sites, 1 / self.cell_sites

    def cell_at(self, column: int, row: int) -> int:
        """See `GameTable.cell_at`."""
        if not (0 <= column < len(ROWS) and 0 <= row < len(COLUMNS)):
            return 0
        return self._sites_of(choices.cell_at(column, row))

    def score_lights(self, position: MassaiPosition) -> LitSites:
        """See `GameTable.score_lights`: the winning chain, on all sites of its cells, because its huts cover
        some of the lights."""
        chain_ = _winning_chain(position)
        lit = Lit(Meaning.SCORE, _owner(position, chain_))
        return tuple((site, lit) for cell in split(chain_) for site in self._whole_cell(cell))

    def _whole_cell(self, cell: int) -> list[int]:
        x, y = choices.column_row(cell)
        side = range(self.cell_sites)
        return [
            self.grid.site(self.cell_sites * x + east, self.cell_sites * y + north)
            for north, east in product(side, side)
        ]


@lru_cache(maxsize=256)
def _hut_mark(cell: int, player: str, *, is_joined: bool) -> Mark:
    column, row = choices.column_row(cell)
    shape, size = ("hut joined", 1.0) if is_joined else ("hut", 0.72)
    return Mark(shape, column + 0.5, row + 0.5, size, player)


def _share(position: MassaiPosition, player: int, actions: int) -> int:
    """How many of the next actions are a player's: they take turns."""
    return (actions + (player == position.mover)) // 2


def _joined(position: MassaiPosition, huts: int, cells: int) -> int:
    """Those of the cells that chains of huts on them may join to these huts."""
    joined, touching = 0, position.touching
    while more := touching(huts | joined) & cells & ~joined:
        joined |= more
    return joined


def _owner(position: MassaiPosition, cells: int) -> str | None:
    """The owner of the huts on some of these cells, if any."""
    return next((p for p, huts in zip(PLAYERS, position.huts, strict=True) if huts & cells), None)


def _winning_chain(position: MassaiPosition) -> int:
    """The shortest chain by which the winner joins the banks; empty if the game ended otherwise."""
    if position.ended is None or position.ended.winner is None:
        return 0
    return chain(position.huts[PLAYERS.index(position.ended.winner)], position.touching)


TABLE = MassaiTable
