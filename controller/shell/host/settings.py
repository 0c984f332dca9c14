"""People's settings on the screen: a table of values, in pages, and the way to the host's page. Pure."""

from __future__ import annotations

from typing import Any, Final

from controller.model.view import Choice, Phase, View
from controller.referee.seating import LEVELS
from controller.settings.preferences import Preferences
from controller.shell.host import lock
from controller.shell.model import pages
from controller.shell.model.layer import Layer
from controller.shell.model.layers import HostPage, PinPad, SettingsPage
from controller.shell.model.requests import KeepPreferences
from controller.shell.model.screen import Screen
from controller.shell.model.state import Answer, Kiosk, Shell
from controller.view.language import LANGUAGES
from engines.record import record, replace
from texts import _, _c, _n

AT_THE_NEXT_GAME: Final = _("From the next game on.")
AT_THE_NEXT_START: Final = _("From the next start of the table on.")


@record
class Setting:
    """One setting: the preference's name, its label, its values with their labels, and when they take effect
    if not at once. If it `is_guarded`, it needs the host's PIN, if there is one."""

    name: str
    label: str
    values: tuple[tuple[Any, str], ...]
    remark: str = ""
    is_guarded: bool = False


_ON_OFF: Final = ((True, _c("setting", "on")), (False, _c("setting", "off")))
_SECONDS: Final = tuple((s, _n("{number} second", "{number} seconds", s)) for s in (30,))
_MINUTES: Final = tuple((60 * m, _n("{number} minute", "{number} minutes", m)) for m in (1, 2, 5, 15, 30))

LANGUAGE: Final = Setting("language", _("Language"), tuple(LANGUAGES.items()))
TEXT: Final = Setting(
    "text", _("Text size"), (("normal", _c("letters", "normal")), ("large", _c("letters", "large")))
)
CONTRAST: Final = Setting(
    "contrast", _("Contrast"), (("normal", _c("contrast", "normal")), ("high", _c("contrast", "high")))
)
BRIGHTNESS: Final = Setting(
    "brightness",
    _("Lights"),
    tuple((share, f"{round(100 * share)} %") for share in (0.05, 0.1, 0.2, 0.4, 0.8)),
)
SCREEN_LIGHT: Final = Setting(
    "screen", _("Screen"), tuple((share, f"{round(100 * share)} %") for share in (0.1, 0.25, 0.5, 1.0))
)
SOUND: Final = Setting("sound", _("Sound"), _ON_OFF)
VOLUME: Final = Setting(
    "volume",
    _("Volume"),
    ((0.2, _c("volume", "low")), (0.5, _c("volume", "medium")), (1.0, _c("volume", "high"))),
)
SPOKEN: Final = Setting("spoken", _("Announcements"), _ON_OFF)
CLOCK: Final = Setting(
    "clock",
    _("Clock"),
    (("off", _c("clock", "off")), ("move", _("for each action")), ("game", _("for the whole game"))),
    AT_THE_NEXT_GAME,
)
TIME: Final = Setting("clock_s", _("Time"), (*_SECONDS, *_MINUTES), AT_THE_NEXT_GAME)
TOUCH: Final = Setting(
    "touch",
    _("Touch-move rule"),
    (("sheet", _("strict")), ("friendly", _c("touch-move rule", "off"))),
    AT_THE_NEXT_GAME,
)
THINK: Final = Setting(
    "think_s",
    _("Thinking time"),
    tuple((float(s), _n("{number} second", "{number} seconds", s)) for s in (1, 2, 5, 10, 30)),
    AT_THE_NEXT_GAME,
)
LEVEL: Final = Setting(
    "level",
    _("Computer's level"),
    tuple((level.value, words) for level, words in LEVELS.items()),
    AT_THE_NEXT_GAME,
)
ROTATION: Final = Setting(
    "rotation",
    _("Screen rotation"),
    tuple((turn, f"{turn}°") for turn in (0, 90, 180, 270)),
    AT_THE_NEXT_START,
    is_guarded=True,
)

NAMES: Final = Setting("names", _("Names and results"), _ON_OFF, is_guarded=True)
"""On the host's page, beside what only the host may do."""
HINTS: Final = Setting("hints", _("Hints"), _ON_OFF)
HOST: Final = Choice("host", _c("host's page", "open"), group=_("The host's page"))
HOST_WISH: Final = (HOST.id, "")
"""The wish behind a PIN request on the way to the host's page."""

PAGES: Final = (
    (LANGUAGE, TEXT, CONTRAST, HINTS, ROTATION),
    (SCREEN_LIGHT, BRIGHTNESS, SOUND, VOLUME, SPOKEN),
    (CLOCK, TIME, TOUCH),
    (THINK, LEVEL),
)
"""All settings, page by page: at most five lines of values a page."""


