"""QR codes on the screen: the whole symbol, dark on light, with its quiet zone."""

from __future__ import annotations

import pygame
import pytest
import segno
import zxingcpp
from PIL import Image

from controller.model.view import Code, Phase, View
from controller.screens import Painter, draw
from controller.screens.layout.picture import QUIET, QrCode
from controller.screens.layout.theme import Style
from controller.screens.pages.code import modules_of
from tests.controller.screens.samples.situations import SITUATIONS, SIZES, SPOKEN, spoken

ADDRESS = "http://192.168.178.42:8321/"


def matrix_of(view: View, size: tuple[int, int], style: Style = Style()) -> QrCode:  # noqa: B008
    (found,) = [item for item in draw(view, size, style).items if isinstance(item, QrCode)]
    return found


@pytest.mark.parametrize("name", ["about-with-page", "menu-with-page", "invitation-with-page"])
@pytest.mark.parametrize("style", [Style(), Style("normal", "high")])
def test_every_module_is_painted_dark_on_light_with_a_quiet_zone(name: str, style: Style) -> None:
    view = SITUATIONS[name]
    surface = pygame.Surface(SIZES[0], 0, 32)
    Painter(surface).draw(draw(view, SIZES[0], style), 0)
    matrix = matrix_of(view, SIZES[0], style)
    seen = [
        [
            surface.get_at((matrix.box.x + x * matrix.module + 1, matrix.box.y + y * matrix.module + 1))[:3]
            for x in range(len(matrix.modules) + 2 * QUIET)
        ]
        for y in range(len(matrix.modules) + 2 * QUIET)
    ]
    expected = segno.make_qr(ADDRESS, error="l", boost_error=False).matrix_iter(border=QUIET)
    assert seen == [[(0, 0, 0) if dark else (255, 255, 255) for dark in row] for row in expected]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", SPOKEN[:3])
def test_a_camera_reads_where_every_code_leads(language: str, size: tuple[int, int]) -> None:
    views = [view for view in spoken(language).values() if view.code is not None]
    assert len(views) >= 4
    for view in views:
        assert view.code is not None
        picture = draw(view, size)
        has_room = any(isinstance(item, QrCode) for item in picture.items)
        surface = pygame.Surface(size, 0, 32)
        Painter(surface).draw(picture, 0)
        photo = Image.frombytes("RGB", size, pygame.image.tobytes(surface, "RGB"))
        assert [code.text for code in zxingcpp.read_barcodes(photo)] == [view.code.address] * has_room


def test_the_menu_has_its_code_in_every_language_on_the_usual_screens() -> None:
    for language in SPOKEN[:3]:
        for size in SIZES:
            assert matrix_of(spoken(language)["menu-with-page"], size)


def test_where_there_is_no_room_the_code_goes_and_all_words_stay() -> None:
    view = View(Phase.MENU, heading="What shall we play? " * 4, code=Code(ADDRESS, "watch " * 20))
    assert not any(isinstance(item, QrCode) for item in draw(view, (480, 800)).items)


def test_a_longer_address_makes_a_larger_symbol() -> None:
    assert len(modules_of(ADDRESS)) == 25
    assert len(modules_of(ADDRESS + "seat#" + "a" * 22)) == 33
