"""The touchscreen on SDL's dummy display, with posted events."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pygame
import pytest

from hardware.ports import Closed, DeviceEvent, Key, LinkLost, LinkUp, Touch
from hardware.screen import touchscreen
from hardware.screen.touchscreen import ScreenArea, ScreenTurn, Touchscreen
from tests.hardware import sdl

ROTATIONS = (0, 90, 180, 270)
SIZE = (800, 480)
RED, BLUE = (255, 0, 0), (0, 0, 255)
POINTS = [(0, 0), (799, 0), (0, 479), (799, 479), (123, 45)]


class Desk:
    """A touchscreen and its events."""

    def __init__(self, rotation: int = 0, *, fullscreen: bool = False) -> None:
        self.told: list[DeviceEvent] = []
        self.screen = Touchscreen(SIZE, rotation, fullscreen=fullscreen)

    def open(self) -> Desk:
        self.screen.start(self.told.append)
        self.screen.poll(1)
        self.told.clear()
        return self

    def after(self, *events: pygame.event.Event) -> list[DeviceEvent]:
        """The reports of these events at 5 ms."""
        for event in events:
            pygame.event.post(event)
        self.told.clear()
        self.screen.poll(5)
        return self.told


@pytest.fixture(autouse=True)
def _dummy_display(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()


def tap(pos: tuple[int, int], button: int = 1, *, touch: bool = False) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button, touch=touch)


def picture(**pixels: tuple[int, int]) -> pygame.Surface:
    surface = pygame.Surface(SIZE)
    if "red" in pixels:
        surface.set_at(pixels["red"], RED)
    return surface


def on_panel(colour: tuple[int, int, int]) -> list[tuple[int, int]]:
    """The place of this colour on the panel."""
    panel = pygame.display.get_surface()
    assert panel is not None
    mask = pygame.mask.from_threshold(panel, colour, (1, 1, 1, 255))
    return [
        (x, y) for x in range(mask.get_size()[0]) for y in range(mask.get_size()[1]) if mask.get_at((x, y))
    ]


@pytest.mark.parametrize("rotation", ROTATIONS)
@pytest.mark.parametrize("point", POINTS)
def test_a_touch_is_where_the_picture_shows_what_is_touched(rotation: int, point: tuple[int, int]) -> None:
    desk = Desk(rotation).open()
    desk.screen.show(picture(red=point))
    (lit,) = on_panel(RED)
    assert desk.after(tap(lit)) == [Touch(5, *point)]


def test_the_picture_is_turned_clockwise() -> None:
    corner = {}
    for rotation in ROTATIONS:
        desk = Desk(rotation).open()
        desk.screen.show(picture(red=(0, 0)))
        (corner[rotation],) = on_panel(RED)
        desk.screen.stop()
    assert corner == {0: (0, 0), 90: (479, 0), 180: (799, 479), 270: (0, 799)}


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_only_what_changed_is_painted(rotation: int) -> None:
    desk = Desk(rotation).open()
    surface = picture()
    desk.screen.show(surface)
    surface.fill(RED)
    desk.screen.show(surface, [(30, 20, 4, 2), (790, 470, 50, 50), (900, 0, 5, 5)])
    painted = {ScreenTurn(*SIZE, rotation).to_picture(*at) for at in on_panel(RED)}
    expected = {(x, y) for x in range(30, 34) for y in range(20, 22)}
    expected |= {(x, y) for x in range(790, 800) for y in range(470, 480)}
    assert painted == expected


def a_tap_by_a_finger(u: float, v: float, finger: int = 1) -> None:
    sdl.push_finger(sdl.FINGERDOWN, u, v, finger)
    sdl.push_finger(sdl.FINGERUP, u, v, finger)


def a_click(x: int, y: int, which: int = 0) -> None:
    sdl.push_click(sdl.MOUSEBUTTONDOWN, x, y, which)
    sdl.push_click(sdl.MOUSEBUTTONUP, x, y, which)


@pytest.mark.parametrize("rotation", ROTATIONS)
@pytest.mark.parametrize("point", POINTS)
def test_on_a_console_a_finger_touches_what_the_panel_shows_under_it(
    rotation: int, point: tuple[int, int]
) -> None:
    desk = Desk(rotation).open()
    desk.screen.show(picture(red=point))
    (lit,) = on_panel(RED)
    width, height = ScreenTurn(*SIZE, rotation).panel_size
    a_tap_by_a_finger((lit[0] + 0.5) / width, (lit[1] + 0.5) / height)
    assert desk.after() == [Touch(5, *point)]


@pytest.mark.parametrize("rotation", ROTATIONS)
@pytest.mark.parametrize("size", [(1024, 600), (800, 480), (480, 320)])
@pytest.mark.filterwarnings("ignore:no fast renderer available")
def test_on_a_console_the_panel_may_have_another_size_than_the_picture(
    rotation: int, size: tuple[int, int]
) -> None:
    """SDL shows the picture as large as it fits, with bars beside it, and reports fingers in the picture's
    coordinates."""
    screen = Touchscreen(size, rotation, fullscreen=True)
    told: list[DeviceEvent] = []
    screen.start(told.append)
    screen.poll(1)
    told.clear()
    panel, turned = pygame.display.get_desktop_sizes()[0], ScreenTurn(*size, rotation).panel_size
    assert panel != turned
    scale = min(panel[0] / turned[0], panel[1] / turned[1])
    for u, v in [(0, 0), (turned[0] - 1, turned[1] - 1), (turned[0] // 3, turned[1] // 5)]:
        at = [
            ((whole - scale * shown) / 2 + scale * (one + 0.5)) / whole
            for whole, shown, one in zip(panel, turned, (u, v), strict=True)
        ]
        a_tap_by_a_finger(*at)
        told.clear()
        screen.poll(5)
        (touch,) = told
        assert isinstance(touch, Touch)
        meant = ScreenTurn(*size, rotation).to_picture(u, v)
        assert meant is not None
        assert abs(touch.x - meant[0]) <= 1
        assert abs(touch.y - meant[1]) <= 1
    screen.stop()


def test_on_a_console_the_edge_of_the_panel_belongs_to_the_picture() -> None:
    desk = Desk().open()
    a_tap_by_a_finger(0.0, 0.0)
    a_tap_by_a_finger(1.0, 1.0)
    assert desk.after() == [Touch(5, 0, 0), Touch(5, 799, 479)]


def test_on_a_console_each_of_several_fingers_is_a_touch() -> None:
    desk = Desk().open()
    sdl.push_finger(sdl.FINGERDOWN, 0.25, 0.5, 1)
    sdl.push_finger(sdl.FINGERDOWN, 0.75, 0.5, 2)
    sdl.push_finger(sdl.FINGERUP, 0.25, 0.5, 1)
    sdl.push_finger(sdl.FINGERUP, 0.75, 0.5, 2)
    assert desk.after() == [Touch(5, 200, 240), Touch(5, 600, 240)]


def test_on_a_console_one_tap_is_one_touch_though_sdl_makes_a_press_of_it_too() -> None:
    desk = Desk().open()
    sdl.push_finger(sdl.FINGERDOWN, 0.5, 0.5)
    a_click(400, 240, sdl.TOUCH_MOUSE)
    sdl.push_finger(sdl.FINGERUP, 0.5, 0.5)
    assert desk.after() == [Touch(5, 400, 240)]


def test_on_a_console_a_mouse_clicks_as_well() -> None:
    desk = Desk().open()
    a_click(10, 20)
    assert desk.after() == [Touch(5, 10, 20)]


def on_a_desktop(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(touchscreen, "DESKTOPS", {"dummy"})
    return Desk().open()


def test_on_a_desktop_one_tap_is_one_touch_though_it_is_a_finger_and_a_press(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = on_a_desktop(monkeypatch)
    sdl.push_finger(sdl.FINGERDOWN, 0.5, 0.5)
    a_click(400, 240, sdl.TOUCH_MOUSE)
    sdl.push_finger(sdl.FINGERUP, 0.5, 0.5)
    assert desk.after() == [Touch(5, 400, 240)]


def test_on_a_desktop_a_tap_that_x_and_sdl_both_report_as_a_press_is_one_touch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = on_a_desktop(monkeypatch)
    sdl.push_click(sdl.MOUSEBUTTONDOWN, 400, 240, sdl.TOUCH_MOUSE)
    sdl.push_click(sdl.MOUSEBUTTONDOWN, 400, 240)
    sdl.push_click(sdl.MOUSEBUTTONUP, 400, 240, sdl.TOUCH_MOUSE)
    sdl.push_click(sdl.MOUSEBUTTONUP, 400, 240)
    assert desk.after() == [Touch(5, 400, 240)]


def test_two_quick_clicks_are_two_touches() -> None:
    desk = Desk().open()
    a_click(10, 20)
    a_click(11, 20)
    assert desk.after() == [Touch(5, 10, 20), Touch(5, 11, 20)]


def test_the_wheel_and_the_right_button_are_no_touches() -> None:
    assert Desk().open().after(*(tap((1, 1), button) for button in (2, 3, 4, 5))) == []


def test_a_tap_beside_the_picture_is_no_touch() -> None:
    assert Desk().open().after(tap((800, 100)), tap((100, 480)), tap((-1, 0))) == []


def test_no_other_events_wait_in_sdl() -> None:
    Desk().open()
    named = [number for number in range(pygame.NUMEVENTS) if pygame.event.event_name(number) != "Unknown"]
    heard = {number for number in named if number < pygame.USEREVENT and not pygame.event.get_blocked(number)}
    assert heard == {
        pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP,
        pygame.KEYDOWN, pygame.QUIT, pygame.VIDEOEXPOSE,
    }  # fmt: skip


def test_closing_the_window_is_reported() -> None:
    assert Desk().open().after(pygame.event.Event(pygame.QUIT)) == [Closed(5)]


def test_an_uncovered_window_is_painted_again() -> None:
    desk = Desk().open()
    desk.screen.show(picture(red=(7, 7)))
    panel = pygame.display.get_surface()
    assert panel is not None
    panel.fill(BLUE)
    desk.after(pygame.event.Event(pygame.VIDEOEXPOSE))
    assert on_panel(RED) == [(7, 7)]


def test_opening_is_reported_and_shows_the_picture_from_before() -> None:
    desk = Desk(90)
    desk.screen.show(picture(red=(0, 0)))
    desk.screen.start(desk.told.append)
    assert desk.told == []
    desk.screen.poll(3)
    assert desk.told == [LinkUp(3, "screen", "480 x 800, turned by 90")]
    assert on_panel(RED) == [(479, 0)]


@pytest.mark.filterwarnings("ignore:no fast renderer available")
def test_a_full_screen_has_no_pointer_and_shows_the_picture() -> None:
    desk = Desk(fullscreen=True).open()
    desk.screen.show(picture(red=(799, 479)))
    assert on_panel(RED) == [(799, 479)]
    assert not pygame.mouse.get_visible()


def test_without_a_display_the_loss_is_reported_once_and_the_display_tried_more_and_more_rarely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    tried: list[int] = []
    init = pygame.display.init
    now_ms = 0

    def counted() -> None:
        tried.append(now_ms)
        init()

    monkeypatch.setattr(pygame.display, "init", counted)
    desk = Desk()
    desk.screen.start(desk.told.append)
    for now_ms in range(0, 50_000, 100):
        desk.screen.poll(now_ms)
        desk.screen.show(picture())
    (lost,) = desk.told
    assert isinstance(lost, LinkLost)
    assert (lost.at_ms, lost.device) == (0, "screen")
    assert lost.reason == (
        "No display can be opened (no-such-driver not available)."
        ' Connect it, or set screen.kind to "none"; the game goes on without.'
    )
    assert tried == [0, 1000, 3000, 7000, 15_000, 25_000, 35_000, 45_000]


def test_a_display_that_comes_later_shows_the_newest_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    desk = Desk()
    desk.screen.start(desk.told.append)
    desk.screen.poll(0)
    desk.screen.show(picture(red=(1, 2)))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    desk.screen.poll(1000)
    assert [type(event) for event in desk.told] == [LinkLost, LinkUp]
    assert on_panel(RED) == [(1, 2)]


def test_a_display_that_fails_in_the_middle_is_reported_and_opened_again() -> None:
    desk = Desk().open()
    pygame.display.quit()
    desk.screen.poll(10)
    (lost,) = desk.told
    assert isinstance(lost, LinkLost)
    assert lost.reason.startswith("The display fails (")
    desk.screen.show(picture(red=(4, 4)))
    desk.screen.poll(1010)
    assert isinstance(desk.told[-1], LinkUp)
    assert on_panel(RED) == [(4, 4)]


def test_a_picture_that_cannot_be_painted_is_a_loss() -> None:
    desk = Desk().open()
    pygame.display.quit()
    desk.screen.show(picture())
    assert [type(event) for event in desk.told] == [LinkLost]


def test_sdl_s_stand_in_for_a_missing_display_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    desk = Desk()
    desk.screen.start(desk.told.append)
    desk.screen.poll(0)
    assert [type(event) for event in desk.told] == [LinkLost]


def test_a_stopped_screen_is_closed_and_stays_so() -> None:
    desk = Desk().open()
    desk.screen.stop()
    desk.screen.stop()
    desk.screen.poll(100_000)
    assert not pygame.display.get_init()
    assert desk.told == []


def test_only_the_display_is_started_and_nothing_is_imported_before() -> None:
    code = """
