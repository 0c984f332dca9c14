"""Orders from outside the table: events beside those of its devices."""

from __future__ import annotations

from typing import Final

from engines.record import record

MODES: Final = ("on", "off", "auto")
"""The lights are dimmed, or not, or follow the hours of the settings."""


@record
class Message:
    """A text for the screen until something is played; an empty one removes it."""

    at_ms: int
    text: str


@record
class Night:
    """The mode of the lights: one of `MODES`."""

    at_ms: int
    mode: str


@record
class Unlock:
    """The computer's owner ends the lock of the host's keys, after any number of wrong PINs."""

    at_ms: int


Order = Message | Night | Unlock
