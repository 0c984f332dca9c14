"""Forma on the table: 20 × 20 cells of one site. An element has a magnet in each of its squares.

A marker may have a magnet or none: the sites of enclosed cells are ignored, and their markers are requested
without a check. Sensors do not distinguish an obstacle from the tower: people are asked until the tower
stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

from controller.model.view import BoardView, Choice, Lit, LitSites, Meaning, Task
from controller.tables.choosing import Selection, Spoken
from controller.tables.drawing import Gain, gained
from controller.tables.forma import elements, reasons, words
from controller.tables.forma import help as forma_help
from controller.tables.forma.bridges import chains
from controller.tables.forma.demo import DEMO
from controller.tables.forma.emblem import EMBLEM
from controller.tables.forma.layout import SiteMap, middle_of, names
from controller.tables.forma.lesson import LESSON
from controller.tables.forma.picture import picture
from controller.tables.forma.pieces import OBSTACLE, TOWER, as_played, enclosed_cells, marker_tasks
from controller.tables.forma.prospects import prospects
from controller.tables.forma.setting_up import Piece, arrangements
from controller.tables.forma.why import why
from controller.tables.help import Topic
from controller.tables.lazy import Lazy
from controller.tables.remarks import Remarks
from controller.tables.sensing import NO_KINDS, Movement, NoSuchPlace
from controller.tables.table import LOT, Draw, GameOption, GameTable
from controller.tables.trials import Trials
from controller.tables.wording import FITS_NO_RULE
from engines.forma.actions import START, WITHDRAWALS, EndSetup, FormaAction, Obstacle, Place, Tower, Withdraw
from engines.forma.board import BOARD, COLOURS, FITTER, MARKERS_EACH, OBSTACLES, beside, touching
from engines.forma.game import GAME
from engines.forma.polyominoes import CODES, LARGEST
from engines.forma.position import FormaPosition
from engines.forma.side import Stage
from engines.game import Json
from engines.grid import Cells, each
from engines.record import replace
from hardware.ports import Grid, sites_in
from texts import _, _c, joined

MOST_JOINED = 2 * LARGEST
"""Up to this many new connected squares may be quickly set elements; more are a disturbed board."""


@cache
def _misfit(code: str, left: int) -> Choice:
    """An element that may not fit, of which this many are left."""
    return Choice(f"misfit-{code}", code if left == 1 else f"{code} × {left}", shape=elements.squares(code))


class FormaTable(GameTable[FormaAction, FormaPosition]):
    """See `GameTable`. Places are cells, `c3`."""

    game = GAME
    remarks = Remarks(reasons.no_hint, reasons.reasons, prospects, denials=reasons.denials, lead=15)
    demo = DEMO
    trials = Trials(("", "players=4"), own_table=("table.columns = 20", "table.rows = 20", "table.pads = 0"))
    emblem = EMBLEM
    title = "Forma"
    summary = _("Two or four players: place elements, enclose cells, build bridges.")
    options = (
        GameOption("players", _("Players"), ((2, _("two, two colours each")), (4, _("four")))),
        GameOption(
            "contact", _("Obstacles"), (("corner", _("never touch")), ("side", _("may meet at corners")))
        ),
        GameOption("first", _c("player", "First"), (*words.NAMES.items(), (LOT, _("drawn by lot")))),
    )
    lesson = LESSON
    ways_to_score = words.WAYS_TO_SCORE
    pieces = (
        *(f"element {colour}" for colour in COLOURS),
        OBSTACLE,
        TOWER,
        *(f"marker {colour}" for colour in COLOURS),
    )
    supply = MappingProxyType(
        {OBSTACLE: OBSTACLES, TOWER: 1} | {f"marker {colour}": MARKERS_EACH for colour in COLOURS}
    )
    most_changes = 26
    reminds_for_ms = 10_000

    def __init__(self, grid: Grid, cell_sites: int, pads: int = 0) -> None:
        super().__init__(grid, cell_sites, pads)
        self._layout = SiteMap(grid)

    def offered(self, options: Mapping[str, Any]) -> tuple[GameOption, ...]:
        """See `GameTable.offered`. With two players each is named by the first of their colours."""
        *others, first = self.options
        players = COLOURS[: options["players"]]
        values = tuple(value for value in first.values if value[0] in (*players, LOT))
        return (*others, replace(first, values=values))

    def draw(self, options: Mapping[str, Any], lot: int) -> Draw | None:
        """See `GameTable.draw`: the first player. Source: the sheet, "Début de la partie"."""
        if options["first"] != LOT:
            return None
        first = COLOURS[lot % options["players"]]
        return Draw({**options, "first": first}, _("Drawn by lot: {player} begins.", player=self.name(first)))

    def header(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """See `GameTable.header`. A player who begins with one colour begins with the other too."""
        players, first = options["players"], options["first"]
        return {
            "game": self.game.name,
            "players": players,
            "options": {"contact": options["contact"]},
            "first": COLOURS[0 if first == LOT else COLOURS.index(first) % players],
        }

    # Positions and sites

    def closed(self, position: FormaPosition) -> int:
        """See `GameTable.closed`. The piece on an enclosed cell is unknown."""
        cells = position.obstacles | position.tower
        for side in position.sides:
            cells |= side.elements
        return self._layout.sites(cells)

    @cached_property
    def ground(self) -> int:
        """See `GameTable.ground`."""
        return self._layout.board

    def ignored(self, position: FormaPosition) -> int:
        """See `GameTable.ignored`."""
        return self._layout.sites(enclosed_cells(position))

    def differing(self, position: FormaPosition, board: int, kinds: Mapping[int, str] = NO_KINDS) -> int:
        """See `GameTable.differing`. A player's two colours are one."""
        return super().differing(position, board, self.as_played(position, kinds))

    def as_played(self, position: FormaPosition, kinds: Mapping[int, str]) -> Mapping[int, str]:
        """See `GameTable.as_played`."""
        return as_played(position, kinds)

    def kind(self, position: FormaPosition, site: int) -> str:
        """See `GameTable.kind`."""
        cell = self._layout.cells(1 << site)
        if cell & position.obstacles:
            return OBSTACLE
        if cell & position.tower:
            return TOWER
        for player, side in zip(position.players, position.sides, strict=True):
            if cell & side.elements:
                return f"element {player}"
        return ""

    def candidates(
        self, position: FormaPosition, missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> Sequence[FormaAction]:
        """See `GameTable.candidates`. A lifted piece is no action."""
        cells, kinds = self._layout.cells(extra) & position.free, as_played(position, kinds)
        if position.stage is Stage.SETUP:
            return [
                action
                for cell in each(cells)
                for action, kind in ((Tower(cell), TOWER), (Obstacle(cell), OBSTACLE))
                if self._read_as(cell, kinds) in (None, kind) and position.may_set_up(action)
            ]
        if position.stage is Stage.OVER:
            return []
        cells = self._playable(position, cells, kinds)
        reserve = position.side.reserve
        whole = (part for part in elements.joined(cells) if part.bit_count() <= MOST_JOINED)
        return Lazy(Place(element) for part in whole for element in elements.elements_on(part, reserve))

    def on_exactly(
        self, position: FormaPosition, sites: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> Sequence[FormaAction]:
        """See `GameTable.on_exactly`."""
        if not self.has_large_pieces(position):
            return super().on_exactly(position, sites, kinds)
        cells = self._layout.cells(sites)
        code = None if sites & ~self._layout.board else FITTER.code_of(cells)
        if code is None or not position.side.reserve[code] or position.stage is Stage.OVER:
            return []
        played = as_played(position, kinds)
        return [Place(cells)] if self._playable(position, cells & position.free, played) == cells else []

    def _playable(self, position: FormaPosition, cells: Cells, kinds: Mapping[int, str]) -> Cells:
        """The cells without those on which a reader has identified another piece than an element of the
        mover."""
        if not kinds:
            return cells
        own = f"element {position.turn}"
        return cells & ~sum(cell for cell in each(cells) if self._read_as(cell, kinds) not in (None, own))

    def _read_as(self, cell: Cells, kinds: Mapping[int, str]) -> str | None:
        """The kind of piece that a reader has identified on a cell."""
        return kinds.get(sites_in(self._layout.sites(cell))[0]) if kinds else None

    def near(self, position: FormaPosition, extra: int, sites: int) -> int:
        """See `GameTable.near`. An element is joined."""
        if not self.has_large_pieces(position):
            return extra
        cells, joined = self._layout.cells(extra), self._layout.cells(sites)
        while (more := (joined | beside(joined)) & cells) != joined:
            joined = more
        return self._layout.sites(joined)

    def liftable(self, position: FormaPosition) -> int:
        """See `GameTable.liftable`. No action lifts a piece."""
        return 0

    def is_out_of_reach(self, position: FormaPosition, missing: int, extra: int) -> bool:
        """See `GameTable.is_out_of_reach`. In the set-up no two of the new pieces may touch."""
        if missing or position.stage is not Stage.SETUP:
            return bool(missing)
        cells = self._layout.cells(extra)
        return bool(cells & (~position.room() | touching(cells, position.rules.contact)))

    def has_large_pieces(self, position: FormaPosition) -> bool:
        """See `GameTable.has_large_pieces`."""
        return position.stage is not Stage.SETUP

    def may_be_one_piece(self, position: FormaPosition, one: int, other: int) -> bool:
        """See `GameTable.may_be_one_piece`. An element's ends are at most four steps apart."""
        if position.stage is Stage.SETUP:
            return super().may_be_one_piece(position, one, other)
        columns = self.grid.columns
        return abs(other // columns - one // columns) + abs(other % columns - one % columns) < LARGEST

    def most_steps(self, position: FormaPosition) -> int:
        """See `GameTable.most_steps`. The rules need longer for an element than for a house, and longest for
        bridges."""
        return 20

    def is_order_free(self, position: FormaPosition) -> bool:
        """See `GameTable.is_order_free`."""
        return position.stage is Stage.SETUP

    def arrangements(
        self, position: FormaPosition, sites: Sequence[int], kinds: Mapping[int, str] = NO_KINDS
    ) -> Iterator[tuple[FormaAction, ...]]:
        """See `GameTable.arrangements`."""
        played = as_played(position, kinds)
        pieces = [Piece(self._layout.cells(1 << site), played.get(site)) for site in sites]
        return arrangements(position, pieces)

    def doubt(self, position: FormaPosition, actions: Sequence[FormaAction]) -> str:
        """See `GameTable.doubt`. On the edge only an obstacle may stand; but perhaps the tower was meant."""
        if position.stage is not Stage.SETUP or position.tower:
            return ""
        cells = sum(action.cell for action in actions if isinstance(action, Obstacle))
        return _("{cells}: the white tower may not stand there. Is it an obstacle?", cells=names(cells))

    def touched(self, position: FormaPosition, action: FormaAction) -> int:
        """See `GameTable.touched`."""
        match action:
            case Place():
                return self._layout.sites(action.cells)
            case Obstacle() | Tower():
                return self._layout.sites(action.cell)
        return 0

    def hands(self, position: FormaPosition, action: FormaAction) -> tuple[Movement, ...]:
        """See `GameTable.hands`."""
        sites = self.touched(position, action)
        match action:
            case Place():
                return (Movement("put", sites, f"element {position.turn}"),)
            case Obstacle():
                return (Movement("put", sites, OBSTACLE),)
            case Tower():
                return (Movement("put", sites, TOWER),)
        return ()

    def takes_back_by_hand(self, position: FormaPosition) -> bool:
        """See `GameTable.takes_back_by_hand`. The set-up may be changed freely; after it the touch-move rule
        holds."""
        return position.stage is Stage.SETUP

    def is_taken_back_by_hand(self, action: FormaAction) -> bool:
        """See `GameTable.is_taken_back_by_hand`."""
        return not isinstance(action, EndSetup | Withdraw)

    # Actions only on the screen

    def spoken(self, position: FormaPosition) -> tuple[Spoken[FormaAction], ...]:
        """See `GameTable.spoken`."""
        if position.may_set_up(START):
            return (Spoken(Choice("start", _c("button", "Start"), place="hint"), START, "turn"),)
        return ()

    def selections(self, position: FormaPosition) -> tuple[Selection, ...]:
        """See `GameTable.selections`. The mover names a misfit, from all remaining elements."""
        if position.stage not in (Stage.TURN, Stage.SECOND):
            return ()
        counts = zip(CODES, position.side.reserve, strict=True)
        items = tuple([_misfit(code, left) for code, left in counts if left])
        question = _("Which element does not fit? It leaves the game")
        button = Choice("misfit", _("Does not fit"))
        return (Selection("misfit", position.turn, question, items, 1, 1, button=button, has_board=False),)

    def selected(self, position: FormaPosition, selection: Selection, chosen: Sequence[str]) -> FormaAction:
        """See `GameTable.selected`."""
        return WITHDRAWALS[CODES.index(chosen[0].removeprefix("misfit-"))]

    def selecting(
        self, position: FormaPosition, action: FormaAction
    ) -> tuple[Selection, tuple[str, ...]] | None:
        """See `GameTable.selecting`."""
        if not isinstance(action, Withdraw):
            return None
        return self.selections(position)[0], (f"misfit-{CODES[action.code]}",)

    # Requests and their words

    def tasks(self, position: FormaPosition) -> tuple[Task, ...]:
        """See `GameTable.tasks`. Forma requires nothing; its markers are reminders."""
        return ()

    def reminders(self, before: FormaPosition, after: FormaPosition) -> tuple[Task, ...]:
        """See `GameTable.reminders`."""
        return marker_tasks(before, after, self._layout)

    def piece(self, position: FormaPosition, site: int) -> str:
        """See `GameTable.piece`."""
        kind = self.kind(position, site)
        return self.call(kind) if kind else _("the piece")

    def objection(self, position: FormaPosition, site: int) -> str:
        """See `GameTable.objection`."""
        return self.objection_to(position, 1 << site)

    def objection_to(self, position: FormaPosition, sites: int) -> str:
        """See `GameTable.objection_to`."""
        cells = self._layout.cells(sites)
        if sites & ~self._layout.board:
            return _("The board ends before it.")
        if position.stage is Stage.SETUP:
            action: FormaAction = Obstacle(cells)
        elif unlike := words.unlike_an_element(cells):
            return unlike
        else:
            action = Place(cells)
        return self.against(position, action) or FITS_NO_RULE

    def misfit(self, position: FormaPosition, sites: int, kind: str) -> str:
        """See `GameTable.misfit`. A marker depends on no turn: it belongs where its player has enclosed."""
        (played,) = as_played(position, {0: kind}).values()
        if played.startswith("marker "):
            return words.marker_misfit(position, played.removeprefix("marker "))
        return super().misfit(position, sites, kind)

    def groups(self, position: FormaPosition, sites: int) -> Sequence[int]:
        """See `GameTable.groups`."""
        layout = self._layout
        if position.stage is Stage.SETUP:
            return super().groups(position, sites)
        cells = layout.cells(sites)
        found = [part for side in position.sides for part in elements.joined(cells & side.elements)]
        others = cells & position.free
        single = list(each(cells & (position.obstacles | position.tower)))
        outside = super().groups(position, sites & ~layout.board)
        return [*map(layout.sites, [*found, *single, *elements.near(others)]), *outside]

    def place(self, site: int) -> str:
        """See `GameTable.place`."""
        cell = self._layout.cells(1 << site)
        return names(cell) if cell else self.place_beyond(site)

    def places(self, sites: int) -> str:
        """See `GameTable.places`."""
        on_board, beyond = names(self._layout.cells(sites)), sites & ~self._layout.board
        return (
            joined(" ", filter(None, [on_board, *map(self.place, sites_in(beyond))])) if beyond else on_board
        )

    def sites(self, place: str) -> int:
        """See `GameTable.sites`."""
        if place not in BOARD.cell:
            raise NoSuchPlace(f"Forma has no place {place!r}: places are cells, a1 to t20")
        return self._layout.sites(BOARD.cell[place])

    def describe(self, action: FormaAction) -> str:
        """See `GameTable.describe`."""
        return words.describe(action)

    def describe_all(self, actions: Sequence[FormaAction]) -> str:
        """See `GameTable.describe_all`."""
        return words.count(actions) or super().describe_all(actions)

    def describe_events(self, events: Sequence[Json]) -> str:
        """See `GameTable.describe_events`."""
        return words.describe_events(events)

    def why(self, position: FormaPosition, events: Sequence[Json], sites: int) -> str:
        """See `GameTable.why`."""
        cell = self._layout.cells(sites)
        return why(position, events, names(cell)) if cell else ""

    def scored(self, events: Sequence[Json]) -> Mapping[int, Gain]:
        """See `GameTable.scored`: what was enclosed, and the element with its bridges."""
        points: dict[str, int] = {}
        element = ""
        for event in events:
            if event["kind"] == "element":
                enclosed = [one["cell"] for one in events if one["kind"].startswith("enclosed")]
                element = middle_of(event["cells"], enclosed)
            if "points" in event:
                cell = event.get("cell", element)
                points[cell] = points.get(cell, 0) + event["points"]
        player = events[0].get("player")
        return {self.sites(cell).bit_length() - 1: Gain(player, gained(points[cell])) for cell in points}

    def help(self, position: FormaPosition | None) -> tuple[Topic, ...]:
        """See `GameTable.help`."""
        return forma_help.topics(None if position is None else position)

    def name(self, player: str) -> str:
        """See `GameTable.name`."""
        return words.NAMES[player]

    def headline(self, position: FormaPosition) -> str:
        """See `GameTable.headline`."""
        if position.stage is Stage.SETUP:
            return _("{player} sets up", player=self.name(str(position.turn)))
        return super().headline(position)

    def prompt(self, position: FormaPosition) -> str:
        """See `GameTable.prompt`."""
        return words.prompt(position)

    def sheet(self, position: FormaPosition) -> tuple[str, ...]:
        """See `GameTable.sheet`."""
        return words.sheet(position)

    # Pictures

    def marks(self, position: FormaPosition) -> BoardView:
        """See `GameTable.marks`."""
        return picture(position)

    def picture(self, position: FormaPosition, actions: Sequence[FormaAction]) -> BoardView:
        """See `GameTable.picture`."""
        return picture(position, actions)

    def corner(self, site: int) -> tuple[float, float, float]:
        """See `GameTable.corner`."""
        column, row = self._layout.column_row(site)
        return column, row, 1

    def cell_at(self, column: int, row: int) -> int:
        """See `GameTable.cell_at`."""
        return self._layout.sites(self._layout.cell(column, row))

    def score_lights(self, position: FormaPosition) -> LitSites:
        """See `GameTable.score_lights`: the bridges, in their owners' colours."""
        return tuple(
            (site, Lit(Meaning.SCORE, player))
            for player, side in zip(position.players, position.sides, strict=True)
            for site in sites_in(self._layout.sites(chains(side.squares, side.bridges)))
        )


TABLE = FormaTable
