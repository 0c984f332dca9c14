"""The bodies of all pieces: closed, of the right size, printable, with room for their magnets,
distinguishable."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from math import dist
from struct import iter_unpack, unpack_from

import pytest

from controller.boards.plate import PITCH
from controller.making.bodies import forma
from controller.making.bodies.body import Body
from controller.making.bodies.pieces import bodies_of, pieces
from controller.making.bodies.solid import Corner, Triangle
from controller.making.bodies.stl import normal, stl
from controller.making.building import reach, section
from controller.tables.cites.decorations import MARKING
from controller.tables.tiles import Tiles
from engines.cites.blocks import NAMES
from engines.forma.polyominoes import CODES, SIZES
from engines.games import GAMES

ALL = {f"{game}-{piece.name}": piece for game in GAMES for piece in pieces(game)}
ENDINGS = ("-5F", "-4O", "-1", "-marker", "obstacle", "tower", "7", "15")
SAMPLES = [name for name in ALL if not name.startswith(("forma-", "cites-")) or name.endswith(ENDINGS)]
"""Every kind of body; of the 84 elements and the 75 tiles some."""

BRIDGE = 11.1
"""So wide a ceiling is printed over air without support."""


@cache
def surface(name: str) -> list[Triangle]:
    """The triangles of a file."""
    data = stl(ALL[name].solid, name)
    (count,) = unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    return [
        ((f[3], f[4], f[5]), (f[6], f[7], f[8]), (f[9], f[10], f[11]))
        for f in iter_unpack("<12fH", data[84:])
    ]


def bounds(name: str) -> tuple[Corner, Corner]:
    corners = [corner for triangle in surface(name) for corner in triangle]
    low, high = (tuple(pick(part) for part in zip(*corners, strict=True)) for pick in (min, max))
    return low, high  # type: ignore[return-value]


def size(name: str) -> Corner:
    low, high = bounds(name)
    x, y, z = (b - a for a, b in zip(low, high, strict=True))
    return x, y, z


def volume(name: str) -> float:
    return (
        sum(
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
            for a, b, c in surface(name)
        )
        / 6
    )


@pytest.mark.parametrize("name", ALL)
def test_a_body_is_closed_and_lies_flat(name: str) -> None:
    edges = Counter(edge for a, b, c in surface(name) for edge in ((a, b), (b, c), (c, a)))
    assert set(edges.values()) == {1}
    assert all((b, a) in edges for a, b in edges)
    assert volume(name) > 0
    (_, _, foot), _ = bounds(name)
    assert foot == 0.0


@pytest.mark.parametrize("name", SAMPLES)
def test_a_body_is_printed_without_support(name: str) -> None:
    """Downward faces lean less than 45 degrees, or are ceilings narrow enough to be bridged."""
    ceilings: dict[float, list[Corner]] = defaultdict(list)
    for triangle in surface(name):
        down = -normal(triangle)[2]
        if down > 0.72 and max(corner[2] for corner in triangle) > 0:
            assert down > 0.999
            ceilings[triangle[0][2]] += triangle
    for corners in ceilings.values():
        for patch in _patches(corners):
            narrow = min(max(c[axis] for c in patch) - min(c[axis] for c in patch) for axis in (0, 1))
            assert narrow <= BRIDGE


def _patches(corners: list[Corner]) -> list[list[Corner]]:
    """Corners of triangles, grouped by what they touch."""
    groups: list[set[Corner]] = []
    for at in range(0, len(corners), 3):
        triangle = set(corners[at : at + 3])
        touched = [group for group in groups if group & triangle]
        groups = [group for group in groups if not group & triangle] + [triangle.union(*touched)]
    return [list(group) for group in groups]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_file_says_where_each_triangle_looks(name: str) -> None:
    data = stl(ALL[name].solid, name)
    for found, triangle in zip(iter_unpack("<12fH", data[84:]), surface(name), strict=True):
        assert dist(found[:3], normal(triangle)) < 1e-3
        assert found[12] == 0


@pytest.mark.parametrize("name", [name for name in SAMPLES if ALL[name].magnet])
def test_the_magnet_fits_its_pocket_and_the_reed_feels_it(name: str) -> None:
    piece = ALL[name]
    assert piece.magnet is not None
    diameter, height = piece.magnet
    pockets = _pockets(piece)
    assert len(pockets) == (int(piece.name.split("-")[1][0]) if _is_element(piece) else 1)
    for across, deep in pockets:
        assert diameter < across < diameter + 0.3
        assert height <= deep <= height + 0.6
    gap = section.gap(height) + piece.below_mm
    own = reach.strength(diameter, height) * reach.felt(reach.at_gap(gap), reach.SAFE_ASIDE_MM)
    assert own > reach.CROPPED * reach.CLOSES_AT


def _is_element(piece: Body) -> bool:
    return piece.game == "forma" and piece.name.split("-")[-1] in CODES


def _pockets(piece: Body) -> list[tuple[float, float]]:
    """Width and depth of the magnets' pockets: round, and sunk."""
    found = []
    for pane in piece.solid.panes:
        for feature in (*pane.above, *pane.below):
            for one in (feature, *feature.features):
                across = max(dist(a, b) for a in one.outline for b in one.outline)
                if len(one.outline) == 24 and one.height < -1.5 and abs(across - piece.magnet[0]) < 1:  # type: ignore[index]
                    found.append((across, -one.height))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_as_many_are_printed_as_the_game_has_magnets(game: str) -> None:
    squares = dict(zip(CODES, SIZES, strict=True))
    counted = sum(
        piece.count * (squares[piece.name.split("-")[1]] if _is_element(piece) else 1)
        for piece in pieces(game)
        if piece.magnet
    )
    assert counted == bodies_of(game).magnets


