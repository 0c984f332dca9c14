"""What a broker may ask of a table, where the settings let it: a game, a message on the screen, dim lights.

A command becomes events of the one queue, as touches are, so that the flight recorder has it and a replay
does the same. What is no command, or too long, or was retained, is logged and left out.
"""

from __future__ import annotations

import logging
from typing import Final

from controller.model.orders import MODES, Message, Night
from controller.model.view import Phase
from controller.referee.session import Event, Pressed, Session

log = logging.getLogger(__name__)

LARGEST: Final = 400
"""No command has more bytes."""

WAKE: Final = "wake"
"""No button is called so: a touch on it only ends the demonstration."""


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