def pages_of(kiosk: Kiosk) -> tuple[tuple[Setting, ...], ...]:
    """The pages for this table's equipment."""
    there = {BRIGHTNESS.name: kiosk.has_lights, SCREEN_LIGHT.name: kiosk.has_backlight}
    there |= {SOUND.name: kiosk.has_sound, VOLUME.name: kiosk.has_sound, SPOKEN.name: kiosk.has_speech}
    found = (tuple(one for one in page if there.get(one.name, True)) for page in PAGES)
    return tuple(page for page in found if page)


def choice_id(name: str, value: object) -> str:
    """The id of a value's button: `set-language-fr`, `set-brightness-20` for 0.2."""
    return f"set-{name.replace('_', '-')}-{_short(value)}"


def _short(value: object) -> str:
    return f"{100 * value:.0f}" if isinstance(value, float) else str(value).lower()


def view(shell: Shell, layer: SettingsPage) -> View:
    """A page: one row of values per setting."""
    shown = pages_of(shell.kiosk)
    page = min(layer.page, len(shown) - 1)
    choices = [choice for one in shown[page] for choice in choices_of(shell, one)]
    if page + 1 == len(shown):
        choices.append(HOST)
    return pages.own(
        Phase.PREFERENCES,
        heading=_("Settings"),
        choices=tuple(choices),
        notice=layer.notice or pages.words(page, len(shown)),
        controls=pages.controls(page, len(shown)),
        places=pages.places(len(shown)),
    )


def choices_of(shell: Shell, setting: Setting) -> list[Choice]:
    """A setting's values as buttons, the current one on."""
    now = _nearest(setting, shell.preferences)
    return [
        Choice(choice_id(setting.name, value), words, on=value == now, group=setting.label)
        for value, words in setting.values
    ]


def _nearest(setting: Setting, preferences: Preferences) -> object:
    """The current value; of numbers the closest one."""
    now = getattr(preferences, setting.name)
    if isinstance(now, bool) or not isinstance(now, int | float):
        return now
    return min((value for value, _words in setting.values), key=lambda value: abs(value - now))


def pressed(shell: Shell, layer: SettingsPage, button_id: str, at_ms: int) -> Answer:
    """A touch on it."""
    if button_id == HOST.id:
        is_free = not shell.kiosk.pin
        return Answer(shell.under(HostPage()) if is_free else lock.asked(shell, PinPad(HOST_WISH), at_ms))
    shown = pages_of(shell.kiosk)
    for setting in shown[min(layer.page, len(shown) - 1)]:
        for value, _words in setting.values:
            if button_id == choice_id(setting.name, value):
                return _wished(shell, layer, setting, value, at_ms)
    return Answer(shell.under(SettingsPage(pages.turned(layer.page, len(shown), button_id))))


def _wished(shell: Shell, layer: SettingsPage, setting: Setting, value: object, at_ms: int) -> Answer:
    if setting.is_guarded and shell.kiosk.pin:
        return Answer(lock.asked(shell, PinPad((setting.name, str(value))), at_ms))
    return chosen(shell, layer, setting, value)


def chosen(shell: Shell, layer: SettingsPage, setting: Setting, value: object) -> Answer:
    """The shell with another value, which is stored, and the remark on it."""
    return set_to(shell, SettingsPage(layer.page, setting.remark), setting, value)


def set_to(shell: Shell, layer: Layer, setting: Setting, value: object) -> Answer:
    """The shell with another value, which is stored, under a screen."""
    preferences = shell.preferences.with_value(setting.name, value)
    return Answer(
        replace(shell, preferences=preferences, layer=layer), requests=(KeepPreferences(preferences),)
    )


def as_set_up(shell: Shell) -> Answer:
    """The shell with the defaults of the table's settings. Host-only settings and the findings of the
    self-test stay."""
    hosts = [setting.name for page in PAGES for setting in page if setting.is_guarded]
    preferences = shell.defaults
    for name in (*hosts, NAMES.name, "order"):
        preferences = preferences.with_value(name, getattr(shell.preferences, name))
    if preferences == shell.preferences:
        return Answer(shell)
    return Answer(replace(shell, preferences=preferences), requests=(KeepPreferences(preferences),))


def granted(shell: Shell, wish: tuple[str, str]) -> Answer:
    """The wish takes effect: the PIN was right."""
    for number, page in enumerate(pages_of(shell.kiosk)):
        for setting in page:
            for value, _words in setting.values:
                if wish == (setting.name, str(value)):
                    return chosen(shell, SettingsPage(number), setting, value)
    return Answer(shell.under(SettingsPage()))


SCREEN: Final = Screen(SettingsPage, view, pressed)
