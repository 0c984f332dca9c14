"""The touchscreen with what is painted on it."""

from __future__ import annotations

from typing import Protocol

from controller.screens import Painter
from controller.shown import Shown
from hardware.ports import Emit
from hardware.touchscreen import Touchscreen


class Display(Protocol):
    """Where the session is shown and touched; `Device` and `Polled` too."""

    def start(self, emit: Emit) -> None:
        """Open it, now or as soon as it can be."""

    def stop(self) -> None:
        """Close it."""

    def poll(self, now_ms: int) -> None:
        """Emit the touches up to now."""

    def draw(self, shown: Shown, now_ms: int) -> None:
        """Bring what is shown up to date; costs nothing where nothing changed."""


class ScreenDisplay:
    """The touchscreen alone, as it stands at a real table."""

    def __init__(self, touchscreen: Touchscreen, size: tuple[int, int]) -> None:
        import pygame

        self._touchscreen = touchscreen
        self._surface = pygame.Surface(size)
        self._painter = Painter(self._surface)

    def start(self, emit: Emit) -> None:
        """See `Display`."""
        self._touchscreen.start(emit)

    def stop(self) -> None:
        """See `Display`."""
        self._touchscreen.stop()

    def poll(self, now_ms: int) -> None:
        """See `Display`."""
        self._touchscreen.poll(now_ms)

    def draw(self, shown: Shown, now_ms: int) -> None:
        """See `Display`."""
        changed = self._painter.draw(shown.picture, now_ms)
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
