"""Looks after a running table from its main loop: feeds the watchdog, and reports its condition
periodically."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Final

from controller.daemon.daemon import Daemon
from controller.daemon.health import (
    Contact,
    Health,
    JournalHealth,
    devices_of,
    journal_health,
    line_health,
    places,
    words,
)
from controller.daemon.watchdog import Watchdog
from controller.journal.journal import Journal
from controller.recorder.recorder import Recorder
from engines.record import record
from hardware.board.protocol import LinkStatistics
from hardware.ports import DeviceEvent, Emit, SensorFrame
from hardware.vitals import Vitals, read_vitals
from texts import Text

TELL_MS: Final = 2_000


class FrameCounter:
    """Passes on device events, and counts the sensor frames."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self.frames = 0

    def __call__(self, event: DeviceEvent) -> None:
        """See `Emit`."""
        if isinstance(event, SensorFrame):
            self.frames += 1
        self._emit(event)


@record
class Observed:
    """The observed parts. `statistics` are the board's line's, if it has one; `waiting` is the number of
    events still queued for the main loop, `left_out` the number of dropped ones, by source; `troubles` give
    the faults of network parts by name, empty while they work."""

    daemon: Daemon
    journal: Journal
    recorder: Recorder
    watchdog: Watchdog
    frames: FrameCounter
    awaited: tuple[str, ...]
    waiting: Callable[[], int]
    statistics: Callable[[], LinkStatistics] | None
    vitals: Callable[[], Vitals] = read_vitals
    left_out: Callable[[], dict[str, int]] = dict
    troubles: Mapping[str, Callable[[], str]] = field(default_factory=dict)


class Caretaker:
    """Called on every pass of the main loop. `told` receive the table's condition periodically."""

    def __init__(self, parts: Observed, told: Sequence[Callable[[Health], None]], now_ms: int) -> None:
        self._parts = parts
        self._told = told
        self._started_ms = now_ms
        self._told_ms = now_ms
        self._told_frames = 0
        self._frames_per_s = 0.0
        self._troubled_ms: dict[str, int] = {}
        """Since when something is wrong with a part, by its name."""

    def look(self, now_ms: int) -> None:
        """The main loop has finished a round."""
        self._parts.watchdog.look(now_ms)
        since_ms = now_ms - self._told_ms
        if since_ms >= TELL_MS:
            frames = self._parts.frames.frames
            self._frames_per_s = (frames - self._told_frames) * 1000 / since_ms
            self._told_ms, self._told_frames = now_ms, frames
            health = self.health(now_ms)
            for tell in self._told:
                tell(health)

    def words(self, now_ms: int) -> tuple[Text, ...]:
        """The table's condition, in lines for people."""
        return words(self.health(now_ms))

    def health(self, now_ms: int) -> Health:
        """The condition of the table."""
        parts = self._parts
        session = parts.daemon.session
        grid, tracker = session.tracker.grid, session.tracker
        vitals = parts.vitals()
        counts = parts.statistics() if parts.statistics is not None else None
        return Health(
            version=parts.daemon.shell.kiosk.version,
            python=platform.python_version(),
            process=os.getpid(),
            at_ms=now_ms,
            uptime_s=(now_ms - self._started_ms) // 1000,
            phase=parts.daemon.shell.phase.value,
            devices=devices_of(session, parts.awaited),
            line=line_health(counts, parts.frames.frames, self._frames_per_s),
            masked=places(grid, tracker.masked),
            weak=places(grid, tracker.weak),
            waiting=parts.waiting(),
            journal=self._journal_health(),
            is_recording=parts.recorder.is_on,
            dropped=parts.recorder.dropped,
            left_out={name: number for name, number in parts.left_out().items() if number},
            hanging=tuple(parts.watchdog.still),
            network={
                name: self._contact(name, trouble(), now_ms) for name, trouble in parts.troubles.items()
            },
            temperature_c=vitals.temperature_c,
            has_under_voltage=vitals.has_under_voltage,
        )

    def _journal_health(self) -> JournalHealth:
        journal, trouble = self._parts.journal, self._parts.daemon.session.trouble
        return journal_health(tuple(journal.took_us), journal.commits, trouble, journal.notice)

    def _contact(self, name: str, trouble: str, now_ms: int) -> Contact:
        if not trouble:
            self._troubled_ms.pop(name, None)
            return Contact()
        return Contact(trouble, (now_ms - self._troubled_ms.setdefault(name, now_ms)) // 1000)
