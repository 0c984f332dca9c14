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
        about.SCREEN,
        computer.SCREEN,
        condition.SCREEN,
        forgetting.SCREEN,
        helping.SCREEN,
        invitation.SCREEN,
        kiosk.HOST_SCREEN,
        kiosk.PIN_SCREEN,
        lesson.LIST_SCREEN,
        lesson.SCREEN,
        levels.SCREEN,
        listing.SCREEN,
        masking.SCREEN,
        name_keys.SCREEN,
        names.SCREEN,
        past.REPLAY_SCREEN,
        past.SCREEN,
        phone_code.SCREEN,
        reviewing.SCREEN,
        score_sheet.SCREEN,
        sensors.SCREEN,
        settings.SCREEN,
        sleeping.SCREEN,
        storage.SCREEN,
        testing.SCREEN,
        tournament.SCREEN,
        unfinished.SCREEN,
        updating.SCREEN,
        wifi.SCREEN,
        wifi_key.SCREEN,
    )
}
"""Each screen by the class of its state."""
