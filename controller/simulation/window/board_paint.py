"""A printed drawing on a surface: the shapes with smooth edges, the texts as large as they can be read."""

from __future__ import annotations

from typing import Final

import pygame

from controller.boards.shapes import Anchor, Disc, Drawing, Path, Point, Rectangle, TextLine
from controller.boards.type import CAPITALS
from controller.model.signs import Rgb
from controller.screens.layout.text import font

_LEAST_PX: Final = 7
"""Type smaller than this cannot be read, and is left out."""

_LEAST_LINE_PX: Final = 0.15
"""A line finer than this is left out: on paper it is hardly seen either."""

_LEAST_DOT_PX: Final = 0.6
_LARGE_PX: Final = 1200
"""A picture larger than this is painted twice too large and scaled down, a smaller one three times."""

_NAME_MM: Final = 5.0
_NAME_PX: Final = 9
"""The names that people look for, printed at least so large, are painted at least so large."""


class _Sheet:
    """A surface with this many pixels for a millimetre of a drawing."""

    def __init__(self, drawing: Drawing, scale: float, size: tuple[int, int]) -> None:
        self.surface = pygame.Surface(size)
        self._height = drawing.height
        self._scale = scale

    def point(self, point: Point) -> tuple[float, float]:
        """The pixels of a point."""
        return point[0] * self._scale, (self._height - point[1]) * self._scale

    def paint(self, shape: Rectangle | Disc | Path) -> None:
        """A shape, filled and with its line."""
        ink = shape.ink
        if ink.fill is not None:
            self._trace(shape, ink.fill, 0)
        if ink.line is not None:
            self._trace(shape, ink.line, max(round(ink.width * self._scale), 1))

    def _trace(self, shape: Rectangle | Disc | Path, colour: Rgb, line: int) -> None:
        match shape:
            case Rectangle(area, _, radius):
                (left, top), (right, foot) = self.point((area.x, area.top)), self.point((area.right, area.y))
                box = pygame.Rect(
                    round(left), round(top), round(right) - round(left), round(foot) - round(top)
                )
                pygame.draw.rect(self.surface, colour, box, line, border_radius=round(radius * self._scale))
            case Disc(middle, radius):
                pygame.draw.circle(self.surface, colour, self.point(middle), radius * self._scale, line)
            case Path(points, _, closed):
                corners = [self.point(point) for point in points]
                if line == 0:
                    pygame.draw.polygon(self.surface, colour, corners)
                else:
                    pygame.draw.lines(self.surface, colour, closed, corners, line)

    def write(self, text: TextLine) -> None:
        """A line of text; none if it would be illegible."""
        px = type_px(text, self._scale)
        if px < _LEAST_PX:
            return
        x, y = self.point(text.at)
        type_ = font(px, text.is_bold)
        drawn = type_.render(text.text, True, text.colour)
        along = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[text.anchor] * drawn.get_width()
        across = type_.get_ascent() - CAPITALS / 2 * px
        middle = pygame.Vector2(drawn.get_width() / 2 - along, drawn.get_height() / 2 - across)
        turned = pygame.transform.rotate(drawn, text.turned) if text.turned else drawn
        middle = middle.rotate(-text.turned) + pygame.Vector2(x, y)
        place = turned.get_rect(center=(round(middle.x), round(middle.y)))
        self.surface.blit(turned, place.clamp(self.surface.get_rect()))


def type_px(text: TextLine, scale: float) -> int:
    """The size in which a text is painted, with this many pixels for a millimetre."""
    px = round(text.size * scale)
    return max(px, _NAME_PX) if text.size >= _NAME_MM else px


def painted(drawing: Drawing, size: tuple[int, int]) -> pygame.Surface:
    """A drawing as a picture of this size, of the drawing's own shape."""
    scale = size[0] / drawing.width
    times = 3 if size[0] < _LARGE_PX else 2
    large = _Sheet(drawing, times * scale, (times * size[0], times * size[1]))
    for shape in drawing.shapes:
        if not isinstance(shape, TextLine) and _is_seen(shape, scale):
            large.paint(shape)
    sheet = _Sheet(drawing, scale, size)
    pygame.transform.smoothscale(large.surface, size, sheet.surface)
    for shape in drawing.shapes:
        if isinstance(shape, TextLine):
            sheet.write(shape)
    return sheet.surface


def _is_seen(shape: Rectangle | Disc | Path, scale: float) -> bool:
    if isinstance(shape, Disc) and shape.radius * scale < _LEAST_DOT_PX:
        return False
    return shape.ink.fill is not None or shape.ink.width * scale >= _LEAST_LINE_PX
