"""What the table says beside lights and screen: its panel's lights, a buzz, a sound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from controller.cues import cue
from controller.daemon import Shown
from controller.panel_signs import BUZZES, panel_picture
from hardware.panel import PanelPicture


class Panel(Protocol):
    """Lit buttons and a buzzer; both calls come back at once."""

    def show(self, picture: PanelPicture) -> None:
        """Show the whole picture."""

    def buzz(self, lengths_ms: Sequence[int]) -> None:
        """Buzz for the first of these times, pause for the second, and so on."""


class Sound(Protocol):
    """Short sounds by their names; the call comes back at once."""

    def play(self, name: str) -> None:
        """Begin a sound."""


class Signals:
    """Follows what is shown. A table may have a panel, sound, both or neither."""

    def __init__(self, panel: Panel | None = None, sound: Sound | None = None) -> None:
        self._panel = panel
        self._sound = sound
        self._shown: Shown | None = None
        self._picture: PanelPicture | None = None

    def follow(self, shown: Shown) -> None:
        """Say what is new since the last call."""
        before, self._shown = self._shown, shown
        if shown is before:
            return
        if self._panel is not None:
            self._light(self._panel, shown)
        heard = cue(before.session, shown.session) if before is not None else None
        if heard is None:
            return
        if self._sound is not None:
            self._sound.play(heard)
        if self._panel is not None:
            self._panel.buzz(BUZZES[heard])

    def _light(self, panel: Panel, shown: Shown) -> None:
        picture = panel_picture(shown.session, shown.view)
        if picture != self._picture:
            self._picture = picture
            panel.show(picture)
