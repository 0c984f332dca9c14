"""Events of devices, phones and broker for the main loop: queues that strangers cannot fill for others."""

from __future__ import annotations

import logging
import queue
from collections import deque
from collections.abc import Callable, Iterator
from heapq import merge
from itertools import islice
from typing import Final

from controller.referee.session import Event
from engines.record import replace
from hardware.ports import SensorFrame, Touch

log = logging.getLogger(__name__)

MOST_OWN: Final = 4_000
"""The most waiting events of the table's own devices, some 20 s of a busy board. Beyond it frames and touches
are dropped: a later frame contains everything, and an old touch is not meant any more."""

MOST_STRANGERS: Final = 100
"""The most events that wait from all phones, and from a broker."""

AT_ONCE: Final = 8
"""The most of them handled in a row: some 20 ms on the slowest Pi."""

LOGGED: Final = 1_000
"""The number of further drops before the next log message."""


class Lane:
    """The events of one network service, which wait for the table's own. They come from its thread."""

    def __init__(self, name: str, wake: Callable[[], None]) -> None:
        self.name = name
        self.dropped = 0
        """The number of events for which there was no room."""
        self._waiting: deque[Event] = deque()
        self._wake = wake

    def put(self, event: Event) -> bool:
        """Add an event, from one thread. Returns whether there was room."""
        if len(self._waiting) >= MOST_STRANGERS:
            if self.dropped % LOGGED == 0:
                log.warning("%s: too many events, %d were dropped", self.name, self.dropped)
            self.dropped += 1
            return False
        self._waiting.append(event)
        self._wake()
        return True

    def get(self) -> Event | None:
        """The oldest event, if any. Called in the main loop."""
        return self._waiting.popleft() if self._waiting else None

    def __len__(self) -> int:
        """The number of waiting events."""
        return len(self._waiting)


class Events:
    """Everything that waits for the main loop.

    `put` is for the table's own devices, from any thread and from signal handlers, which interrupt the loop
    anywhere: it takes no lock.
    """

    def __init__(self) -> None:
        self._own: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        self.phones = Lane("phones", self._wake)
        self.broker = Lane("broker", self._wake)
        self._dropped = 0
        self._taken_ms = 0

    @property
    def dropped(self) -> dict[str, int]:
        """The number of dropped events, by source."""
        return {"board": self._dropped} | {lane.name: lane.dropped for lane in (self.phones, self.broker)}

    def put(self, event: Event) -> None:
        """Add an event of the table's own devices."""
        if self._own.qsize() >= MOST_OWN and isinstance(event, SensorFrame | Touch):
            self._dropped += 1
            return
        self._own.put(event)

    def take(self, wait_ms: int) -> list[Event]:
        """The events to handle now, in order, after the first event or the end of the wait: all of the
        table's own devices, and a few of strangers, phones before a broker. A stranger's event that had to
        wait counts as later than those already handled."""
        own = self._own_events(wait_ms)
        strange = [*islice(self._strange(), AT_ONCE)] if self._strangers else []
        found = list(merge(own, strange, key=lambda event: event.at_ms)) if strange else own
        if found:
            self._taken_ms = max(event.at_ms for event in found)
        return found

    def _own_events(self, wait_ms: int) -> list[Event]:
        try:
            found = [self._own.get(timeout=0 if self._strangers else wait_ms / 1000)]
        except queue.Empty:
            return []
        while len(found) <= MOST_OWN and not self._own.empty():
            found.append(self._own.get_nowait())
        return [event for event in found if event is not None]

    def _strange(self) -> Iterator[Event]:
        while (event := self.phones.get() or self.broker.get()) is not None:
            yield event if event.at_ms >= self._taken_ms else replace(event, at_ms=self._taken_ms)

    def qsize(self) -> int:
        """How many events wait."""
        return self._own.qsize() + self._strangers

    def empty(self) -> bool:
        """Whether none waits."""
        return self.qsize() == 0

    @property
    def _strangers(self) -> int:
        return len(self.phones) + len(self.broker)

    def _wake(self) -> None:
        if self._own.empty():
            self._own.put(None)
