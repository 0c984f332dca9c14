"""The touchscreen with its keyboard, on SDL's dummy display."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from controller.daemon.display import ScreenDisplay
from controller.daemon.shown import Shown
from controller.screens import hit
from controller.shell import Shell
from hardware.ports import DeviceEvent, Touch
from hardware.screen.touchscreen import Touchscreen
from tests.controller.screens.samples.masterplan import MENU

SIZE = (800, 480)


@pytest.fixture(autouse=True)
def _dummy_display(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()


class Desk:
    """A display that shows the menu, and the events that it reports."""

    def __init__(self, rotation: int = 0) -> None:
        self.told: list[DeviceEvent] = []
        self.shown = Shown(Shell(MENU), SIZE)
        self.display = ScreenDisplay(Touchscreen(SIZE, rotation), SIZE)
        self.display.start(self.told.append)
        self.after()
        self.told.clear()

    def after(self, *events: pygame.event.Event) -> bytes:
        """The panel's pixels after these events."""
        for event in events:
            pygame.event.post(event)
        self.display.poll(7)
        self.display.draw(self.shown, 7)
        panel = pygame.display.get_surface()
        assert panel is not None
        return bytes(panel.get_buffer().raw)

    def touched(self) -> list[str | None]:
        """The buttons of the reported touches."""
        return [hit(self.shown.picture, one.x, one.y) for one in self.told if isinstance(one, Touch)]


def key(code: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=0)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_keys_move_a_ring_and_press_what_is_in_it(rotation: int) -> None:
    desk = Desk(rotation)
    plain = desk.after()
    ringed = desk.after(key(pygame.K_TAB))
    assert ringed != plain
    assert desk.after(key(pygame.K_RIGHT)) not in (plain, ringed)
    desk.after(key(pygame.K_RETURN))
    assert desk.touched() == ["game-forma"]
    assert all(one.at_ms == 7 for one in desk.told)


def test_a_finger_takes_the_ring_away() -> None:
    desk = Desk()
    plain = desk.after()
    desk.after(key(pygame.K_TAB))
    tap = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1)
    assert desk.after(tap) == plain
    assert desk.told == [Touch(7, 1, 1)]
