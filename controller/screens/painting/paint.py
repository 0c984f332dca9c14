"""Turns a picture into pixels, on any `pygame.Surface`; no display is needed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
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


class _Live(NamedTuple):
    """An animated sign and its place."""

    lit: Lit
    box: Box


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
        self._live: tuple[_Live, ...] = ()
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
            return self._draw_signs(self._live, now_ms)
        is_first = self._picture is None or picture.palette != self._picture.palette
        self._picture = picture
        live = tuple(_live_signs(picture.items))
        before, self._still_items = self._still_items, tuple(_still_items(picture.items))
        if is_first:
            return self._draw_all(picture, live, now_ms)
        parts = changed_parts(before, self._still_items)
        for part in parts:
            self._paint_still(picture, part)
        return self._draw_signs(live, now_ms, parts)

    def _draw_signs(self, live: tuple[_Live, ...], now_ms: int, parts: Sequence[Box] = ()) -> list[Box]:
        """Replace the painted signs with these, and show the new parts of everything else."""
        if not parts and live is self._live and self._painted_ms <= now_ms < self._next_ms:
            return []
        if live is self._live:
            before = self._levels
            self._set_levels(now_ms)
            steps = zip(self._alike, before, self._levels, strict=True)
            changed = [box for signs, old, new in steps if old != new for box in signs.boxes]
        else:
            shown = self._seen()
            self._keep(live)
            self._set_levels(now_ms)
            seen = self._seen()
            changed = [box for box, signs in seen.items() if shown.get(box) != signs]
            changed += [box for box in shown if box not in seen]
        redrawn = outermost([*parts, *few(list(dict.fromkeys(changed)))])
        for box in redrawn:
            self._redraw(box)
        return redrawn

    def _draw_all(self, picture: Picture, live: tuple[_Live, ...], now_ms: int) -> list[Box]:
        whole = Box(0, 0, picture.width, picture.height)
        self._still = pygame.Surface(self._surface.get_size(), 0, self._surface)
        self._paint_still(picture, whole)
        self._keep(live)
        self._set_levels(now_ms)
        self._redraw(whole)
        return [whole]

    def _paint_still(self, picture: Picture, within: Box) -> None:
        """Paint everything but the signs within a box, on the copy below the signs."""
        self._still.set_clip(pygame.Rect(within))
        fill(self._still, picture.palette.ground, within)
        canvas = Canvas(self._still, picture.palette)
        for item in picture.items:
            if item.box.meets(within):
                canvas.paint(item, within)
        self._still.set_clip(None)

    def _keep(self, live: tuple[_Live, ...]) -> None:
        """Record the signs to paint."""
        alike: list[_Alike] = []
        last: tuple[object, ...] = ()
        for lit, box in live:
            look = (lit.meaning, lit.since_ms, lit.text, lit.player, box.w)
            if look != last:
                alike.append(_Alike(lit, []))
                last = look
            alike[-1].boxes.append(box)
        self._live, self._alike = live, alike
        self._moving = [signs.lit for signs in alike if moves(signs.lit)]
        self._reach = around([sign.box for sign in live]) if live else None

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

    def _redraw(self, box: Box) -> None:
        """Everything within a box: the still part from the copy, then each sign that reaches into it."""
        self._surface.set_clip(box)
        self._surface.blit(self._still, box[:2], box)
        if self._reach is not None and self._reach.meets(box):
            for (lit, boxes), level in zip(self._alike, self._levels, strict=True):
                paint_signs(self._surface, lit, list(filter(box.meets, boxes)), level)
        self._surface.set_clip(None)


def _live_signs(items: Iterable[Item]) -> Iterable[_Live]:
    for item in items:
        if isinstance(item, SignIcon):
            yield _Live(item.lit, item.box)
        elif isinstance(item, BoardBox) and not item.is_dim:
            place = geometry(item)
            for sign, box in sign_boxes(item.board, place):
                text = sign.lit.text
                yield _Live(sign.lit, plate_box(box, text, item.name_px) if text else box)


def _still_items(items: Iterable[Item]) -> Iterable[Item]:
    """The items painted once: everything but the signs."""
    for item in items:
        if isinstance(item, BoardBox):
            yield replace(item, board=replace(item.board, signs=()))
        elif not isinstance(item, SignIcon):
            yield item
