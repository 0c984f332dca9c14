"""All screens over a game. A new one is a class in `model/layers.py`, a module with its `SCREEN`, and a line
here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.shell.games import past, reviewing, unfinished
from controller.shell.host import (
    computer,
    condition,
    kiosk,
    levels,
    masking,
    settings,
    storage,
    testing,
    updating,
    wifi,
    wifi_key,
)
from controller.shell.idle import about, invitation, sleeping
from controller.shell.model.screen import Screen
from controller.shell.people import listing, name_keys, names, tournament
from controller.shell.phones import phone_code
from controller.shell.playing import forgetting, helping, lesson, score_sheet, sensors

SCREENS: Final[Mapping[type, Screen[Any]]] = {
    screen.layer: screen
    for screen in (
        *(about.SCREEN, invitation.SCREEN, sleeping.SCREEN),
        *(
            settings.SCREEN,
            kiosk.PIN_SCREEN,
            kiosk.HOST_SCREEN,
            condition.SCREEN,
            testing.SCREEN,
            masking.SCREEN,
        ),
        *(computer.SCREEN, levels.SCREEN, storage.SCREEN, updating.SCREEN, wifi.SCREEN, wifi_key.SCREEN),
        *(past.SCREEN, past.REPLAY_SCREEN, reviewing.SCREEN, unfinished.SCREEN),
        *(listing.SCREEN, names.SCREEN, name_keys.SCREEN, tournament.SCREEN, phone_code.SCREEN),
        *(helping.SCREEN, score_sheet.SCREEN, sensors.SCREEN, forgetting.SCREEN),
        *(lesson.LIST_SCREEN, lesson.SCREEN),
    )
}
"""Each screen by the class of its state."""
