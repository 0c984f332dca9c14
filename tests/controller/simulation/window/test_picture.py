"""The simulated table's picture beside kept ones, and nothing painted without need.

To renew the kept pictures after a wanted change, run these tests with `TABLIER_RENEW_PICTURES=1` in the
environment and look at what has changed in `pictures/`.
"""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from random import Random

import pygame
import pytest

from controller.boards.games import board_of
from controller.boards.shapes import Drawing
from controller.games import tables_for
from controller.model.view import Lit, Meaning
from controller.screens.layout.picture import Box
from controller.screens.layout.table_geometry import Overlay, overlay_of
from controller.simulation.window.picture import TablePicture
from controller.tables.table import GameTable
from controller.view import light_picture as lights
from hardware.lights.lights import Electrics
from hardware.ports import Grid
from hardware.simulated.table import Piece
from tests.controller.screens.test_paint import RENEW, looks_like, pixels, share_of_others

KEPT = Path(__file__).parent / "pictures"
SIZE = (550, 550)
TABLES = {"24x24": (Grid(24, 24), 3), "8x8": (Grid(8, 8), 1), "32x30": (Grid(32, 30), 3)}
MEANINGS = (
    Meaning.PARK,
    Meaning.TOWER,
    Meaning.LIFT,
    Meaning.WRONG,
    Meaning.PLACE,
    Meaning.LAST,
    Meaning.ECHO,
    Meaning.HINT,
)


class Scene:
    """A table, its overlay, and a picture of it."""

    def __init__(self, name: str = "24x24", size: tuple[int, int] = SIZE) -> None:
        self.grid, self.cell_sites = TABLES[name]
        self.surface = pygame.Surface(size, 0, 32)
        self.picture = TablePicture(self.surface, self.grid, self.cell_sites)
        self.dark = bytes(3 * self.grid.size)

    @property
    def game(self) -> GameTable:
        return tables_for(self.grid, self.cell_sites)["masterplan"]

    @property
    def overlay(self) -> Overlay:
        return overlay_of(self.game, self.game.game.start({"game": "masterplan"}))

    @cached_property
    def board(self) -> Drawing:
        return board_of(self.game)

    def site(self, place: str) -> int:
        return self.game.sites(place).bit_length() - 1

    def piece(self, kind: str, place: str, shift: tuple[float, float] = (0.0, 0.0)) -> Piece:
        return Piece(kind, (self.site(place),), shift)

    def lit(self, *lit: tuple[str, Lit], at_ms: int = 0) -> bytes:
        """The colours of the board's lights if places have these meanings."""
        named = [(self.site(place), meaning) for place, meaning in lit]
        return Electrics(0.2, 2.2, 4000).sent(lights.frame(named, self.grid.size, at_ms))

    def draw(self, *pieces: Piece, lit: bytes = b"") -> list[Box]:
        return self.picture.draw(self.board, pieces, lit or self.dark)

    def colour_at(self, place: str, east: float = 0.0) -> tuple[int, int, int]:
        """The colour this many sites east of a place."""
        column, row = self.grid.column_row(self.site(place))
        x, y = self.picture.geometry.point(column + east, row)
        return tuple(self.surface.get_at((round(x), round(y))))[:3]


def full(scene: Scene) -> list[tuple[tuple[Piece, ...], bytes]]:
    """Every light on a free site, under a house and under a tile, and pieces of every kind."""
    lit, pieces = [], []
    for number, (column, meaning) in enumerate(zip("abcdefgh", MEANINGS, strict=True)):
        lit += [(f"{column}7", Lit(meaning)), (f"{column}5.n", Lit(meaning)), (f"{column}3", Lit(meaning))]
        pieces.append(scene.piece(("house yellow", "house white")[number % 2], f"{column}5.n"))
        pieces.append(scene.piece(("tower", "park")[number % 2], f"{column}3"))
    lit += [("a1.sw", Lit(Meaning.SCORE, "white")), ("c1.s", Lit(Meaning.SCORE, "yellow"))]
    pieces.append(scene.piece("house white", "d1.e", (0.5, 0.0)))
    pieces.append(scene.piece("something", "g1"))
    return [(tuple(pieces), scene.lit(*lit))]


@pytest.mark.parametrize("name", TABLES)
def test_a_table_looks_as_it_was_kept(name: str, tmp_path: Path) -> None:
    scene = Scene(name)
    ((pieces, lit),) = full(scene)
    scene.draw(*pieces, lit=lit)
    kept = KEPT / f"table-{name}.png"
    if os.environ.get(RENEW):
        KEPT.mkdir(exist_ok=True)
        pygame.image.save(scene.surface, str(kept))
    is_alike = looks_like(scene.surface, pygame.image.load(str(kept)))
    if not is_alike:
        pygame.image.save(scene.surface, str(tmp_path / kept.name))
    assert is_alike, f"Not like {kept}: {tmp_path / kept.name}"


def test_nothing_is_painted_while_nothing_changes() -> None:
    scene = Scene()
    house = scene.piece("house white", "d4.ne")
    assert scene.draw(house) == [Box(0, 0, *SIZE)]
    assert scene.draw(house) == []


