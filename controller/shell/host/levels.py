"""How bright screen and lights are, and how loud the sounds: people's settings, with the reasons why this
computer cannot set them. Pure."""

from __future__ import annotations

from typing import Final

from controller.model.view import Phase, View
from controller.shell.host import settings
from controller.shell.host.settings import BRIGHTNESS, SCREEN_LIGHT, SOUND, VOLUME, Setting
from controller.shell.host.updating import to_computer
from controller.shell.model import pages
from controller.shell.model.computer_pages import Levels
from controller.shell.model.screen import Screen, left_soon
from controller.shell.model.state import Answer, Shell
from texts import Text, _, joined

_ALL: Final = (SCREEN_LIGHT, BRIGHTNESS, SOUND, VOLUME)


def _reasons(shell: Shell, layer: Levels) -> dict[str, Text | str]:
    """Why a setting cannot be set, by the setting's name; empty if it can."""
    kiosk, state = shell.kiosk, layer.state
    sound = state.sound if kiosk.has_sound else _("Off in the table's settings.")
    lights = "" if kiosk.has_lights else _("This table has none.")
    reasons = {SCREEN_LIGHT: state.backlight, BRIGHTNESS: lights, SOUND: sound, VOLUME: sound}
    return {setting.name: reason for setting, reason in reasons.items()}


def _rows(shell: Shell, layer: Levels) -> list[Setting]:
    reasons = _reasons(shell, layer)
    return [one for one in _ALL if not reasons[one.name]]


def view(shell: Shell, layer: Levels) -> View:
    """A row of values for each setting, and the reasons for those that are missing."""
    reasons = _reasons(shell, layer)
    missing = [one for one in _ALL if reasons[one.name] and one is not VOLUME]  # it is missing with the sound
    told = [_("{what}: {why}", what=one.label, why=reasons[one.name]) for one in missing]
    rows = _rows(shell, layer)
    return pages.own(
        Phase.LEVELS,
        heading=_("Brightness and volume"),
        ask=() if rows else tuple(told),
        choices=tuple(choice for one in rows for choice in settings.choices_of(shell, one)),
        notice=joined(" ", told) if rows and told else "",
    )


def pressed(shell: Shell, layer: Levels, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    for setting in _rows(shell, layer):
        for value, _words in setting.values:
            if button_id == settings.choice_id(setting.name, value):
                return settings.set_to(shell, layer, setting, value)
    return Answer(shell)


SCREEN: Final = Screen(Levels, view, pressed, to_computer, left_ms=left_soon)
