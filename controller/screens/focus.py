"""Pressing a picture's buttons from a keyboard: the focus, and where keys move it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.model.view import MORE
from controller.screens.layout.board_geometry import geometry
from controller.screens.layout.picture import BoardBox, Box, FocusRing, More, Picture
from engines.record import replace
from hardware.ports import Key

Point = tuple[int, int]

_DIRECTIONS: Final[Mapping[Key, tuple[int, int]]] = {
    Key.LEFT: (-1, 0),
    Key.RIGHT: (1, 0),
    Key.UP: (0, -1),
    Key.DOWN: (0, 1),
}
_ASIDE: Final = 3
"""A target's sideways distance counts this many times as much as its distance ahead."""

_WAYS_BACK: Final = ("back", "replay-halt", "resume")
"""The functions of the back key: the first available one."""


def targets(picture: Picture) -> dict[str, Box]:
    """All touch targets by id, in reading order: buttons, touchable cells of the board, and a text that
    counts what comes next."""
    found = {button.id: button.box for button in picture.buttons}
    for item in picture.items:
        if isinstance(item, BoardBox):
            place = geometry(item)
            found |= {item.board.cell_id(x, y): place.box(x, y, 1) for x, y in item.targets}
        elif isinstance(item, More):
            found.setdefault(MORE, item.box)
    return dict(sorted(found.items(), key=lambda one: (one[1].y, one[1].x)))


def moved(picture: Picture, focus: str, key: Key) -> str:
    """The focus after a key. Initially, and if its target has gone, it is on the first target; without a
    target in a direction it stays."""
    boxes = targets(picture)
    names = list(boxes)
    if focus not in boxes:
        return names[0] if names else ""
    if key is Key.NEXT:
        return names[(names.index(focus) + 1) % len(names)]
    if key is Key.PREVIOUS:
        return names[names.index(focus) - 1]
    far = {name: _distance(boxes[focus], box, _DIRECTIONS[key]) for name, box in boxes.items()}
    ahead = {name: distance for name, distance in far.items() if distance is not None}
    return min(ahead, key=lambda name: ahead[name], default=focus)


def _distance(one: Box, other: Box, direction: tuple[int, int]) -> int | None:
    """The distance of a box from another in a direction; `None` if it does not lie there. A box that lies
    wholly before it, or before which it wholly lies, is not aside."""
    x, y = (2 * (other.x - one.x) + other.w - one.w, 2 * (other.y - one.y) + other.h - one.h)
    ahead = x * direction[0] + y * direction[1]
    across, widths = (y, (one.h, other.h)) if direction[0] else (x, (one.w, other.w))
    aside = 0 if abs(across) <= abs(widths[0] - widths[1]) else abs(across)
    return ahead + _ASIDE * aside if ahead > 0 and aside <= _ASIDE * ahead else None


class Keyboard:
    """The focus, moved by keys over successive pictures."""

    def __init__(self) -> None:
        self._focus = ""

    def press(self, picture: Picture, key: Key) -> Point | None:
        """Process a key. Returns the point that it touches, if any."""
        boxes = targets(picture)
        if key is Key.BACK:
            return next((_middle(boxes[name]) for name in _WAYS_BACK if name in boxes), None)
        if key is Key.PRESS and self._focus in boxes:
            return _middle(boxes[self._focus])
        self._focus = moved(picture, self._focus, Key.NEXT if key is Key.PRESS else key)
        return None

    def leave(self) -> None:
        """A touch hides the focus."""
        self._focus = ""

    def shown(self, picture: Picture) -> Picture:
        """A picture with a ring around the focus, if it is there."""
        box = targets(picture).get(self._focus) if self._focus else None
        return replace(picture, items=(*picture.items, FocusRing(box))) if box else picture


def _middle(box: Box) -> Point:
    return box.x + box.w // 2, box.y + box.h // 2
