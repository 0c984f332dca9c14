"""Painting a board: its cells, the names along its edges, pieces and signs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

import pygame

from controller.model.signs import PLAYERS, STYLES, Rgb, Rhythm, colour_of, lit_level, player_colour
from controller.model.view import Lit, Mark
from controller.screens.layout import theme
from controller.screens.layout.board_geometry import (
    Geometry,
    frame_width,
    geometry,
    mark_box,
    mark_type,
    plate_px,
    plate_rim,
    seen_box,
    square_box,
)
from controller.screens.layout.drawings import PIECES, Paint, paint_of, towards
from controller.screens.layout.picture import BoardBox, Box
from controller.screens.layout.text import line_height, rendered
from controller.screens.layout.theme import Palette
from controller.screens.painting.filling import fill
from controller.screens.painting.sprites import sign_sprite, sprite


def _brightened(colour: Rgb) -> Rgb:
    """A colour half way to white."""
    red, green, blue = (round((part + 255) / 2) for part in colour)
    return red, green, blue


_BRIGHT: Final = {name: _brightened(colour) for name, colour in PLAYERS.items()}
"""The players' colours for texts on the dark ground."""

_FAINTEST: Final = 0.25
"""The least visibility of a sign at the lowest level of its rhythm, so that it is always readable."""


def paint_board(surface: pygame.Surface, item: BoardBox, palette: Palette, within: Box | None = None) -> None:
    """Everything except the signs; only within `within`, if that is given."""
    place = geometry(item)
    frame = frame_width(item.name_px)
    board = item.board
    within = within or item.box
    ground = pygame.Rect(
        place.x - frame,
        place.y - board.rows * place.cell - frame,
        board.columns * place.cell + 2 * frame,
        board.rows * place.cell + 2 * frame,
    )
    pygame.draw.rect(surface, palette.board, ground, border_radius=2 * frame)
    columns, rows = place.reach(within)
    cells = [at for at in product(columns, rows) if board.cells is None or at in board.cells]
    cell, gap = _drawn_cell(place.cell, palette), max(place.cell // 24, 1)
    left, top = place.x + gap, place.y - place.cell + gap
    surface.blits([(cell, (left + x * place.cell, top - y * place.cell)) for x, y in cells], doreturn=False)
    if within.x < ground.x or within.bottom > ground.bottom:
        _paint_names(surface, item, place, palette)
    for mark in _near(board.marks, columns, rows):
        if seen_box(mark, place, item.name_px).meets(within):
            box = mark_box(mark, place)
            _paint_mark(surface, mark, box, palette)
            if mark.text:
                _paint_text(surface, mark, box, item.name_px, palette)
    if item.is_dim:
        veil = pygame.Surface(ground.size, pygame.SRCALPHA)
        fill(veil, (*palette.ground, 170), Box(0, 0, *ground.size))
        surface.blit(veil, ground)


def _near(marks: Sequence[Mark], columns: range, rows: range) -> Iterator[Mark]:
    """The marks that may reach into these columns and rows: most do not, which is known without their
    boxes."""
    west, east, south, north = columns.start - 1, columns.stop + 1, rows.start - 1, rows.stop + 1
    for mark in marks:
        x, y, size = mark.x, mark.y, mark.size
        if mark.text or (west - size < x < east + size and south - size < y < north + size):
            yield mark


@lru_cache(maxsize=4)
def _drawn_cell(px: int, palette: Palette) -> pygame.Surface:
    """An empty cell, on the board's colour. Do not paint on it."""
    side = px - 2 * max(px // 24, 1)
    drawn = pygame.Surface((side, side), 0, 32)
    fill(drawn, palette.board, Box(0, 0, side, side))
    pygame.draw.rect(drawn, palette.cell, drawn.get_rect(), border_radius=px // 12)
    return drawn


def _paint_names(surface: pygame.Surface, item: BoardBox, place: Geometry, palette: Palette) -> None:
    board = item.board
    if not any((*board.column_names, *board.row_names)):
        return
    frame = frame_width(item.name_px)
    for column in range(0, board.columns, _name_step(item, place)):
        drawn = rendered(board.column_names[column], item.name_px, False, palette.quiet_ink)
        cell = place.box(column, -1, 1)
        surface.blit(drawn, (cell.x + (cell.w - drawn.get_width()) // 2, place.y + frame))
    for row in range(0, board.rows, _name_step(item, place)):
        drawn = rendered(board.row_names[row], item.name_px, False, palette.quiet_ink)
        cell = place.box(-1, row, 1)
        left = place.x - frame - item.name_px // 4 - drawn.get_width()
        surface.blit(drawn, (left, cell.y + (cell.h - drawn.get_height()) // 2))


def _name_step(item: BoardBox, place: Geometry) -> int:
    """Every name if the cells are large enough, every second or third if they are small."""
    return math.ceil(line_height(item.name_px) / place.cell)


def _paint_mark(surface: pygame.Surface, mark: Mark, box: Box, palette: Palette) -> None:
    if mark.shape == "label":
        return
    if mark.shape == "element":
        fill(surface, player_colour(mark.player), square_box(mark, box))
        return
    turned = towards(mark) if mark.shape == "house" else 0.0
    surface.blit(sprite(PIECES[mark.shape], box.w, paint_of(mark, palette), turned), (box.x, box.y))


def _paint_text(surface: pygame.Surface, mark: Mark, box: Box, name_px: int, palette: Palette) -> None:
    """A mark's text: alone, or on the piece, as large as possible."""
    is_alone = mark.shape == "label"
    on = player_colour(mark.player)
    colour = _BRIGHT.get(mark.player or "", palette.quiet_ink) if is_alone else theme.ink_on(on)
    drawn = rendered(mark.text, *mark_type(mark, box, name_px), colour)
    x, y, _, _ = box.middle(*drawn.get_size())
    surface.blit(drawn, (x, y))


def paint_signs(surface: pygame.Surface, lit: Lit, boxes: Sequence[Box], level: float) -> None:
    """Signs of one width at a level of their rhythm: their shape, or a text on a plate."""
    if lit.text:
        for box in boxes:
            _paint_plate(surface, lit.text, box, Paint(colour_of(lit), line=theme.GROUND))
    elif boxes:
        drawn = sign_sprite(lit.meaning, colour_of(lit), boxes[0].w, round(255 * level))
        surface.blits([(drawn, box[:2]) for box in boxes], doreturn=False)


def _paint_plate(surface: pygame.Surface, text: str, box: Box, paint: Paint) -> None:
    """A text on a plate: round, or as wide as the text needs."""
    rim, fill = plate_rim(box), theme.panel_of(paint.main)
    pygame.draw.rect(surface, paint.line, pygame.Rect(box), border_radius=box.h // 2)
    pygame.draw.rect(surface, fill, pygame.Rect(box.inset(rim)), border_radius=box.h // 2)
    written = rendered(text, plate_px(box), True, theme.ink_on(fill))
    x, y, _, _ = box.middle(*written.get_size())
    surface.blit(written, (x, y))


def sign_level(lit: Lit, now_ms: int) -> float:
    """The present visibility of a sign, 0 to 1. A fading sign disappears; all others stay readable, and a
    text is steady."""
    if lit.text:
        return 1.0
    level = lit_level(lit, now_ms)
    if STYLES[lit.meaning].rhythm is Rhythm.FADE:
        return level
    return _FAINTEST + (1 - _FAINTEST) * level
