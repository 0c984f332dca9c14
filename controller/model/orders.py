"""What others than the people at the table may ask of it: events beside those of its devices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MODES: Final = ("on", "off", "auto")
"""The lights are dimmed, they are not, or they are by the hours of the settings."""


@dataclass(frozen=True, slots=True)
class Message:
    """Words to be shown on the screen until something is played; none take them away."""

    at_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Night:
    """How the lights are to be: one of `MODES`."""

    at_ms: int
    mode: str


@dataclass(frozen=True, slots=True)
class Unlock:
    """The host's keys are read again at once, after however many wrong PINs: whoever runs the computer says
    so."""

    at_ms: int


Order = Message | Night | Unlock
