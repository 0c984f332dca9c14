"""The queues of the main loop: the table's own events come first, and every queue has a bound."""

from __future__ import annotations

import gc
import itertools
from queue import SimpleQueue
from threading import Thread
from weakref import ref

from controller.daemon.daemon import started
from controller.daemon.display import NoDisplay
from controller.daemon.events import AT_ONCE, MOST_OWN, MOST_STRANGERS, Events
from controller.daemon.main_loop import GARBAGE, loop
from controller.daemon.shown import Shown
from controller.journal.journal import Journal
from controller.model.orders import Message
from controller.referee.session import Event, Pressed
from controller.settings.settings import Config
from hardware.ports import Closed, LinkUp, SensorFrame

STEP_MS = 2
"""The time for one event, on the clock of these tests."""

COMMANDS_PER_MS = 20
LATEST_TICK_MS = 50
STORED_WITHIN_MS = 500


class Flood:
    """A clock that goes on whenever it is asked. In each of its milliseconds 20 commands come; the board
    sends `closed` a hundred times a second."""

    def __init__(self, events: Events) -> None:
        self.now_ms = 0
        self.closed = 0
        self.told = 0
        self._events = events
        self._framed_ms = 0

    def __call__(self) -> int:
        self.now_ms += STEP_MS
        for number in range(STEP_MS * COMMANDS_PER_MS):
            self._events.broker.put(Message(self.now_ms, f"{number} of {self.now_ms}"))
        self.told += STEP_MS * COMMANDS_PER_MS
        if self.now_ms >= self._framed_ms + 10:
            self._framed_ms = self.now_ms
            self._events.put(SensorFrame(self.now_ms, self.closed))
        return self.now_ms


class NoLights:
    """Lights that are not looked at."""

    def show(self, frame: bytes) -> None:
        """See `Lights`."""


def test_an_action_is_stored_within_half_a_second_at_20000_commands_a_second() -> None:
    events = Events()
    clock = Flood(events)
    looked: list[int] = []
    with Journal.open(None) as kept:
        daemon = started(Config(), kept, NoLights(), ["board"], lambda: 0)
        for event in (LinkUp(0, "board", "it"), SensorFrame(0, 0)):
            daemon.handle(event, 0)
        for button in ("game-masterplan", "start"):
            daemon.handle(Pressed(0, button), 0)
        settle_ms = Config().play.settle_ms
        loop(daemon, (), NoDisplay(), events, clock, until=lambda: clock.now_ms > 2_000, look=looked.append)
        clock.closed = daemon.session.tables["masterplan"].sites("d4.ne")
        set_ms = clock.now_ms

        def is_over() -> bool:
            return bool(kept.entries(1)) or clock.now_ms > set_ms + 10_000

        loop(daemon, (), NoDisplay(), events, clock, until=is_over, look=looked.append)
        assert len(kept.entries(1)) == 1
        assert clock.now_ms - set_ms <= settle_ms + STORED_WITHIN_MS
    assert max(later - earlier for earlier, later in itertools.pairwise(looked)) <= LATEST_TICK_MS
    assert clock.told - events.dropped["broker"] < clock.told / 10


class Noting:
    """A table that notes what it takes up."""

    shown: Shown

    def __init__(self) -> None:
        self.heard: list[Event] = []
        self.shown = object()  # type: ignore[assignment]

    def handle(self, event: Event, now_ms: int) -> None:
        """See `Table`."""
        self.heard.append(event)

    def tick(self, now_ms: int) -> None:
        """See `Table`."""

    def next_ms(self) -> int | None:
        """See `Table`."""
        return None


def test_what_waits_is_bounded_and_what_is_dropped_is_counted() -> None:
    events = Events()
    for number in range(MOST_OWN + 3):
        events.put(SensorFrame(number, 0))
    assert [events.broker.put(Message(0, "")) for _ in range(MOST_STRANGERS + 2)][-3:] == [True, False, False]
    events.put(Closed(9_999))
    assert events.dropped == {"board": 3, "phones": 0, "broker": 2}
    assert events.qsize() == MOST_OWN + 1 + MOST_STRANGERS


def test_a_flood_of_one_service_takes_no_room_from_another() -> None:
    events = Events()
    for _ in range(2 * MOST_STRANGERS):
        events.broker.put(Message(0, "noise"))
    assert events.phones.put(Message(0, "phone"))
    assert events.take(0)[0] == Message(0, "phone")


def test_each_thing_is_taken_up_in_the_order_in_which_it_happened() -> None:
    events = Events()
    events.phones.put(Message(5, "phone"))
    for at_ms in (1, 4, 6):
        events.put(SensorFrame(at_ms, 0))
    assert [event.at_ms for event in events.take(0)] == [1, 4, 5, 6]


def test_what_had_to_wait_is_not_older_than_what_was_taken_up_before_it() -> None:
    events = Events()
    for at_ms in range(AT_ONCE + 1):
        events.broker.put(Message(at_ms, ""))
    events.put(SensorFrame(70, 0))
    assert events.take(0)[-1] == SensorFrame(70, 0)
    assert events.take(0) == [Message(70, "")]


def test_a_stranger_wakes_the_loop() -> None:
    events, found = Events(), SimpleQueue[list[Event]]()
    waiting = Thread(target=lambda: found.put(events.take(60_000)))
    waiting.start()
    events.phones.put(Message(1, "here"))
    waiting.join(30)
    assert found.get_nowait() == [Message(1, "here")]


def test_the_end_is_heard_in_the_middle_of_a_flood() -> None:
    events, table = Events(), Noting()
    for _ in range(MOST_STRANGERS):
        events.broker.put(Message(0, "noise"))
    events.put(Closed(1))
    loop(table, (), NoDisplay(), events, lambda: 1)
    assert len(table.heard) <= AT_ONCE


class Ring:
    """Garbage that counting references does not find."""

    def __init__(self) -> None:
        self.own = self


def test_garbage_is_looked_for_in_the_loop_while_nothing_waits() -> None:
    gone: list[bool] = []

    def look(at_ms: int) -> None:
        gone.append(last() is None)
        if len(gone) == 1:
            events.put(SensorFrame(at_ms, 0))

    events = Events()
    gc.disable()
    try:
        rings = [Ring() for _ in range(GARBAGE[0] + 1)]
        last = ref(rings[-1])
        del rings
        loop(Noting(), (), NoDisplay(), events, lambda: 0, until=lambda: len(gone) == 3, look=look)
    finally:
        gc.enable()
    assert gone == [False, False, True]
