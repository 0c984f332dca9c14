"""A table in plain text, at most 80 columns wide: the board, and its lights in words.

Everything is readable without colours and in any encoding: colours only repeat what the letters say.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, TextIO

from controller.model.signs import STYLES, Rgb, colour_of, player_colour, precedence
from controller.model.view import BoardView, Lit, Mark, Meaning, Sign
from controller.tables.table import GameTable
from controller.view.light_picture import strongest

WIDTH: Final = 80

_CELL: Final = 5
_NARROW_CELL: Final = 2
_NAMES: Final = 3
_GAP: Final = 2

_SIGNS: Final[Mapping[Meaning, str]] = {
    Meaning.PARK: "P?",
    Meaning.TOWER: "T?",
    Meaning.MARKER: "M?",
    Meaning.PLACE: "+",
    Meaning.LIFT: "^",
    Meaning.WRONG: "x",
    Meaning.HINT: "?",
    Meaning.LAST: "*",
}
"""The character of a lit cell: behind its piece, or alone."""

_SHAPES: Final[Mapping[str, str]] = {"park": "(P)", "tower": "[T]"}
_SHORT_SHAPES: Final[Mapping[str, str]] = {"tower": "T", "obstacle": "#"}
_SHAPE_COLOURS: Final[Mapping[str, Rgb]] = {"park": (0, 158, 115), "tower": (86, 180, 233)}


class Terminal:
    """Writes to a stream. `is_coloured` says whether it understands ANSI colours."""

    def __init__(self, out: TextIO, *, is_coloured: bool = False) -> None:
        self._out = out
        self._is_coloured = is_coloured

    def line(self, text: str = "") -> None:
        """Write one line as it is."""
        encoding = getattr(self._out, "encoding", None) or "utf-8"
        self._out.write(text.encode(encoding, "replace").decode(encoding) + "\n")

    def say(self, text: str, before: str = "") -> None:
        """Write words, wrapped into lines, with a prefix on the first and an indentation on the others."""
        for line in _wrapped(before + text, WIDTH, len(before)):
            self.line(line)

    def heading(self, text: str) -> None:
        """Write a line that stands out."""
        self.line()
        self.line(self.paint(f"-- {text} ".ljust(WIDTH, "-"), is_bold=True))

    def beside(self, left: Sequence[str], right: Sequence[str], left_width: int) -> None:
        """Write lines beside lines. `left_width` is the width of those on the left, without their colours."""
        for one, other in zip_longest(left, right):
            line = " " * left_width if one is None else one
            self.line((line + " " * _GAP + other) if other else line.rstrip())

    def flush(self) -> None:
        """Flush the stream."""
        self._out.flush()

    def paint(self, text: str, colour: Rgb | None = None, *, is_bold: bool = False) -> str:
        """A text in a colour, if colours are available."""
        if not self._is_coloured or not text.strip():
            return text
        codes = [*(["1"] if is_bold else []), *([f"38;5;{_ansi(colour)}"] if colour else [])]
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text

    def show_board(self, board: BoardView, beside: Sequence[str] = ()) -> None:
        """Write the board with its names, pieces and signs, and lines beside it."""
        self.beside(_board_lines(board, self), beside, board_width(board))


def board_width(board: BoardView) -> int:
    """The width of a board, in columns."""
    return _NAMES + _cell_width(board) * board.columns


def _cell_width(board: BoardView) -> int:
    """The width of a cell, in columns: smaller if the board would not fit otherwise."""
    return _CELL if _NAMES + _CELL * board.columns <= WIDTH else _NARROW_CELL


def words_beside(board: BoardView) -> int:
    """The columns left beside a board."""
    return WIDTH - board_width(board) - _GAP


def light_lines(
    lights: Collection[tuple[int, Lit]], table: GameTable[Any, Any], terminal: Terminal, width: int
) -> list[str]:
    """Every light in words: its meaning, its rhythm, and its places. The strongest meaning first."""
    lits: dict[tuple[Meaning, str | None], Lit] = {}
    sites: dict[tuple[Meaning, str | None], list[int]] = {}
    for site, lit in strongest(lights).items():
        key = (lit.meaning, lit.player)
        sites.setdefault(key, []).append(site)
        lits[key] = lit
    places = {
        key: [table.place(site) for site in _without_rims(found, table)] for key, found in sites.items()
    }
    lines: list[str] = []
    for key in sorted(places, key=lambda key: (precedence(key[0]), key[1] or "")):
        meaning, player = key
        name = " ".join(word for word in (meaning.value, player) if word)
        text = f"{name} ({STYLES[meaning].rhythm.value}): {', '.join(places[key])}"
        first, *others = _wrapped(text, width, 2)
        colour = colour_of(lits[key])
        lines.append(terminal.paint(name, colour, is_bold=True) + first[len(name) :])
        lines += others
    return lines


def _without_rims(sites: Sequence[int], table: GameTable[Any, Any]) -> Iterable[int]:
    """For a cell that is lit all around the one site of its piece, that site alone."""
    middles = {site: _middle(site, table) for site in sites}
    counts = Counter(middles.values())
    around = max(table.cell_sites**2 - 1, 2)
    named = [
        middle if middle is not None and counts[middle] >= around else site
        for site, middle in middles.items()
    ]
    return dict.fromkeys(named)


def _middle(site: int, table: GameTable[Any, Any]) -> int | None:
    """The one site of a cell for its piece; `None` if there are several."""
    x, y, width = table.corner(site)
    sites = table.cell_at(math.floor(x + width / 2), math.floor(y + width / 2))
    return sites.bit_length() - 1 if sites.bit_count() == 1 else None


def _wrapped(text: str, width: int, indent: int) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)


def _board_lines(board: BoardView, terminal: Terminal) -> list[str]:
    """The names at the top, then the rows, the northmost first, each as wide as the board."""
    marks = {(math.floor(mark.x), math.floor(mark.y)): mark for mark in board.marks if mark.shape != "bead"}
    signs = _signs(board.signs)
    width = _cell_width(board)
    drawn = _narrow_cell if width == _NARROW_CELL else _cell
    names = "".join(
        name.center(width) if width == _CELL else name.ljust(width) for name in board.column_names
    )
    lines = [(" " * _NAMES + names).ljust(board_width(board))]
    for row in reversed(range(board.rows)):
        name = board.row_names[row] if row < len(board.row_names) else ""
        cells = [
            drawn(marks.get((column, row)), signs.get((column, row)), terminal)
            for column in range(board.columns)
        ]
        lines.append(name.rjust(_NAMES - 1) + " " + "".join(cells))
    return lines


def _narrow_cell(mark: Mark | None, sign: Sign | None, terminal: Terminal) -> str:
    """A letter for the piece, followed by a sign or nothing."""
    piece = _short_piece(mark) if mark else "."
    said = _SIGNS[sign.lit.meaning][-1] if sign else " "
    painted = terminal.paint(piece, _piece_colour(mark), is_bold=True) if mark else piece
    return painted + (terminal.paint(said, colour_of(sign.lit), is_bold=True) if sign else said)


def _short_piece(mark: Mark) -> str:
    """A piece in one letter: its player's, a small one for a marker."""
    if mark.shape in _SHORT_SHAPES:
        return _SHORT_SHAPES[mark.shape]
    letter = (mark.player or mark.shape)[0]
    return letter.lower() if mark.shape == "disc" else letter.upper()


