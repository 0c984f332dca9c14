"""People's settings on the screen: values, and their file beside the journal.

The defaults come from the settings; the file holds only the differences, and is written atomically on each
change. Reading never writes.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

import msgspec
from msgspec import Meta

from controller.files.toml_file import ConfigError, read_toml, shown, write_text
from controller.model.clock import Clock
from controller.model.clock import Kind as ClockKind
from controller.model.house_rules import HouseRules
from controller.settings.config import checked_section
from controller.settings.settings import ColourOrder, Config, Language, LevelName, Section, TextSize
from engines.record import record
from opponents.thought import Level
from texts import _

log = logging.getLogger(__name__)

FILE: Final = "preferences.toml"
_SECTION: Final = "preferences"


class Preferences(Section, frozen=True):
    """People's settings for the table, plus a finding of the self-test: the colour `order` of the lights.
    `brightness` is the lights', `screen` the screen's, `volume` the sounds', 0 to 1. With `names` people may
    have names on the screen; a table in public, which has a PIN, begins without."""

    language: Language = "en"
    text: TextSize = "normal"
    contrast: Literal["normal", "high"] = "normal"
    rotation: Literal[0, 90, 180, 270] = 0
    order: ColourOrder = ""
    brightness: Annotated[float, Meta(ge=0, le=1)] = 0.2
    screen: Annotated[float, Meta(ge=0.05, le=1)] = 1.0
    volume: Annotated[float, Meta(ge=0, le=1)] = 0.5
    sound: bool = True
    spoken: bool = False
    clock: ClockKind = "off"
    clock_s: Annotated[int, Meta(ge=5, le=86_400)] = 60
    touch: Literal["sheet", "friendly"] = "sheet"
    hints: bool = True
    think_s: Annotated[float, Meta(ge=0.1, le=60)] = 2.0
    level: LevelName = "beginner"
    seats: Literal["people", "computer"] = "people"
    names: bool = True

    @classmethod
    def of(cls, config: Config) -> Self:
        """The defaults that the settings give."""
        return cls(
            language=config.screen.language,
            text=config.screen.text,
            contrast=config.screen.contrast,
            rotation=config.screen.rotation,
            order=config.lights.order,
            brightness=config.lights.brightness,
            volume=config.sound.volume,
            spoken=config.sound.spoken,
            clock=config.play.clock,
            clock_s=config.play.clock_s,
            touch=config.play.touch,
            hints=config.play.hints,
            think_s=config.opponents.think_s,
            level=config.opponents.level,
            seats=config.opponents.seats,
            names=not config.kiosk.pin,
        )

    def with_value(self, name: str, value: object) -> Preferences:
        """These preferences with one changed to another of its allowed values."""
        return msgspec.structs.replace(self, **{name: value})

    @property
    def new_clock(self) -> Clock:
        """The move clock of the next game."""
        return Clock(self.clock, 1000 * self.clock_s)

    @property
    def house_rules(self) -> HouseRules:
        """How the next game is played."""
        return HouseRules(
            is_friendly=self.touch == "friendly",
            first_level=Level(self.level),
            is_alone=self.seats == "computer",
            think_ms=round(1000 * self.think_s),
        )


NO_PREFERENCES: Final = Preferences()


@record
class Stored:
    """The current preferences, the defaults from the settings, and the file that stores them, if any.

    `notice` says what was wrong with the file.
    """

    file: Path | None = None
    defaults: Preferences = NO_PREFERENCES
    current: Preferences = NO_PREFERENCES
    notice: str = ""


def put_over(config: Config, wanted: Preferences) -> Config:
    """The settings with what people have set and only devices that are opened anew can change."""
    screen = msgspec.structs.replace(config.screen, rotation=wanted.rotation)
    lights = msgspec.structs.replace(config.lights, order=wanted.order)
    return msgspec.structs.replace(config, screen=screen, lights=lights)


def opened(file: Path | None, config: Config) -> Stored:
    """The preferences at the start. An unreadable file is ignored and left unchanged."""
    defaults = Preferences.of(config)
    try:
        return Stored(file, defaults, load(file, defaults))
    except ConfigError as error:
        log.error("preferences: %s", error)
        notice = _("What was set on the screen cannot be read: {file}. It holds no more.", file=str(file))
        return Stored(file, defaults, defaults, notice)


def file_beside(journal: Path | None) -> Path | None:
    """The preferences file beside a journal; `None` if nothing is stored."""
    return None if journal is None else journal.with_name(FILE)


def load(path: Path | None, defaults: Preferences) -> Preferences:
    """The preferences of a file; the defaults if there is none. Raises `ConfigError`."""
    if path is None or not path.exists():
        return defaults
    data = read_toml(path)
    values = data.get(_SECTION, {})
    if set(data) - {_SECTION} or not isinstance(values, dict):
        raise ConfigError(f"{path}: expected one section, {_SECTION}")
    known = checked_section(_SECTION, Preferences, values, str(path))
    return msgspec.structs.replace(defaults, **{name: getattr(known, name) for name in values})


def save(path: Path | None, preferences: Preferences, defaults: Preferences) -> None:
    """Keep what differs from the defaults, in one step. Raises `ConfigError`."""
    if path is None:
        return
    values: dict[str, Any] = msgspec.structs.asdict(preferences)
    lines = [f"{name} = {shown(value)}" for name, value in values.items() if value != getattr(defaults, name)]
    text = "\n".join(["# What people have set on the screen.", f"[{_SECTION}]", *lines, ""])
    write_text(path, text)
