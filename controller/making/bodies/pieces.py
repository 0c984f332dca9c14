"""The bodies of every game's pieces, with the pocket of their magnet.

They differ by what a finger feels, never by colour alone: players of a game have other roofs, notches or
figures. Each stands on the printer as it is written: a house on its foot, with its pocket below; elements,
markers and tiles on the face that is seen in play, with their pockets open above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from controller.boards.cites import TAG
from controller.boards.plate import PITCH
from controller.boards.shapes import Point
from controller.making.bodies.outlines import box, disc, moved, notched, ring
from controller.making.bodies.solid import Feature, Outline, Pane, Solid
from controller.making.parts.parts import MARKERS_EACH, SIZES_MM
from controller.tables.cites.decorations import MARKING
from controller.tables.tiles import NO_TILES, Tiles
from engines.cites.blocks import KINDS, PER_KIND, SETS
from engines.forma.board import COLOURS, OBSTACLES, all_elements
from engines.forma.polyominoes import CODES, FAMILIES, Square
from engines.massai.actions import ALL_HUTS
from engines.masterplan.board import HOUSES_EACH, PARKS, TOWERS

PLAY: Final = 0.2
"""A pocket is wider than its magnet by this much."""
GLUE: Final = 0.1
"""And deeper."""

THICK: Final = 4.0
"""Of Forma's elements and markers."""
FLOOR: Final = 0.5
"""Below an element's magnet: it lies in the middle, so that the element may be flipped."""
SQUARE: Final = PITCH - 0.1
"""The side of an element's square, less than a site so that elements lie beside each other."""
NOTCH: Final = 1.2
NOTCHES_APART: Final = 4.0

TILE: Final = 35.6
TILE_THICK: Final = 5.0
ENGRAVED: Final = 0.8
TAG_PLAY: Final = 0.8
TAG_DEEP: Final = 0.6
PIP: Final = 2.6

Marks = Mapping[str, str]
"""The marks on pieces that are not marked as usual (`controller.tables.tiles`)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A body: the game, its name in files, how many are printed, and what a finger feels.

    `magnet` is the diameter and height of its magnet, none for what is not sensed; `below_mm` is from the
    board to the magnet's lower side.
    """

    game: str
    name: str
    count: int
    feel: str
    solid: Solid
    magnet: tuple[float, float] | None = None
    below_mm: float = 0.0


def pieces(game: str, tiles: Tiles = NO_TILES) -> tuple[Piece, ...]:
    """Every body of a game, with the marks of its edition."""
    return tuple(_PIECES[game](tiles.marks))


def magnet_of(game: str) -> tuple[float, float]:
    """Diameter and height of a game's magnet."""
    diameter, height = (float(part) for part in SIZES_MM[game].split(" × "))
    return diameter, height


def _pocket(game: str, middle: Point = (0.0, 0.0), deeper: float = 0.0) -> Feature:
    diameter, height = magnet_of(game)
    return Feature(disc(diameter + PLAY, middle), -(height + GLUE + deeper))


def _standing(
    game: str, foot: Outline, *stack: tuple[float, Outline], above: tuple[Feature, ...] = ()
) -> Solid:
    """A body that stands on its foot, with its pocket below."""
    return Solid((Pane(foot, above, (_pocket(game),)),), stack)


def _plain(foot: Outline, *stack: tuple[float, Outline], above: tuple[Feature, ...] = ()) -> Solid:
    """A body without a magnet."""
    return Solid((Pane(foot, above),), stack)


# Masterplan


