"""The racks at the table's edge: the pieces that are left, buttons, and a line of help."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import pygame

from controller.model.signs import Rgb
from controller.screens.layout import theme
from controller.screens.layout.picture import Align, Box
from controller.screens.layout.text import Type, fit, line_height
from controller.screens.layout.text import font as type_of
from controller.simulation.window.sprites import look_of, paint_back, paint_piece, paint_squares
from controller.simulation.window.stock import Stack
from engines.record import record

_GAP: Final = 6
_MOST_PIECE: Final = 64
_MOST_SQUARE: Final = 22
_BADGE: Final = 0.3
_LEAST_COUNTED: Final = 40
"""In a lower place the number would hide the element."""

_BUTTONS: Final = (0.24, 230)
"""The share of the width that the buttons have, and the most."""


@record
class RackButton:
    """A button beside the racks: its id and its words; one that is `on` stands out."""

    id: str
    words: str
    is_on: bool = False


@record
class RacksState:
    """The content of the racks: buttons, stacks, the number of the stack of the piece in the hand, and the
    help."""

    buttons: tuple[RackButton, ...]
    stacks: tuple[Stack, ...]
    chosen: int | None
    help: str


class Racks:
    """Paints racks in their box, and finds the target of a click."""

    def __init__(self, surface: pygame.Surface, box: Box) -> None:
        self._surface = surface
        self._box = box
        self._help_h = max(30, box.h // 5)
        self._state: RacksState | None = None

    def draw(self, state: RacksState) -> list[Box]:
        """Update the surface. Returns the boxes whose pixels changed, if any."""
        if state == self._state:
            return []
        self._state = state
        self._surface.fill(theme.GROUND, pygame.Rect(self._box))
        for button, box in zip(state.buttons, self._button_boxes(), strict=True):
            self._paint_button(button, box)
        square = _square(state.stacks, self._stack_boxes())
        for number, (stack, box) in enumerate(zip(state.stacks, self._stack_boxes(), strict=True)):
            self._paint_stack(stack, box, square, is_chosen=number == state.chosen)
        self._write(state.help, self._box.foot(self._help_h)[0], theme.QUIET_INK)
        return [self._box]

    def button_at(self, x: int, y: int) -> str | None:
        """The id of the button at a point."""
        buttons = self._state.buttons if self._state else ()
        boxes = zip(buttons, self._button_boxes(), strict=True)
        return next((button.id for button, box in boxes if box.has(x, y)), None)

    def stack_at(self, x: int, y: int) -> int | None:
        """The number of the stack at a point."""
        return next((number for number, box in enumerate(self._stack_boxes()) if box.has(x, y)), None)

    def has(self, x: int, y: int) -> bool:
        """Whether a point lies on the racks."""
        return self._box.has(x, y)

    def box_of(self, number: int) -> Box:
        """The place of a stack."""
        return self._stack_boxes()[number]

    def button_box(self, id_: str) -> Box:
        """The place of a button."""
        buttons = self._state.buttons if self._state else ()
        return self._button_boxes()[[button.id for button in buttons].index(id_)]

    # Geometry

    def _upper(self) -> tuple[Box, Box]:
        """The part for the buttons, and that for the stacks."""
        _, upper = self._box.foot(self._help_h, 2)
        share, most = _BUTTONS
        return upper.left(min(round(share * upper.w), max(most, 2 * upper.h)), 2 * _GAP)

    def _button_boxes(self) -> list[Box]:
        column, _ = self._upper()
        count = len(self._state.buttons) if self._state else 0
        height = (column.h - (count - 1) * _GAP) // max(count, 1)
        return [Box(column.x, column.y + i * (height + _GAP), column.w, height) for i in range(count)]

    def _stack_boxes(self) -> list[Box]:
        _, room = self._upper()
        count = len(self._state.stacks) if self._state else 0
        if not count:
            return []
        rows = max(range(1, count + 1), key=lambda rows: min(room.h / rows, room.w / math.ceil(count / rows)))
        columns = math.ceil(count / rows)
        width, height = min(room.w // columns, 2 * room.h), room.h // rows
        left = room.x + (room.w - columns * width) // 2
        places = (divmod(number, columns) for number in range(count))
        return [Box(left + x * width, room.y + y * height, width, height) for y, x in places]

    # Painting

    def _paint_button(self, button: RackButton, box: Box) -> None:
        fill, edge = (theme.LIGHT, theme.LIGHT) if button.is_on else (theme.SURFACE, theme.EDGE)
        pygame.draw.rect(self._surface, fill, pygame.Rect(box), border_radius=10)
        pygame.draw.rect(self._surface, edge, pygame.Rect(box), width=2, border_radius=10)
        self._write(button.words, box.inset(_GAP), theme.ink_on(fill), is_bold=True)

    def _paint_stack(self, stack: Stack, box: Box, square: int, *, is_chosen: bool) -> None:
        place = pygame.Rect(box.inset(1))
        pygame.draw.rect(self._surface, theme.LIGHT if is_chosen else theme.SURFACE, place, border_radius=6)
        inner = box.inset(2)
        is_element = stack.kind.startswith("element ")
        if stack.left == 0:
            self._write("0", inner, theme.QUIET_INK)
            return
        if stack.is_hidden:
            px = min(inner.w, inner.h, max(_MOST_PIECE, round(0.7 * inner.h)))
            paint_back(self._surface, inner.middle(px, px))
        elif is_element:
            self._paint_element(stack, inner, square)
        else:
            px = min(round(0.86 * min(inner.w, inner.h)), max(_MOST_PIECE, round(0.7 * inner.h)))
            paint_piece(self._surface, stack.kind, inner.middle(px, px))
        is_counted = box.h >= _LEAST_COUNTED and stack.left != 1 if is_element else True
        if stack.left is not None and is_counted:
            self._paint_count(stack.left, inner)

    def _paint_element(self, stack: Stack, box: Box, px: int) -> None:
        """An element with squares of this many pixels, upright if its place is higher than wide."""
        squares = stack.squares
        wide, high = _extent(squares)
        if (wide > high) != (box.w > box.h):
            squares = tuple((y, -x) for x, y in squares)
            wide, high = high, wide
        west, north = min(x for x, _ in squares), max(y for _, y in squares)
        whole = box.middle(wide * px, high * px)
        boxes = [Box(whole.x + (x - west) * px, whole.y + (north - y) * px, px, px) for x, y in squares]
        paint_squares(self._surface, look_of(stack.kind)[1].main, boxes)

    def _paint_count(self, left: int, box: Box) -> None:
        px = max(min(round(_BADGE * box.h), max(22, box.h // 6)), 10)
        drawn = type_of(px, True).render(str(left), True, theme.INK)
        place = drawn.get_rect(bottomright=(box.right - 2, box.bottom - 1))
        pygame.draw.rect(self._surface, theme.GROUND, place.inflate(6, 2), border_radius=4)
        self._surface.blit(drawn, place)

    def _write(self, words: str, box: Box, colour: Rgb, *, is_bold: bool = False) -> None:
        """A text in the middle of a box, in lines, and smaller if it would not fit."""
        largest = max(18, min(3 * box.h // 5, self._box.h // 6))
        setting = fit(words, Type(largest, 9, is_bold), box.w, max(box.h, line_height(9)))
        label = setting.label(box, colour, Align.CENTRE)
        height = line_height(setting.px)
        top = box.y + (box.h - height * len(label.lines)) // 2
        for number, line in enumerate(label.lines):
            drawn = type_of(setting.px, is_bold).render(line, True, colour)
            self._surface.blit(drawn, (box.x + (box.w - drawn.get_width()) // 2, top + number * height))


def _square(stacks: Sequence[Stack], boxes: Sequence[Box]) -> int:
    """The side of a square with which every element fits its place, in pixels."""
    sides = [max(_MOST_SQUARE, min((box.h for box in boxes), default=0) // 4)]
    for stack, box in zip(stacks, boxes, strict=True):
        short, long = sorted(_extent(stack.squares))
        low, high = sorted((box.w - 4, box.h - 4))
        sides.append(min(low // short, high // long))
    return max(min(sides), 2)


def _extent(squares: Sequence[tuple[int, int]]) -> tuple[int, int]:
    wide, high = (max(s[axis] for s in squares) - min(s[axis] for s in squares) + 1 for axis in (0, 1))
    return wide, high
