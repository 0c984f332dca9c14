"""The parts that must move for the table to be alive: its main loop, its sensors' thread, and its journal.

systemd waits for a sign of life and restarts the table if none comes. The main loop gives the sign, and only
if the others have moved too: a thread that hangs on a bus looks alive to everyone else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Thread
from typing import Final

from controller.daemon.supervisor import notify
from engines.record import record

log = logging.getLogger(__name__)

FEED_MS: Final = 1_000
"""The interval of signs of life to systemd, which waits for ten times as long."""

SENSORS_STILL_MS: Final = 5_000
"""A board's thread that has not moved for this long hangs: it retries after at most two seconds, and opening
a port may take three."""

PROBE_S: Final = 5.0
JOURNAL_STILL_MS: Final = 20_000
"""A disk that does not answer for this long hangs. A bad card may delay a sound program for seconds."""

READY: Final = "READY=1"
ALIVE: Final = "WATCHDOG=1"


@record
class Pulse:
    """A part that must move: `beats` rises as long as it does. After `still_ms` without a beat it hangs."""

    name: str
    beats: Callable[[], int]
    still_ms: int


@dataclass(slots=True)
class _Seen:
    beats: int
    at_ms: int
    is_still: bool = False


class Watchdog:
    """Feeds systemd's watchdog from the main loop, as long as every one of `pulses` moves.

    The first call reports that the table is ready, whatever moves. `tell` sends to systemd.
    """

    def __init__(self, pulses: Sequence[Pulse] = (), tell: Callable[[str], None] = notify) -> None:
        self._pulses = pulses
        self._tell = tell
        self._seen: dict[str, _Seen] = {}
        self._next_ms: int | None = None
        self.still: list[str] = []
        """The names of what hangs."""

    def look(self, now_ms: int) -> None:
        """The main loop has finished a round."""
        if self._next_ms is not None and now_ms < self._next_ms:
            return
        self._forgive(now_ms)
        hang = [pulse.name for pulse in self._pulses if not self._moves(pulse, now_ms)]
        if self._next_ms is None:
            self._tell(READY)
        elif not hang:
            self._tell(ALIVE)
        self.still = hang
        self._next_ms = now_ms + FEED_MS

    def _forgive(self, now_ms: int) -> None:
        """Do not count the time in which the main loop itself did not finish a round, as while a display is
        opened: the other threads may not have run either."""
        late_ms = 0 if self._next_ms is None else now_ms - self._next_ms
        if late_ms > FEED_MS:
            for seen in self._seen.values():
                seen.at_ms += late_ms

    def _moves(self, pulse: Pulse, now_ms: int) -> bool:
        beats = pulse.beats()
        seen = self._seen.get(pulse.name)
        if seen is None or seen.beats != beats:
            self._seen[pulse.name] = _Seen(beats, now_ms)
            return True
        was_still, seen.is_still = seen.is_still, now_ms - seen.at_ms > pulse.still_ms
        if seen.is_still and not was_still:
            log.error("%s: hangs, nothing has moved for %d ms", pulse.name, now_ms - seen.at_ms)
        return not seen.is_still


class Probe:
    """Checks repeatedly, in a thread of its own, whether a disk still answers.

    `ask` returns when it does. An exception counts as an answer: the journal reports failing disks.
    """

    def __init__(self, ask: Callable[[], None], every_s: float = PROBE_S) -> None:
        self._ask = ask
        self._every_s = every_s
        self._ending = Event()
        self._thread = Thread(target=self._run, name="journal probe", daemon=True)
        self.beats = 0
        """How often it has answered."""

    def __enter__(self) -> Probe:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End the thread. One that hangs is left behind: it holds nothing that is needed."""
        self._ending.set()
        self._thread.join(self._every_s)

    def _run(self) -> None:
        while not self._ending.is_set():
            with suppress(OSError):
                self._ask()
            self.beats += 1
            self._ending.wait(self._every_s)
