"""The board on a serial port. It may come and go at any time; events report it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from itertools import count
from threading import Event, Lock, Thread

from hardware.board.protocol import DEVICE, THE_BOARD, BoardProtocol, BoardSpec, LinkPhase, LinkStatistics
from hardware.board.serial_port import SerialPort, find_port
from hardware.device_thread import DeviceThread
from hardware.lasting_thread import BackOff
from hardware.ports import DeviceError, DeviceEvent, Emit
from texts import _

_log = logging.getLogger(__name__)


class SerialBoard:
    """Device and Lights on the port that `port` names, or the first that matches it as a glob.

    One thread opens the port, reads and reconnects. It and `show` send at once as much as the port accepts
    without waiting; a second thread sends the rest. `now_ms` is the host's monotonic clock.
    """

    def __init__(
        self, spec: BoardSpec, port: str, now_ms: Callable[[], int], back_off: BackOff | None = None
    ) -> None:
        self._port = port
        self._now_ms = now_ms
        self._attempts = count()
        self._dark = bytes(3 * spec.grid.size)
        self._protocol = BoardProtocol(spec)
        self._lock = Lock()
        """Guards the protocol; no event is emitted while it is held."""
        self._to_write = Event()
        self._writer: _Writer | None = None
        self._thread = DeviceThread(DEVICE, THE_BOARD, self._serve, back_off=back_off, lost=self._lose)

    @property
    def beats(self) -> int:
        """See `Heartbeat`."""
        return self._thread.beats

    @property
    def statistics(self) -> LinkStatistics:
        """The counts of the line since the start."""
        with self._lock:
            return self._protocol.statistics

    def start(self, emit: Emit) -> None:
        """Start looking for the board. It may appear at any time."""
        self._thread.start(emit)

    def stop(self) -> None:
        """Send a dark picture, then close the port. Waits for both threads."""
        self.show(self._dark)
        self._thread.stop()

    def show(self, frame: bytes) -> None:
        """Show a picture, now or as soon as the board is there. Raises ValueError for a wrong length."""
        with self._lock:
            self._protocol.show(frame)
        self._send()

    def reorder(self, order: str) -> None:
        """Set the strip's colour order."""
        with self._lock:
            self._protocol.reorder(order)
        self._to_write.set()

    def _serve(self, link: DeviceThread) -> None:
        """One connection, from opening the port until it is lost or the board is stopped."""
        with SerialPort(find_port(self._port, next(self._attempts))) as port:
            _log.info("%s is open", port.name)
            with self._lock:
                self._protocol.opened(self._now_ms())
            writer = self._writer = _Writer(port, self._take, self._to_write)
            try:
                while self._attend(port.read(), self._now_ms(), link) and not link.is_ending:
                    if writer.failure is not None:
                        raise writer.failure
            finally:
                self._writer = None
                writer.end()

    def _attend(self, data: bytes, at_ms: int, link: DeviceThread) -> bool:
        """Process these bytes and this time. Returns whether the line is still usable."""
        link.beats += 1
        with self._lock:
            events = self._protocol.receive(data, at_ms)
            events += self._protocol.tick(at_ms)
            has_to_send = self._protocol.has_to_send
            phase = self._protocol.phase
        self._emit_all(events)  # at once: a light waits for them
        if has_to_send:
            self._send()
        link.is_up = link.is_up or phase is LinkPhase.UP
        return phase is not LinkPhase.CLOSED

    def _send(self) -> None:
        """Send at once what the port accepts without waiting; the rest is the writer's."""
        writer = self._writer
        if writer is None or not writer.sends_at_once():
            self._to_write.set()

    def _lose(self, reason: str) -> None:
        with self._lock:
            events = self._protocol.closed(self._now_ms(), reason)
        self._emit_all(events)

    def _emit_all(self, events: Iterable[DeviceEvent]) -> None:
        for event in events:
            self._thread.emit(event)

    def _take(self) -> bytes:
        with self._lock:
            return self._protocol.to_send()


class _Writer:
    """Sends pending bytes while a port is open: whenever it is woken, in a thread of its own."""

    def __init__(self, port: SerialPort, take: Callable[[], bytes], wake: Event) -> None:
        self.failure: DeviceError | None = None
        """The error, if any. After it nothing is sent."""
        self._port = port
        self._take = take
        self._wake = wake
        self._is_ending = False
        self._sending = Lock()
        """Held from taking bytes until they are sent or kept in `_rest`, so that their order stays."""
        self._rest = b""
        self._wake.set()
        self._thread = Thread(target=self._run, name="board writer", daemon=True)
        self._thread.start()

    def sends_at_once(self) -> bool:
        """Send without waiting, in the caller's thread. Returns whether nothing is left for the writer's
        thread."""
        if not self._sending.acquire(blocking=False):
            return False
        try:
            if self._is_ending or self.failure is not None:
                return False
            self._rest = self._port.write_now(self._rest)
            if not self._rest:  # sent completely: only a port with room gets a newer picture
                self._rest = self._port.write_now(self._take())
        except DeviceError as error:
            self.failure = error
        finally:
            self._sending.release()
        return not self._rest

    def end(self) -> None:
        """Send the rest, then end the thread. No one uses the port after this."""
        self._is_ending = True
        self._wake.set()
        self._thread.join()
        with self._sending:
            pass  # a sender in another thread has finished

    def _run(self) -> None:
        try:
            while not self._is_ending and self.failure is None:
                self._wake.wait()
                self._wake.clear()
                with self._sending:
                    self._send_all()
        except DeviceError as error:
            self.failure = error
        except Exception as error:  # noqa: BLE001 - a thread's top; the reader reports it
            _log.exception("writing to the board ended by a fault of this program")
            self.failure = DeviceError(
                _("The program failed while it wrote to the board: {error}.", error=repr(error))
            )

    def _send_all(self) -> None:
        while data := self._rest or self._take():
            self._rest = b""
            self._port.write(data)
