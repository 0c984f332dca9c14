"""Signals beside lights and screen: the panel's lights, a buzz, a sound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from controller.daemon.panel_signs import BUZZES, panel_picture
from controller.daemon.shown import Shown
from controller.view.announcing import announcement
from controller.view.cues import cue
from hardware.panel.panel import PanelPicture


class PanelPort(Protocol):
    """Lit buttons and a buzzer; both calls come back at once."""

    def show(self, picture: PanelPicture) -> None:
        """Show the whole picture."""

    def buzz(self, lengths_ms: Sequence[int]) -> None:
        """Buzz for the first of these times, pause for the second, and so on."""


class Sound(Protocol):
    """Short sounds by their names; the calls come back at once."""

    def set_volume(self, volume: float) -> None:
        """How loud the next sounds are, 0 to 1."""

    def play(self, name: str) -> None:
        """Begin a sound."""


class BacklightPort(Protocol):
    """The light behind the screen."""

    def set(self, share: float) -> None:
        """How bright it is, 0 to 1."""


class SpeechPort(Protocol):
    """Sentences, spoken one after the other; the call comes back at once."""

    def say(self, text: str, language: str) -> None:
        """Say a sentence in a language, by its code."""


class Signals:
    """Follows what is shown. A table may have a panel, sound, speech, or nothing of it. While it `is_quiet`,
    nothing is heard."""

    def __init__(
        self,
        panel: PanelPort | None = None,
        sound: Sound | None = None,
        speech: SpeechPort | None = None,
        backlight: BacklightPort | None = None,
    ) -> None:
        self._backlight = backlight
        self._share = -1.0
        self._panel = panel
        self._sound = sound
        self._speech = speech
        self.is_quiet: Callable[[], bool] = lambda: False
        self._shown: Shown | None = None
        self._picture: PanelPicture | None = None

    def follow(self, shown: Shown) -> None:
        """Say what is new since the last call."""
        before, self._shown = self._shown, shown
        if shown is before:
            return
        if self._panel is not None:
            self._light(self._panel, shown)
        if self._backlight is not None:
            self._shine(self._backlight, shown)
        if self.is_quiet():
            return
        if self._speech is not None and shown.preferences.spoken:
            self._speak(self._speech, before, shown)
        heard = cue(before.session, shown.session) if before is not None else None
        if heard is None:
            return
        if self._sound is not None and shown.preferences.sound:
            self._sound.set_volume(shown.preferences.volume)
            self._sound.play(heard)
        if self._panel is not None:
            self._panel.buzz(BUZZES[heard])

    def _speak(self, speech: SpeechPort, before: Shown | None, shown: Shown) -> None:
        said = announcement(None if before is None else before.words, shown.words)
        if said:
            speech.say(said, shown.preferences.language)

    def _shine(self, backlight: BacklightPort, shown: Shown) -> None:
        """The screen is as bright as people have set it, and dark while the table sleeps."""
        share = 0.0 if shown.is_asleep else shown.preferences.screen
        if share != self._share:
            self._share = share
            backlight.set(share)

    def _light(self, panel: PanelPort, shown: Shown) -> None:
        picture = panel_picture(shown.session, shown.view)
        if picture != self._picture:
            self._picture = picture
            panel.show(picture)