def _masterplan(_marks: Marks) -> Iterator[Piece]:
    game, square, magnet = "masterplan", box(14.0, 14.0), magnet_of("masterplan")
    gable = _standing(game, square, (9.0, square), (16.0, box(14.0, 1.2)))
    chimney = Feature(disc(6.0), 3.0)
    flat = _standing(game, square, (10.0, square), above=(chimney,))
    yield Piece(game, "house-white", HOUSES_EACH, "a sharp ridge", gable, magnet)
    yield Piece(game, "house-yellow", HOUSES_EACH, "a flat roof with a round chimney", flat, magnet)
    tree = Feature(disc(11.0), 12.0, disc(1.6))
    lawn = _standing(game, disc(17.0), (4.5, disc(17.0)), above=(tree,))
    yield Piece(game, "park", PARKS, "a low round disc with a pointed tree", lawn, magnet)
    lower, middle, upper = ring(8, 16.0, turned=0.5), ring(8, 12.0, turned=0.5), ring(8, 8.0, turned=0.5)
    steps = Feature(middle, 10.0, features=(Feature(upper, 6.0),))
    tower = _standing(game, lower, (12.0, lower), above=(steps,))
    yield Piece(game, "tower", TOWERS, "high, eight-sided, with two steps", tower, magnet)
    for player, head in (("white", ring(4, 6.0)), ("yellow", disc(6.0))):
        feel = "a pointed peg" if player == "white" else "a round peg"
        body = _plain(disc(9.0), (2.0, disc(9.0)), above=(Feature(head, 14.0, _shrunk(head, 0.6)),))
        yield Piece(game, f"score-{player}", 1, feel, body)


def _shrunk(outline: Outline, share: float) -> Outline:
    return tuple((round(x * share, 4), round(y * share, 4)) for x, y in outline)


# Forma


def _forma(_marks: Marks) -> Iterator[Piece]:
    magnet, all_of_them = magnet_of("forma"), dict(zip(CODES, all_elements(1), strict=True))
    for notches, colour in enumerate(COLOURS):
        feel = f"{notches} notches on each side" if notches else "smooth sides"
        feel = feel.replace("1 notches", "1 notch")
        for code in CODES:
            solid = element(code, notches)
            yield Piece("forma", f"{colour}-{code}", all_of_them[code], feel, solid, magnet, FLOOR)
        side = _notched_square(14.0, notches)
        marker = Solid((Pane(side, (_pocket("forma"),)),), ((THICK, side),))
        words = f"small and square, {feel}"
        yield Piece("forma", f"{colour}-marker", MARKERS_EACH, words, marker, magnet)
    rock = _standing("forma", ring(8, 18.0, turned=0.5), (7.0, ring(8, 14.0, turned=0.5)))
    yield Piece("forma", "obstacle", OBSTACLES, "eight sloping sides, flat above", rock, magnet)
    crown = Feature(disc(8.0), -2.0)
    tower = _standing("forma", disc(16.0), (6.0, disc(16.0)), (26.0, disc(12.0)), above=(crown,))
    yield Piece("forma", "tower", 1, "high and round, hollow above", tower, magnet)


def element(code: str, notches: int) -> Solid:
    """An element of Forma, face down: a pocket in each square, and this many notches on each outer side."""
    squares = min(FAMILIES[code], key=sorted)
    return Solid(tuple(_square(squares, square, notches) for square in sorted(squares)), height=THICK)


def _square(squares: frozenset[Square], square: Square, notches: int) -> Pane:
    column, row = square
    x, y = column * SQUARE, row * SQUARE
    corners = tuple((round(a, 4), round(b, 4)) for a, b in moved(box(SQUARE, SQUARE), x, y))
    outline: list[Point] = []
    beside = ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
    for at, neighbour in enumerate(beside):
        number = 0 if neighbour in squares else notches
        outline += notched(corners[at], corners[(at + 1) % 4], number, NOTCH, NOTCHES_APART)
    deep = THICK - FLOOR
    pocket = Feature(disc(magnet_of("forma")[0] + PLAY, (round(x, 4), round(y, 4))), -deep)
    return Pane(tuple(outline), (pocket,))


def _notched_square(side: float, notches: int) -> Outline:
    corners = box(side, side)
    return tuple(
        point
        for at in range(4)
        for point in notched(corners[at], corners[(at + 1) % 4], notches, NOTCH, NOTCHES_APART)
    )


# Massaï


