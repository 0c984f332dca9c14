"""The report of a self-test as a picture: every site with its verdict, by colour and by shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame

from controller.model.signs import Rgb, Shape
from controller.screens.layout import theme
from controller.screens.layout.drawings import SIGNS, Circle, Paint, Polygon, Stroke, Tile
from controller.screens.layout.picture import Box
from controller.screens.layout.table_geometry import TableGeometry
from controller.screens.layout.text import font
from controller.screens.painting.sprites import sprite
from controller.self_test.findings import Conclusions, Verdict
from engines.record import record

_SIZE: Final = (1440, 1000)
_TABLE: Final = Box(0, 70, 930, 930)
_LEGEND: Final = Box(950, 110, 460, 860)
_LINE: Final = 62
_NUMBERS: Final = 16
"""The distance of the numbers of columns and rows from the sites, in pixels."""

_EXCHANGE: Final[tuple[Stroke, ...]] = (
    Polygon(
        ((0.06, 0.36), (0.34, 0.12), (0.34, 0.28), (0.94, 0.28), (0.94, 0.44), (0.34, 0.44), (0.34, 0.6))
    ),
    Polygon(((0.94, 0.68), (0.66, 0.44), (0.66, 0.6), (0.06, 0.6), (0.06, 0.76), (0.66, 0.76), (0.66, 0.92))),
)
_TRIANGLE: Final[tuple[Stroke, ...]] = (
    Polygon(((0.14, 0.14), (0.14, 0.86), (0.72, 0.5))),
    Polygon(((0.74, 0.14), (0.86, 0.14), (0.86, 0.86), (0.74, 0.86))),
)
_NEAR: Final[tuple[Stroke, ...]] = (Circle((0.3, 0.5), 0.26), Circle((0.7, 0.5), 0.26))
_CORNER: Final[tuple[Stroke, ...]] = (Polygon(((0.5, 0.0), (1.0, 0.0), (1.0, 0.5))),)
_FRAME: Final[tuple[Stroke, ...]] = SIGNS[Shape.CORNERS]


@record
class _Look:
    """How a verdict looks: its shape, how much of a site it fills, its colour, and its words."""

    shape: tuple[Stroke, ...]
    share: float
    colour: Rgb
    words: str


_LOOKS: Final[Mapping[Verdict, _Look]] = {
    Verdict.FINE: _Look((Circle((0.5, 0.5), 0.5),), 0.34, (0, 158, 115), "fine"),
    Verdict.DEAD: _Look(SIGNS[Shape.CROSS], 0.95, (213, 94, 0), "dead: does not answer"),
    Verdict.STUCK: _Look((Tile(0.0, 0.12),), 0.6, (230, 159, 0), "stuck: closed without a magnet"),
    Verdict.GHOSTING: _Look(SIGNS[Shape.STAR], 1.0, (240, 228, 66), "ghosting: closes others"),
    Verdict.NEIGHBOURS: _Look(_NEAR, 0.8, (240, 228, 66), "closes its neighbours too"),
    Verdict.NO_DIODE: _Look(_TRIANGLE, 0.72, (204, 121, 167), "no diode: current flows back"),
    Verdict.SWAPPED: _Look(_EXCHANGE, 0.8, (86, 180, 233), "swapped: answers as another"),
    Verdict.UNTESTED: _Look(SIGNS[Shape.RING], 0.5, theme.EDGE, "not tested"),
}
_DARK: Final = _Look(_CORNER, 0.94, (204, 121, 167), "its light is dark or wrong")
_MASKED: Final = _Look(_FRAME, 0.94, theme.INK, "masked: asked for on the screen")

_ALWAYS: Final = (Verdict.FINE, Verdict.DEAD, Verdict.STUCK, Verdict.GHOSTING, Verdict.SWAPPED)
"""Always explained in the legend, even if absent."""


def painted(judged: Conclusions, masked: int = 0) -> pygame.Surface:
    """The whole report. `masked` are the sites that are asked for on the screen."""
    surface = pygame.Surface(_SIZE)
    surface.fill(theme.GROUND)
    grid = judged.findings.grid
    title = f"Self-test: {grid.columns} × {grid.rows} sites"
    surface.blit(font(38, True).render(title, True, theme.INK), (46, 26))
    paint_table(surface, _TABLE, judged, masked)
    _paint_legend(surface, judged, masked)
    return surface


def paint_table(surface: pygame.Surface, box: Box, judged: Conclusions, masked: int = 0) -> None:
    """Every site with its verdict, and the numbers of columns and rows, in a square box."""
    grid = judged.findings.grid
    inner = TableGeometry.within((box.w, box.h), grid, min(box.w, box.h) // 20)
    place = TableGeometry(grid, inner.x + box.x, inner.y + box.y, inner.pitch)
    for site, verdict in enumerate(judged.verdicts):
        column, row = grid.column_row(site)
        cell = place.around(column, row, 0.92)
        surface.fill(theme.SURFACE, pygame.Rect(cell))
        _blit(surface, _LOOKS[verdict], cell)
        for sites, look in ((judged.findings.dark, _DARK), (masked, _MASKED)):
            if sites >> site & 1:
                _blit(surface, look, cell)
    _paint_numbers(surface, place)


def _blit(surface: pygame.Surface, look: _Look, cell: Box) -> None:
    px = max(round(look.share * cell.w), 3)
    place = cell.middle(px, px)
    surface.blit(sprite(look.shape, px, Paint(look.colour)), (place.x, place.y))


def _paint_numbers(surface: pygame.Surface, place: TableGeometry) -> None:
    type_ = font(max(min(round(0.45 * place.pitch), 22), 9))
    grid = place.grid
    off = -0.5 - _NUMBERS / place.pitch
    places: list[tuple[int, float, float]] = [(number, number, off) for number in range(grid.columns)]
    places += [(number, off, number) for number in range(grid.rows)]
    for number, column, row in places:
        x, y = place.point(column, row)
        drawn = type_.render(str(number), True, theme.QUIET_INK)
        surface.blit(drawn, (round(x - drawn.get_width() / 2), round(y - drawn.get_height() / 2)))


def _paint_legend(surface: pygame.Surface, judged: Conclusions, masked: int) -> None:
    counted = [(look, len(judged.having(verdict)), verdict in _ALWAYS) for verdict, look in _LOOKS.items()]
    counted += [(_DARK, judged.findings.dark.bit_count(), False), (_MASKED, masked.bit_count(), False)]
    y = _LEGEND.y
    for look, count, is_always in counted:
        if not count and not is_always:
            continue
        cell = Box(_LEGEND.x, y, 40, 40)
        surface.fill(theme.SURFACE, pygame.Rect(cell))
        _blit(surface, look, cell)
        number = font(28, True).render(str(count), True, theme.INK if count else theme.EDGE)
        surface.blit(number, (_LEGEND.x + 122 - number.get_width(), y + 4))
        words = font(19).render(look.words, True, theme.INK if count else theme.EDGE)
        surface.blit(words, (_LEGEND.x + 140, y + 10))
        y += _LINE
    note = font(19).render("Seen from above; its front is at the foot.", True, theme.QUIET_INK)
    surface.blit(note, (_LEGEND.x, _LEGEND.bottom - note.get_height()))
