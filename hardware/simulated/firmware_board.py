"""The real firmware under a simulated table: in a process of its own, in step with the caller's clock."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from hardware.board.protocol import BoardSpec
from hardware.ports import DeviceEvent, Emit, TagRead
from hardware.simulated.firmware import MicroPythonBoard
from hardware.simulated.lock_step_board import LockStepBoard
from hardware.simulated.table import SimulatedTable
from hardware.simulated.tags import uid_of

STEP_US = 2_000
"""The longest delay of bytes to or from the firmware: a scan at the usual rate."""
READ_BYTES = 65_536


class FirmwareBoard(LockStepBoard):
    """The board under a simulated table, with MicroPython in place of the logic alone.

    As exact as `SimulatedBoard`, but it cannot omit scans. If `spec` wants tags, a reader lies under every
    site; the text of a piece's tag (`Piece.tag`) replaces its UID in events. Raises MicroPythonMissing if it
    cannot run. `stop` must be called in the end, even without `start`.
    """

    def __init__(
        self, spec: BoardSpec, table: SimulatedTable, tags: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        grid = table.grid
        readers = [(site, *grid.column_row(site)) for site in range(grid.size if spec.has_tags else 0)]
        self._firmware = MicroPythonBoard(grid, {"TAG_READERS": readers}, order=spec.order)
        self._tags = TagsOnTheAir(table, tags)
        super().__init__(spec, FirmwareEnd(self._firmware, table, self._tags))
        self.table = table

    def start(self, emit: Emit) -> None:
        """The board gets power with the next `poll`, if it has none, and is asked for its hello."""
        super().start(lambda event: emit(self._tags.named(event)))

    def stop(self) -> None:
        """Show a dark picture, then end the firmware's process and remove its files."""
        super().stop()
        self._firmware.stop()


class TagsOnTheAir:
    """The UIDs of the tags on a table's pieces. A moving or tilted piece is not read."""

    def __init__(self, table: SimulatedTable, tags: Mapping[str, str]) -> None:
        self._table = table
        self._tags = tags
        self._names: dict[str, str] = {}

    def cards(self) -> dict[int, list[bytes]]:
        """The UID over each site now."""
        found: dict[int, list[bytes]] = {}
        for piece in self._table.pieces:
            if piece.shift == (0.0, 0.0):
                uid = self._uid(piece.tag(self._tags))
                found.update((site, [uid]) for site in piece.sites)
        return found

    def named(self, event: DeviceEvent) -> DeviceEvent:
        """An event with a tag's text in place of its UID."""
        if isinstance(event, TagRead) and event.tag is not None:
            return replace(event, tag=self._names[event.tag])
        return event

    def _uid(self, tag: str) -> bytes:
        uid = uid_of(tag)
        self._names[uid.hex().upper()] = tag
        return uid


class FirmwareEnd:
    """The far end of the line: a process that runs on command, and a terminal to it."""

    def __init__(self, firmware: MicroPythonBoard, table: SimulatedTable, tags: TagsOnTheAir) -> None:
        self._firmware = firmware
        self._table = table
        self._tags = tags
        self._terminal = -1
        self._to_write = b""
        self._contacts = 0
        self._reached_us = 0

    @property
    def lit(self) -> bytes:
        """The visible state of the lights: red, green, blue for each site."""
        return self._firmware.lit if self._firmware.is_running else bytes(3 * self._table.grid.size)

    def power_on(self, at_us: int) -> None:
        """Start the process, and open its port."""
        self._firmware.start(at_us)
        self._terminal = os.open(self._firmware.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._reached_us = at_us
        self._look(at_us)

    def power_off(self) -> None:
        """Kill the process."""
        self._firmware.kill()
        self._to_write = b""
        if self._terminal >= 0:
            os.close(self._terminal)
            self._terminal = -1

    def next_us(self) -> int:
        """The next time at which the contacts change or bytes may arrive."""
        now_us = self._table.now_us
        if self._table.closed(now_us) != self._contacts:
            return max(now_us, self._reached_us)
        step_us = self._reached_us + STEP_US
        change_us = self._table.next_change_us(now_us)
        return step_us if change_us is None else min(step_us, max(change_us, self._reached_us))

    def run(self, at_us: int) -> bytes:
        """Let the firmware run to a time. Raises FirmwareEnded if it does not get there."""
        self._write()
        self._firmware.advance(at_us, self._contacts)
        self._reached_us = at_us
        self._look(at_us)
        return self._read()

    def receive(self, data: bytes, at_us: int) -> bytes:
        """Send bytes to the firmware, which answers while it runs."""
        self._to_write += data
        self._write()
        return b""

    def _look(self, at_us: int) -> None:
        self._contacts = self._table.closed(max(at_us, self._table.now_us))
        if self._firmware.tags.outputs:
            self._firmware.tags.lay(self._tags.cards())

    def _write(self) -> None:
        try:
            while self._to_write:
                self._to_write = self._to_write[os.write(self._terminal, self._to_write) :]
        except OSError:
            return  # the rest goes when the firmware has read; `run` reports its end

    def _read(self) -> bytes:
        data = b""
        try:
            while more := os.read(self._terminal, READ_BYTES):
                data += more
        except BlockingIOError:
            return data  # reading until nothing is left also makes the kernel deliver what it still buffers
        return data
