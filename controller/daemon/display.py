"""The touchscreen with what is painted on it."""

from __future__ import annotations

from typing import Protocol

from controller.daemon.shown import Shown
from controller.screens import Painter, Picture
from controller.screens.focus import Keyboard
from hardware.ports import DeviceEvent, Emit, Key, Touch
from hardware.screen.touchscreen import Touchscreen


class Display(Protocol):
    """A screen for the session, with touches; `Device` and `Polled` too."""

    def start(self, emit: Emit) -> None:
        """Open it, now or as soon as possible."""

    def stop(self) -> None:
        """Close it."""

    def poll(self, now_ms: int) -> None:
        """Emit the touches up to now."""

    def draw(self, shown: Shown, now_ms: int) -> None:
        """Update the screen; free if nothing changed."""


class KeyTouches:
    """A keyboard beside a touchscreen: keys move a ring over the picture, and touch what lies in it."""

    def __init__(self) -> None:
        self._keyboard = Keyboard()
        self._picture: Picture | None = None
        self._emit: Emit = lambda event: None

    def heard_by(self, emit: Emit) -> Emit:
        """The emitter for a touchscreen's events, which adds touches by key. A finger's
        touch hides the focus ring."""
        self._emit = emit

        def hear(event: DeviceEvent) -> None:
            if isinstance(event, Touch):
                self._keyboard.leave()
            emit(event)

        return hear

    def typed(self, at_ms: int, key: Key) -> None:
        """Process a key."""
        point = self._keyboard.press(self._picture, key) if self._picture else None
        if point is not None:
            self._emit(Touch(at_ms, *point))

    def over(self, picture: Picture) -> Picture:
        """The picture that is shown, with the ring if there is one."""
        self._picture = picture
        return self._keyboard.shown(picture)


class ScreenDisplay:
    """The touchscreen alone, as it stands at a real table."""

    def __init__(self, touchscreen: Touchscreen, size: tuple[int, int]) -> None:
        import pygame

        self._touchscreen = touchscreen
        self._surface = pygame.Surface(size)
        self._painter = Painter(self._surface)
        self._keys = KeyTouches()

    def start(self, emit: Emit) -> None:
        """See `Display`."""
        self._touchscreen.start(self._keys.heard_by(emit), self._keys.typed)

    def stop(self) -> None:
        """See `Display`."""
        self._touchscreen.stop()

    def poll(self, now_ms: int) -> None:
        """See `Display`."""
        self._touchscreen.poll(now_ms)

    def draw(self, shown: Shown, now_ms: int) -> None:
        """See `Display`."""
        changed = self._painter.draw(self._keys.over(shown.picture), now_ms)
        if changed:
            self._touchscreen.show(self._surface, changed)


class NoDisplay:
    """A table without a screen: the lights alone guide."""

    def start(self, emit: Emit) -> None:
        """See `Display`."""

    def stop(self) -> None:
        """See `Display`."""

    def poll(self, now_ms: int) -> None:
        """See `Display`."""

    def draw(self, shown: Shown, now_ms: int) -> None:
        """See `Display`."""