import sys
from hardware.screen.touchscreen import Touchscreen
assert "pygame" not in sys.modules
screen = Touchscreen((800, 480))
screen.start(print)
screen.poll(0)
import pygame
mixer = sys.modules.get("pygame.mixer")  # not there if a library is missing
sound = mixer and mixer.get_init()
print(pygame.display.get_init(), sound, pygame.joystick.get_init(), pygame.font.get_init())
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "True None False False"


def test_an_area_measures_from_its_own_corner() -> None:
    beside = ScreenArea(600, 10, 800, 480)
    assert beside.local(600, 10) == (0, 0)
    assert beside.local(1399, 489) == (799, 479)
    assert [beside.local(*at) for at in ((599, 10), (600, 9), (1400, 10), (600, 490))] == [None] * 4


@pytest.mark.parametrize(
    ("key", "mod", "expected"),
    [
        (pygame.K_LEFT, 0, Key.LEFT),
        (pygame.K_DOWN, 0, Key.DOWN),
        (pygame.K_TAB, 0, Key.NEXT),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, Key.PREVIOUS),
        (pygame.K_RETURN, 0, Key.PRESS),
        (pygame.K_SPACE, 0, Key.PRESS),
        (pygame.K_ESCAPE, 0, Key.BACK),
    ],
)
def test_a_key_is_reported_by_what_it_is_for(key: int, mod: int, expected: Key) -> None:
    desk = Desk()
    typed: list[tuple[int, Key]] = []
    desk.screen.start(desk.told.append, lambda at_ms, key: typed.append((at_ms, key)))
    desk.screen.poll(1)
    assert desk.after(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod)) == []
    assert typed == [(5, expected)]


