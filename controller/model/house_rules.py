"""What people have set for the games that they begin."""

from __future__ import annotations

from dataclasses import dataclass

from opponents.thought import Level


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How the games at this table are played, beside their own rules."""

    is_friendly: bool = False
    """Whether pieces may be taken back by hand in strict games too."""

    first_level: Level = Level.MEDIUM
    """The level of a seat when it first becomes the computer's."""

    think_ms: int = 2_000
    """How long the computer thinks for an action."""
