"""People's settings for the games that they begin."""

from __future__ import annotations

from engines.record import record
from opponents.thought import Level


@record
class HouseRules:
    """The table's rules for games, in addition to their own."""

    is_friendly: bool = False
    """Whether pieces may be taken back by hand in strict games too."""

    first_level: Level = Level.BEGINNER
    """The initial level of a seat that becomes the computer's."""

    is_alone: bool = False
    """Whether all seats but the first are the computer's at first."""

    think_ms: int = 2_000
    """The computer's thinking time per action."""
