"""Orders from outside the table: events beside those of its devices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MODES: Final = ("on", "off", "auto")
"""The lights are dimmed, or not, or follow the hours of the settings."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text for the screen until something is played; an empty one removes it."""

    at_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Night:
    """The mode of the lights: one of `MODES`."""

    at_ms: int
    mode: str


@dataclass(frozen=True, slots=True)
class Unlock:
    """The computer's owner ends the lock of the host's keys, after any number of wrong PINs."""

    at_ms: int


Order = Message | Night | Unlock
