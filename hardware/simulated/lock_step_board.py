"""A board on the caller's clock, connected to the host's protocol by a line that can be damaged.

The far end is exchangeable: the firmware's logic in this process, or the real firmware in its own. Nothing
here knows whether a table is simulated; time comes from `poll` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol

from hardware.board.protocol import UNPLUGGED, BoardProtocol, BoardSpec, LinkPhase, LinkStatistics
from hardware.ports import DeviceError, DeviceEvent, Emit
from hardware.simulated.harmed_line import HarmedLine
from texts import _, why

RETRY_US = 250_000
"""The delay after a loss before the line is reopened."""
DARKEN_US = 50_000
"""How long a board may take to show its last, dark picture."""


class FarEnd(Protocol):
    """A board that does what is due at the given time, in microseconds that never run back.

    It has power between `power_on` and `power_off`, and restarts each time.
    """

    @property
    def lit(self) -> bytes:
        """The visible state of its lights: red, green, blue for each site."""

    def power_on(self, at_us: int) -> None:
        """Start the program from its beginning."""

    def power_off(self) -> None:
        """Stop it at once; the lights go dark."""

    def next_us(self) -> int:
        """The next time it must run, if no bytes are sent to it before."""

    def run(self, at_us: int) -> bytes:
        """Do what is due; return the bytes it sends. Raises DeviceError if the program has ended."""

    def receive(self, data: bytes, at_us: int) -> bytes:
        """Process bytes from the host; return the answer."""


class LockStepBoard:
    """Device, Polled and Lights in one. `poll` with rising times processes everything in between, in order.

    No `poll` before `next_ms` has any effect, unless hands move or a picture is shown.
    """

    def __init__(self, spec: BoardSpec, end: FarEnd) -> None:
        self.from_board = HarmedLine()
        self.to_board = HarmedLine()
        self.amid: Callable[[], None] | None = None
        """Called whenever one half of a message to the board has left; it may raise."""
        self._spec = spec
        self._protocol = BoardProtocol(spec)
        self._dark = bytes(3 * spec.grid.size)
        self._end = end
        self._emit: Emit | None = None
        self._is_powered = False
        self._is_plugged = True
        self._now_us = 0
        self._power_us: int | None = None
        """When a board without power gets it, if it is plugged in; None before the first `poll`."""
        self._retry_us = 0

    @property
    def lit(self) -> bytes:
        """The visible state of the lights: red, green, blue for each site."""
        return self._end.lit

    @property
    def statistics(self) -> LinkStatistics:
        """The counts of the host's side of the line."""
        return self._protocol.statistics

    @property
    def next_ms(self) -> int | None:
        """The first time at which `poll` may have an effect; None if never."""
        next_us = self._next_us()
        return None if next_us is None else -(-next_us // 1000)

    def start(self, emit: Emit) -> None:
        """The board gets power with the next `poll`, if it has none, and is asked for its hello."""
        self._protocol = BoardProtocol(self._spec)
        self._emit = emit
        self._retry_us = self._now_us

    def poll(self, now_ms: int) -> None:
        """Emit the events up to `now_ms`."""
        if self._emit is None:
            return
        now_us = max(1000 * now_ms, self._now_us)
        if self._power_us is None:
            self._power_us = now_us
        if not self._is_plugged:
            self._emit_all(self._protocol.closed(now_ms, UNPLUGGED))
        self._run_to(now_us)

    def stop(self) -> None:
        """Show a dark picture, then release the board."""
        if self._emit is None:
            return
        self._emit = None
        self.show(self._dark)
        self._run_to(self._now_us + DARKEN_US)
        self._power_off(_("The program lets the board go."))

    def show(self, frame: bytes) -> None:
        """Show a picture, now or as soon as the board is there. Raises ValueError for a wrong length."""
        self._protocol.show(frame)
        self._exchange(self._now_us)

    def reorder(self, order: str) -> None:
        """Set the strip's colour order."""
        self._spec = replace(self._spec, order=order)
        self._protocol.reorder(order)
        self._exchange(self._now_us)

    def abandon(self) -> None:
        """The host program is gone: the board runs on alone until `start` is called again."""
        self._protocol = BoardProtocol(self._spec)
        self._emit = _unheard

    def unplug(self) -> None:
        """Pull the cable: the board loses its power, and the host its line."""
        self._is_plugged = False
        if self._is_powered:
            self._power_off(UNPLUGGED)

    def plug(self) -> None:
        """Put the cable back; the board restarts with a later `poll`, and is asked for its hello."""
        self._is_plugged = True

    def _power_off(self, reason: str) -> None:
        self._is_powered = False
        self._power_us = self._now_us + RETRY_US
        self._end.power_off()
        self._emit_all(self._protocol.closed(self._now_us // 1000, reason))

    def _run_to(self, to_us: int) -> None:
        while (at_us := self._next_us()) is not None and at_us <= to_us:
            self._now_us = max(at_us, self._now_us)
            try:
                self._step(self._now_us)
            except DeviceError as error:
                self._power_off(why(error))
        self._now_us = to_us

    def _next_us(self) -> int | None:
        """The time of the next step, of the board or the host."""
        if self._emit is not None and self._power_us is None:
            return 0
        if not self._is_powered:
            return self._power_us if self._is_plugged and self._emit is not None else None
        due_ms = self._protocol.due_ms
        return min(self._end.next_us(), self._retry_us if due_ms is None else 1000 * due_ms)

    def _step(self, at_us: int) -> None:
        if not self._is_powered:
            self._is_powered = True
            self._end.power_on(at_us)
            self._retry_us = at_us
        is_heard = self._emit is not _unheard
        if is_heard and self._protocol.phase is LinkPhase.CLOSED and at_us >= self._retry_us:
            self._protocol.opened(at_us // 1000)
        if at_us >= self._end.next_us():
            self._deliver(self._end.run(at_us), at_us)
        self._emit_all(self._protocol.tick(at_us // 1000))
        self._exchange(at_us)
        if self._protocol.phase is LinkPhase.CLOSED and at_us >= self._retry_us:
            self._retry_us = at_us + RETRY_US

    def _exchange(self, at_us: int) -> None:
        while data := self._protocol.to_send():
            answer = b""
            if self.amid is not None:
                sent, data = data[: len(data) // 2], data[len(data) // 2 :]
                answer = self._end.receive(self.to_board.carried(sent), at_us)
                self.amid()
            self._deliver(answer + self._end.receive(self.to_board.carried(data), at_us), at_us)

    def _deliver(self, data: bytes, at_us: int) -> None:
        self._emit_all(self._protocol.receive(self.from_board.carried(data), at_us // 1000))

    def _emit_all(self, events: Iterable[DeviceEvent]) -> None:
        for event in events:
            if self._emit is not None:
                self._emit(event)


def _unheard(_event: DeviceEvent) -> None:
    """No listener."""