def test_other_keys_are_nothing() -> None:
    desk = Desk().open()
    assert desk.after(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, mod=0)) == []


def opened_by(driver: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str | None]:
    """SDL's renderers when a full screen is opened by one of its drivers."""
    told: dict[str, str | None] = {}
    set_mode = pygame.display.set_mode

    def seen(size: tuple[int, int], flags: int) -> pygame.Surface:
        told.update({name: os.environ.get(name) for name in touchscreen.CONSOLE_SETTINGS})
        return set_mode(size, flags)

    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(pygame.display, "set_mode", seen)
    Desk(fullscreen=True).open()
    return told


@pytest.mark.filterwarnings("ignore:no fast renderer available")
@pytest.mark.parametrize(("driver", "renderer"), [("KMSDRM", "opengles2"), ("x11", None)])
def test_a_console_has_no_desktop_opengl_and_sdl_knows(
    driver: str, renderer: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it opens a renderer for that all the same, and the screen stays black."""
    for name in touchscreen.CONSOLE_SETTINGS:
        monkeypatch.setenv(name, "")  # so that it is undone
        monkeypatch.delenv(name)
    assert set(opened_by(driver, monkeypatch).values()) == {renderer}


@pytest.mark.filterwarnings("ignore:no fast renderer available")
def test_a_renderer_that_someone_has_chosen_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in touchscreen.CONSOLE_SETTINGS:
        monkeypatch.setenv(name, "software")
    assert set(opened_by("KMSDRM", monkeypatch).values()) == {"software"}
