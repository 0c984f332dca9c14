"""One window for a table without hardware: the simulated table at the left, the touchscreen at the right.

A click is a hand or a finger: on the table it sets a piece down or lifts one, on the touchscreen it touches.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgspec
import pygame

from controller.daemon.display import KeyTouches
from controller.daemon.shown import Shown
from controller.referee.session import WATCHING, Session
from controller.screens import Painter, theme
from controller.screens.picture import Box
from controller.settings.settings import Config
from controller.simulation.window.picture import TablePicture
from controller.simulation.window.piece_choice import game_on, held_elsewhere, kind_for, table_of
from controller.simulation.window.sheet import Sheet, tiles_on
from controller.simulation.window.tray import HEIGHT, HELP_HEIGHT, Tray, TrayState
from controller.tables.table import GameTable
from hardware.ports import DeviceEvent, Emit, Touch
from hardware.screen.touchscreen import Area, Touchscreen, is_display_here
from hardware.simulated.pads import SimulatedPads
from hardware.simulated.table import Piece, SimulatedTable, TableError

LAPTOP: Final = (1366, 768)
"""The smallest desktop that the window is made for."""

SMALL_SCREEN: Final = (800, 480)
"""The touchscreen's size if the configured one does not fit beside the table."""

_AROUND: Final = (16, 80)
"""The space for the desktop's own bars and the window's frame, width by height."""

_MARGIN: Final = 12
_BEZEL: Final = 6
_LEAST_TABLE: Final = 480
_MOST_TABLE: Final = 900

ON_THE_TABLE: Final = "Click a spot: a piece is set down. Click a piece: it is lifted."
SQUARES: Final = "Click an element's squares quickly, one after the other. Click a square: it is lifted."
PADS: Final = "Choose a set below and click a pad: a tile lies there. Click it: it is lifted."
ON_THE_SCREEN: Final = "Continue on the touchscreen."


class Lamps(Protocol):
    """The lights of a board, as an eye sees them."""

    @property
    def lit(self) -> bytes:
        """The current state: red, green, blue for each site."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of the window, in pixels."""

    width: int
    height: int
    table: Box
    tray: Box
    screen: Box


def desktop_size() -> tuple[int, int] | None:
    """Width and height of the desktop in pixels; `None` if there is no display."""
    if not is_display_here():
        return None
    pygame.display.init()
    try:
        width, height = pygame.display.get_desktop_sizes()[0]
    finally:
        pygame.display.quit()
    return width, height


def fitted(config: Config, desktop: tuple[int, int] = LAPTOP) -> Config:
    """The settings with a touchscreen that fits beside the table."""
    room_w, room_h = (whole - taken for whole, taken in zip(desktop, _AROUND, strict=True))
    screen = config.screen
    fits_across = screen.width + 3 * _MARGIN + _LEAST_TABLE <= room_w
    if fits_across and screen.height + 2 * _MARGIN <= room_h:
        return config
    width, height = SMALL_SCREEN
    return msgspec.structs.replace(config, screen=msgspec.structs.replace(screen, width=width, height=height))


