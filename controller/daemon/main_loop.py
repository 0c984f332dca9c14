"""The main loop of a table: it handles device events, lights and draws, as long as there is a table."""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from controller.daemon.display import Display
from controller.daemon.events import Events
from controller.daemon.shown import Shown
from controller.daemon.watchdog import Watchdog
from controller.model.thinking import Unanswered
from controller.referee.session import Event
from hardware.ports import Closed, LinkLost, LinkUp, Polled

log = logging.getLogger(__name__)

POLL_MS = 20
"""The polling interval of devices while something happens at the table. Sensor frames do not wait for it."""

QUIET_POLL_MS = 100
"""The polling interval after `QUIET_AFTER_MS` without an event: a first touch that waits so long is still
answered at once, as people see it."""

QUIET_AFTER_MS = 10_000

MOST_NEW = 50_000
"""New objects at which garbage is looked for at once, wherever the program is: some megabytes."""

GARBAGE = (700, 10, 100)
"""Of how many new objects, and after how many times, garbage is looked for in the next older generation."""


class LoopedTable(Protocol):
    """The table in the loop: a `Daemon`, or a wrapper of one."""

    @property
    def shown(self) -> Shown:
        """The current view."""

    def handle(self, event: Event, now_ms: int) -> None:
        """Process an event."""

    def tick(self, now_ms: int) -> None:
        """Let time pass."""

    def next_ms(self) -> int | None:
        """When `tick` has something to do next, if nothing else happens."""


def loop(
    daemon: LoopedTable,
    polled: Sequence[Polled],
    display: Display,
    events: Events,
    clock: Callable[[], int],
    until: Callable[[], bool] = lambda: False,
    follow: Callable[[Shown], None] = lambda shown: None,
    look: Callable[[int], None] | None = None,
) -> None:
    """Handle events as they come, until one says that the table is closed, or `until` does.

    `follow` receives the view each time, even if it has not changed. `look` is called when everything has
    been shown, or is known to be away: by default it reports to systemd that the table is ready, and then
    that it lives.
    """
    look = look or Watchdog().look
    changed_ms = clock()
    while not until():
        shown, begun_ms = daemon.shown, clock()
        poll_ms = POLL_MS if begun_ms - changed_ms < QUIET_AFTER_MS else QUIET_POLL_MS
        found = events.take(_wait_ms(daemon, begun_ms, poll_ms))
        heard_ms = clock()  # an event during a slow disk's delay is judged in the next round
        for event in found:
            if isinstance(event, Closed):
                return
            _log(event)
            daemon.handle(event, clock())
        if daemon.shown is not shown:
            changed_ms = heard_ms
            time.sleep(0)  # lets the light out before the screen is drawn, even if one core does both
        at_ms = clock()
        for device in polled:
            device.poll(at_ms)
        daemon.tick(heard_ms)
        follow(daemon.shown)
        display.draw(daemon.shown, at_ms)
        look(at_ms)
        if events.empty():
            tidy()


def tidy() -> None:
    """Look for garbage as the collector would by itself: but now, while no light waits."""
    new, older, oldest = gc.get_count()
    if new > GARBAGE[0]:
        gc.collect(2 if oldest > GARBAGE[2] else int(older > GARBAGE[1]))


def _log(event: Event) -> None:
    """Log devices that come and go, and unanswered thoughts."""
    if isinstance(event, LinkLost):
        log.warning("%s: %s", event.device, event.reason)
    elif isinstance(event, LinkUp):
        log.info("%s: %s", event.device, event.what)
    elif isinstance(event, Unanswered):
        log.error("thinking for %s %d: %s", event.purpose, event.number, event.reason)


def _wait_ms(daemon: LoopedTable, at_ms: int, poll_ms: int) -> int:
    next_ms = daemon.next_ms()
    return poll_ms if next_ms is None else min(poll_ms, max(0, next_ms - at_ms))
