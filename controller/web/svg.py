"""A board as SVG: the same cells, pieces and signs as on the touchscreen.

It has no style of its own: colours that are a player's or a sign's are written down, those of the ground are
classes (`cell`, `name`) and the rhythms of signs too, for the page's style sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from controller.screens.drawings import (
    PIECES,
    Disc,
    Paint,
    Polygon,
    Stroke,
    Tile,
    Tone,
    paint_of,
    sign_strokes,
    towards,
)
from controller.screens.theme import GROUND, PLAIN, ink_on
from controller.signs import STYLES, Rgb, colour_of, player_colour, precedence
from controller.view import BoardView, Mark, Sign

UNIT: Final = 40
"""The width of a cell, in the picture's own units."""

_MARGIN: Final = 26
"""The room for the names along the edges."""

_LEAST_PIECE: Final = 0.68
_LEAST_SIGN: Final = 0.6
_SQUARES: Final = frozenset({"choosable", "chosen"})
"""What is to be touched on the touchscreen: nobody touches a spectator's picture."""


def board_svg(board: BoardView, label: str) -> str:
    """The board as one `svg` element. `label` says what it is, for those who cannot see it."""
    width, height = board.columns * UNIT + 2 * _MARGIN, board.rows * UNIT + 2 * _MARGIN
    body = "".join((*_cells(board), *_names(board), *_marks(board), *_signs(board)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{escape(label)}">{body}</svg>'
    )


def colour(rgb: Rgb) -> str:
    """A colour as CSS writes it."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _cells(board: BoardView) -> Iterator[str]:
    for y in range(board.rows):
        for x in range(board.columns):
            if board.cells is None or (x, y) in board.cells:
                left, top = _corner(board, x, y, 1)
                yield (
                    f'<rect class="cell" x="{_number(left + 1)}" y="{_number(top + 1)}"'
                    f' width="{UNIT - 2}" height="{UNIT - 2}" rx="3"/>'
                )


def _corner(board: BoardView, x: float, y: float, size: float) -> tuple[float, float]:
    """The upper left corner of a square of the board, whose south-west corner is at `x`, `y`, in cells."""
    return _MARGIN + x * UNIT, _MARGIN + (board.rows - y - size) * UNIT


def _names(board: BoardView) -> Iterator[str]:
    foot = _MARGIN + board.rows * UNIT + _MARGIN * 0.65
    for column, name in enumerate(board.column_names[: board.columns]):
        yield _text("name", _MARGIN + (column + 0.5) * UNIT, foot, name, _MARGIN * 0.6)
    for row, name in enumerate(board.row_names[: board.rows]):
        middle = _MARGIN + (board.rows - row - 0.5) * UNIT
        yield _text("name", _MARGIN * 0.5, middle + _MARGIN * 0.2, name, _MARGIN * 0.6)


def _text(kind: str, x: float, y: float, text: str, px: float, fill: str = "") -> str:
    """A text with its middle at `x`, on the line `y`."""
    paint = f' fill="{fill}"' if fill else ""
    place = f'x="{_number(x)}" y="{_number(y)}" font-size="{_number(px)}"'
    return f'<text class="{kind}" {place} text-anchor="middle"{paint}>{escape(text)}</text>'


def _marks(board: BoardView) -> Iterator[str]:
    for mark in board.marks:
        if mark.shape in _SQUARES:
            continue
        if mark.shape == "element":
            yield _square(board, mark)
        elif mark.shape != "label":
            size = max(mark.size, _LEAST_PIECE)
            turned = towards(mark) if mark.shape == "house" else 0.0
            yield _drawn(board, PIECES[mark.shape], _box(mark, size), paint_of(mark, PLAIN.palette), turned)
        if mark.text:
            yield _mark_text(board, mark)


def _box(mark: Mark, size: float) -> tuple[float, float, float]:
    """The south-west corner and size of a piece: one that is drawn larger keeps within its cell."""
    grown = size > mark.size
    x, y = ((_kept(at, size) if grown else at) - size / 2 for at in (mark.x, mark.y))
    return x, y, size


def _kept(at: float, size: float) -> float:
    cell = int(at)
    return min(max(at, cell + size / 2), cell + 1 - size / 2)


def _square(board: BoardView, mark: Mark) -> str:
    """A square of an element, which reaches the edge of its cell where it is joined to the next."""
    gap = UNIT / 12
    left, top = _corner(board, mark.x - 0.5, mark.y - 0.5, 1)
    x, y = (left + gap * ("w" not in mark.joined), top + gap * ("n" not in mark.joined))
    right, foot = (left + UNIT - gap * ("e" not in mark.joined), top + UNIT - gap * ("s" not in mark.joined))
    place = f'x="{_number(x)}" y="{_number(y)}" width="{_number(right - x)}" height="{_number(foot - y)}"'
    return f'<rect {place} fill="{colour(player_colour(mark.player))}"/>'


def _mark_text(board: BoardView, mark: Mark) -> str:
    x, y = _MARGIN + mark.x * UNIT, _MARGIN + (board.rows - mark.y) * UNIT
    px = max(mark.size * UNIT * 0.42, 11)
    if mark.shape == "label":
        return _text("label", x, y + px * 0.35, mark.text, px)
    fill = colour(ink_on(player_colour(mark.player))) if mark.player or mark.shape != "pad" else ""
    return _text("on", x, y + px * 0.35, mark.text, px, fill)


def _signs(board: BoardView) -> Iterator[str]:
    """The signs, those that take precedence last, so that they lie on top."""
    for sign in sorted(board.signs, key=lambda one: -precedence(one.lit.meaning)):
        yield _sign(board, sign)


def _sign(board: BoardView, sign: Sign) -> str:
    appearance = STYLES[sign.lit.meaning]
    size = max(sign.size, _LEAST_SIGN)
    middle_x, middle_y = sign.x + sign.size / 2, sign.y + sign.size / 2
    box = (_kept(middle_x, size) - size / 2, _kept(middle_y, size) - size / 2, size)
    if sign.size >= 1:
        box = (sign.x, sign.y, sign.size)
    strokes = sign_strokes(appearance.shape)
    drawn = _drawn(board, strokes, box, Paint(colour_of(sign.lit), line=GROUND), 0.0)
    rhythm = appearance.rhythm.name.lower().replace("_", "-")
    return f'<g class="sign {rhythm}">{drawn}</g>'


def _drawn(
    board: BoardView,
    strokes: tuple[Stroke, ...],
    box: tuple[float, float, float],
    paint: Paint,
    turned: float,
) -> str:
    x, y, size = box
    left, top = _corner(board, x, y, size)
    px = size * UNIT
    turn = f" rotate({_number(turned)} {_number(px / 2)} {_number(px / 2)})" if turned else ""
    inner = "".join(_stroke(stroke, px, paint) for stroke in strokes)
    return f'<g transform="translate({_number(left)} {_number(top)}){turn}">{inner}</g>'


def _stroke(stroke: Stroke, px: float, paint: Paint) -> str:
    # What is a hole on the touchscreen shows the ground here: nothing but cells lies behind a sign's hole.
    tone = stroke.tone
    fill = 'class="hole"' if tone is Tone.NONE else f'fill="{colour(paint.colour(tone)[:3])}"'
    match stroke:
        case Polygon(points):
            corners = " ".join(f"{_number(x * px)},{_number(y * px)}" for x, y in points)
            return f'<polygon points="{corners}" {fill}/>'
        case Disc((x, y), radius):
            place = f'cx="{_number(x * px)}" cy="{_number(y * px)}" r="{_number(radius * px)}"'
            return f"<circle {place} {fill}/>"
        case Tile(margin, radius):
            side = _number((1 - 2 * margin) * px)
            place = f'x="{_number(margin * px)}" y="{_number(margin * px)}" width="{side}" height="{side}"'
            return f'<rect {place} rx="{_number(radius * px)}" {fill}/>'