def laid_out(screen: tuple[int, int], desktop: tuple[int, int] = LAPTOP) -> Layout:
    """The largest table that fits on the desktop beside a touchscreen's picture."""
    room_w, room_h = (whole - taken for whole, taken in zip(desktop, _AROUND, strict=True))
    below = HEIGHT + HELP_HEIGHT + _MARGIN
    side = min(room_w - screen[0] - 3 * _MARGIN, room_h - below - 2 * _MARGIN, _MOST_TABLE)
    height = max(side + below, screen[1]) + 2 * _MARGIN
    table = Box(_MARGIN, (height - below - side) // 2, side, side)
    return Layout(
        width=side + screen[0] + 3 * _MARGIN,
        height=height,
        table=table,
        tray=Box(_MARGIN, table.bottom + _MARGIN, side, HEIGHT + HELP_HEIGHT),
        screen=Box(table.right + _MARGIN, (height - screen[1]) // 2, *screen),
    )


class TableWindow:
    """The display of a simulated table. It is a `Device` and `Polled` too, all in the main thread.

    Hands move pieces on `table`, `lamps` is the source of its lights; the window must fit into `desktop`.
    Besides touches it emits what `Touchscreen` does.
    """

    def __init__(
        self,
        config: Config,
        table: SimulatedTable,
        lamps: Lamps,
        pads: SimulatedPads,
        desktop: tuple[int, int] = LAPTOP,
    ) -> None:
        screen = fitted(config, desktop).screen
        self.layout = laid_out((screen.width, screen.height), desktop)
        self._table = table
        self._pads = pads
        self._lamps = lamps
        self._emit: Emit = lambda event: None
        self._shown: Shown | None = None
        self._in_hand: str | None = None
        self._sheet: Sheet | None = None
        self._pads_at: tuple[Box, ...] = ()
        self._surface = pygame.Surface((self.layout.width, self.layout.height))
        self._touchscreen = Touchscreen(self._surface.get_size())
        self._painter = Painter(self._part(self.layout.screen))
        self._keys = KeyTouches()
        self._picture = TablePicture(
            self._part(self.layout.table), config.table.grid, config.table.cell_sites
        )
        self._tray = Tray(self._surface, self.layout.tray)

    def start(self, emit: Emit) -> None:
        """See `Device`."""
        self._emit = self._keys.heard_by(emit)
        self._touchscreen.start(self._hear, self._keys.typed)

    def stop(self) -> None:
        """See `Device`."""
        self._touchscreen.stop()

    def poll(self, now_ms: int) -> None:
        """Carry out clicks of hands, and emit the touches and the closing up to now."""
        self._touchscreen.poll(now_ms)

    def draw(self, shown: Shown, now_ms: int) -> None:
        """Update the window; cheap if nothing changed."""
        is_first = self._shown is None
        self._shown = shown
        if is_first:
            self._paint_ground()
        changed = [
            *_moved(self._painter.draw(self._keys.over(shown.picture), now_ms), self.layout.screen),
            *_moved(self._draw_table(shown), self.layout.table),
            *self._tray.draw(self.tray_state(shown.session)),
        ]
        if changed:
            self._touchscreen.show(self._surface, None if is_first else changed)

    def _draw_table(self, shown: Shown) -> list[Box]:
        game, language = game_on(shown), shown.preferences.language
        if self._sheet is None or (self._sheet.table, self._sheet.language) != (game, language):
            self._sheet = Sheet(game, language)
            self._pads_at = self._sheet.pad_boxes(self._picture.geometry, self._pads.count)
        tiles = tiles_on(self._pads, self._pads_at)
        return self._picture.draw(self._sheet.drawing, self._table.pieces, self._lamps.lit, tiles)

    def tray_state(self, session: Session) -> TrayState:
        """The state of the tray for a session."""
        is_at_table = session.phase in WATCHING or session.setup.is_clearing
        game = table_of(session)
        help_ = _help(session, game) if is_at_table else ON_THE_SCREEN
        return TrayState(game.tray or game.pieces, self._in_hand, help_)

    # Fingers and hands

    def _hear(self, event: DeviceEvent) -> None:
        if not isinstance(event, Touch):
            self._emit(event)
            return
        point = Area(*self.layout.screen).local(event.x, event.y)
        if point is not None:
            self._emit(Touch(event.at_ms, *point))
        elif self._tray.touched(event.x, event.y):
            self._in_hand = self._tray.kind_at(event.x, event.y)
        elif point := Area(*self.layout.table).local(event.x, event.y):
            self._move_piece(*point, event.at_ms)

    def _move_piece(self, x: int, y: int, at_ms: int) -> None:
        """Lift the piece that is seen at a point of the table, or set one down on the site there."""
        pad = next((pad for pad, box in enumerate(self._pads_at) if box.has(x, y)), None)
        if pad is not None:
            self._move_tile(pad)
            return
        at_us = max(1000 * at_ms, self._table.now_us)
        site = self._picture.geometry.site_at(x, y)
        piece = self._picture.piece_at(x, y)
        if piece is None and site is not None:
            piece = self._table.piece_on(site)
        if piece is not None:
            self._table.lift(piece.sites[:1], at_us)
        elif site is not None and self._shown is not None:
            self._table.put([site], self._kind_for(self._shown.session, site), at_us)

    def _move_tile(self, pad: int) -> None:
        """Lift the tile on a pad, or lay one there."""
        if self._pads.tile_on(pad) is not None:
            self._pads.lift(pad)
        elif self._shown is not None:
            kind = self._kind_for(self._shown.session, self._table.grid.size + pad)
            with suppress(TableError):  # it lies on another pad
                self._pads.put(pad, Piece(kind, ()))

    def _kind_for(self, session: Session, site: int) -> str:
        """The piece to set on a site: the one in the hand, or the one that the game asks for."""
        if self._in_hand is None or session.play is None:
            return self._in_hand or kind_for(session, site)
        elsewhere = held_elsewhere(session.play, site)
        return session.play.table.from_tray(session.play.position, self._in_hand, elsewhere)

    # Painting

    def _part(self, box: Box) -> pygame.Surface:
        return self._surface.subsurface(pygame.Rect(box))

    def _paint_ground(self) -> None:
        """The area around the table, and the touchscreen's frame."""
        self._surface.fill(theme.GROUND)
        frame = pygame.Rect(self.layout.screen.inset(-_BEZEL))
        pygame.draw.rect(self._surface, theme.RAISED, frame, border_radius=_BEZEL)


def _help(session: Session, game: GameTable[Any, Any]) -> str:
    """What a click does at the table."""
    if session.play is None:
        return ON_THE_TABLE
    if game.tiles.need_readers:
        return PADS
    return SQUARES if game.has_large_pieces(session.play.position) else ON_THE_TABLE


def _moved(boxes: list[Box], part: Box) -> list[Box]:
    """Boxes of a part of the window, in window coordinates."""
    return [Box(box.x + part.x, box.y + part.y, box.w, box.h) for box in boxes]
