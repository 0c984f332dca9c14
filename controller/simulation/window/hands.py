"""The mouse at the simulated table: it takes pieces from racks and board, sets them down, and pushes them.

A piece is dragged while the left button is down, or hangs on the mouse after a click on a rack. A click on a
free place without a piece in the hand sets down the piece that the game asks for.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pygame

from controller.referee.session import Session
from controller.screens.layout.picture import Box
from controller.simulation.window.held import Held, carelessly
from controller.simulation.window.picture import TablePicture
from controller.simulation.window.piece_choice import kind_for
from controller.simulation.window.racks import Racks
from controller.simulation.window.sheet import PAD_SITES, BoardSheet
from controller.simulation.window.sprites import size_of
from controller.simulation.window.stock import Stack, stacks_of
from controller.simulation.window.tile_rack import TileRack
from engines.cites.blocks import BLOCKS
from engines.record import replace
from hardware.simulated.pads import SimulatedPads
from hardware.simulated.table import ImpossibleAct, Piece, SimulatedTable

AUTO: Final = "auto"
CLEAR: Final = "clear"
SHOW: Final = "show"
"""The buttons beside the racks."""

_CLICK_PX: Final = 6
"""A mouse that has moved no farther than this between press and release has clicked."""

_PUSH_US: Final = 60_000
"""How long a piece takes that is pushed from one site to the next."""


class MouseHands:
    """The mouse as a hand. Points are those of the window; `box` is the table's place in it."""

    def __init__(
        self, table: SimulatedTable, pads: SimulatedPads, picture: TablePicture, racks: Racks, box: Box
    ) -> None:
        self._table = table
        self._pads = pads
        self._picture = picture
        self._racks = racks
        self._box = box
        self._session: Session | None = None
        self._sheet: BoardSheet | None = None
        self.at = (0, 0)
        """The place of the mouse."""
        self._push_from: int | None = None
        self._fingers: set[int] = set()
        self._seen: tuple[object, ...] = ()
        self.tiles = TileRack()
        self.held: Held | None = None
        self._source: Stack | None = None
        self.stacks: tuple[Stack, ...] = ()

    # Contents

    @property
    def chosen(self) -> int | None:
        """The number of the stack that the piece in the hand is from, while that is there."""
        source = self._source
        if source is None or source.is_hidden:
            return None
        like = (source.kind, source.squares)
        return next((i for i, one in enumerate(self.stacks) if (one.kind, one.squares) == like), None)

    @property
    def is_holding(self) -> bool:
        """Whether there is a piece in the hand."""
        return self.held is not None

    @property
    def is_dragging(self) -> bool:
        """Whether the mouse's button holds it."""
        return self.held is not None and self.held.is_dragged

    def look(self, session: Session, sheet: BoardSheet) -> None:
        """See what is played, and what lies in the racks."""
        if sheet is not self._sheet and self.held is not None:
            self.held = self._source = None
        self._session, self._sheet = session, sheet
        self.tiles.look(session)
        away = self._away()
        seen = (id(session.play), sheet, self._table.pieces, away, self.tiles.is_open, self.tiles.seat)
        if seen == self._seen:
            return
        self._seen = seen
        held = [Piece(kind, ()) for kind in away if not kind.startswith("element ")]
        stacks = stacks_of(sheet.table, session.play, [*self._table.pieces, *held])
        self.stacks = (*stacks, *self.tiles.stacks({*away, *(piece.kind for piece in self._table.pieces)}))

    def _away(self) -> tuple[str, ...]:
        """The kinds of what lies on the pads, and of the piece in the hand."""
        lying = (self._pads.tile_on(pad) for pad in range(self._pads.count))
        held = (self.held.kind,) if self.held is not None else ()
        return (*(tile.kind for tile in lying if tile is not None), *held)

    # The mouse's acts

    def pressed(self, at_ms: int, x: int, y: int) -> None:
        """The left button went down."""
        self.at = (x, y)
        if self.held is not None and self.held.is_dragged:
            self.held = replace(self.held, is_dragged=False)
        button = self._racks.button_at(x, y)
        if button is not None:
            self._press(button, at_ms)
        elif self._racks.has(x, y):
            self._take(self._racks.stack_at(x, y))
        elif self._box.has(x, y):
            self._at_table(at_ms, x, y)

    def moved(self, at_ms: int, event: pygame.event.Event) -> None:
        """The mouse moved, a finger came or went, or something else than the left button was pressed."""
        if event.type == pygame.MOUSEMOTION:
            self.at = event.pos
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            self.at = event.pos
            self._released(at_ms)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_RIGHT:
            self._push_to(at_ms, *event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._turned(event)
        elif event.type in (pygame.FINGERDOWN, pygame.FINGERUP):
            self._fingered(event)
        elif event.type == pygame.KEYDOWN and self.held is not None:
            if event.key == pygame.K_r:
                self.held = self.held.turned(1)
            elif event.key == pygame.K_f:
                self.held = self.held.flipped()

    def _fingered(self, event: pygame.event.Event) -> None:
        """A finger came or went: a second one turns what the first one holds."""
        if event.type == pygame.FINGERUP:
            self._fingers.discard(event.finger_id)
            return
        if self._fingers and self.held is not None:
            self.held = self.held.turned(1)
        self._fingers.add(event.finger_id)

    def _turned(self, event: pygame.event.Event) -> None:
        """The wheel or the right button: they turn what is held; without it the right one begins to push."""
        quarters = {pygame.BUTTON_RIGHT: 1, pygame.BUTTON_WHEELDOWN: 1, pygame.BUTTON_WHEELUP: 3}
        if self.held is None:
            piece = self._piece_at(*event.pos) if event.button == pygame.BUTTON_RIGHT else None
            self._push_from = self._site_near(piece, *event.pos) if piece else None
        elif event.button in quarters:
            self.held = self.held.turned(quarters[event.button])

    def _press(self, button: str, at_ms: int) -> None:
        if button == SHOW:
            self.tiles.turn()
        elif button == CLEAR:
            self._clear(at_ms)
        self.held = self._source = None

    def _clear(self, at_ms: int) -> None:
        """Take everything off the table and the pads."""
        sites = [piece.sites[0] for piece in self._table.pieces]
        if sites:
            self._table.lift(sites, self._us(at_ms))
        for pad in range(self._pads.count):
            if self._pads.tile_on(pad) is not None:
                self._pads.lift(pad)

    def _take(self, number: int | None) -> None:
        """Take a piece out of a rack, or put the one in the hand back."""
        was = self.chosen
        self.held = self._source = None
        if number is None or number == was:
            return
        stack = self.stacks[number]
        if stack.is_hidden and stack.left is None:
            self.tiles.turn()
        elif stack.left != 0:
            self.held, self._source = Held(stack.kind, stack.squares, True, *self.at), stack

    def _at_table(self, at_ms: int, x: int, y: int) -> None:
        pad = self._pad_at(x, y)
        if pad is not None and (tile := self._pads.tile_on(pad)) is not None:
            self._pads.lift(pad)
            self.held, self._source = Held(tile.kind, is_dragged=True, x=x, y=y), None
        elif (piece := self._piece_at(x, y)) is not None:
            self._pick_up(piece, at_ms, x, y)
        elif self.held is not None:
            self._set_down(at_ms, keeps=True)
        else:
            self._set_as_asked(pad, at_ms, x, y)

    def _pick_up(self, piece: Piece, at_ms: int, x: int, y: int) -> None:
        """Lift a piece by the square that is nearest to the mouse."""
        grid = self._table.grid
        near = self._site_near(piece, x, y)
        left, foot = grid.column_row(near)
        places = sorted((grid.column_row(site) for site in piece.sites), key=lambda at: at != (left, foot))
        self._table.lift([near], self._us(at_ms))
        squares = tuple((column - left, row - foot) for column, row in places)
        self.held, self._source = Held(piece.kind, squares, True, x, y), None

    def _released(self, at_ms: int) -> None:
        """The left button went up: what was dragged is let go; after a click on a rack it hangs on."""
        held = self.held
        if held is None or not held.is_dragged:
            return
        has_moved = max(abs(self.at[0] - held.x), abs(self.at[1] - held.y)) > _CLICK_PX
        self.held = replace(held, is_dragged=False)
        if has_moved and self._box.has(*self.at):
            self._set_down(at_ms, keeps=False)
        elif has_moved or self._source is None:
            self.held = self._source = None

    def _set_down(self, at_ms: int, *, keeps: bool) -> None:
        """Set the piece in the hand down; if the place is taken, it stays in the hand. With `keeps`, the hand
        takes the next one like it from the rack."""
        held, pad = self.held, self._pad_at(*self.at)
        assert held is not None
        with suppress(ImpossibleAct):
            if pad is not None and held.kind in BLOCKS:
                self._pads.put(pad, Piece(held.kind, ()))
            elif not self._put(held, at_ms):
                return
            left = self.stacks[self.chosen].left if self.chosen is not None else 0
            if not keeps or not left or len(held.squares) > 1:
                self.held = self._source = None

    def _put(self, held: Held, at_ms: int) -> bool:
        """Set it on the board, snapping to where it fits, or with Shift exactly there. Returns whether it
        lies."""
        column, row = self._column_row(*self.at)
        if len(held.squares) == 1 and pygame.key.get_mods() & pygame.KMOD_SHIFT:
            sites = carelessly(self._table.grid, column, row)
        else:
            sites = self._landing_sites()
        if not sites:
            return False
        if len(sites) == 2 and len(held.squares) == 1:
            self._table.put_between(*sites, held.kind, self._us(at_ms))
        else:
            self._table.put(sites, held.kind, self._us(at_ms))
        return True

    def _set_as_asked(self, pad: int | None, at_ms: int, x: int, y: int) -> None:
        """Set down what the game asks for, or allows."""
        if self._session is None:
            return
        if pad is not None:
            kind = self.tiles.tile_for(pad, self._away())
            kind = kind or kind_for(self._session, self._table.grid.size + pad)
            with suppress(ImpossibleAct):  # it lies on another pad
                self._pads.put(pad, Piece(kind, ()))
            return
        site = self._picture.geometry.site_at(x - self._box.x, y - self._box.y)
        if site is not None and self._table.piece_on(site) is None:
            self._table.put([site], kind_for(self._session, site), self._us(at_ms))

    def _push_to(self, at_ms: int, x: int, y: int) -> None:
        """Push the piece on which the right button went down straight to where it went up."""
        start, self._push_from = self._push_from, None
        end = self._picture.geometry.site_at(x - self._box.x, y - self._box.y)
        if start is None or end is None or start == end:
            return
        (from_x, from_y), (to_x, to_y) = map(self._table.grid.column_row, (start, end))
        over_us = _PUSH_US * max(abs(to_x - from_x), abs(to_y - from_y))
        with suppress(ImpossibleAct):  # something lies in the way
            self._table.slide(start, end, over_us, self._us(at_ms))

    # Places

    def landing(self, sheet: BoardSheet) -> list[Box]:
        """The place in the table's picture where the piece in the hand would lie; none beside the table."""
        if self.held is None or not self._box.has(*self.at) or self._sheet is not sheet:
            return []
        pad = self._pad_at(*self.at)
        if pad is not None and self.held.kind in BLOCKS:
            return [sheet.pad_boxes(self._picture.geometry, self._pads.count)[pad]]
        size = self._size(self.held.kind)
        grid = self._table.grid
        places = (grid.column_row(site) for site in self._landing_sites())
        return [self._picture.geometry.around(*place, size) for place in places]

    def _landing_sites(self) -> tuple[int, ...]:
        if self.held is None or self._sheet is None:
            return ()
        return self.held.sites(self._sheet.plate, *self._column_row(*self.at))

    def boxes(self) -> list[Box]:
        """The place of the piece in the hand, in the window."""
        assert self.held is not None
        px = max(round(self._size(self.held.kind) * self._picture.geometry.pitch), 1)
        x, y = self.at
        return [
            Box(x + px * east - px // 2, y - px * north - px // 2, px, px)
            for east, north in self.held.squares
        ]

    def _size(self, kind: str) -> float:
        return PAD_SITES if kind in BLOCKS else size_of(kind, self._picture.cell_sites)

    def _column_row(self, x: int, y: int) -> tuple[float, float]:
        geometry = self._picture.geometry
        return geometry.column_row(x - self._box.x, y - self._box.y)

    def _pad_at(self, x: int, y: int) -> int | None:
        if self._sheet is None:
            return None
        boxes = self._sheet.pad_boxes(self._picture.geometry, self._pads.count)
        at = (x - self._box.x, y - self._box.y)
        return next((pad for pad, box in enumerate(boxes) if box.inset(-box.w // 6).has(*at)), None)

    def _piece_at(self, x: int, y: int) -> Piece | None:
        at = (x - self._box.x, y - self._box.y)
        found = self._picture.piece_at(*at)
        site = self._picture.geometry.site_at(*at)
        return found or (self._table.piece_on(site) if site is not None else None)

    def _site_near(self, piece: Piece, x: int, y: int) -> int:
        column, row = self._column_row(x, y)
        grid = self._table.grid

        def off(site: int) -> float:
            at = grid.column_row(site)
            return abs(at[0] - column) + abs(at[1] - row)

        return min(piece.sites, key=off)

    def _us(self, at_ms: int) -> int:
        return max(1000 * at_ms, self._table.now_us)
