"""Painting the items of a picture on a surface; no display is needed."""

from __future__ import annotations

import pygame

from controller.model.signs import Rgb
from controller.screens.layout import theme
from controller.screens.layout.drawings import GLYPHS, Paint
from controller.screens.layout.picture import (
    QUIET,
    BoardBox,
    Box,
    Chart,
    FilledBox,
    FocusRing,
    Glyph,
    GlyphIcon,
    Item,
    Label,
    More,
    QrCode,
    ScreenButton,
    SignIcon,
    Squares,
)
from controller.screens.layout.text import ink, left_of, line_height, rendered
from controller.screens.layout.theme import Palette
from controller.screens.painting.board_picture import paint_board
from controller.screens.painting.chart_picture import paint_chart
from controller.screens.painting.filling import fill
from controller.screens.painting.sprites import sprite

_MOST_COLUMNS, _MOST_ROWS = 5, 3
"""The most squares of a piece's width or height, laid on its longer side."""


class Canvas:
    """A surface on which items are painted, in the colours of a palette."""

    def __init__(self, surface: pygame.Surface, palette: Palette) -> None:
        self._surface = surface
        self._palette = palette

    def paint(self, item: Item, within: Box) -> None:
        """Paint an item; of a board only what lies within `within`."""
        match item:
            case BoardBox():
                paint_board(self._surface, item, self._palette, within)
            case ScreenButton():
                self._paint_button(item)
            case Chart():
                paint_chart(self._surface, item, self._palette)
            case QrCode():
                self._paint_matrix(item)
            case FocusRing():
                self._paint_ring(item)
            case _:
                self._paint_simple(item)

    def _paint_simple(self, item: Item) -> None:
        match item:
            case FilledBox():
                self._paint_panel(item)
            case Label():
                self._paint_label(item)
            case GlyphIcon():
                self._paint_drawing(item)
            case SignIcon() | More():
                pass  # a sign keeps a rhythm, and is painted with the board's signs

    def _paint_button(self, button: ScreenButton) -> None:
        self._paint_panel(button.face)
        for label in button.labels:
            self._paint_label(label)
        match button.drawing:
            case Squares():
                self._paint_squares(button.drawing)
            case BoardBox():
                paint_board(self._surface, button.drawing, self._palette)
            case GlyphIcon():
                self._paint_drawing(button.drawing)

    def _paint_ring(self, ring: FocusRing) -> None:
        """A dark line between two light ones: it stands out from any button."""
        width = max(ring.box.h // 24, 2)
        for inset, colour in ((0, theme.FOCUS), (width, theme.DARK_INK)):
            box = pygame.Rect(ring.box.inset(inset))
            pygame.draw.rect(self._surface, colour, box, width, border_radius=3 * width)

    def _paint_panel(self, panel: FilledBox) -> None:
        if panel.outline is None or panel.outline == panel.fill:
            self._fill_round(panel.box, panel.radius, panel.fill)
            return
        width = max(panel.radius // 5, 2)
        self._fill_round(panel.box, panel.radius, panel.outline, is_hollow=True)
        self._fill_round(panel.box.inset(width), panel.radius - width, panel.fill)

    def _fill_round(self, box: Box, radius: int, colour: Rgb, *, is_hollow: bool = False) -> None:
        """Fill a box with round corners: bars and four quarters of a smooth disc, no pixel twice. Of one that
        `is_hollow` the middle is left out: large areas take most of the time."""
        between, beside = box.inset(radius, 0), box.inset(0, radius)
        bars = [between.top(radius)[0], between.foot(radius)[0]] if is_hollow else [between]
        for bar in (*bars, beside.left(radius)[0], beside._replace(x=box.right - radius, w=radius)):
            fill(self._surface, colour, bar)
        disc = sprite(GLYPHS[Glyph.DISC], 2 * radius, Paint(colour))
        for x, part_x in ((box.x, 0), (box.right - radius, radius)):
            for y, part_y in ((box.y, 0), (box.bottom - radius, radius)):
                self._surface.blit(disc, (x, y), pygame.Rect(part_x, part_y, radius, radius))

    def _paint_label(self, label: Label) -> None:
        height = line_height(label.px)
        whole = ink(label)
        for number, line in enumerate(label.lines):
            drawn = rendered(line, label.px, label.is_bold, label.colour)
            left = left_of(label, drawn.get_width())
            self._surface.blit(drawn, (left, whole.y + number * height + (height - drawn.get_height()) // 2))

    def _paint_drawing(self, drawing: GlyphIcon) -> None:
        drawn = sprite(GLYPHS[drawing.glyph], drawing.box.w, Paint(drawing.colour))
        self._surface.blit(drawn, (drawing.box.x, drawing.box.y))

    def _paint_matrix(self, matrix: QrCode) -> None:
        """Black on white in every palette, as cameras require."""
        side = matrix.module
        fill(self._surface, theme.CODE_GROUND, matrix.box)
        for y, row in enumerate(matrix.modules, start=QUIET):
            for x, is_dark in enumerate(row, start=QUIET):
                if is_dark:
                    place = Box(matrix.box.x + x * side, matrix.box.y + y * side, side, side)
                    fill(self._surface, theme.CODE, place)

    def _paint_squares(self, drawing: Squares) -> None:
        """All squares of one size, so that neighbouring pieces can be compared."""
        size = min(drawing.box.w // _MOST_COLUMNS, drawing.box.h // _MOST_ROWS)
        gap = max(size // 12, 1)
        width, height = (size * (1 + max(square[axis] for square in drawing.squares)) for axis in (0, 1))
        place = drawing.box.middle(width, height)
        for x, y in drawing.squares:
            square = Box(place.x + x * size, place.bottom - (y + 1) * size, size - gap, size - gap)
            fill(self._surface, drawing.colour, square)
