"""The layout of the window: the table, the touchscreen beside it, and the racks with the pieces."""

from __future__ import annotations

from typing import Final

import msgspec
import pygame

from controller.screens.layout.picture import Box
from controller.settings.settings import Config
from engines.record import record
from hardware.screen.touchscreen import is_display_here

LAPTOP: Final = (1366, 768)
"""The assumed desktop if its size is unknown."""

SMALL_SCREEN: Final = (800, 480)
"""The touchscreen's size if the configured one does not fit beside the table."""

_AROUND: Final = (16, 80)
"""The space for the desktop's own bars and the window's frame, width by height."""

MARGIN: Final = 12
_LEAST_TABLE: Final = 480
_NARROW: Final = SMALL_SCREEN[0] + _LEAST_TABLE + 3 * MARGIN
"""In less room than this the touchscreen stands upright, and the racks lie below the table alone."""

_MORE_RACKS: Final = 40
"""The additional height of the racks if they lie below the table only."""

_RACKS: Final = (118, 0.1, 688)
"""The height of the racks: the least, and the addition for each pixel of room above this many."""


@record
class WindowLayout:
    """The layout of the window, in pixels."""

    width: int
    height: int
    table: Box
    racks: Box
    screen: Box


def desktop_size() -> tuple[int, int] | None:
    """Width and height of the desktop in pixels; `None` if there is no display."""
    if not is_display_here():
        return None
    pygame.display.init()
    try:
        width, height = pygame.display.get_desktop_sizes()[0]
    finally:
        pygame.display.quit()
    return width, height


def fitted(config: Config, desktop: tuple[int, int] = LAPTOP) -> Config:
    """The settings with the touchscreen that looks best beside the table: on a large desktop a larger one of
    the same shape, on a narrow one an upright one."""
    room_w, room_h = _room(desktop)
    screen = config.screen
    if room_w < _NARROW:
        height = room_h - 2 * MARGIN
        width = height * SMALL_SCREEN[1] // SMALL_SCREEN[0]
    else:
        width, height = _beside(room_w, room_h, screen.width, screen.height)
    return msgspec.structs.replace(config, screen=msgspec.structs.replace(screen, width=width, height=height))


def _beside(room_w: int, room_h: int, width: int, height: int) -> tuple[int, int]:
    """The size of a touchscreen beside the largest table: the wished one, grown by quarters, or the small
    one."""
    free = room_w - 3 * MARGIN - max(_LEAST_TABLE, min(_side(room_h), room_w - 3 * MARGIN - width))
    most_h = room_h - 2 * MARGIN - _racks_height(room_h) - MARGIN
    quarters = min(4 * free // width, 4 * most_h // height)
    return (quarters * width // 4, quarters * height // 4) if quarters >= 4 else SMALL_SCREEN


def laid_out(screen: tuple[int, int], desktop: tuple[int, int] = LAPTOP) -> WindowLayout:
    """The largest table that fits on the desktop beside a touchscreen's picture, and the racks below."""
    room_w, room_h = _room(desktop)
    is_narrow = room_w < _NARROW
    side = min(_side(room_h) - is_narrow * _MORE_RACKS, room_w - screen[0] - 3 * MARGIN)
    racks_h = min(room_h - 3 * MARGIN - max(side, 0 if is_narrow else screen[1]), 2 * _racks_height(room_h))
    upper = side if is_narrow else max(side, screen[1])
    width = side + screen[0] + 3 * MARGIN
    height = max(upper + racks_h + 3 * MARGIN, screen[1] + 2 * MARGIN)
    table = Box(MARGIN, MARGIN + (upper - side) // 2, side, side)
    racks_w = side if is_narrow else width - 2 * MARGIN
    screen_h = height if is_narrow else upper + 2 * MARGIN
    return WindowLayout(
        width=width,
        height=height,
        table=table,
        racks=Box(MARGIN, upper + 2 * MARGIN, racks_w, racks_h),
        screen=Box(table.right + MARGIN, (screen_h - screen[1]) // 2, *screen),
    )


def _room(desktop: tuple[int, int]) -> tuple[int, int]:
    return desktop[0] - _AROUND[0], desktop[1] - _AROUND[1]


def _side(room_h: int) -> int:
    """The side of the table that the height has room for."""
    return room_h - 3 * MARGIN - _racks_height(room_h)


def _racks_height(room_h: int) -> int:
    least, share, above = _RACKS
    return least + round(share * max(room_h - above, 0))
