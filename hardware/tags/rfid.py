"""Tag readers on serial ports, one for each seat or under single sites. They may come and go at any time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Literal, Protocol

from engines.record import record
from hardware.board.serial_port import SerialPort, find_port
from hardware.device_thread import DeviceThread
from hardware.lasting_thread import BackOff, HostClock, ThreadClock
from hardware.ports import DeviceEvent, Emit, LinkLost, TagRead
from hardware.tags import pn532, rdm6300
from hardware.tags.pn532 import NoAnswer, Pn532, RadioField
from hardware.tags.rdm6300 import Rdm6300
from hardware.tags.roll_call import RollCall
from hardware.tags.tag_filter import TagFilter
from texts import _

_log = logging.getLogger(__name__)

Kind = Literal["pn532", "rdm6300"]


class Reader(Protocol):
    """A reader at an open port.

    Duties: `look` takes a bounded time; it leaves no switchable field on; it distinguishes between no tag and
    no answer, as far as the device allows it.
    """

    def look(self) -> str | None:
        """The tag that lies there, or `None`. Raises DeviceError: NoAnswer if reopening may help."""


@record
class Sort:
    """A type of reader: the settings of its port, its factory, and the pause between two looks."""

    name: str
    baud: int
    make: Callable[[SerialPort], Reader]
    pause_us: int


def sort_of(kind: Kind, answer_s: float = pn532.ANSWER_S) -> Sort:
    """The type with this name; `answer_s` is the longest time of a PN532's answer.

    All PN532 made from one sort share one radio field.
    """
    if kind == "rdm6300":
        return Sort("RDM6300", rdm6300.BAUD, Rdm6300, 0)
    field = RadioField()
    return Sort("PN532", pn532.BAUD, lambda port: Pn532(port, field, answer_s), pn532.PAUSE_US)


class TagReaders:
    """Device on several ports: `ports` gives each reader, `pad.p1` or `@3,4`, a name or a glob.

    Each reader has a thread, so that a dead one does not delay the others. A tag is emitted once it is
    certain (see `TagFilter`); the device is up when all readers are there and certain of what they see.
    """

    def __init__(
        self,
        sort: Sort,
        ports: Mapping[str, str],
        absent_ms: int,
        clock: ThreadClock | None = None,
        back_off: BackOff | None = None,
    ) -> None:
        self._what = f"{len(ports)} {sort.name} readers"
        self._watches = [_Watch(reader, port, sort, absent_ms) for reader, port in ports.items()]
        self._threads = {
            watch.reader: DeviceThread(
                watch.reader, called(watch.reader), watch.serve, clock or HostClock(), back_off
            )
            for watch in self._watches
        }

    def start(self, emit: Emit) -> None:
        """Start looking for the readers. They may appear at any time."""
        teller = _Teller(RollCall(self._threads, self._what), emit)
        for reader, thread in self._threads.items():
            thread.start(teller.hearer(reader))

    def stop(self) -> None:
        """Close the ports. Waits for all threads; may be called twice."""
        for thread in self._threads.values():
            thread.stop()

    def poll(self, now_ms: int) -> None:
        """See `Polled`. Nothing to do: the threads emit by themselves."""


class _Teller:
    """Emits the events of all readers' threads, as one device."""

    def __init__(self, roll_call: RollCall, emit: Emit) -> None:
        self._roll_call = roll_call
        self._emit = emit
        self._lock = Lock()
        """Held while events are emitted too: a loss must not overtake earlier events."""

    def hearer(self, reader: str) -> Emit:
        """The emitter for one reader's thread."""

        def hear(event: DeviceEvent) -> None:
            with self._lock:
                for told in self._judged(reader, event):
                    self._emit(told)

        return hear

    def _judged(self, reader: str, event: DeviceEvent) -> list[DeviceEvent]:
        match event:
            case TagRead(at_ms, _reader, tag):
                return self._roll_call.sees(reader, tag, at_ms)
            case LinkLost(at_ms, _reader, reason):
                return self._roll_call.misses(reader, reason, at_ms)
        return []


class _Watch:
    """One reader, from one connection to the next. A failure that ends at once is not reported."""

    def __init__(self, reader: str, port: str, sort: Sort, absent_ms: int) -> None:
        self.reader = reader
        self._port = port
        self._sort = sort
        self._absent_ms = absent_ms
        self._attempts = 0
        self._filter = TagFilter(absent_ms)
        self._is_kept = False
        """Whether the earlier state still holds: the reader had only stopped answering."""

    def serve(self, link: DeviceThread) -> None:
        """Look again and again, and emit certain results. Raises DeviceError when the reader is lost."""
        if not self._is_kept:
            self._filter = TagFilter(self._absent_ms)
        self._is_kept = False
        try:
            with self._open() as reader:
                self._attend(reader, link)
        except NoAnswer as silence:
            if not link.is_up:
                raise
            _log.warning("%s", silence)
            self._is_kept = True

    def _attend(self, reader: Reader, link: DeviceThread) -> None:
        while not link.is_ending:
            self._filter = self._filter.looked(reader.look(), link.at_ms)
            if not link.is_up:
                link.up(self._sort.name)
            if self._filter.is_sure:
                link.emit(TagRead(link.at_ms, self.reader, self._filter.believed))
            link.wait_us(self._sort.pause_us)

    @contextmanager
    def _open(self) -> Iterator[Reader]:
        device = called(self.reader)
        self._attempts += 1
        with SerialPort(find_port(self._port, self._attempts - 1, device), device, self._sort.baud) as port:
            _log.info("%s is open: %s", port.name, device)
            yield self._sort.make(port)


def called(reader: str) -> str:
    """A reader's name for people: `pad.p2` is the one of the second seat, `@3,4` lies under a site."""
    if reader.startswith("pad.p"):
        return _("the tag reader of seat {seat}", seat=reader.removeprefix("pad.p"))
    return _("the tag reader under {site}", site=reader.removeprefix("@"))
