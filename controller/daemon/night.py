"""At night lights are dimmed and nothing is heard, by the hours of the wall clock. A clock that is wrong does
so at a wrong hour."""

from __future__ import annotations

import time
from collections.abc import Callable

from controller.settings.settings import KioskSettings

LOOK_MS = 20_000
"""How often the wall clock is looked at."""


def minute_of(wall_ms: int) -> int:
    """The minute of the day at the table's place, from 0."""
    there = time.localtime(wall_ms / 1000)
    return 60 * there.tm_hour + there.tm_min


def is_night(kiosk: KioskSettings, minute: int) -> bool:
    """Whether a minute of the day is in the night of the settings."""
    if not kiosk.night_from or not kiosk.night_to:
        return False
    begin, end = _minute(kiosk.night_from), _minute(kiosk.night_to)
    return begin <= minute < end if begin <= end else minute >= begin or minute < end


class Brightness:
    """The brightness of the lights: people's setting, and the hour. It goes to `dim`."""

    def __init__(self, kiosk: KioskSettings, dim: Callable[[float], None]) -> None:
        self._kiosk = kiosk
        self._dim = dim
        self._now: float | None = None
        self._is_late = False
        self._look_ms: int | None = 0 if kiosk.night_from else None
        self._mode = "auto"

    @property
    def is_night(self) -> bool:
        """Whether it is night, by order or by the hours."""
        return {"on": True, "off": False}.get(self._mode, self._is_late)

    def order(self, mode: str) -> None:
        """Dim the lights (`on`), do not (`off`), or go by the hours again (`auto`): see `orders.MODES`."""
        self._mode = mode

    def set(self, brightness: float, now_ms: int, wall_ms: Callable[[], int]) -> bool:
        """Let the lights be so bright by day. Says whether they have changed."""
        if self._look_ms is not None and now_ms >= self._look_ms:
            self._look_ms = now_ms + LOOK_MS
            self._is_late = is_night(self._kiosk, minute_of(wall_ms()))
        wanted = brightness * (self._kiosk.night_factor if self.is_night else 1.0)
        if wanted == self._now:
            return False
        self._now = wanted
        self._dim(wanted)
        return True

    def next_ms(self) -> int | None:
        """The next time to read the wall clock; `None` if there is no night."""
        return self._look_ms


def _minute(time_of_day: str) -> int:
    hour, _colon, minute = time_of_day.partition(":")
    return 60 * int(hour) + int(minute)
