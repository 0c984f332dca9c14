"""The interface of a table's devices: their events, and their inputs.

An adapter turns a device into these values and keeps the duties of its port. It knows no game. Times are
milliseconds of the host's monotonic clock, and are arguments: nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import Protocol

from engines.record import record


@record
class Grid:
    """The sites of a table: `columns` by `rows`, numbered row by row from the south-west corner.

    A set of sites is an integer: bit `site` is set for each member.
    """

    columns: int
    rows: int

    @property
    def size(self) -> int:
        """The number of sites."""
        return self.columns * self.rows

    @property
    def all_sites(self) -> int:
        """The set of every site."""
        return (1 << self.size) - 1

    def site(self, x: int, y: int) -> int:
        """The number of the site in column `x` and row `y`, both from 0."""
        return y * self.columns + x

    def column_row(self, site: int) -> tuple[int, int]:
        """Column and row of a site."""
        row, column = divmod(site, self.columns)
        return column, row


def sites_in(sites: int) -> list[int]:
    """The numbers of the sites in a set, rising."""
    return [*_sites_in(sites)]


@lru_cache(maxsize=1024)  # the same few sites are asked for again and again
def _sites_in(sites: int) -> tuple[int, ...]:
    found = []
    while sites:
        lowest = sites & -sites
        found.append(lowest.bit_length() - 1)
        sites ^= lowest
    return tuple(found)


@record
class SensorFrame:
    """The whole board at one moment. `closed` is the debounced set of sites with a magnet."""

    at_ms: int
    closed: int

    def __repr__(self) -> str:
        return f"SensorFrame(at_ms={self.at_ms}, closed={sites_in(self.closed)})"


@record
class TagRead:
    """A reader sees a tag, or `None` if it sees none. Readers are named `pad.p1`, or `@3,4` under a site."""

    at_ms: int
    reader: str
    tag: str | None


@record
class Button:
    """A button of the panel was pressed: `name` is its name in the settings (`turn`, `undo`)."""

    at_ms: int
    name: str


@record
class Touch:
    """A finger or the mouse came down at `x`, `y`, in pixels of the picture as it is drawn."""

    at_ms: int
    x: int
    y: int


class Key(StrEnum):
    """A key of a keyboard beside the screen, by function. It moves a focus; it is no event of the table."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    NEXT = "next"
    PREVIOUS = "previous"
    PRESS = "press"
    BACK = "back"


@record
class LinkUp:
    """A device (`board`, `lights`, `screen`) works. `what` describes it for the log."""

    at_ms: int
    device: str
    what: str


@record
class LinkStalled:
    """A working device has sent nothing for too long: its state may have changed since."""

    at_ms: int
    device: str


@record
class LinkLost:
    """A device went away or answers wrongly. `reason` is a sentence for people."""

    at_ms: int
    device: str
    reason: str


@record
class Closed:
    """The window was closed, or the program was asked to end."""

    at_ms: int


DeviceEvent = SensorFrame | TagRead | Button | Touch | LinkUp | LinkStalled | LinkLost | Closed
Emit = Callable[[DeviceEvent], None]
KeyHandler = Callable[[int, Key], None]
"""Called with the time in milliseconds and the key."""


class Device(Protocol):
    """A device with a life cycle.

    Duties: `start` never blocks and never fails for an absent device (that is a `LinkLost`); events may be
    emitted from any thread; if a thread of the adapter ends, that is emitted as `LinkLost`, never silent;
    `stop` may be called twice, leaves the device dark and quiet, and ends every thread.
    """

    def start(self, emit: Emit) -> None:
        """Open the device, now or as soon as possible, and send its events to `emit`."""

    def stop(self) -> None:
        """Release the device."""


class Heartbeat(Protocol):
    """A device with a thread that shows signs of life.

    Duty: `beats` rises at least every three seconds as long as the thread lives, even while the device is
    away.
    """

    @property
    def beats(self) -> int:
        """The number of passes of the thread's loop."""


class Polled(Protocol):
    """A device that must be polled from the main loop, because its library or its clock requires it."""

    def poll(self, now_ms: int) -> None:
        """Emit the events up to `now_ms`."""


class Lights(Protocol):
    """The lights of the table.

    Duties: `show` takes the complete picture every time and sends only the changes; it never blocks longer
    than a refresh takes; it keeps the last picture while the device is away and shows it when it is back.
    """

    def show(self, frame: bytes) -> None:
        """Show a picture: three bytes (red, green, blue) for each site in the order of the grid."""


class DeviceError(Exception):
    """A device cannot be used. The text says which, why, and what to do."""


class SettingsMismatch(DeviceError):
    """A device answers, but the settings describe another one. Both sides are named."""
