"""The tray beside the simulated table: the game's pieces to take into the hand, and a line of help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from controller.model.signs import Rgb
from controller.screens import theme
from controller.screens.picture import Align, Box
from controller.screens.plan import rows
from controller.screens.sprites import Sprites
from controller.screens.text import Type, fit, line_height
from controller.screens.text import font as type_of
from controller.simulation.window.sprites import paint_piece

BY_THE_GAME: Final = "As the game asks"
HEIGHT: Final = 52
HELP_HEIGHT: Final = 26
_GAP: Final = 8
_RADIUS: Final = 10
_PIECE: Final = 30


@dataclass(frozen=True, slots=True)
class TrayState:
    """The state of the tray: the kinds of pieces, the one in the hand (`None`: as the game asks), the
    help."""

    kinds: tuple[str, ...]
    in_hand: str | None
    help: str


class Tray:
    """Paints a tray in its box and a line of help below it, and finds the touched place."""

    def __init__(self, surface: pygame.Surface, box: Box) -> None:
        self._surface = surface
        self._box = box
        self._sprites = Sprites()
        self._state: TrayState | None = None

    def draw(self, state: TrayState) -> list[Box]:
        """Update the surface. Returns the boxes whose pixels changed, if any."""
        if state == self._state:
            return []
        self._state = state
        self._surface.fill(theme.GROUND, pygame.Rect(self._box))
        for kind, box in self._places().items():
            self._paint_place(kind, box, kind == state.in_hand)
        self._write(state.help, self._box.foot(HELP_HEIGHT)[0], theme.QUIET_INK)
        return [self._box]

    def touched(self, x: int, y: int) -> bool:
        """Whether a point lies on a place of the tray."""
        return self._hit(x, y) is not None

    def kind_at(self, x: int, y: int) -> str | None:
        """The kind of piece at a touched place; `None` for the place that leaves it to the game."""
        hit = self._hit(x, y)
        return hit[0] if hit else None

    def _hit(self, x: int, y: int) -> tuple[str | None] | None:
        return next(((kind,) for kind, box in self._places().items() if box.has(x, y)), None)

    def _places(self) -> dict[str | None, Box]:
        kinds = self._state.kinds if self._state else ()
        top, _ = self._box.top(HEIGHT)
        left, rest = top.left(round(0.42 * top.w), _GAP)
        boxes = rows(rest, len(kinds), len(kinds), _GAP, HEIGHT)
        return {None: left, **dict(zip(kinds, boxes, strict=True))}

    def _paint_place(self, kind: str | None, box: Box, is_chosen: bool) -> None:
        fill, edge = (theme.LIGHT, theme.LIGHT) if is_chosen else (theme.SURFACE, theme.EDGE)
        pygame.draw.rect(self._surface, fill, pygame.Rect(box), border_radius=_RADIUS)
        pygame.draw.rect(self._surface, edge, pygame.Rect(box), width=2, border_radius=_RADIUS)
        if kind is None:
            self._write(BY_THE_GAME, box.inset(_GAP), theme.ink_on(fill), is_bold=True)
        else:
            paint_piece(self._surface, kind, box.middle(_PIECE, _PIECE), self._sprites)

    def _write(self, words: str, box: Box, colour: Rgb, *, is_bold: bool = False) -> None:
        """One line, centred in a box, smaller if it would not fit."""
        setting = fit(words, Type(18, 11, is_bold), box.w, line_height(18))
        label = setting.label(box, colour, Align.CENTRE)
        drawn = type_of(setting.px, is_bold).render(label.text, True, colour)
        self._surface.blit(drawn, box.middle(*drawn.get_size())[:2])
