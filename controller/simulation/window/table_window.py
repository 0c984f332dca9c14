"""One window for a table without hardware: the simulated table at the left, the touchscreen at the right, and
the racks with the pieces below.

The mouse is a finger on the touchscreen, and a hand at the table: `hands.py` says what it does there.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

import pygame

from controller.daemon.display import KeyTouches
from controller.daemon.shown import Shown
from controller.referee.session import WATCHING, Session
from controller.screens import Painter
from controller.screens.layout import theme
from controller.screens.layout.picture import Box
from controller.settings.settings import Config
from controller.simulation.window import words
from controller.simulation.window.hands import AUTO, CLEAR, SHOW, MouseHands
from controller.simulation.window.helping_hands import HelpingHands
from controller.simulation.window.layout import LAPTOP, desktop_size, fitted, laid_out
from controller.simulation.window.picture import TablePicture
from controller.simulation.window.piece_choice import game_on, is_lesson_by_hand, session_on
from controller.simulation.window.racks import RackButton, Racks, RacksState
from controller.simulation.window.sheet import BoardSheet, tiles_on
from controller.simulation.window.sprites import look_of, paint_piece, paint_squares
from controller.tables.table import GameTable
from controller.view.language import catalogue
from hardware.ports import DeviceEvent, Emit, Touch
from hardware.screen.touchscreen import ScreenArea, Touchscreen
from hardware.simulated.pads import SimulatedPads
from hardware.simulated.table import SimulatedTable
from texts import translated

__all__ = ["LAPTOP", "Lamps", "TableWindow", "desktop_size", "fitted", "laid_out"]

_BEZEL: Final = 6


class Lamps(Protocol):
    """The lights of a board, as an eye sees them."""

    @property
    def lit(self) -> bytes:
        """The current state: red, green, blue for each site."""


class TableWindow:
    """The display of a simulated table. It is a `Device` and `Polled` too, all in the main thread.

    Hands move pieces on `table`, `lamps` is the source of its lights; the window must fit into `desktop`, as
    `fitted` has made the settings.
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
        self.layout = laid_out((config.screen.width, config.screen.height), desktop)
        self._table = table
        self._pads = pads
        self._lamps = lamps
        self._emit: Emit = lambda event: None
        self._shown: Shown | None = None
        self._sheet: BoardSheet | None = None
        self._surface = pygame.Surface((self.layout.width, self.layout.height))
        self._touchscreen = Touchscreen(self._surface.get_size())
        self._painter = Painter(self._part(self.layout.screen))
        self._keys = KeyTouches()
        self._picture = TablePicture(
            self._part(self.layout.table), config.table.grid, config.table.cell_sites
        )
        self.racks = Racks(self._surface, self.layout.racks)
        self.hands = MouseHands(table, pads, self._picture, self.racks, self.layout.table)
        self._helping = HelpingHands(table, pads)
        self._under: list[tuple[Box, pygame.Surface]] = []

    def start(self, emit: Emit) -> None:
        """See `Device`."""
        self._emit = self._keys.heard_by(emit)
        self._touchscreen.start(self._hear, self._keys.typed, self.hands.moved)

    def stop(self) -> None:
        """See `Device`."""
        self._touchscreen.stop()

    def poll(self, now_ms: int) -> None:
        """Carry out what hands do, and emit the touches and the closing up to now."""
        self._touchscreen.poll(now_ms)
        if self._shown is not None and not self.hands.is_holding:
            self._helping.act(self._shown.session, now_ms)

    def draw(self, shown: Shown, now_ms: int) -> None:
        """Update the window; cheap if nothing changed."""
        is_first = self._shown is None
        self._shown = shown
        if is_first:
            self._paint_ground()
        sheet = self._sheet_of(shown)
        self.hands.look(session_on(shown), sheet)
        changed = [
            *self._put_down_held(),
            *_moved(self._painter.draw(self._keys.over(shown.picture), now_ms), self.layout.screen),
            *_moved(self._draw_table(sheet), self.layout.table),
            *self.racks.draw(self.racks_state(shown)),
        ]
        changed += self._hold_up(sheet)
        if changed:
            self._touchscreen.show(self._surface, None if is_first else changed)

    def _sheet_of(self, shown: Shown) -> BoardSheet:
        game, language = game_on(shown), shown.preferences.language
        if self._sheet is None or (self._sheet.table, self._sheet.language) != (game, language):
            self._sheet = BoardSheet(game, language)
        return self._sheet

    def _draw_table(self, sheet: BoardSheet) -> list[Box]:
        tiles = tiles_on(self._pads, sheet.pad_boxes(self._picture.geometry, self._pads.count))
        return self._picture.draw(sheet.drawing, self._table.pieces, self._lamps.lit, tiles)

    def racks_state(self, shown: Shown) -> RacksState:
        """The racks' content."""
        session, hands = shown.session, self.hands

        def say(text: str) -> str:
            return translated(text, catalogue(shown.preferences.language))

        buttons = [RackButton(CLEAR, say(words.CLEAR))]
        if not game_on(shown).tiles.need_readers:
            buttons.insert(0, RackButton(AUTO, say(words.AUTO), not hands.is_holding))
        if hands.tiles.may_turn:
            buttons.append(RackButton(SHOW, say(words.hide_or_show(hands.tiles.is_open, hands.tiles.owner))))
        is_by_hand = _is_at_table(session) or is_lesson_by_hand(shown)
        help_ = _help(session_on(shown), game_on(shown), hands) if is_by_hand else words.ON_THE_SCREEN
        return RacksState(tuple(buttons), hands.stacks, hands.chosen, say(help_))

    # Fingers and hands

    def _hear(self, event: DeviceEvent) -> None:
        if not isinstance(event, Touch):
            self._emit(event)
            return
        point = ScreenArea(*self.layout.screen).local(event.x, event.y)
        if point is not None and not self.hands.is_dragging:
            self._emit(Touch(event.at_ms, *point))
        else:
            self.hands.pressed(event.at_ms, event.x, event.y)

    # Painting

    def _part(self, box: Box) -> pygame.Surface:
        return self._surface.subsurface(pygame.Rect(box))

    def _paint_ground(self) -> None:
        """The area around the table, and the touchscreen's frame."""
        self._surface.fill(theme.GROUND)
        frame = pygame.Rect(self.layout.screen.inset(-_BEZEL))
        pygame.draw.rect(self._surface, theme.RAISED, frame, border_radius=_BEZEL)

    def _put_down_held(self) -> list[Box]:
        """Paint over the piece in the hand what it has covered."""
        under, self._under = self._under, []
        for box, covered in reversed(under):
            self._surface.blit(covered, (box.x, box.y))
        return [box for box, _ in under]

    def _hold_up(self, sheet: BoardSheet) -> list[Box]:
        """Paint the piece in the hand, and a shadow at the place where it would lie."""
        held = self.hands.held
        if held is None:
            return []
        shade = _moved(self.hands.landing(sheet), self.layout.table)
        boxes = self.hands.boxes()
        whole = pygame.Rect(boxes[0]).unionall([pygame.Rect(box) for box in (*boxes, *shade)])
        whole = whole.inflate(24, 24).clip(self._surface.get_rect())
        if not whole:
            return []
        box = Box(*whole)
        self._under = [(box, self._surface.subsurface(whole).copy())]
        colour = look_of(held.kind)[1].main
        for place in shade:
            pygame.draw.rect(self._surface, colour, pygame.Rect(place), 2, border_radius=place.w // 6)
        if held.kind.startswith("element "):
            paint_squares(self._surface, colour, boxes)
        else:
            paint_piece(self._surface, held.kind, boxes[0])
        return [box]


def _is_at_table(session: Session) -> bool:
    return session.phase in WATCHING or session.setup.is_clearing


def _help(session: Session, game: GameTable[Any, Any], hands: MouseHands) -> str:
    """The mouse's acts at the table."""
    if hands.held is not None:
        return words.ELEMENT if len(hands.held.squares) > 1 else words.HELD
    if game.tiles.need_readers:
        return words.TILES
    return words.SQUARES if session.play and game.has_large_pieces(session.play.position) else words.TABLE


def _moved(boxes: list[Box], part: Box) -> list[Box]:
    """Boxes of a part of the window, in window coordinates."""
    return [Box(box.x + part.x, box.y + part.y, box.w, box.h) for box in boxes]