def test_a_flipped_element_is_felt_as_well() -> None:
    diameter, height = forma.MAGNET
    below = forma.THICK - forma.FLOOR - height
    assert below == pytest.approx(forma.FLOOR)  # above as below
    reed = reach.at_gap(section.gap(height) + below)
    strength = reach.strength(diameter, height)
    assert strength * reach.neighbours(PITCH, 1.0, reed) < reach.OPENS_AT


@pytest.mark.parametrize("code", CODES)
def test_an_element_covers_its_sites_and_leaves_the_next_free(code: str) -> None:
    x, y, z = size(f"forma-red-{code}")
    assert z == pytest.approx(4.0)
    for length in (x, y):
        sites = round(length / PITCH)
        assert 0 <= sites * PITCH - length <= 0.51
    area = volume(f"forma-blue-{code}") / 4.0
    squares = SIZES[CODES.index(code)]
    assert 0.9 * squares * PITCH**2 < area < squares * PITCH**2


@pytest.mark.parametrize("name", [name for name in ALL if name.startswith(("masterplan", "massai"))])
def test_a_piece_stands_within_its_site(name: str) -> None:
    x, y, z = size(name)
    assert max(x, y) <= PITCH - 2
    assert 10 < z < 35


@pytest.mark.parametrize("name", [name for name in SAMPLES if name.startswith("cites")])
def test_a_tile_fits_its_slot_and_takes_its_tag(name: str) -> None:
    x, y, z = size(name)
    assert (x, y, z) == (pytest.approx(35.6, abs=0.001), pytest.approx(35.6, abs=0.001), 5.0)
    above = [c for t in surface(name) for c in t if c[2] == pytest.approx(5.0 - 0.6, abs=0.001)]
    assert max(c[0] for c in above) - min(c[0] for c in above) == pytest.approx(25.8, abs=0.01)


def test_the_usual_tiles_are_the_75_blocks() -> None:
    assert {piece.name.partition("-")[0] for piece in pieces("cites")} == set(NAMES)
    assert "a triangle, 11 dots" in {piece.feel for piece in pieces("cites")}


def test_other_decorations_get_other_figures() -> None:
    swapped = {"lawn": "tree", "tree": "lawn"}
    marks = {name: swapped[mark] for name, mark in MARKING.usual.items() if mark in swapped}
    named = {piece.name for piece in pieces("cites", Tiles(marks=marks))}
    assert {"D1-tree", "D15-lawn"} <= named


@pytest.mark.parametrize("game", GAMES)
def test_no_two_pieces_feel_alike(game: str) -> None:
    shapes = Counter((piece.solid.panes, piece.solid.stack) for piece in pieces(game))
    assert set(shapes.values()) == {1}
    if game != "forma":
        assert len({piece.feel for piece in pieces(game)}) == len(pieces(game))
    else:
        assert len({piece.feel for piece in pieces(game) if _is_element(piece)}) == 4
