"""Painting a graph: thick curves in the players' colours, readable from two metres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import pygame

from controller.model.signs import Rgb, player_colour
from controller.model.view import Curve, Graph, GraphMark
from controller.screens.layout import theme
from controller.screens.layout.picture import Box, Chart
from controller.screens.layout.text import line_height, rendered
from controller.screens.layout.theme import Palette
from controller.screens.painting.filling import fill
from engines.record import record

_OVERSAMPLING: Final = 3
_MIDDLE: Final = 0.5
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""The possible steps of the figures along the foot: the smallest that fits is used."""
_THICK: Final = 4
"""The height of a figure's type, in thicknesses of a curve."""
_ASIDE: Final = (0.0, -1.1, 1.1, -2.2, 2.2, -3.3, 3.3)
"""The possible displacements of a plate, in its own sizes, the best first."""
_FAINT: Final = 90
"""The opacity of the area between a curve and the middle, of 255."""

Point = tuple[float, float]


@record
class _Plot:
    """The layout of a graph: the box of the curves, and the number of actions across it."""

    box: Box
    plies: int

    def at(self, ply: float, share: float) -> Point:
        """The pixel of a share after a number of actions."""
        return (
            self.box.x + self.box.w * ply / max(self.plies, 1),
            self.box.y + self.box.h * (1 - share),
        )


