"""Masterplan on the table: cells of 3 × 3 sites; the middle holds a park or a tower, the edge has the spots
of a house.

On a table with one site a cell that site stands for the whole cell, and the screen asks for the spot.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from controller.model.view import BoardView, Choice, Lit, LitSites, Mark, Meaning, Task
from controller.tables.choosing import Spoken
from controller.tables.drawing import Gain, gained
from controller.tables.help import Topic
from controller.tables.masterplan import help as masterplan_help
from controller.tables.masterplan import reasons
from controller.tables.masterplan.demo import DEMO
from controller.tables.masterplan.emblem import EMBLEM
from controller.tables.masterplan.lesson import LESSON
from controller.tables.masterplan.prospects import prospects
from controller.tables.masterplan.why import why
from controller.tables.masterplan.words import (
    HOUSE_ASKED,
    MIDDLE,
    NAMES,
    SPOT_SIGNS,
    SPOT_WORDS,
    WAYS_TO_SCORE,
    describe,
    describe_events,
    nothing_in_the_middle,
    place_words,
)
from controller.tables.pieces import CALLED
from controller.tables.remarks import Remarks
from controller.tables.sensing import NO_KINDS, Movement, NoSuchPlace
from controller.tables.table import LOT, Draw, GameOption, GameTable
from controller.tables.trials import Trials
from controller.tables.wording import FITS_NO_RULE
from engines.game import Json
from engines.grid import DIRECTIONS, Cells, each
from engines.masterplan.board import (
    BOARD,
    HOUSES_EACH,
    PARKS,
    PLAYERS,
    SPOTS,
    TOWERS,
    Built,
    Homes,
    cells_of,
    home,
)
from engines.masterplan.game import GAME
from engines.masterplan.notation import Done, House, MasterplanAction, Park, Take, Tower
from engines.masterplan.position import MasterplanPosition
from hardware.ports import Grid, sites_in
from texts import _, _c

CELLS = 8


class MasterplanTable(GameTable[MasterplanAction, MasterplanPosition]):
    """See `GameTable`. Places are `d4.ne` for a spot and `e5` for the middle of a cell."""

    game = GAME
    remarks = Remarks(reasons.no_hint, reasons.reasons, prospects, denials=reasons.denials, lead=2)
    demo = DEMO
    trials = Trials(("", "assist=false", "overlap=choice", "assist=false overlap=choice"))
    emblem = EMBLEM
    title = "Masterplan"
    summary = _("Two builders: houses score beside parks and towers.")
    options = (
        GameOption(
            "assist",
            _("Parks and towers"),
            ((True, _("the table shows them")), (False, _("no help from the table"))),
        ),
        GameOption(
            "overlap",
            _("If both are due"),
            (("park", _c("if both are due", "park")), ("choice", _("player decides"))),
        ),
        GameOption("colours", _("Colours"), (("agreed", _("agreed")), (LOT, _("drawn by lot")))),
    )
    lesson = LESSON
    ways_to_score = WAYS_TO_SCORE
    supply = MappingProxyType(
        {"house white": HOUSES_EACH, "house yellow": HOUSES_EACH, "park": PARKS, "tower": TOWERS}
    )
    pieces = tuple(supply)
    is_one_piece_an_action = True

    def __init__(self, grid: Grid, cell_sites: int, pads: int = 0) -> None:
        super().__init__(grid, cell_sites, pads)
        wanted = CELLS * cell_sites
        if grid.columns < wanted or grid.rows < wanted:
            raise NoSuchPlace(
                f"Masterplan needs {wanted} × {wanted} sites ({cell_sites} a side for each cell); "
                f"the table has {grid.columns} × {grid.rows}."
            )
        self._sites = {(cell, spot): self._site(cell, spot) for cell in BOARD.names for spot in SPOT_WORDS}
        self._places: dict[int, tuple[str, str]] = {}
        for place, site in self._sites.items():
            self._places.setdefault(site, place)
        self._house_sites = {
            home(cell, spot): 1 << self._sites[cell, spot] for cell in BOARD.names for spot in SPOTS
        }
        self._middle_sites = {BOARD.cell[cell]: 1 << self._sites[cell, MIDDLE] for cell in BOARD.names}
        self._set_down = {site: self._set_down_on(*place) for site, place in self._places.items()}
        self._taken = {site: Take(cell) for site, (cell, _spot) in self._places.items()}
        self._latest = (0, 0, 0)
        # One judgement needs the same positions repeatedly.
        self._closed = lru_cache(maxsize=4096)(self._sites_of)

    def _site(self, cell: str, spot: str) -> int:
        column, row = _column_row(cell)
        if self.cell_sites == 1:
            return self.grid.site(column, row)
        east, north = DIRECTIONS.get(spot, (0, 0))
        return self.grid.site(3 * column + 1 + east, 3 * row + 1 + north)

    def draw(self, options: Mapping[str, Any], lot: int) -> Draw | None:
        """See `GameTable.draw`: the players' colours. Source: the sheet, "Préparation"."""
        if options["colours"] != LOT:
            return None
        starter = PLAYERS[lot % len(PLAYERS)]
        told = _("Drawn by lot: whoever touched Start plays {player}.", player=self.name(starter))
        return Draw({**options, "colours": "agreed"}, told, starter)

    def header(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """See `GameTable.header`. White begins, whoever plays White."""
        return super().header({name: value for name, value in options.items() if name != "colours"})

    # Positions and sites

    def closed(self, position: MasterplanPosition) -> int:
        """See `GameTable.closed`."""
        white, yellow = position.homes
        return self._closed(white | yellow, position.park_cells | position.tower_cells)

    def _sites_of(self, houses: Homes, tiles: Cells) -> int:
        """The sites of houses and tiles, by what is changed since another position was asked about: most
        positions follow from one another. No two pieces of a position share a site."""
        latest_houses, latest_tiles, sites = self._latest
        for house in each(houses ^ latest_houses):
            sites ^= self._house_sites[house]
        for cell in each(tiles ^ latest_tiles):
            sites ^= self._middle_sites[cell]
        self._latest = houses, tiles, sites
        return sites

    @cached_property
    def ground(self) -> int:
        """See `GameTable.ground`."""
        return sum(1 << site for site in self._places)

    def ignored(self, position: MasterplanPosition) -> int:
        """See `GameTable.ignored`. With more parks than tiles some parks are lights only, but it is unknown
        which."""
        if position.park_cells.bit_count() <= PARKS:
            return 0
        return sum(self._middle_sites[cell] for cell in each(position.park_cells))

    def kind(self, position: MasterplanPosition, site: int) -> str:
        """See `GameTable.kind`."""
        cell = BOARD.cell[self._places[site][0]]
        if cell & position.park_cells:
            return "park"
        if cell & position.tower_cells:
            return "tower"
        for player, homes in zip(PLAYERS, position.homes, strict=True):
            if cell & cells_of(homes):
                return f"house {player}"
        return ""

    def candidates(
        self, position: MasterplanPosition, missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> Sequence[MasterplanAction]:
        """See `GameTable.candidates`."""
        room = position.room
        actions = [
            action
            for site in sites_in(extra)
            for action, cell in self._set_down.get(site, ())
            if cell & room[type(action)]
            and (site not in kinds or kinds[site] == self._piece_of(position, action))
        ]
        if position.is_scoring_towers:
            actions += [self._taken[site] for site in sites_in(missing & self.liftable(position))]
        return actions

    def hopeless(self, position: MasterplanPosition, extra: int) -> int:
        """See `GameTable.hopeless`."""
        places = [(1 << site, *self._places.get(site, ("", ""))) for site in sites_in(extra)]
        builds = [cell for _site, cell, spot in places if cell and spot != MIDDLE]
        houses, pieces = position.prospects(builds)
        if self.cell_sites == 1:
            houses |= pieces  # the one site of a cell stands for any piece there
        return sum(
            site
            for site, cell, spot in places
            if not cell or not BOARD.cell[cell] & (pieces if spot == MIDDLE else houses)
        )

    def outcomes(self, position: MasterplanPosition, missing: int, extra: int) -> Collection[Hashable] | None:
        """See `GameTable.outcomes`. The towers are taken in any order, when the last pieces are set."""
        return ("scored",) if position.is_scoring_towers and not extra else None

    def unowned(self, position: MasterplanPosition) -> Hashable:
        """See `GameTable.unowned`. What the houses claim does not depend on whose they are."""
        white, yellow = position.homes
        pieces = (white | yellow, position.park_cells, position.tower_cells, position.overdue_cells)
        return *pieces, position.towers_left, position.stage

    def liftable(self, position: MasterplanPosition) -> int:
        """See `GameTable.liftable`: the towers."""
        return self._closed(0, position.tower_cells)

    def _set_down_on(self, cell: str, spot: str) -> list[tuple[MasterplanAction, Cells]]:
        """The possible pieces on a place, and its cell."""
        pieces: list[MasterplanAction] = [Park(cell), Tower(cell)]
        if self.cell_sites == 1:
            pieces += [House(cell, each) for each in SPOTS]
        elif spot != MIDDLE:
            pieces = [House(cell, spot)]
        return [(piece, BOARD.cell[cell]) for piece in pieces]

    def actor(self, position: MasterplanPosition, action: MasterplanAction) -> str | None:
        """See `GameTable.actor`. With `assist: false` the next player's house ends a turn with forgotten
        pieces."""
        if isinstance(action, House):
            return PLAYERS[position.next_builder]
        return position.turn

    def touched(self, position: MasterplanPosition, action: MasterplanAction) -> int:
        """See `GameTable.touched`."""
        if isinstance(action, Done):
            return 0
        return 1 << self._sites[action.cell, action.spot if isinstance(action, House) else MIDDLE]

    def hands(self, position: MasterplanPosition, action: MasterplanAction) -> tuple[Movement, ...]:
        """See `GameTable.hands`."""
        sites = self.touched(position, action)
        piece = self._piece_of(position, action)
        if isinstance(action, Park) and action.cell in self._untiled(position):
            return ()
        return (Movement("lift" if isinstance(action, Take) else "put", sites, piece),) if piece else ()

    def _piece_of(self, position: MasterplanPosition, action: MasterplanAction) -> str:
        """The kind of an action's piece; empty for the end of a turn."""
        match action:
            case House():
                return f"house {self.actor(position, action)}"
            case Park():
                return "park"
            case Tower() | Take():
                return "tower"
        return ""

    def spoken(self, position: MasterplanPosition) -> tuple[Spoken[MasterplanAction], ...]:
        """See `GameTable.spoken`. With `assist: false` the mover may end the turn with forgotten pieces."""
        done = (Spoken(Choice("done", _("End the turn")), Done(), "turn"),) if position.may_end_turn else ()
        return (
            *done,
            *(
                Spoken(Choice(f"park-{cell}", _("Park on {cell}", cell=cell)), Park(cell))
                for cell in self._untiled(position)
            ),
        )

    def _untiled(self, position: MasterplanPosition) -> tuple[str, ...]:
        """The cells that need a park when all tiles are used up: people touch them on the screen."""
        is_told = position.options.assist and not position.hand["park"]
        return position.required_parks if is_told else ()

    # Requests and their words

    def tasks(self, position: MasterplanPosition) -> tuple[Task, ...]:
        """See `GameTable.tasks`."""
        if position.is_scoring_towers and position.towers:
            overdue = self._required(position) if position.options.assist else ()
            return (
                *overdue,
                *(
                    self._task(Meaning.LIFT, _("Lift the tower on {cell}", cell=cell), cell)
                    for cell in position.towers
                ),
            )
        return self._required(position) if position.options.assist else ()

    def _required(self, position: MasterplanPosition) -> tuple[Task, ...]:
        parks, towers = position.required_parks, position.required_towers
        return (
            *(self._task(Meaning.PARK, _park_asked(cell, towers), cell) for cell in parks),
            *(
                self._task(Meaning.TOWER, _("Tower on {cell}", cell=cell), cell)
                for cell in towers
                if cell not in parks
            ),
        )

    def _task(self, meaning: Meaning, words: str, cell: str) -> Task:
        return Task(meaning, 1 << self._sites[cell, MIDDLE], words)

    def piece(self, position: MasterplanPosition, site: int) -> str:
        """See `GameTable.piece`."""
        kind = self.kind(position, site)
        return CALLED[kind] if kind else _("the piece")

    def objection(self, position: MasterplanPosition, site: int) -> str:
        """See `GameTable.objection`."""
        cell, spot = self._places[site]
        if position.is_scoring_towers:
            action: MasterplanAction = House(cell, SPOTS[0])
        elif spot == MIDDLE and self.cell_sites > 1 and not BOARD.cell[cell] & position.house_cells:
            if not BOARD.cell[cell] & (position.ground.parks | position.ground.towers):
                return nothing_in_the_middle(cell)
            action = Park(cell)
        else:
            action = House(cell, spot if spot in SPOTS else SPOTS[0])
        return self.against(position, action) or FITS_NO_RULE

    def place(self, site: int) -> str:
        """See `GameTable.place`."""
        if site not in self._places:
            return self.place_beyond(site)
        cell, spot = self._places[site]
        return cell if self.cell_sites == 1 else place_words(cell, spot)

    def spot(self, site: int) -> str:
        """See `GameTable.spot`."""
        cell, spot = self._places[site]
        return cell if self.cell_sites == 1 else SPOT_SIGNS[spot]

    def sites(self, place: str) -> int:
        """See `GameTable.sites`."""
        cell, dot, spot = place.partition(".")
        if cell not in BOARD.cell or (dot and spot not in SPOTS):
            raise NoSuchPlace(
                f"Masterplan has no place {place!r}: places are like d4.ne (a spot) and e5 (a cell)"
            )
        return 1 << self._sites[cell, spot or MIDDLE]

    def describe(self, action: MasterplanAction) -> str:
        """See `GameTable.describe`."""
        return describe(action)

    def describe_events(self, events: Sequence[Json]) -> str:
        """See `GameTable.describe_events`."""
        return describe_events(events)

    def why(self, position: MasterplanPosition, events: Sequence[Json], sites: int) -> str:
        """See `GameTable.why`."""
        site = next((site for site in sites_in(sites) if site in self._places), None)
        if site is None:
            return ""
        cell = self._places[site][0]
        refusal = self.against(position, House(cell, SPOTS[0]))
        return why(position, events, cell, refusal)

    def scored(self, events: Sequence[Json]) -> Mapping[int, Gain]:
        """See `GameTable.scored`: the houses around a park, or around a tower with what they are worth there,
        and the tower itself."""
        gains = {}
        for event in events:
            is_tower = event["kind"] == "take"
            for house in event.get("houses", ()):
                text = str(house["points"]) if is_tower else gained(house["points"])
                gains[self._home(house["cell"], house["spot"])] = Gain(house["player"], text)
            for player, points in event["points"].items() if is_tower else ():
                if points:
                    gains[self._sites[event["cell"], MIDDLE]] = Gain(player, gained(points))
        return gains

    def _home(self, cell: str, spot: str) -> int:
        """The site of a house."""
        place = cell if self.cell_sites == 1 else f"{cell}.{spot}"
        return self.sites(place).bit_length() - 1

    def help(self, position: MasterplanPosition | None) -> tuple[Topic, ...]:
        """See `GameTable.help`."""
        return masterplan_help.topics(None if position is None else position)

    def name(self, player: str) -> str:
        """See `GameTable.name`."""
        return NAMES[player]

    def headline(self, position: MasterplanPosition) -> str:
        """See `GameTable.headline`."""
        return super().headline(position) if position.turn else _("Score the towers")

    def prompt(self, position: MasterplanPosition) -> str:
        """See `GameTable.prompt`."""
        if position.may_end_turn:
            return _("Parks and towers, or the next house")
        if position.turn is None:
            return _("Lift the towers, one by one")
        return HOUSE_ASKED[position.turn]

    # Pictures

    def marks(self, position: MasterplanPosition) -> BoardView:
        """See `GameTable.marks`."""
        marks = [
            *map(_house_mark, position.houses),
            *(_tile_mark("park", cell) for cell in position.parks),
            *(_tile_mark("tower", cell) for cell in position.towers),
        ]
        numbers = tuple(str(number + 1) for number in range(CELLS))
        return BoardView(CELLS, CELLS, tuple("abcdefgh"), numbers, tuple(marks))

    def corner(self, site: int) -> tuple[float, float, float]:
        """See `GameTable.corner`."""
        x, y = self.grid.column_row(site)
        return x / self.cell_sites, y / self.cell_sites, 1 / self.cell_sites

    def cell_at(self, column: int, row: int) -> int:
        """See `GameTable.cell_at`."""
        if not (0 <= column < CELLS and 0 <= row < CELLS):
            return 0
        cell = f"{'abcdefgh'[column]}{row + 1}"
        sites = 0
        for spot in SPOT_WORDS:
            sites |= 1 << self._sites[cell, spot]
        return sites

    def score_lights(self, position: MasterplanPosition) -> LitSites:
        """See `GameTable.score_lights`. The figures walk clockwise from a1, each on its own site of an edge
        cell."""
        score = position.score()
        side = 0 if self.cell_sites == 1 else 2
        figures = tuple(
            (self._track(score[player], side * (player == "yellow")), Lit(Meaning.SCORE, player))
            for player in ("white", "yellow")
        )
        # The light replaces a missing tile.
        return (*((site, Lit(Meaning.LAST)) for site in sites_in(self.ignored(position))), *figures)

    def _track(self, points: int, along: int) -> int:
        """The outermost site of the edge cell of a figure with these points; `along` is its place in the
        walk."""
        leg, step = divmod(points % (4 * (CELLS - 1)), CELLS - 1)
        walked, last = self.cell_sites * step + along, self.cell_sites * CELLS - 1
        x, y = [(0, walked), (walked, last), (last, last - walked), (last - walked, 0)][leg]
        return self.grid.site(x, y)


def _park_asked(cell: str, towers: Sequence[str]) -> str:
    """The request for a park, on a cell that may need a tower as well."""
    if cell in towers:
        return _("Park or tower on {cell}", cell=cell)
    return _("Park on {cell}", cell=cell)


@lru_cache(maxsize=1024)
def _house_mark(house: Built) -> Mark:
    column, row = _column_row(house.cell)
    east, north = DIRECTIONS[house.spot]
    return Mark("house", column + 0.5 + east / 3, row + 0.5 + north / 3, 1 / 3, house.player)


@lru_cache(maxsize=128)
def _tile_mark(shape: str, cell: str) -> Mark:
    column, row = _column_row(cell)
    return Mark(shape, column + 0.5, row + 0.5, 1.0)


def _column_row(cell: str) -> tuple[int, int]:
    return ord(cell[0]) - ord("a"), int(cell[1]) - 1


TABLE = MasterplanTable
