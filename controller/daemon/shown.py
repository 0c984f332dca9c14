"""The view at one moment. Every part is computed on first use: lights come first."""

from __future__ import annotations

from functools import cached_property

from controller import shell
from controller.model.view import LitSites, View
from controller.referee.session import Session
from controller.screens import Picture, draw
from controller.screens.layout.theme import Style
from controller.settings.preferences import NO_PREFERENCES, Preferences
from controller.shell.model.layers import Asleep, Demonstration
from controller.shell.model.state import Chances, Shell
from controller.shell.screens import SCREENS
from controller.view import light_picture as lights
from controller.view import lights as showing_lights
from controller.view import showing
from controller.view.language import given_names, in_language


class Shown:
    """A session as it is shown."""

    preferences: Preferences = NO_PREFERENCES
    """People's settings."""

    demonstration: Demonstration | None = None
    """The game that the table plays by itself."""

    chances: Chances | None = None
    """The winning chances for spectators."""

    is_asleep = False
    """Whether the screen must be dark."""

    def __init__(self, session: Session, size: tuple[int, int]) -> None:
        self.session = session
        self._size = size

    @cached_property
    def lights(self) -> LitSites:
        """The lights' meanings, as the view has them."""
        return showing_lights.lights(self.session)

    @cached_property
    def view(self) -> View:
        """The content of lights and screen."""
        return showing.view(self.session)

    @cached_property
    def words(self) -> View:
        """The view in the language that people have set."""
        return in_language(self.view, self.preferences.language, given_names(self.session))

    @cached_property
    def picture(self) -> Picture:
        """The touchscreen's picture, with the places of its buttons."""
        return draw(self.words, self._size, Style(self.preferences.text, self.preferences.contrast))

    def frame(self, now_ms: int) -> bytes:
        """The picture for the lights: three bytes each."""
        return lights.frame(self.lights, self.session.tracker.grid.size, now_ms)

    def next_frame_ms(self, now_ms: int) -> int | None:
        """When that changes next; `None` if it stays as it is."""
        return lights.next_frame_ms(self.lights, now_ms)


class ShownShell(Shown):
    """A session with the screens around it, as they are shown."""

    def __init__(self, shell: Shell, size: tuple[int, int]) -> None:
        super().__init__(shell.session, size)
        self.shell = shell
        self.preferences = shell.preferences
        if isinstance(shell.layer, Demonstration):
            self.demonstration = shell.layer
        self.chances = shell.chances
        self.is_asleep = isinstance(shell.layer, Asleep)

    @cached_property
    def lights(self) -> LitSites:
        """See `Shown`."""
        return shell.lights(self.shell)

    @cached_property
    def view(self) -> View:
        """See `Shown`."""
        return shell.view(self.shell)

    def frame(self, now_ms: int) -> bytes:
        """See `Shown`. A screen may light more than meanings."""
        layer = self.shell.layer
        own = None if layer is None else SCREENS[type(layer)].frame
        return super().frame(now_ms) if own is None else own(layer, self.lights, now_ms)

    def next_frame_ms(self, now_ms: int) -> int | None:
        """See `Shown`."""
        layer = self.shell.layer
        own = None if layer is None else SCREENS[type(layer)].next_frame_ms
        return super().next_frame_ms(now_ms) if own is None else own(layer, self.lights, now_ms)