def paint_chart(surface: pygame.Surface, item: Chart, palette: Palette) -> None:
    """The whole graph: ground, figures, curves, and the marks upon them."""
    radius = plate_radius(item.figure_px)
    foot, area = item.box.foot(line_height(item.figure_px))
    ground = pygame.Rect(area)
    plot = _Plot(area.inset(radius, radius), item.graph.plies)
    fill(surface, palette.ground, area)
    pygame.draw.rect(surface, palette.edge, ground, width=max(item.figure_px // 16, 1))
    _paint_figures(surface, plot, foot, item.figure_px, palette)
    _paint_middle(surface, plot, item.figure_px, palette)
    _paint_curves(surface, item, plot)
    for mark, (x, y) in zip(item.graph.marks, _apart(item.graph.marks, plot, 2 * radius), strict=True):
        _paint_mark(surface, mark, plot, (x, y), item.figure_px)


def plate_radius(figure_px: int) -> int:
    """The radius of a mark's plate for a figure of this type."""
    return round(0.68 * figure_px)


def figures(plies: int, width: int, figure_px: int) -> range:
    """The numbers of actions along the foot of a graph of this width."""
    room = 3 * figure_px
    step = next((step for step in _STEPS if width * step >= room * plies), plies)
    return range(0, plies + 1, max(step, 1))


def _paint_figures(surface: pygame.Surface, plot: _Plot, foot: Box, px: int, palette: Palette) -> None:
    for ply in figures(plot.plies, plot.box.w, px):
        x, _y = plot.at(ply, 0)
        bottom = foot.y - 1
        pygame.draw.line(surface, palette.edge, (x, bottom), (x, bottom - px // 2), max(px // 12, 1))
        drawn = rendered(str(ply), px, False, palette.quiet_ink)
        left = min(max(x - drawn.get_width() / 2, foot.x), foot.right - drawn.get_width())
        surface.blit(drawn, (left, foot.y + (foot.h - drawn.get_height()) // 2))


def _paint_middle(surface: pygame.Surface, plot: _Plot, px: int, palette: Palette) -> None:
    """A dashed line at the even level."""
    _x, y = plot.at(0, _MIDDLE)
    for left in range(plot.box.x, plot.box.right, px):
        end = min(left + px // 2, plot.box.right)
        pygame.draw.line(surface, palette.edge, (left, y), (end, y), max(px // 10, 1))


def _paint_curves(surface: pygame.Surface, item: Chart, plot: _Plot) -> None:
    """All curves, painted at a larger scale and scaled down for smooth edges."""
    box, large = item.box, _OVERSAMPLING
    drawn = pygame.Surface((box.w * large, box.h * large), pygame.SRCALPHA)
    width = max(item.figure_px // _THICK, 3) * large
    for curve in item.graph.curves:
        points = [plot.at(ply, share) for ply, share in curve.points]
        local = [((x - box.x) * large, (y - box.y) * large) for x, y in points]
        if item.graph.other is None:
            _stroke(drawn, local, width, player_colour(curve.player))
        else:
            middle = (plot.at(0, _MIDDLE)[1] - box.y) * large
            _paint_parted(drawn, local, width, middle, _sides(item.graph, curve))
    surface.blit(pygame.transform.smoothscale(drawn, (box.w, box.h)), (box.x, box.y))


def _sides(graph: Graph, curve: Curve) -> tuple[Rgb, Rgb]:
    return player_colour(curve.player), player_colour(graph.other)


def _paint_parted(
    drawn: pygame.Surface, points: Sequence[Point], width: int, middle: float, sides: tuple[Rgb, Rgb]
) -> None:
    """One curve for two players: above the middle in one's colour, below it in the other's."""
    parts = list(_parts(points, middle))
    for one, other in parts:
        colour = sides[one[1] + other[1] > 2 * middle]
        corners = (one, other, (other[0], middle), (one[0], middle))
        pygame.draw.polygon(drawn, (*colour, _FAINT), corners)
    for one, other in parts:
        _stroke(drawn, (one, other), width, sides[one[1] + other[1] > 2 * middle])


def _parts(points: Sequence[Point], middle: float) -> Iterator[tuple[Point, Point]]:
    """The sections of a curve, each on one side of the middle."""
    for one, other in pairwise(points):
        (x, y), (right, end) = one, other
        if (y - middle) * (end - middle) < 0:
            crossing = (x + (right - x) * (middle - y) / (end - y), middle)
            yield one, crossing
            yield crossing, other
        else:
            yield one, other


def _stroke(drawn: pygame.Surface, points: Sequence[Point], width: int, colour: Rgb) -> None:
    """A thick line with round joints."""
    for one, other in pairwise(points):
        pygame.draw.polygon(drawn, colour, _bar(one, other, width))
    for point in points:
        pygame.draw.circle(drawn, colour, point, width / 2)


def _bar(one: Point, other: Point, width: int) -> list[Point]:
    """The corners of a thick straight line."""
    (x, y), (right, end) = one, other
    length = max(((right - x) ** 2 + (end - y) ** 2) ** 0.5, 0.01)
    across, down = (y - end) * width / 2 / length, (right - x) * width / 2 / length
    return [
        (x + across, y + down),
        (right + across, end + down),
        (right - across, end - down),
        (x - across, y - down),
    ]


def _apart(marks: Sequence[GraphMark], plot: _Plot, size: int) -> list[Point]:
    """The places of the marks' plates: on the curve, or above or below it if they would cover each other."""
    found: list[Point] = []
    for mark in marks:
        x, y = plot.at(mark.ply, mark.share)
        places = [(x, y + step * size) for step in _ASIDE if plot.box.has(plot.box.x, y + step * size)]
        free = (place for place in places if all(_is_clear(place, other, size) for other in found))
        found.append(next(free, (x, y)))
    return found


def _is_clear(one: Point, other: Point, size: int) -> bool:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 >= size**2


def _paint_mark(surface: pygame.Surface, mark: GraphMark, plot: _Plot, at: Point, px: int) -> None:
    """A number on a plate and, if it lies beside the curve, a line to its place."""
    x, y = at
    if at != (place := plot.at(mark.ply, mark.share)):
        pygame.draw.line(surface, theme.LIGHT, place, at, max(px // 8, 1))
    size = 2 * plate_radius(px)
    plate = pygame.Surface((size * _OVERSAMPLING,) * 2, pygame.SRCALPHA)
    middle = size * _OVERSAMPLING / 2
    pygame.draw.circle(plate, theme.DARK_INK, (middle, middle), middle)
    pygame.draw.circle(plate, theme.LIGHT, (middle, middle), middle * 0.88)
    surface.blit(pygame.transform.smoothscale(plate, (size, size)), (x - size / 2, y - size / 2))
    drawn = rendered(mark.text, px, True, theme.DARK_INK)
    surface.blit(drawn, (x - drawn.get_width() / 2, y - drawn.get_height() / 2))
