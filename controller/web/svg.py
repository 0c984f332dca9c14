"""A board as SVG: the same cells, pieces and signs as on the touchscreen.

It has no style of its own: the colours of players and signs are written out; the ground (`cell`, `name`) and
the rhythms of signs are classes for the page's style sheet. Selectable cells have the class `item`, each with
its id as `data-item`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from types import MappingProxyType
from typing import Final

from controller.model.signs import STYLES, Rgb, Rhythm, colour_of, player_colour
from controller.model.view import BoardView, Choice, Mark, Sign
from controller.screens.layout.board_geometry import (
    Geometry,
    mark_box,
    plate_box,
    plate_px,
    plate_rim,
    sign_boxes,
    square_box,
)
from controller.screens.layout.drawings import (
    PIECES,
    Circle,
    Paint,
    Polygon,
    Stroke,
    Tile,
    Tone,
    paint_of,
    sign_strokes,
    towards,
)
from controller.screens.layout.picture import Box
from controller.screens.layout.theme import GROUND, PLAIN, ink_on, panel_of

UNIT: Final = 48
"""The width of a cell, in the picture's own units."""

_MARGIN: Final = 30
"""The margin for the names along the edges."""

_TIGHT: Final = 6
"""The margin without names, for a board as large as possible."""

_NAME: Final = 18
_LEAST_TEXT: Final = 13
_LARGEST_TEXT: Final = 0.42
"""Font sizes: names; text on pieces, at least; and text on pieces, of a piece's width."""

_BASE: Final = 0.35
"""How far a text's baseline lies below its middle, of its size."""

_TO_TOUCH: Final = frozenset({"choosable", "chosen"})
"""The touchscreen's touch signs: a page uses `item`s for them, or has nothing to touch."""

NO_ITEMS: Final[Mapping[tuple[int, int], Choice]] = MappingProxyType({})


def board_svg(
    board: BoardView,
    label: str,
    items: Mapping[tuple[int, int], Choice] = NO_ITEMS,
    *,
    is_tight: bool = False,
) -> str:
    """The board as one `svg` element. `label` describes it for people who cannot see it; `items` are the
    selectable cells, by column and row. If it `is_tight`, there is hardly a margin at the edges without
    names."""
    place = Geometry(_MARGIN, _MARGIN + board.rows * UNIT, UNIT, board.columns, board.rows)
    bare = _TIGHT if is_tight else _MARGIN
    top, width, height = (
        _MARGIN - bare,
        board.columns * UNIT + _MARGIN + bare,
        board.rows * UNIT + _MARGIN + bare,
    )
    body = "".join(
        (
            *_cells(board, place),
            *_names(board, place),
            *_marks(board, place),
            *_signs(board, place),
            *_items(items, place),
        )
    )
    role = "group" if items else "img"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {top} {width} {height}" role="{role}"'
        f' aria-label="{escape(label)}">{body}</svg>'
    )


def _items(items: Mapping[tuple[int, int], Choice], place: Geometry) -> Iterator[str]:
    """The selectable cells, which the page's script handles."""
    for (x, y), item in items.items():
        yield (
            f'<rect class="item" data-item="{escape(item.id)}" role="checkbox" aria-checked="false"'
            f' tabindex="0" aria-label="{escape(item.label)}" {_rect(place.box(x, y, 1).inset(1))} rx="4"/>'
        )


