"""A card for each player: a game's rules in short, the aim first, as its help has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from controller.boards.inks import INK, QUIET, tint
from controller.boards.plate import Plate
from controller.boards.shapes import Anchor, Area, Drawing, Ink, Rectangle, Shape, TextLine
from controller.boards.type import width
from controller.model.signs import player_colour
from texts import Catalogue, translated

WIDTH, HEIGHT = 105.0, 148.0
"""A6, in millimetres: two fit on an A4 page."""

_HEAD: Final = 12.0
_EDGE: Final = 4.0
_LARGEST, _LEAST, _STEP = 3.2, 1.8, 0.1
"""Sizes of type: the largest in which all rules fit is taken."""

_LEADING: Final = 1.3
_BETWEEN: Final = 0.6
"""The height of a line, and the gap before a heading, in heights of the type."""

Line = tuple[str, bool]
"""A line, and whether it is a heading."""


def cards(plate: Plate, words: Catalogue) -> tuple[Drawing, ...]:
    """A card for each player, in the words of a catalogue."""
    lines = [
        (translated(text, words), is_heading)
        for topic in plate.table.help(None)
        for text, is_heading in ((topic.title, True), *((line, False) for line in topic.lines))
    ]
    size, set_lines = _fitting(lines)
    return tuple(_card(plate, player, words, size, set_lines) for player in plate.start.players)


def _fitting(lines: Sequence[Line]) -> tuple[float, list[Line]]:
    """The type in which all lines fit, and the lines as they are broken in it."""
    size = _LARGEST
    broken = _broken(lines, size)
    while size > _LEAST and _height(broken, size) > HEIGHT - _HEAD - 2 * _EDGE:
        size -= _STEP
        broken = _broken(lines, size)
    return size, broken


def _broken(lines: Sequence[Line], size: float) -> list[Line]:
    most = (WIDTH - 2 * _EDGE) / size
    return [(part, is_heading) for text, is_heading in lines for part in _wrapped(text, is_heading, most)]


def _wrapped(text: str, is_bold: bool, most: float) -> Iterator[str]:
    """A text in lines of at most this many heights of its type."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width(longer, is_bold) > most:
            yield line
            longer = word
        line = longer
    yield line


def _height(lines: Sequence[Line], size: float) -> float:
    return size * (_LEADING * len(lines) + _BETWEEN * sum(is_heading for _text, is_heading in lines))


def _card(plate: Plate, player: str, words: Catalogue, size: float, lines: Sequence[Line]) -> Drawing:
    colour = player_colour(player)
    name = translated(plate.table.name(player), words)
    head = Area(0, HEIGHT - _HEAD, WIDTH, _HEAD)
    shapes: list[Shape] = [
        Rectangle(Area(0, 0, WIDTH, HEIGHT), Ink(tint(colour, 0.08), QUIET, 0.2)),
        Rectangle(head, Ink(tint(colour, 0.6))),
        TextLine((_EDGE, head.middle[1]), plate.table.title, 5.0, INK, is_bold=True, anchor=Anchor.START),
        TextLine((WIDTH - _EDGE, head.middle[1]), name, 4.0, INK, anchor=Anchor.END),
    ]
    y = HEIGHT - _HEAD - _EDGE
    for text, is_heading in lines:
        y -= size * (_LEADING + _BETWEEN * is_heading)
        at = _EDGE, y + size * _LEADING / 2
        shapes.append(TextLine(at, text, size, INK, is_bold=is_heading, anchor=Anchor.START))
    return Drawing(WIDTH, HEIGHT, tuple(shapes))
