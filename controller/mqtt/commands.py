"""What a broker may ask of a table, where the settings let it: a game, a message on the screen, dim lights.

A command becomes events of the one queue, as touches are, so that the flight recorder has it and a replay
does the same. What is no command, or too long, or was retained, is logged and left out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from controller.model.orders import MODES, Message, Night
from controller.model.view import Phase
from controller.rate import Rate
from controller.referee.session import Event, Pressed, Session

log = logging.getLogger(__name__)

LARGEST: Final = 400
"""No command has more bytes."""

WAKE: Final = "wake"
"""No button is called so: a touch on it only ends the demonstration."""

AT_ONCE: Final = 20
PER_S: Final = 5.0
"""So many commands are followed at once, and in each second. What is beyond them is left out and counted."""

FLOOD: Final = 100
"""So many left out in one flood are enough: the broker is asked for no more of them."""

DEAF_S: Final = 60.0
"""After so long it is asked again."""


class Hearing:
    """Which commands are heard at all: what a broker brings must not take the table's time. `clock` gives
    seconds. Used by the connection's thread, and read by others."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._rate = Rate(AT_ONCE, PER_S, clock)
        self._in_flood = 0
        self._deaf_until_s = 0.0
        self.left_out = 0
        """How many commands have not been heard."""

    def may(self) -> bool:
        """Whether one more command is heard."""
        if not self.is_deaf and self._rate.may(""):
            return True
        self.left_out += 1
        self._in_flood += 1
        return False

    def is_flooded(self) -> bool:
        """Whether the broker is to be asked for no more; it is deaf from then on."""
        if self._in_flood < FLOOD or self.is_deaf:
            return False
        self._in_flood = 0
        self._deaf_until_s = self._clock() + DEAF_S
        log.warning("mqtt: a flood of commands: none is followed for %.0f s", DEAF_S)
        return True

    @property
    def is_deaf(self) -> bool:
        """Whether no commands are followed for a while."""
        return self._clock() < self._deaf_until_s


def events_of(topic: str, payload: bytes, session: Session, at_ms: int) -> tuple[Event, ...]:
    """The events of a command; none of one that cannot be followed now, which is logged.

    `start` takes the name of a game, and only on the menu: nobody's game is ended, and nobody's choice of
    options cut short. `message` takes the words to show, nothing to take them away. `night` takes `on`, `off`
    or `auto`.
    """
    name = topic.rpartition("/")[2]
    try:
        text = payload.decode().strip() if len(payload) <= LARGEST else None
    except UnicodeDecodeError:
        text = None
    if text is not None and (text == "" or text.isprintable()):
        match name:
            case "start" if text in session.tables and session.phase is Phase.MENU:
                return Pressed(at_ms, WAKE), Pressed(at_ms, f"game-{text}"), Pressed(at_ms, "start", text)
            case "message":
                return (Message(at_ms, text),)
            case "night" if text in MODES:
                return (Night(at_ms, text),)
    log.warning("mqtt: the command %s cannot be followed now", name[:20])
    return ()