@pytest.mark.parametrize("name", TABLES)
def test_painting_what_changed_gives_the_same_picture_as_painting_all(name: str) -> None:
    scene, random = Scene(name), Random(5)
    scene.draw()
    pieces: list[Piece] = []
    for _ in range(40):
        taken = {site for piece in pieces for site in piece.sites}
        free = [site for site in range(scene.grid.size) if site not in taken]
        shift = random.choice([(0.0, 0.0), (0.5, 0.0), (0.3, -0.4)])
        kind = random.choice(["house white", "house yellow", "park", "tower", "other"])
        pieces.append(Piece(kind, (random.choice(free),), shift))
        if random.random() < 0.4:
            pieces.remove(random.choice(pieces))
        lit = bytearray(scene.dark)
        for _ in range(random.randint(0, 4)):
            site = random.randrange(scene.grid.size)
            lit[3 * site : 3 * site + 3] = random.randbytes(3)
        boxes = scene.draw(*pieces, lit=bytes(lit))
        assert Box(0, 0, *SIZE) not in boxes

        fresh = Scene(name)
        fresh.draw(*pieces, lit=bytes(lit))
        assert pixels(scene.surface) == pixels(fresh.surface)


def test_a_piece_set_down_on_a_light_lets_some_of_it_through() -> None:
    scene, fresh = Scene(), Scene()
    lit = scene.lit(("e5", Lit(Meaning.PLACE)))
    scene.draw(lit=lit)
    house = scene.piece("house yellow", "e5")
    scene.draw(house, lit=lit)
    fresh.draw(house, lit=lit)
    assert pixels(scene.surface) == pixels(fresh.surface)
    fresh.draw(house)
    assert scene.colour_at("e5")[2] > fresh.colour_at("e5")[2]


def test_only_what_is_in_the_named_boxes_changes() -> None:
    scene = Scene()
    scene.draw()
    before = scene.surface.copy()
    boxes = scene.draw(scene.piece("park", "e5"), lit=scene.lit(("e5", Lit(Meaning.PARK))))
    for box in boxes:
        before.fill("black", pygame.Rect(box))
        scene.surface.fill("black", pygame.Rect(box))
    assert pixels(before) == pixels(scene.surface)
    assert sum(box.w * box.h for box in boxes) < 0.05 * SIZE[0] * SIZE[1]


def test_a_light_has_its_real_colour_where_it_shines() -> None:
    scene = Scene()
    scene.draw(lit=scene.lit(("e5", Lit(Meaning.PARK))))
    red, green, blue = scene.colour_at("e5")
    assert green > blue > 100 > 2 * red


def test_a_blinking_light_is_dark_in_its_pause() -> None:
    scene = Scene()
    scene.draw()
    dark = pixels(scene.surface)
    scene.draw(lit=scene.lit(("e5", Lit(Meaning.PARK))))
    assert scene.draw(lit=scene.lit(("e5", Lit(Meaning.PARK)), at_ms=600))
    assert pixels(scene.surface) == dark


@pytest.mark.parametrize("brightness", [0.05, 0.2, 1.0])
def test_a_light_keeps_its_hue_at_any_brightness(brightness: float) -> None:
    scene = Scene()
    frame = lights.frame([(scene.site("e5"), Lit(Meaning.WRONG))], scene.grid.size, 0)
    scene.draw(lit=Electrics(brightness, 2.2, 40_000).sent(frame))
    red, green, blue = scene.colour_at("e5", east=0.9)
    paper = scene.colour_at("c5", east=0.9)
    assert blue < 0.95 * paper[2]
    assert red / paper[0] > 1.1 * green / paper[1] > 1.1 * blue / paper[2]


@pytest.mark.parametrize(("kind", "half"), [("house white", 0.5), ("tower", 0.95)])
def test_a_light_is_seen_around_the_piece_upon_it(kind: str, half: float) -> None:
    scene = Scene()
    piece = scene.piece(kind, "e5")
    scene.draw(piece)
    before = scene.colour_at("e5", east=-half - 0.15)
    scene.draw(piece, lit=scene.lit(("e5", Lit(Meaning.LIFT))))
    assert scene.colour_at("e5", east=-half - 0.15)[0] > before[0] + 20


def test_a_crooked_piece_lies_between_its_sites() -> None:
    scene = Scene()
    scene.draw(scene.piece("other", "e5.w", (0.5, 0.0)))
    assert scene.colour_at("e5.w", east=0.5) == (196, 180, 158)
    assert scene.colour_at("e5.w", east=-0.3) != (196, 180, 158)


def test_a_point_of_the_picture_is_on_the_nearest_site() -> None:
    geometry = Scene("32x30").picture.geometry
    for site in range(geometry.grid.size):
        x, y = geometry.point(*geometry.grid.column_row(site))
        assert geometry.site_at(x + 0.4 * geometry.pitch, y - 0.4 * geometry.pitch) == site
    x, y = geometry.point(-1, 0)
    assert geometry.site_at(x, y) is None


def test_a_tile_is_found_wherever_it_is_seen() -> None:
    scene = Scene()
    tower = scene.piece("tower", "e5")
    scene.draw(tower)
    x, y = scene.picture.geometry.point(*scene.grid.column_row(scene.site("e5.ne")))
    pitch = scene.picture.geometry.pitch
    assert scene.picture.piece_at(x - 0.2 * pitch, y + 0.2 * pitch) == tower
    assert scene.picture.piece_at(x + 0.3 * pitch, y) is None


def test_cells_lie_around_their_sites() -> None:
    overlay = Scene("24x24").overlay
    assert (overlay.left, overlay.foot, overlay.cell) == pytest.approx((-0.5, -0.5, 3.0))
    overlay = Scene("8x8").overlay
    assert (overlay.left, overlay.foot, overlay.cell) == pytest.approx((-0.5, -0.5, 1.0))


def test_the_comparison_sees_a_missing_house() -> None:
    scene, other = Scene(), Scene()
    ((pieces, lit),) = full(scene)
    scene.draw(*pieces, lit=lit)
    other.draw(*pieces[2:], lit=lit)
    assert share_of_others(scene.surface, other.surface, 8) > 0
    assert not looks_like(scene.surface, other.surface)
