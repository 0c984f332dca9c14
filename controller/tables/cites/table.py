"""Cités Nouvelles on the table: blocks on four lots with presence sensors, tiles on pads with tag readers.

The players hold their tiles; the table learns of a tile when it lies on a pad, where it is played or shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Self

from controller.model.view import BoardView, Lit, LitSites, Meaning, Task
from controller.tables.choosing import Selection, Spoken
from controller.tables.cites import choices, layout, picture, reasons, why, words
from controller.tables.cites import help as cites_help
from controller.tables.cites.decorations import MARKING, decorations_of
from controller.tables.cites.demo import DEMO
from controller.tables.cites.emblem import EMBLEM
from controller.tables.cites.hands import CitesHands
from controller.tables.cites.lesson import LESSON
from controller.tables.cites.progress import (
    against_pad,
    against_slot,
    by_tile,
    headline,
    is_one_step,
    on_pads,
    prompt,
    to_stand,
    waited_for,
)
from controller.tables.cites.prospects import prospects
from controller.tables.drawing import Gain, gained
from controller.tables.help import Topic
from controller.tables.remarks import Remarks
from controller.tables.sensing import NO_KINDS, Movement, NoSuchPlace
from controller.tables.table import GameOption, GameTable
from controller.tables.tiles import Tiles
from controller.tables.trials import Trials
from controller.tables.wording import UNKNOWN_TAG, chained
from engines.cites.actions import Build, CitesAction, PlayBlock, TurnUp
from engines.cites.blocks import (
    BLOCKS,
    KIND,
    NAMES,
    SETS,
    TRUMP,
    USUAL_DECORATIONS,
    Decorations,
    blocks_in,
    mask_of_names,
)
from engines.cites.game import GAME, Cites, CitesPosition
from engines.cites.offers import TurningUp
from engines.cites.points import ROOM_PER_TYPE
from engines.game import Json
from hardware.ports import Grid, sites_in
from texts import _

LEAST_PADS = 2
PLAYERS_WORDS = {2: _("two"), 3: _("three"), 4: _("four, in teams")}


class CitesTable(GameTable[CitesAction, CitesPosition]):
    """See `GameTable`. Places are `lot.H.3` for a slot and `pad.p2` for a seat's tag reader."""

    game = GAME
    remarks = Remarks(reasons.no_hint, reasons.reasons, prospects, lead=10, is_open=False)
    demo = DEMO
    trials = Trials(("", "players=3", "players=4", "players=4 contre=true"))
    emblem = EMBLEM
    marking = MARKING
    title = "Cités Nouvelles"
    summary = _("Two to four players. Bid for buildings, win their blocks in tricks, build.")
    options = (
        GameOption("players", _("Players"), tuple(PLAYERS_WORDS.items())),
        GameOption("contre", "Contre", ((False, _("not played")), (True, _("once a set")))),
    )
    lesson = LESSON
    pieces = NAMES
    singles = NAMES

    def __init__(
        self, grid: Grid, cell_sites: int, pads: int = 0, decorations: Decorations = USUAL_DECORATIONS
    ) -> None:
        super().__init__(grid, cell_sites, pads)
        if grid.columns < layout.SITES or grid.rows < layout.SITES:
            raise NoSuchPlace(
                f"Cités Nouvelles needs {layout.SITES} × {layout.SITES} sites; "
                f"the table has {grid.columns} × {grid.rows}."
            )
        if pads < LEAST_PADS:
            raise NoSuchPlace(
                f"Cités Nouvelles needs a tag reader for each of two players or more, not {pads}."
            )
        players = tuple((number, label) for number, label in PLAYERS_WORDS.items() if number <= pads)
        self.options = (GameOption("players", _("Players"), players), *self.options[1:])
        self._decorations, self.game = decorations, Cites(decorations)
        self.tiles = CitesHands(grid, decorations)
        self._sites = layout.slots_on(grid)
        self._slots = {site: slot for slot, site in self._sites.items()}
        self._lot_sites = lru_cache(maxsize=256)(self._sites_of_lots)

    def knowing(self, tiles: Tiles) -> Self:
        """See `GameTable.knowing`: the decorations may differ."""
        return type(self)(self.grid, self.cell_sites, self.pads, decorations_of(tiles.marks))

    def header(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """See `GameTable.header`. The players hold their tiles, and turn some up to decide the first
        speaker."""
        return {
            "game": self.game.name,
            "players": options["players"],
            "options": {"contre": options["contre"]},
        }

    # Positions and sites

    def closed(self, position: CitesPosition) -> int:
        """See `GameTable.closed`."""
        table, pads = position.table, 0
        for seat in on_pads(position):
            pads |= 1 << seat
        return self._lot_sites(table.lots, table.rules.decorations) | pads << self.grid.size

    def _sites_of_lots(self, lots: tuple[int, ...], decorations: Decorations) -> int:
        return sum(
            1 << self._sites[SETS[kind], number]
            for kind, lot in enumerate(lots)
            for number in layout.standing(kind, lot, decorations)
        )

    @cached_property
    def ground(self) -> int:
        """See `GameTable.ground`: the sheet and the pads."""
        row = (1 << layout.SITES) - 1
        sheet = sum(row << self.grid.site(0, number) for number in range(layout.SITES))
        return sheet | sum(self._pad(seat) for seat in range(self.pads))

    def _standing(self, position: CitesPosition, kind: int) -> Mapping[int, int]:
        return layout.standing(kind, position.table.lots[kind], position.table.rules.decorations)

    def _pad(self, seat: int) -> int:
        return 1 << self.grid.size + seat

    def kind(self, position: CitesPosition, site: int) -> str:
        """See `GameTable.kind`."""
        block = self._block(position, site)
        return "" if block is None else NAMES[block]

    def colour(self, kind: str) -> str:
        """See `GameTable.colour`."""
        return words.SET_COLOURS[kind[0]]

    def _block(self, position: CitesPosition, site: int) -> int | None:
        if site >= self.grid.size:
            return on_pads(position).get(site - self.grid.size)
        if site not in self._slots:
            return None
        lot, number = self._slots[site]
        return self._standing(position, SETS.index(lot)).get(number)

    def brings(self, before: CitesPosition, after: CitesPosition, site: int) -> str:
        """See `GameTable.brings`. A decoration that came first keeps the first slot of its type."""
        block = self._block(after, site)
        if block is None or site not in self._slots or KIND[block] != TRUMP:
            return self.kind(after, site)
        kind = SETS.index(self._slots[site][0])
        stood = before.table.lots[kind]
        types = after.table.rules.decorations.types
        of_type = next(mask for _word, mask in types if mask >> block & 1)
        new = blocks_in(after.table.lots[kind] & of_type & ~stood)
        is_second = (self._slots[site][1] - layout.FIRST_DECORATION) % ROOM_PER_TYPE
        return NAMES[new[-1] if is_second else new[0]] if new else NAMES[block]

    def asks_for(self, before: CitesPosition, after: CitesPosition, site: int) -> tuple[str, str]:
        """See `GameTable.asks_for`. The slots are lit, so only the blocks need words."""
        if site not in self._slots:
            return super().asks_for(before, after, site)
        block = self.brings(before, after, site)
        return _("Put on lot {lot}: {place}", lot=self._slots[site][0], place=""), block

    def may_stand(self, position: CitesPosition, site: int, kind: str) -> bool:
        """See `GameTable.may_stand`. Two decorations of a type are interchangeable."""
        if site not in self._slots:
            return super().may_stand(position, site, kind)
        lot, number = self._slots[site]
        stand, of_type = self._standing(position, SETS.index(lot)), layout.type_of(number)
        alike = (n for n in stand if layout.type_of(n) == of_type) if of_type is not None else (number,)
        return any(NAMES[stand[n]] == kind for n in alike)

    def candidates(
        self, position: CitesPosition, missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> Sequence[CitesAction]:
        """See `GameTable.candidates`: the tile on the pad of the seat to act."""
        seat = waited_for(position)
        if seat is None or not extra & self._pad(seat):
            return []
        kind = kinds.get(self.grid.size + seat)
        if kind is None:
            return position.legal()
        block = BLOCKS.get(kind)
        if block is None or not position.phase.blocks(position.table) >> block & 1:
            return []
        return [by_tile(position, block)]

    def is_simultaneous(self, position: CitesPosition) -> bool:
        """See `GameTable.is_simultaneous`: all turn up a tile at once."""
        return isinstance(position.phase, TurningUp)

    def half_done(
        self, position: CitesPosition, missing: int, extra: int, kinds: Mapping[int, str] = NO_KINDS
    ) -> int:
        """See `GameTable.half_done`: tiles that some have turned up before the others."""
        if not isinstance(position.phase, TurningUp):
            return 0
        reserve = {NAMES[one.block] for one in position.legal() if isinstance(one, TurnUp)}
        pads = (self.grid.size + seat for seat in range(len(position.seats)))
        shown = [site for site in pads if extra >> site & 1 and kinds.get(site) in reserve]
        tiles = [kinds[site] for site in shown]
        return sum(1 << site for site in shown if tiles.count(kinds[site]) == 1)

    def touched(self, position: CitesPosition, action: CitesAction) -> int:
        """See `GameTable.touched`. Building is requested by the table, not played by hand."""
        if not isinstance(action, TurnUp | PlayBlock):
            return 0
        return self._pad(position.seats.index(str(position.turn)))

    def hands(self, position: CitesPosition, action: CitesAction) -> tuple[Movement, ...]:
        """See `GameTable.hands`."""
        if not isinstance(action, TurnUp | PlayBlock):
            return ()
        return (Movement("put", self.touched(position, action), NAMES[action.block]),)

    def last_sites(self, position: CitesPosition, action: CitesAction) -> int:
        """See `GameTable.last_sites`: the tile on its pad, or the decorations on their lot."""
        if isinstance(action, TurnUp | PlayBlock):
            return sum(self._pad(seat) for seat, block in on_pads(position).items() if block == action.block)
        if not isinstance(action, Build):
            return 0
        return sum(
            1 << self._sites[lot, number]
            for kind, lot in enumerate(SETS)
            for number, block in self._standing(position, kind).items()
            if block in action.blocks
        )

    def may_return(self, now: CitesPosition, then: CitesPosition) -> bool:
        """See `GameTable.may_return`: a tile put back takes back at most the last trick."""
        return is_one_step(now, then)

    # Hands

    def has_secrets(self, position: CitesPosition) -> bool:
        """See `GameTable.has_secrets`: the hands, unless all play openly."""
        return not position.table.rules.is_open

    # Actions only on the screen

    def spoken(self, position: CitesPosition) -> tuple[Spoken[CitesAction], ...]:
        """See `GameTable.spoken`: the offers."""
        return choices.offers(position)

    def selections(self, position: CitesPosition) -> tuple[Selection, ...]:
        """See `GameTable.selections`: the decorations, if there are too many of a type."""
        return choices.decorations(position)

    def selected(self, position: CitesPosition, selection: Selection, chosen: Sequence[str]) -> CitesAction:
        """See `GameTable.selected`."""
        return choices.chosen_to_build(position, chosen)

    def selecting(
        self, position: CitesPosition, action: CitesAction
    ) -> tuple[Selection, tuple[str, ...]] | None:
        """See `GameTable.selecting`."""
        if not isinstance(action, Build):
            return None
        (selection,) = self.selections(position)
        return selection, choices.items_of(position, action)

    # Requests and their words

    def tasks(self, position: CitesPosition) -> tuple[Task, ...]:
        """See `GameTable.tasks`: the rules require no piece outside actions."""
        return ()

    def piece(self, position: CitesPosition, site: int) -> str:
        """See `GameTable.piece`."""
        lot, number = self._slots.get(site, ("", 0))
        of_type = layout.type_of(number)
        if of_type is None:
            return self.kind(position, site) or _("the tile")
        stand = self._standing(position, SETS.index(lot))
        first, *more = [NAMES[block] for n, block in stand.items() if layout.type_of(n) == of_type]
        return _("{one} or {other}", one=first, other=more[0]) if more else first

    def taken_off(self, before: CitesPosition, site: int) -> str:
        """See `GameTable.taken_off`."""
        return _("the tile") if site >= self.grid.size else self.piece(before, site)

    def call(self, kind: str) -> str:
        """See `GameTable.call`."""
        return kind if kind in BLOCKS else super().call(kind)

    def misfit(self, position: CitesPosition, sites: int, kind: str) -> str:
        """See `GameTable.misfit`."""
        is_more = sites > self.grid.all_sites and not self.closed(position) & sites
        if not is_more or kind.startswith(UNKNOWN_TAG):
            return super().misfit(position, sites, kind)
        site = sites.bit_length() - 1
        if kind not in BLOCKS:
            return self.objection(position, site)
        wrong_pad = against_pad(position, site - self.grid.size)
        return wrong_pad or self.against(position, by_tile(position, BLOCKS[kind]))

    def objection(self, position: CitesPosition, site: int) -> str:
        """See `GameTable.objection`."""
        if site >= self.grid.size:
            return _("It is no tile of this game.")
        return against_slot(position) if site in self._slots else _("It is no place of a lot.")

    def place(self, site: int) -> str:
        """See `GameTable.place`."""
        if site >= self.grid.size:
            return layout.pad_words(site - self.grid.size)
        if site in self._slots:
            return layout.place_words(self._slots[site])
        return self.place_beyond(site)

    def sites(self, place: str) -> int:
        """See `GameTable.sites`."""
        word, _dot, rest = place.partition(".")
        if word == "pad" and rest in [f"p{number + 1}" for number in range(self.pads)]:
            return self._pad(int(rest[1:]) - 1)
        lot, _dot, number = rest.partition(".")
        if word == "lot" and number.isdecimal() and (lot, int(number)) in self._sites:
            return 1 << self._sites[lot, int(number)]
        raise NoSuchPlace(
            f"Cités Nouvelles has no place {place!r}: places are like lot.H.3 (a slot, 1 to {layout.SLOTS}) "
            f"and pad.p2 (a seat's tag reader)"
        )

    def describe(self, action: CitesAction) -> str:
        """See `GameTable.describe`."""
        return words.describe(action)

    def describe_events(self, events: Sequence[Json]) -> str:
        """See `GameTable.describe_events`."""
        return words.describe_events(events)

    def describe_turn(self, told: Sequence[str]) -> str:
        """See `GameTable.describe_turn`: the winner of a trick plays the next tile."""
        return chained(told)

    def warn(self, events: Sequence[Json]) -> str:
        """See `GameTable.warn`."""
        return words.warn(events)

    def put_away(self, events: Sequence[Json]) -> tuple[str, ...]:
        """See `GameTable.put_away`."""
        return words.put_away(events)

    def rounds(self, position: CitesPosition, events: Sequence[Json]) -> tuple[str, ...]:
        """See `GameTable.rounds`."""
        return words.rounds(events, position.players)

    def why(self, position: CitesPosition, events: Sequence[Json], sites: int) -> str:
        """See `GameTable.why`."""
        site = next(iter(sites_in(sites)), None)
        if site is None:
            return ""
        if site >= self.grid.size:
            return why.on_pad(position, events, site - self.grid.size)
        return why.on_slot(position, events, self._slots[site], self.kind(position, site))

    def scored(self, events: Sequence[Json]) -> Mapping[int, Gain]:
        """See `GameTable.scored`: the blocks placed on their lot, and on the first of them all that was
        marked."""
        gains = {}
        for event in events:
            if event["kind"] == "built" and event["blocks"]:
                text = gained(event["points"])
                for number in self._built(event):
                    gains[self._sites[event["lot"], number]] = Gain(event["side"], text)
                    text = ""
        return gains

    def _built(self, event: Json) -> list[int]:
        """The numbers of the slots of the blocks that a side has placed."""
        placed = mask_of_names(event["blocks"])
        lot = placed | mask_of_names(event["stood"])
        stand = layout.standing(SETS.index(event["lot"]), lot, self._decorations)
        return [number for number, block in stand.items() if placed >> block & 1]

    def help(self, position: CitesPosition | None) -> tuple[Topic, ...]:
        """See `GameTable.help`."""
        return cites_help.topics(None if position is None else position)

    def name(self, player: str) -> str:
        """See `GameTable.name`."""
        return words.name(player)

    def names(self, player: str) -> tuple[str, ...]:
        """See `GameTable.names`: Player 1, and beside a figure P1."""
        return words.name(player), words.short(player)

    def side(self, position: CitesPosition, player: str) -> str:
        """See `GameTable.side`."""
        return next(side for side in position.players if player in (side, *side.split("+")))

    def headline(self, position: CitesPosition) -> str:
        """See `GameTable.headline`."""
        return headline(position)

    def prompt(self, position: CitesPosition) -> str:
        """See `GameTable.prompt`."""
        return prompt(position)

    # Pictures

    def marks(self, position: CitesPosition) -> BoardView:
        """See `GameTable.marks`."""
        return picture.board_view(position, on_pads(position))

    def corner(self, site: int) -> tuple[float, float, float]:
        """See `GameTable.corner`."""
        if site >= self.grid.size:
            return picture.pad_corner(site - self.grid.size)
        x, y = self.grid.column_row(site)
        return x / 2 - 0.25, y / 2 - 0.25, 0.5

    def cell_at(self, column: int, row: int) -> int:
        """See `GameTable.cell_at`."""
        seat = picture.pad_at(column, row)
        if seat is not None:
            return 1 << self.grid.size + seat if seat < self.pads else 0
        site = next((site for slot, site in self._sites.items() if layout.field(slot) == (column, row)), None)
        return 0 if site is None else 1 << site

    def score_lights(self, position: CitesPosition) -> LitSites:
        """See `GameTable.score_lights`. The blocks that each side has won in this round are lit at their
        future places."""
        return tuple(
            (self._sites[lot, number], Lit(Meaning.SCORE, side))
            for kind, lot in enumerate(SETS)
            for number, side in to_stand(position, kind).items()
        )


TABLE = CitesTable
