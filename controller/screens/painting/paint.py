"""Turns a picture into pixels, on any `pygame.Surface`; no display is needed."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import pygame

from controller.model.signs import moves, next_lit_change_ms
from controller.model.view import Lit
from controller.screens.layout.board_geometry import geometry, plate_box, sign_boxes
from controller.screens.layout.picture import BoardBox, Box, Item, Picture, SignIcon
from controller.screens.painting.board_picture import paint_signs, sign_level
from controller.screens.painting.canvas import Canvas
from controller.screens.painting.changes import around, changed_parts, few, outermost
from controller.screens.painting.filling import fill
from engines.record import replace


class _Alike(NamedTuple):
    """Signs that always look alike, and are painted one after the other."""

    lit: Lit
    boxes: list[Box]


class Painter:
    """Paints pictures on one surface; of a picture after the first only what has changed."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._picture: Picture | None = None
        self._still_items: tuple[Item, ...] = ()
        self._still = pygame.Surface((1, 1))
        self._alike: list[_Alike] = []
        """The signs in the order in which they are painted."""
        self._levels: list[float] = []
        """How visible these are now."""
        self._moving: list[Lit] = []
        """Those of their lights that have a rhythm."""
        self._reach: Box | None = None
        """The box around all signs."""
        self._painted_ms = 0
        self._next_ms: float = 0

    def draw(self, picture: Picture, now_ms: int) -> list[Box]:
        """Update the surface. Returns the boxes whose pixels changed, if any.

        The picture must have the surface's size.
        """
        if picture == self._picture:
            return self._blink(now_ms)
        is_first = self._picture is None or picture.palette != self._picture.palette
        shown = self._seen()
        self._picture = picture
        self._alike = _alike_signs(picture.items)
        self._moving = [signs.lit for signs in self._alike if moves(signs.lit)]
        boxes = [box for signs in self._alike for box in signs.boxes]
        self._reach = around(boxes) if boxes else None
        self._set_levels(now_ms)
        before, self._still_items = self._still_items, tuple(_still_items(picture.items))
        if is_first:
            return self._draw_all(picture)
        parts = changed_parts(before, self._still_items)
        for part in parts:
            self._paint_still(picture, part)
        seen = self._seen()
        changed = [box for box, signs in seen.items() if shown.get(box) != signs]
        changed += [box for box in shown if box not in seen]
        return self._redraw(outermost([*parts, *few(changed)]))

    def _blink(self, now_ms: int) -> list[Box]:
        """Show the same signs at this time's levels."""
        if self._painted_ms <= now_ms < self._next_ms:
            return []
        before = self._levels
        self._set_levels(now_ms)
        steps = zip(self._alike, before, self._levels, strict=True)
        changed = [box for signs, old, new in steps if old != new for box in signs.boxes]
        return self._redraw(outermost(few(list(dict.fromkeys(changed)))))

    def _draw_all(self, picture: Picture) -> list[Box]:
        whole = Box(0, 0, picture.width, picture.height)
        self._still = pygame.Surface(self._surface.get_size(), 0, self._surface)
        self._paint_still(picture, whole)
        return self._redraw([whole])

    def _paint_still(self, picture: Picture, within: Box) -> None:
        """Paint everything but the signs within a box, on the copy below the signs."""
        self._still.set_clip(pygame.Rect(within))
        fill(self._still, picture.palette.ground, within)
        canvas = Canvas(self._still, picture.palette)
        for item in picture.items:
            if item.box.meets(within):
                canvas.paint(item, within)
        self._still.set_clip(None)

    def _set_levels(self, now_ms: int) -> None:
        """Record how visible the signs are, and how long they stay so."""
        self._levels = [sign_level(signs.lit, now_ms) for signs in self._alike]
        next_ms = next_lit_change_ms(self._moving, now_ms)
        self._painted_ms, self._next_ms = now_ms, math.inf if next_ms is None else next_ms

    def _seen(self) -> dict[Box, tuple[object, ...]]:
        """The signs in each box, with their levels."""
        seen: dict[Box, tuple[object, ...]] = {}
        for (lit, boxes), level in zip(self._alike, self._levels, strict=True):
            for box in boxes:
                seen[box] = (*seen[box], lit, level) if box in seen else (lit, level)
        return seen

    def _redraw(self, parts: list[Box]) -> list[Box]:
        """Everything within these boxes: the still part from the copy, then each sign that reaches in."""
        for box in parts:
            self._surface.set_clip(box)
            self._surface.blit(self._still, box[:2], box)
            if self._reach is not None and self._reach.meets(box):
                for (lit, boxes), level in zip(self._alike, self._levels, strict=True):
                    paint_signs(self._surface, lit, list(filter(box.meets, boxes)), level)
        self._surface.set_clip(None)
        return parts


def _alike_signs(items: Iterable[Item]) -> list[_Alike]:
    """The animated signs, in the order in which they are painted."""
    alike: list[_Alike] = []
    last: tuple[object, ...] = ()
    for lit, box in _live_signs(items):
        look = (lit.meaning, lit.since_ms, lit.text, lit.player, box.w)
        if look != last:
            alike.append(_Alike(lit, []))
            last = look
        alike[-1].boxes.append(box)
    return alike


def _live_signs(items: Iterable[Item]) -> Iterable[tuple[Lit, Box]]:
    """Each animated sign and its place."""
    for item in items:
        if isinstance(item, SignIcon):
            yield item.lit, item.box
        elif isinstance(item, BoardBox) and not item.is_dim:
            for sign, box in sign_boxes(item.board, geometry(item)):
                lit = sign.lit
                yield lit, plate_box(box, lit.text, item.name_px) if lit.text else box


def _still_items(items: Iterable[Item]) -> Iterable[Item]:
    """The items painted once: everything but the signs."""
    for item in items:
        if isinstance(item, BoardBox):
            yield replace(item, board=replace(item.board, signs=()))
        elif not isinstance(item, SignIcon):
            yield item
