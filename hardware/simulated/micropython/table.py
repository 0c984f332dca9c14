"""The table around the stand-in: a clock that the host controls, contacts, tags, lights.

`TABLIER_STAND_IN` holds the number of an open socket, columns, rows, whether the boot pin is held, the cause
of the start, and the number of chip selects for tag readers. The host sends records of eight bytes (the time
in microseconds up to which the board may run), the set of closed sites from now on, and two bytes of length
followed by that many bytes of JSON, none if there is no change: `cards` has the UIDs in hexadecimal over each
reader, `dead` the readers that do not answer, `hang` those that get stuck now.

The answers are records of a letter, four bytes of length and that many bytes: `L` the strip's bytes when they
are refreshed, `T` that the time is reached, `W` that the watchdog ended the program, `R` that it ended itself
to restart, `E` how else it ended. Numbers are little-endian.
"""

import json
import os
import struct
import sys

from cards import Card
from readers import Readers
from registers import Registers

_HELD_PIN = 15


class Surroundings:
    """The surroundings of the board. Times are microseconds since its start."""

    def __init__(self, socket, columns, rows, is_held, cause, readers):
        self.registers = Registers(columns, rows)
        self.readers = Readers(readers)
        self.inputs = {_HELD_PIN: 0} if is_held else {}
        self.cause = cause
        self.now_us = 0
        self.watchdog_us = 1 << 62
        self._until_us = 0
        self._record = 8 + (columns * rows + 7) // 8 + 2
        self._channel = open(socket, "r+b")  # noqa: SIM115, PTH123 - MicroPython; open as long as the program
        self._hear()

    def tell(self, kind, data=b""):
        """Send a record to the host."""
        self._channel.write(kind + struct.pack("<I", len(data)) + data)

    def pass_time(self, microseconds):
        """Let time pass as the host allows it. Ends the program if the host is gone or the watchdog bites."""
        then_us = self.now_us + microseconds
        while then_us > self._until_us:
            self.now_us = self._until_us
            self._bite()
            self.tell(b"T")
            self._hear()
        self.now_us = then_us
        self._bite()

    def reset(self):
        """Restart, as a Pico does: the program ends here."""
        self.tell(b"R")
        sys.exit()

    def _hear(self):
        record = self._channel.read(self._record)
        if len(record) < self._record:
            sys.exit()
        (self._until_us,) = struct.unpack_from("<Q", record)
        self.registers.set_sites(int.from_bytes(record[8:-2], "little"))
        (length,) = struct.unpack_from("<H", record, self._record - 2)
        if length:
            self._lay(json.loads(self._channel.read(length)))

    def _lay(self, tags):
        for reader, chip in enumerate(self.readers.chips):
            uids = tags["cards"].get(str(reader), ())
            chip.set_cards([Card(bytes.fromhex(uid)) for uid in uids], self.now_us)
            chip.is_dead = reader in tags["dead"]
        for reader in tags["hang"]:
            self.readers.chips[reader].hang()

    def _bite(self):
        if self.now_us >= self.watchdog_us:
            self.tell(b"W")
            sys.exit()


table = Surroundings(*[int(word) for word in os.getenv("TABLIER_STAND_IN").split()])