def _massai(_marks: Marks) -> Iterator[Piece]:
    game, magnet = "massai", magnet_of("massai")
    round_wall = disc(15.0)
    dark = _standing(game, round_wall, (7.0, round_wall), (16.0, disc(1.6)))
    six = ring(6, 16.0)
    light = _standing(game, six, (8.0, six), (12.0, ring(6, 9.0)), above=(Feature(disc(5.0), -1.4),))
    yield Piece(game, "hut-dark", ALL_HUTS, "round, with a pointed roof", dark, magnet)
    yield Piece(game, "hut-light", ALL_HUTS, "six-sided, with a flat roof and a smoke hole", light, magnet)
    for name, count, head, feel in (
        ("guard-yellow", 8, disc(7.0), "a round peg"),
        ("guard-red", 2, ring(4, 8.0), "a square peg"),
    ):
        body = _plain(disc(10.0), (2.0, disc(10.0)), above=(Feature(head, 14.0, _shrunk(head, 0.6)),))
        yield Piece(game, name, count, feel, body)


# Cités Nouvelles


def _cites(marks: Marks) -> Iterator[Piece]:
    magnet, types = magnet_of("cites"), MARKING.all_of(marks)
    for kind in KINDS:
        for number in range(1, PER_KIND + 1):
            word = kind if kind in SETS else types[f"D{number}"]
            name = f"{kind}{number}" if kind in SETS else f"{kind}{number}-{word}"
            feel, figure = _FIGURES[word]
            dots = "1 dot" if number == 1 else f"{number} dots"
            yield Piece("cites", name, 1, f"{feel}, {dots}", tile(figure, number), magnet, TAG_DEEP)


def tile(figure: tuple[Outline, ...], number: int) -> Solid:
    """A tile, face down: figure and dots sunk into its face, the tag's room above with the magnet's in it."""
    square = box(TILE, TILE)
    sunk = [Feature(_mirrored(outline), -ENGRAVED) for outline in (*figure, *_pips(number))]
    diameter, height = magnet_of("cites")
    magnet = Feature(disc(diameter + PLAY), -(height + GLUE))
    tag = Feature(disc(TAG + TAG_PLAY), -TAG_DEEP, features=(magnet,))
    return Solid((Pane(square, (tag,), tuple(sunk)),), ((TILE_THICK, square),))


def _mirrored(outline: Outline) -> Outline:
    """As it lies face down: seen from the face it reads rightly."""
    return tuple((round(-x, 4) + 0.0, y) for x, y in reversed(outline))


def _pips(number: int) -> Iterator[Outline]:
    """Dots in rows of five in the lower half of the face."""
    for dot in range(number):
        row, column = divmod(dot, 5)
        yield ring(12, PIP, ((column - 2) * 6.0, -3.5 - row * 5.0))


_MIDDLE: Final = (0.0, 8.5)

_GABLE: Final = ((-5.0, -5.0), (5.0, -5.0), (5.0, 1.0), (0.0, 5.5), (-5.0, 1.0))

_FIGURES: Final[Mapping[str, tuple[str, tuple[Outline, ...]]]] = {
    "M": ("a house with a gable", (moved(_GABLE, *_MIDDLE),)),
    "P": ("two small squares", (box(5.0, 5.0, (-4.5, 8.5)), box(5.0, 5.0, (4.5, 8.5)))),
    "H": ("three bars lying", tuple(box(16.0, 2.2, (0.0, 8.5 + up)) for up in (-4.5, 0.0, 4.5))),
    "T": ("one bar standing", (box(4.0, 12.0, _MIDDLE),)),
    "lawn": ("three bars standing", tuple(box(2.2, 11.0, (along, 8.5)) for along in (-5.0, 0.0, 5.0))),
    "pool": ("a round hollow", (disc(8.0, _MIDDLE),)),
    "tree": ("a triangle", (moved(((-5.5, -5.0), (5.5, -5.0), (0.0, 5.5)), *_MIDDLE),)),
}
"""Of each kind of tile: what a finger feels, and what is sunk into its face."""

_PIECES: Final[Mapping[str, Callable[[Marks], Iterator[Piece]]]] = {
    "masterplan": _masterplan,
    "forma": _forma,
    "massai": _massai,
    "cites": _cites,
}
"""The games, and their bodies."""
