"""A screen as a value: boxes with their content, in pixels, ready to be painted, read or touched."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Final, NamedTuple

from controller.model.signs import Rgb
from controller.model.view import BoardView, Graph, Lit
from controller.screens.layout.theme import PLAIN, Palette
from engines.record import record

QUIET: Final = 4
"""The light modules required around a QR code (ISO/IEC 18004, 9.1)."""


class Box(NamedTuple):
    """A rectangle in pixels; `x` and `y` are its top left corner."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column beyond its right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row beyond its bottom edge."""
        return self.y + self.h

    def has(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def holds(self, other: Box) -> bool:
        """Whether another box lies inside altogether."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def meets(self, other: Box) -> bool:
        """Whether another box shares any pixel with this."""
        x, y, w, h = self
        left, top, width, height = other
        return x < left + width and left < x + w and y < top + height and top < y + h

    def inset(self, across: int, down: int | None = None) -> Box:
        """The box without a margin."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.w - 2 * across, self.h - 2 * down)

    def top(self, height: int, gap: int = 0) -> tuple[Box, Box]:
        """The uppermost part, and the rest below a gap."""
        return Box(self.x, self.y, self.w, height), Box(
            self.x, self.y + height + gap, self.w, self.h - height - gap
        )

    def foot(self, height: int, gap: int = 0) -> tuple[Box, Box]:
        """The lowest part, and the rest above a gap."""
        rest = self.h - height
        return Box(self.x, self.y + rest, self.w, height), Box(self.x, self.y, self.w, rest - gap)

    def left(self, width: int, gap: int = 0) -> tuple[Box, Box]:
        """The part on the left, and the rest to the right of a gap."""
        return Box(self.x, self.y, width, self.h), Box(
            self.x + width + gap, self.y, self.w - width - gap, self.h
        )

    def middle(self, width: int, height: int) -> Box:
        """A box of this size in the middle."""
        return Box(self.x + (self.w - width) // 2, self.y + (self.h - height) // 2, width, height)


class Align(StrEnum):
    """The horizontal alignment of a text. Vertically it is always centred."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Glyph(StrEnum):
    """A small drawing that is not a letter."""

    PLAY = "play"
    PAUSE = "pause"
    TICK = "tick"
    LEFT = "left"
    RIGHT = "right"
    DISC = "disc"
    CYCLE = "cycle"


@record
class FilledBox:
    """A filled box with round corners and, if wanted, an outline."""

    box: Box
    fill: Rgb
    radius: int
    outline: Rgb | None = None


@record
class Label:
    """A text broken into lines of `px` pixels' type, in its box; `is_cut` if it did not fit. One that
    `goes_on` continues the text of the label before it, in another type."""

    box: Box
    lines: tuple[str, ...]
    px: int
    colour: Rgb
    is_bold: bool = False
    align: Align = Align.LEFT
    is_cut: bool = False
    goes_on: bool = False

    @property
    def text(self) -> str:
        """The whole text."""
        return " ".join(self.lines)


@record
class GlyphIcon:
    """A glyph in one colour, filling its box."""

    box: Box
    glyph: Glyph
    colour: Rgb


@record
class Squares:
    """A piece of several squares in one colour, centred in its box: columns and rows, both from 0."""

    box: Box
    squares: tuple[tuple[int, int], ...]
    colour: Rgb


@record
class SignIcon:
    """The sign of a meaning, beside the words for it, in the same rhythm as on the board."""

    box: Box
    lit: Lit


@record
class BoardBox:
    """The board picture. `name_px` is the type of the names along its edges; `is_dim` while play is paused.

    `targets` are the cells that can be touched now, as far as the screen knows.
    """

    box: Box
    board: BoardView
    name_px: int
    is_dim: bool = False
    targets: frozenset[tuple[int, int]] = frozenset()


@record
class Chart:
    """A graph with its figures along the foot, in type of `figure_px`."""

    box: Box
    graph: Graph
    figure_px: int


@record
class QrCode:
    """The modules of a QR code, row by row, dark on a light ground that extends by a quiet zone on each side.
    The box is a whole number of pixels for each."""

    box: Box
    modules: tuple[tuple[bool, ...], ...] = field(repr=False)

    @property
    def module(self) -> int:
        """The pixels of a module's side."""
        return self.box.w // (len(self.modules) + 2 * QUIET)


@record
class ScreenButton:
    """A touch target: its stable id, its panel and its content."""

    id: str
    face: FilledBox
    labels: tuple[Label, ...]
    drawing: GlyphIcon | Squares | BoardBox | None = None

    @property
    def box(self) -> Box:
        """The area of its touches."""
        return self.face.box

    @property
    def text(self) -> str:
        """Its text."""
        return " ".join(label.text for label in self.labels)


@record
class More:
    """The area of a text that only counts what comes next: a touch shows that. It lies beneath the text."""

    box: Box


@record
class FocusRing:
    """A frame around the keyboard's focus."""

    box: Box


Item = FilledBox | Label | GlyphIcon | SignIcon | BoardBox | Chart | QrCode | ScreenButton | More | FocusRing


@record
class Picture:
    """A whole screen. Later items cover earlier ones."""

    width: int
    height: int
    items: tuple[Item, ...]
    palette: Palette = PLAIN.palette

    @property
    def buttons(self) -> tuple[ScreenButton, ...]:
        """All touch targets, in reading order."""
        return tuple(item for item in self.items if isinstance(item, ScreenButton))
