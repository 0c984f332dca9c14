"""The window with the simulated table beside the touchscreen: by posted events on SDL's dummy display, and as
a real window with a real mouse if an X server is available."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from controller.model.view import Phase
from controller.settings.config import load, with_settings
from controller.settings.settings import Config
from controller.shell.model.layers import Demonstration
from controller.simulation.window import words
from controller.simulation.window.hands import AUTO
from controller.simulation.window.layout import LAPTOP, desktop_size, fitted, laid_out
from hardware.ports import Closed, Grid, LinkUp, Touch
from tests.controller.making.overlay.printed import texts
from tests.controller.screens.test_paint import RENEW, looks_like, pixels
from tests.controller.window_desk import Desk, RealDesk, real_x_server
from tests.controller.window_player import WindowPlayer

REFERENCE = Config()
PICTURES = Path(__file__).parents[4] / "docs" / "pictures"
SMALL_TABLE = [("table.columns", "8"), ("table.rows", "8"), ("table.cell_sites", "1")]
DESKTOPS = [(1024, 768), (1280, 800), LAPTOP, (1440, 900), (1920, 1080), (3840, 2160)]
FIGURE_4 = ("d4.ne", "f6.n", "c3.n")


MakeDesk = Callable[..., Desk]


@pytest.fixture
def make_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeDesk]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    made: list[Desk] = []

    def make(config: Config = REFERENCE) -> Desk:
        made.append(Desk(tmp_path, config))
        return made[-1]

    yield make
    for desk in made:
        desk.close()


def test_a_newcomer_gets_a_house_played_by_clicks_alone(make_desk: MakeDesk) -> None:
    desk = make_desk()
    desk.start_game()
    desk.play("d4.ne")
    assert desk.plies() == ["house d4 ne"]
    assert desk.kinds() == ["house white"]


def test_the_right_pieces_are_set_down_by_themselves(make_desk: MakeDesk) -> None:
    desk = make_desk()
    desk.start_game()
    desk.play(*FIGURE_4, "e5")
    assert desk.plies() == ["house d4 ne", "house f6 n", "house c3 n", "park e5"]
    assert desk.kinds() == ["house white", "house yellow", "house white", "park"]


def test_a_click_on_a_piece_lifts_it(make_desk: MakeDesk) -> None:
    desk = make_desk()
    desk.start_game()
    desk.play("d4.ne", "d4.ne")
    assert desk.plies() == []
    assert desk.kinds() == []


def test_a_tile_is_lifted_wherever_it_is_clicked(make_desk: MakeDesk) -> None:
    desk = make_desk()
    desk.start_game()
    desk.play(*FIGURE_4, "e5")
    (x, y), (beside, _) = desk.place("e5"), desk.place("e5.w")
    desk.click(((x + 3 * beside) // 4, y))
    assert "park" not in desk.kinds()


def test_a_forbidden_piece_can_be_set_down_and_is_lit(make_desk: MakeDesk) -> None:
    desk = make_desk()
    desk.start_game()
    desk.play("d4.ne", "d4.sw")
    assert desk.phase is Phase.CORRECTING
    assert desk.kinds() == ["house white", "house yellow"]
    desk.play("d4.sw")
    assert desk.phase is Phase.PLAYING


def test_a_piece_that_was_clicked_in_a_rack_is_set_down_by_clicks(make_desk: MakeDesk) -> None:
    desk = make_desk()
    desk.start_game()
    desk.click(desk.stack("tower"))
    desk.play("a1", "b1")
    desk.click(desk.rack_button(AUTO))
    desk.play("c1.n")
    assert desk.kinds() == ["tower", "tower", "house white"]


def test_on_a_table_with_one_site_a_cell_the_spot_is_chosen_on_the_touchscreen(make_desk: MakeDesk) -> None:
    desk = make_desk(with_settings(Config(), SMALL_TABLE))
    desk.start_game()
    desk.play("d4")
    assert desk.phase is Phase.CHOOSING
    wanted = desk.rig.running.session.question.interpretations[1].actions
    desk.click(desk.button("#choice-2"))
    assert desk.plies() == [str(action) for action in wanted]


def test_a_touch_is_reported_in_the_touchscreens_own_pixels(make_desk: MakeDesk) -> None:
    desk = make_desk()
    screen = desk.window.layout.screen
    desk.told.clear()
    desk.click((screen.x + 5, screen.y + 7))
    desk.click((screen.right - 1, screen.bottom - 1))
    assert [(touch.x, touch.y) for touch in desk.told if isinstance(touch, Touch)] == [
        (5, 7),
        (screen.w - 1, screen.h - 1),
    ]


def test_clicks_on_the_table_and_its_surroundings_are_no_touches(make_desk: MakeDesk) -> None:
    desk = make_desk()
    desk.start_game()
    desk.told.clear()
    desk.play("d4.ne")
    desk.click(desk.stack("house yellow"))
    desk.click(desk.rack_button(AUTO))
    desk.click((2, 2))
    desk.click(desk.place("a1"), button=3)
    assert desk.told == []
    assert len(desk.kinds()) == 1


def test_a_click_on_the_rim_moves_nothing(make_desk: MakeDesk) -> None:
    desk = make_desk()
    table = desk.window.layout.table
    desk.click((table.x + 3, table.y + 3))
    assert desk.kinds() == []


def test_opening_and_closing_are_passed_on(make_desk: MakeDesk) -> None:
    desk = make_desk()
    width, height = desk.window.layout.width, desk.window.layout.height
    assert desk.told == [LinkUp(100, "screen", f"{width} x {height}, turned by 0")]
    desk.told.clear()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    desk.refresh()
    assert desk.told == [Closed(100)]


def test_the_line_of_help_says_what_the_mouse_does(make_desk: MakeDesk) -> None:
    desk = make_desk()
    assert desk.help() == words.ON_THE_SCREEN
    desk.start_game()
    assert desk.help() == words.TABLE
    desk.click(desk.stack("park"))
    assert desk.help() == words.HELD


def panel() -> pygame.Surface:
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface


def look(tmp_path: Path, name: str) -> None:
    """Compare the window with a picture of the documents."""
    kept = PICTURES / name
    if os.environ.get(RENEW):
        pygame.image.save(panel(), str(kept))
    is_alike = looks_like(panel(), pygame.image.load(str(kept)))
    if not is_alike:
        pygame.image.save(panel(), str(tmp_path / name))
    assert is_alike, f"Not like {kept}: {tmp_path / name}"


def test_the_window_looks_as_the_readme_shows_it(make_desk: MakeDesk, tmp_path: Path) -> None:
    desk = make_desk()
    desk.start_game()
    for kind, place in zip(("house white", "house yellow", "house white"), FIGURE_4, strict=True):
        desk.drag(desk.stack(kind), desk.place(place))
    look(tmp_path, "window.png")


def test_an_element_in_the_hand_looks_as_the_page_shows_it(make_desk: MakeDesk, tmp_path: Path) -> None:
    desk = make_desk()
    desk.start_game("Forma")
    desk.drag(desk.stack("tower white"), desk.place("k10", "forma"))
    desk.touch("#choice-1", "#start")
    desk.drag(desk.stack("element blue", 5), desk.place("b2", "forma"), pygame.K_r)
    desk.click(desk.stack("element yellow", 5))
    x, y = desk.place("e8", "forma")
    desk.post(pygame.MOUSEMOTION, pos=(x + 5, y + 5), rel=(0, 0), buttons=(0, 0, 0))
    look(tmp_path, "window-forma.png")


def test_a_demonstration_looks_as_the_page_shows_it(make_desk: MakeDesk, tmp_path: Path) -> None:
    desk = make_desk(load(None, [("kiosk.idle_s", "60")]))
    desk.rig.run_for(120_000)
    desk.refresh()
    look(tmp_path, "window-demonstration.png")


def test_a_lesson_looks_as_the_page_shows_it(make_desk: MakeDesk, tmp_path: Path) -> None:
    desk = make_desk()
    desk.touch("#lessons", "#lesson-masterplan", *["#page-on"] * 4)
    desk.drag(desk.stack("park"), desk.place("e5"))
    look(tmp_path, "window-lesson.png")


def test_a_hand_of_tiles_looks_as_the_page_shows_it(make_desk: MakeDesk, tmp_path: Path) -> None:
    desk = make_desk()
    desk.touch("Cités Nouvelles", "#seat-p2", "#start")
    player = WindowPlayer(desk, 3)
    player.play_until(lambda play: len(play.plies) > 8 and play.position.turn == "p1")
    look(tmp_path, "window-cites.png")


def test_nothing_is_shown_while_nothing_changes(make_desk: MakeDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = make_desk()
    desk.refresh()
    updated: list[object] = []
    monkeypatch.setattr(pygame.display, "update", updated.append)
    desk.refresh()
    assert updated == []
    desk.click(desk.place("d4"))
    assert updated


def test_what_is_shown_bit_by_bit_is_the_whole_window(make_desk: MakeDesk) -> None:
    desk = make_desk()
    desk.start_game()
    desk.play(*FIGURE_4)
    for _ in range(20):
        desk.rig.run_for(70)
        desk.refresh()
    shown = pixels(panel())
    pygame.event.post(pygame.event.Event(pygame.VIDEOEXPOSE))
    panel().fill("black")
    desk.refresh()
    assert pixels(panel()) == shown


@pytest.mark.parametrize(
    ("screen", "desktop", "expected"),
    [
        ((1024, 600), LAPTOP, (800, 480)),
        ((800, 480), LAPTOP, (800, 480)),
        ((1024, 600), (1920, 1080), (1024, 600)),
        ((480, 800), (1366, 768), (800, 480)),
        ((1024, 600), (1024, 768), (398, 664)),
        ((1024, 600), (3840, 2160), (1792, 1050)),
        ((3840, 2160), (1920, 1080), (800, 480)),
    ],
)
def test_the_touchscreen_is_as_large_as_the_settings_say_where_there_is_room(
    screen: tuple[int, int], desktop: tuple[int, int], expected: tuple[int, int]
) -> None:
    settings = [("screen.width", str(screen[0])), ("screen.height", str(screen[1]))]
    chosen = fitted(with_settings(Config(), settings), desktop)
    assert (chosen.screen.width, chosen.screen.height) == expected


@pytest.mark.parametrize("desktop", DESKTOPS)
@pytest.mark.parametrize("grid", [Grid(24, 24), Grid(8, 8), Grid(32, 30)])
def test_the_window_fits_the_desktop_and_nothing_in_it_overlaps(desktop: tuple[int, int], grid: Grid) -> None:
    screen = fitted(Config(), desktop).screen
    layout = laid_out((screen.width, screen.height), desktop)
    assert layout.width <= desktop[0]
    assert layout.height <= desktop[1] - 40
    parts = [layout.table, layout.racks, layout.screen]
    assert not any(one.meets(other) for one in parts for other in parts if one is not other)
    assert all(part.x > 0 and part.y > 0 for part in parts)
    assert all(part.right < layout.width and part.bottom < layout.height for part in parts)
    assert layout.table.w / max(grid.columns, grid.rows) >= 15
    assert layout.table.w > 0.45 * (desktop[1] - 80)
    assert layout.width > 0.8 * desktop[0] or layout.height > 0.95 * (desktop[1] - 80)


def test_a_display_that_no_one_sees_is_no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert desktop_size() is None


def test_without_a_display_there_is_no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.setenv("DISPLAY", ":987654")
    assert desktop_size() is None


# A real window


def test_a_desktop_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    with real_x_server(monkeypatch):
        assert desktop_size() == LAPTOP


def test_a_house_is_played_in_a_real_window_by_a_real_mouse(real_desk: RealDesk) -> None:
    assert any(isinstance(event, LinkUp) for event in real_desk.told)
    real_desk.start_game()
    real_desk.play("d4.ne")
    assert real_desk.plies() == ["house d4 ne"]
    assert real_desk.kinds() == ["house white"]


def test_a_click_on_a_pad_lays_a_tile_of_the_reserve_there(make_desk: MakeDesk) -> None:
    desk = make_desk(REFERENCE)
    desk.start_game("Cités Nouvelles")
    for pad in (0, 1):
        desk.click(desk.pad(pad))
    turned = [ply.split() for ply in desk.plies()]
    assert [verb for verb, _ in turned] == ["turnup", "turnup"]
    assert len({tile for _, tile in turned}) == 2
    desk.wait(3_000)  # simulated hands clear them away
    assert desk.rig.pads.tile_on(0) is desk.rig.pads.tile_on(1) is None
    assert desk.rig.running.shown.view.heading.endswith("speaks")


def test_other_games_have_no_pads(make_desk: MakeDesk) -> None:
    desk = make_desk(REFERENCE)
    desk.start_game()
    desk.click(desk.pad(0))
    assert desk.rig.pads.tile_on(0) is None


def test_an_element_is_set_by_clicking_its_squares_quickly(make_desk: MakeDesk) -> None:
    desk = make_desk()
    desk.click(desk.button("Forma"))
    desk.click(desk.button("Start"))
    table = desk.rig.running.session.current.table
    assert desk.help() == words.TABLE

    def point(cell: str) -> tuple[int, int]:
        x, y = desk.window._picture.geometry.point(*table.grid.column_row(table.sites(cell).bit_length() - 1))
        return round(x) + desk.window.layout.table.x, round(y) + desk.window.layout.table.y

    desk.click(point("d4"))
    desk.click(desk.button("#choice-1"))
    desk.click(desk.button("Start"))
    assert desk.help() == words.SQUARES
    for cell in ("k9", "k10", "l10"):
        desk.post(pygame.MOUSEBUTTONDOWN, pos=point(cell), button=1)
        desk.post(pygame.MOUSEBUTTONUP, pos=point(cell), button=1)
        desk.rig.run_for(350)
        desk.refresh()
    desk.rig.run_for(1_500)
    assert desk.plies()[-1] == "place k9 k10 l10"


def board_on(desk: Desk) -> str:
    """The game whose board lies on the table."""
    assert desk.window._sheet is not None
    return desk.window._sheet.table.game.name


def test_the_board_on_the_table_is_that_of_the_game_on_the_screen(make_desk: MakeDesk) -> None:
    desk = make_desk(REFERENCE)
    assert board_on(desk) == "masterplan"
    for title, name in (("Forma", "forma"), ("Massaï", "massai"), ("Cités Nouvelles", "cites")):
        before = pixels(panel())
        desk.click(desk.button(title))
        assert board_on(desk) == name
        assert pixels(panel()) != before
        desk.click(desk.button("Back"))


def test_the_demonstration_lays_its_games_boards(make_desk: MakeDesk) -> None:
    desk = make_desk(with_settings(Config(), [("kiosk.idle_s", "60")]))
    shown = []
    for _ in range(2):
        desk.rig.run_for(60_000)
        desk.refresh()
        layer = desk.rig.running.shell.layer
        assert isinstance(layer, Demonstration)
        assert board_on(desk) == layer.play.table.game.name
        shown.append(board_on(desk))
        desk.click((desk.window.layout.screen.x + 5, desk.window.layout.screen.y + 5))
    assert len(set(shown)) == 2


def test_the_board_speaks_the_language_of_the_screen(make_desk: MakeDesk) -> None:
    desk = make_desk(with_settings(Config(), [("screen.language", '"fr"')]))
    desk.click(desk.button("Massaï"))
    assert desk.window._sheet is not None
    assert "Rive de Foncé" in texts(desk.window._sheet.drawing.shapes)