def colour(rgb: Rgb) -> str:
    """A colour in CSS notation."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _cells(board: BoardView, place: Geometry) -> Iterator[str]:
    for y in range(board.rows):
        for x in range(board.columns):
            if board.cells is None or (x, y) in board.cells:
                yield f'<rect class="cell" {_rect(place.box(x, y, 1).inset(1))} rx="4"/>'


def _rect(box: Box) -> str:
    return f'x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}"'


def _names(board: BoardView, place: Geometry) -> Iterator[str]:
    for column, name in enumerate(board.column_names[: board.columns]):
        box = place.box(column, 0, 1)
        yield _text("name", box.x + box.w / 2, box.bottom + _MARGIN / 2, name, _NAME)
    for row, name in enumerate(board.row_names[: board.rows]):
        box = place.box(0, row, 1)
        yield _text("name", _MARGIN / 2, box.y + box.h / 2, name, _NAME)


def _text(kind: str, x: float, y: float, text: str, px: float, fill: str = "") -> str:
    """A text centred at a point."""
    paint = f' fill="{fill}"' if fill else ""
    at = f'x="{_number(x)}" y="{_number(y + _BASE * px)}" font-size="{_number(px)}"'
    return f'<text class="{kind}" {at} text-anchor="middle"{paint}>{escape(text)}</text>'


def _marks(board: BoardView, place: Geometry) -> Iterator[str]:
    for mark in board.marks:
        if mark.shape in _TO_TOUCH:
            continue
        box = mark_box(mark, place)
        if mark.shape == "element":
            yield f'<rect {_rect(square_box(mark, box))} fill="{colour(player_colour(mark.player))}"/>'
        elif mark.shape != "label":
            turned = towards(mark) if mark.shape == "house" else 0.0
            yield _drawn(PIECES[mark.shape], box, paint_of(mark, PLAIN.palette), turned)
        if mark.text:
            yield _mark_text(mark, box)


def _mark_text(mark: Mark, box: Box) -> str:
    px = max(mark.size * UNIT * _LARGEST_TEXT, _LEAST_TEXT)
    x, y = box.x + box.w / 2, box.y + box.h / 2
    if mark.shape == "label":
        return _text("label", x, y, mark.text, px)
    return _text("on", x, y, mark.text, px, colour(ink_on(player_colour(mark.player))))


def _signs(board: BoardView, place: Geometry) -> Iterator[str]:
    for sign, box in sign_boxes(board, place):
        yield _sign(sign, box)


def _sign(sign: Sign, box: Box) -> str:
    appearance, paint = STYLES[sign.lit.meaning], Paint(colour_of(sign.lit), line=GROUND)
    text, rhythm = sign.lit.text, Rhythm.STEADY if sign.lit.text else appearance.rhythm
    if text:
        box = plate_box(box, text, _LEAST_TEXT)
        drawn = _plate(text, box, paint)
    else:
        drawn = _drawn(sign_strokes(appearance.shape), box, paint)
    return f'<g class="sign {rhythm.name.lower().replace("_", "-")}">{drawn}</g>'


def _plate(text: str, box: Box, paint: Paint) -> str:
    """A text on a plate, as on the touchscreen."""
    inner, round_ = box.inset(plate_rim(box)), _number(box.h / 2)
    middle, fill = (box.x + box.w / 2, box.y + box.h / 2), panel_of(paint.main)
    return (
        f'<rect {_rect(box)} rx="{round_}" fill="{colour(paint.line)}"/>'
        f'<rect {_rect(inner)} rx="{round_}" fill="{colour(fill)}"/>'
        + _text("on", *middle, text, plate_px(box), colour(ink_on(fill)))
    )


def _drawn(strokes: tuple[Stroke, ...], box: Box, paint: Paint, turned: float = 0.0) -> str:
    turn = f" rotate({_number(turned)} {_number(box.w / 2)} {_number(box.w / 2)})" if turned else ""
    inner = "".join(_stroke(stroke, box.w, paint) for stroke in strokes)
    return f'<g transform="translate({box.x} {box.y}){turn}">{inner}</g>'


def _stroke(stroke: Stroke, px: float, paint: Paint) -> str:
    # A hole on the touchscreen shows the ground here: nothing but cells lies behind a sign's hole.
    tone = stroke.tone
    fill = 'class="hole"' if tone is Tone.NONE else f'fill="{colour(paint.colour(tone)[:3])}"'
    match stroke:
        case Polygon(points):
            corners = " ".join(f"{_number(x * px)},{_number(y * px)}" for x, y in points)
            return f'<polygon points="{corners}" {fill}/>'
        case Circle((x, y), radius):
            place = f'cx="{_number(x * px)}" cy="{_number(y * px)}" r="{_number(radius * px)}"'
            return f"<circle {place} {fill}/>"
        case Tile(margin, radius):
            side = _number((1 - 2 * margin) * px)
            place = f'x="{_number(margin * px)}" y="{_number(margin * px)}" width="{side}" height="{side}"'
            return f'<rect {place} rx="{_number(radius * px)}" {fill}/>'