def _signs(signs: Iterable[Sign]) -> dict[tuple[int, int], Sign]:
    """Each cell's strongest sign that is written."""
    chosen: dict[tuple[int, int], Sign] = {}
    for sign in signs:
        if sign.lit.meaning not in _SIGNS:
            continue
        cell = math.floor(sign.x + sign.size / 2), math.floor(sign.y + sign.size / 2)
        rival = chosen.get(cell)
        if rival is None or precedence(sign.lit.meaning) < precedence(rival.lit.meaning):
            chosen[cell] = sign
    return chosen


def _cell(mark: Mark | None, sign: Sign | None, terminal: Terminal) -> str:
    piece = _piece(mark) if mark else ""
    said = _SIGNS[sign.lit.meaning] if sign else ""
    if not piece and not said:
        return ".".center(_CELL)
    painted = terminal.paint(piece, _piece_colour(mark), is_bold=True) if mark else ""
    painted += terminal.paint(said, colour_of(sign.lit), is_bold=True) if sign else ""
    before = 1 if len(piece + said) > 1 else _CELL // 2
    return " " * before + painted + " " * (_CELL - before - len(piece + said))


def _piece(mark: Mark) -> str:
    """A piece in up to three letters: a house with its spot, `(P)`, `[T]`, or its first letter."""
    if mark.shape in _SHAPES:
        return _SHAPES[mark.shape]
    return (mark.player or mark.shape)[0].upper() + _spot(mark)


def _spot(mark: Mark) -> str:
    east, north = mark.x % 1 - 0.5, mark.y % 1 - 0.5
    down = "n" if north > 0.1 else "s" if north < -0.1 else ""
    return down + ("e" if east > 0.1 else "w" if east < -0.1 else "")


def _piece_colour(mark: Mark | None) -> Rgb | None:
    if mark is None:
        return None
    return _SHAPE_COLOURS.get(mark.shape) or player_colour(mark.player)


def _ansi(colour: Rgb) -> int:
    """The nearest of the 216 colours that every colour terminal has."""
    red, green, blue = (round(part / 255 * 5) for part in colour)
    return 16 + 36 * red + 6 * green + blue
