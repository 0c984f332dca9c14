"""From a picture to pixels, on any `pygame.Surface`; no display is needed."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import pygame

from controller.screens import theme
from controller.screens.board_geometry import geometry, sign_box
from controller.screens.board_picture import paint_board, paint_sign, sign_level, signs_of
from controller.screens.picture import (
    BoardBox,
    Box,
    Button,
    Drawing,
    Glyph,
    Item,
    Label,
    Panel,
    Picture,
    SignIcon,
    Squares,
)
from controller.screens.sprites import GLYPHS, Paint, Sprites
from controller.screens.text import font, ink, line_height
from controller.signs import Rgb, next_lit_change_ms
from controller.view import Lit

_MOST_COLUMNS, _MOST_ROWS = 5, 3
"""No piece is wider or higher than so many squares, laid on its longer side."""


@dataclass(frozen=True, slots=True)
class _Live:
    """A sign that keeps a rhythm, and where."""

    lit: Lit
    box: Box


class Painter:
    """Paints pictures on one surface, and of a picture that it has painted already only what has changed."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._sprites = Sprites()
        self._picture: Picture | None = None
        self._still_items: tuple[Item, ...] = ()
        self._still = pygame.Surface((1, 1))
        self._live: tuple[_Live, ...] = ()
        self._levels: tuple[float, ...] = ()
        self._painted_ms = 0
        self._next_ms: float = 0

    def draw(self, picture: Picture, now_ms: int) -> list[Box]:
        """Bring the surface up to date. Returns the boxes whose pixels changed; none if nothing did.

        The picture must have the surface's size.
        """
        if picture == self._picture:
            return self._draw_signs(self._live, now_ms)
        self._picture = picture
        live = tuple(_live_signs(picture.items))
        still_items = tuple(_still_items(picture.items))
        if still_items == self._still_items:
            return self._draw_signs(live, now_ms)
        self._still_items = still_items
        return self._draw_all(picture, live, now_ms)

    def _draw_signs(self, live: tuple[_Live, ...], now_ms: int) -> list[Box]:
        """Come from the signs as they are painted to these, where all else is as it was."""
        if live is self._live and self._painted_ms <= now_ms < self._next_ms:
            return []
        levels = _levels_at(live, now_ms)
        shown = dict(zip(self._live, self._levels, strict=True))
        wanted = dict(zip(live, levels, strict=True))
        self._keep(live, levels, now_ms)
        changed = [sign.box for sign in {**shown, **wanted} if shown.get(sign) != wanted.get(sign)]
        for box in changed:
            self._redraw(box)
        return changed

    def _draw_all(self, picture: Picture, live: tuple[_Live, ...], now_ms: int) -> list[Box]:
        self._surface.fill(theme.GROUND)
        for item in picture.items:
            self._paint(item)
        self._still = self._surface.copy()
        self._keep(live, _levels_at(live, now_ms), now_ms)
        for sign, level in zip(self._live, self._levels, strict=True):
            paint_sign(self._surface, sign.lit, sign.box, level, self._sprites)
        return [Box(0, 0, picture.width, picture.height)]

    def _keep(self, live: tuple[_Live, ...], levels: tuple[float, ...], now_ms: int) -> None:
        """Remember the signs as they are painted, and until when they stay so."""
        self._live, self._levels = live, levels
        next_ms = next_lit_change_ms((sign.lit for sign in live), now_ms)
        self._painted_ms, self._next_ms = now_ms, math.inf if next_ms is None else next_ms

    def _redraw(self, box: Box) -> None:
        """Everything within a box: what is still from the copy, then each sign that reaches into it."""
        self._surface.set_clip(pygame.Rect(box))
        self._surface.blit(self._still, (box.x, box.y), pygame.Rect(box))
        for live, level in zip(self._live, self._levels, strict=True):
            if live.box.meets(box):
                paint_sign(self._surface, live.lit, live.box, level, self._sprites)
        self._surface.set_clip(None)

    def _paint(self, item: Item) -> None:
        match item:
            case Panel():
                self._paint_panel(item)
            case Label():
                self._paint_label(item)
            case Drawing():
                self._paint_drawing(item)
            case BoardBox():
                paint_board(self._surface, item, self._sprites)
            case Button():
                self._paint_button(item)
            case SignIcon():
                pass  # keeps a rhythm, and is painted with the board's signs

    def _paint_button(self, button: Button) -> None:
        self._paint_panel(button.face)
        for label in button.labels:
            self._paint_label(label)
        if isinstance(button.drawing, Squares):
            self._paint_squares(button.drawing)
        elif button.drawing:
            self._paint_drawing(button.drawing)

    def _paint_panel(self, panel: Panel) -> None:
        if panel.outline is None or panel.outline == panel.fill:
            self._fill_round(panel.box, panel.radius, panel.fill)
            return
        width = max(panel.radius // 5, 2)
        self._fill_round(panel.box, panel.radius, panel.outline)
        self._fill_round(panel.box.inset(width), panel.radius - width, panel.fill)

    def _fill_round(self, box: Box, radius: int, colour: Rgb) -> None:
        """Fill a box with round corners: two bars and four quarters of a smooth disc."""
        self._surface.fill(colour, pygame.Rect(box.inset(radius, 0)))
        self._surface.fill(colour, pygame.Rect(box.inset(0, radius)))
        disc = self._sprites.get(GLYPHS[Glyph.DISC], 2 * radius, Paint(colour))
        for x, part_x in ((box.x, 0), (box.right - radius, radius)):
            for y, part_y in ((box.y, 0), (box.bottom - radius, radius)):
                self._surface.blit(disc, (x, y), pygame.Rect(part_x, part_y, radius, radius))

    def _paint_label(self, label: Label) -> None:
        type_ = font(label.px, label.is_bold)
        height = line_height(label.px)
        whole = ink(label)
        for number, line in enumerate(label.lines):
            drawn = type_.render(line, True, label.colour)
            place = ink(Label(label.box, (line,), label.px, label.colour, label.is_bold, label.align))
            self._surface.blit(
                drawn, (place.x, whole.y + number * height + (height - drawn.get_height()) // 2)
            )

    def _paint_drawing(self, drawing: Drawing) -> None:
        drawn = self._sprites.get(GLYPHS[drawing.glyph], drawing.box.w, Paint(drawing.colour))
        self._surface.blit(drawn, (drawing.box.x, drawing.box.y))

    def _paint_squares(self, drawing: Squares) -> None:
        """All squares of one size, so that pieces beside one another can be compared."""
        size = min(drawing.box.w // _MOST_COLUMNS, drawing.box.h // _MOST_ROWS)
        gap = max(size // 12, 1)
        width, height = (size * (1 + max(square[axis] for square in drawing.squares)) for axis in (0, 1))
        place = drawing.box.middle(width, height)
        for x, y in drawing.squares:
            square = Box(place.x + x * size, place.bottom - (y + 1) * size, size - gap, size - gap)
            self._surface.fill(drawing.colour, pygame.Rect(square))


def _levels_at(live: Iterable[_Live], now_ms: int) -> tuple[float, ...]:
    return tuple([sign_level(sign.lit, now_ms) for sign in live])


def _live_signs(items: Iterable[Item]) -> Iterable[_Live]:
    for item in items:
        if isinstance(item, SignIcon):
            yield _Live(item.lit, item.box)
        elif isinstance(item, BoardBox) and not item.is_dim:
            place = geometry(item)
            yield from (_Live(sign.lit, sign_box(sign, item.board, place)) for sign in signs_of(item.board))


def _still_items(items: Iterable[Item]) -> Iterable[Item]:
    """What is painted once: everything but the signs."""
    for item in items:
        if isinstance(item, BoardBox):
            yield replace(item, board=replace(item.board, signs=()))
        elif not isinstance(item, SignIcon):
            yield item
