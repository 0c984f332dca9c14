"""A broker's commands to a table, if the settings allow them: a game, a message on the screen, dim lights.

A command becomes events in the one queue, like touches, so that the flight recorder has it and a replay
repeats it. Invalid, too long or retained commands are logged and ignored.
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
"""The id of no button: a touch on it only ends the demonstration."""

AT_ONCE: Final = 20
PER_S: Final = 5.0
"""The limit of commands: in a burst, and per second. Further ones are ignored and counted."""

FLOOD: Final = 100
"""After this many ignored commands in one flood, the broker is unsubscribed from."""

DEAF_S: Final = 60.0
"""The delay before subscribing again."""


class Hearing:
    """Limits the commands: a broker's messages must not take the table's time. `clock` gives
    seconds. Used by the connection's thread, and read by others."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._rate = Rate(AT_ONCE, PER_S, clock)
        self._in_flood = 0
        self._deaf_until_s = 0.0
        self.left_out = 0
        """The number of ignored commands."""

    def may(self) -> bool:
        """Whether one more command is accepted; the call counts."""
        if not self.is_deaf and self._rate.may(""):
            return True
        self.left_out += 1
        self._in_flood += 1
        return False

    def is_flooded(self) -> bool:
        """Whether the broker must send no more commands for now; they are ignored from then on."""
        if self._in_flood < FLOOD or self.is_deaf:
            return False
        self._in_flood = 0
        self._deaf_until_s = self._clock() + DEAF_S
        log.warning("mqtt: too many commands: all are ignored for %.0f s", DEAF_S)
        return True

    @property
    def is_deaf(self) -> bool:
        """Whether no commands are followed for a while."""
        return self._clock() < self._deaf_until_s


def events_of(topic: str, payload: bytes, session: Session, at_ms: int) -> tuple[Event, ...]:
    """The events of a command; none if it is not possible now, which is logged.

    `start` takes the name of a game, and only on the menu: it ends no game, and interrupts no choice of
    options. `message` takes the text, an empty one removes it. `night` takes `on`, `off` or `auto`.
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
    log.warning("mqtt: the command %s is not possible now", name[:20])
    return ()
