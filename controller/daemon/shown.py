"""The view at one moment. Every part is computed on first use: lights come first."""

from __future__ import annotations

from functools import cached_property

from controller import shell
from controller.model.signs import next_lit_change_ms
from controller.model.view import LitSites, View
from controller.screens import Picture, draw
from controller.screens.layout.theme import Style
from controller.shell.model.layers import Asleep, Demonstration
from controller.shell.model.state import Shell
from controller.shell.screens import SCREENS
from controller.view.language import given_names, in_language
from controller.view.light_picture import LightPictures


class Shown:
    """A session with the screens around it, as they are shown."""

    def __init__(self, shell: Shell, size: tuple[int, int]) -> None:
        self.shell = shell
        self.session = shell.session
        self.preferences = shell.preferences
        self.chances = shell.chances
        """The winning chances for spectators."""
        self._size = size

    @property
    def demonstration(self) -> Demonstration | None:
        """The game that the table plays by itself."""
        return self.shell.layer if isinstance(self.shell.layer, Demonstration) else None

    @property
    def is_asleep(self) -> bool:
        """Whether the screen must be dark."""
        return isinstance(self.shell.layer, Asleep)

    @cached_property
    def lights(self) -> LitSites:
        """The lights' meanings, as the view has them."""
        return shell.lights(self.shell)

    @cached_property
    def view(self) -> View:
        """The content of lights and screen."""
        return shell.view(self.shell)

    @cached_property
    def words(self) -> View:
        """The view in the language that people have set."""
        return in_language(self.view, self.preferences.language, given_names(self.session))

    @cached_property
    def picture(self) -> Picture:
        """The touchscreen's picture, with the places of its buttons."""
        return draw(self.words, self._size, Style(self.preferences.text, self.preferences.contrast))

    def frame(self, now_ms: int) -> bytes:
        """The picture for the lights, three bytes each. A screen may light more than meanings."""
        layer = self.shell.layer
        own = None if layer is None else SCREENS[type(layer)].frame
        if own is not None:
            return own(layer, self.lights, now_ms)
        return self._pictures.at(now_ms)

    def next_frame_ms(self, now_ms: int) -> int | None:
        """When that changes next; `None` if it stays as it is."""
        layer = self.shell.layer
        own = None if layer is None else SCREENS[type(layer)].next_frame_ms
        if own is not None:
            return own(layer, self.lights, now_ms)
        return next_lit_change_ms(self._pictures.moving, now_ms)

    @cached_property
    def _pictures(self) -> LightPictures:
        return LightPictures(self.lights, self.session.tracker.grid.size)
