"""Tag readers under sites: MFRC522 chips that share one bus and take turns, one field at a time.

The sweep over them runs in steps between the scans of the contacts. On an emulated RP2040 with 64 readers a
step took 1.8 ms on average and 17 at most, and a sweep 1.4 to 2.1 seconds. A real one was not timed yet.
"""

from firmware.mfrc522 import Mfrc522, NoChip
from hardware.tags.tag_filter import TagFilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import Protocol

    class Bus(Protocol):
        """A bus of MicroPython, in mode 0."""

        def write_readinto(self, data: bytes, into: bytearray) -> None:
            """Exchange bytes."""

    Line = Callable[[int], object]

FIELD_US = 5_000  # the time from entering a field until a card answers (ISO/IEC 14443-3)
FAILURES = 2  # this many failed visits in a row mean a broken reader: the first resets it

UNREADABLE = b""  # in a picture: the reader does not answer


def sites_of_readers(
    readers: "Sequence[tuple[int, int, int]]", columns: int, rows: int
) -> "list[tuple[int, int]]":
    """Chip select and site of each reader, from chip select, column and row.

    Raises ValueError for a reader under no site, and for a chip select or a site that is used twice.
    """
    found: list[tuple[int, int]] = []
    for select, column, row in readers:
        if not (select >= 0 and 0 <= column < columns and 0 <= row < rows):
            raise ValueError(f"TAG_READERS: ({select}, {column}, {row}) is under no site")
        site = row * columns + column
        if any(select == other or site == taken for other, taken in found):
            raise ValueError(f"TAG_READERS: ({select}, {column}, {row}) is there twice")
        found.append((select, site))
    return found


class Selector:
    """Selects one of many chips on a bus: output `n` of a 74HC595 chain is the chip select of chip `n`.

    The chain is on the bus too. All its outputs but one are high; `off` is the pin of its output enable (low
    selects the chosen chip; high leaves all selects to their pull-up resistors, as required while bits are
    shifted). Output 0 is QA of the register nearest to the microcontroller.
    """

    def __init__(self, bus: "Bus", latch: "Line", off: "Line", outputs: int) -> None:
        self._bus = bus
        self._latch = latch
        self._off = off
        self._chosen = -1
        self._size = (outputs + 7) // 8
        off(1)
        latch(0)

    def chip(self, output: int) -> Mfrc522:
        """The chip that this output selects."""
        return Mfrc522(lambda data, into: self._exchange(output, data, into))

    def _exchange(self, output: int, data: bytes, into: bytearray) -> None:
        if output != self._chosen:
            self._choose(output)
        self._off(0)
        self._bus.write_readinto(data, into)
        self._off(1)

    def _choose(self, output: int) -> None:
        levels = (1 << 8 * self._size) - 1 ^ 1 << output
        self._bus.write_readinto(levels.to_bytes(self._size, "big"), bytearray(self._size))
        self._latch(1)
        self._latch(0)
        self._chosen = output


class _Reader:
    """A chip, its site, and its filtered state."""

    def __init__(self, chip: Mfrc522, site: int) -> None:
        self.chip = chip
        self.site = site
        self.tags = TagFilter()
        self.failures = 0
        self.is_configured = False

    @property
    def picture(self) -> "bytes | None":
        """Its entry in the picture: a UID, unreadable, or None for no tag."""
        if self.failures >= FAILURES:
            return UNREADABLE
        return None if self.tags.believed is None else bytes.fromhex(self.tags.believed)


class Sweep:
    """Reads the tags over all `readers`, pairs of a chip and its site, one after the other, for ever.

    `seen` is the picture: for each site with a tag its UID, and for each broken reader `UNREADABLE`. Every
    other visit goes to an urgent reader: a contact has closed or opened, or a tag was read once. `log` takes
    a line for the host.
    """

    def __init__(self, readers: "Sequence[tuple[Mfrc522, int]]", log: "Callable[[str], object]") -> None:
        self.seen: dict[int, bytes] = {}
        self.count = len(readers)
        self._readers = [_Reader(chip, site) for chip, site in readers]
        self._log = log
        self._turn = self._urgent_turn = -1
        self._is_urgent = False
        self._closed = 0
        self._due_us = 0
        self._visit: Generator[int, None, bytes | None] | None = None
        self._visited = self._readers[0]
        for reader in self._readers:
            reader.chip.reset()  # a field may still be on from before

    def step(self, closed: int, now_us: int) -> bool:
        """Do one small step, if one is due. True when `seen` has changed. `closed` are the closed sites."""
        if now_us < self._due_us:
            return False
        self._closed = closed
        if self._visit is None:
            self._visited = self._next()
            self._visit = _visit(self._visited)
        try:
            self._due_us = now_us + next(self._visit)
        except StopIteration as end:
            return self._ended(end.value, now_us)
        except NoChip as why:
            return self._failed(str(why))
        return False

    def _next(self) -> "_Reader":
        """The next reader: in order, and every other time the next urgent one."""
        self._is_urgent = not self._is_urgent
        if self._is_urgent:
            for step in range(1, self.count + 1):
                turn = (self._urgent_turn + step) % self.count
                if self._has_news(self._readers[turn]):
                    self._urgent_turn = turn
                    return self._readers[turn]
        self._turn = (self._turn + 1) % self.count
        return self._readers[self._turn]

    def _has_news(self, reader: "_Reader") -> bool:
        if reader.failures:
            return False
        is_tagged = reader.tags.believed is not None
        return (self._closed >> reader.site & 1) != is_tagged or not reader.tags.is_settled

    def _ended(self, uid: "bytes | None", now_us: int) -> bool:
        reader = self._visited
        self._visit = None
        reader.failures = 0
        reader.tags = reader.tags.looked(None if uid is None else uid.hex(), now_us // 1000)
        return self._noted(reader)

    def _failed(self, why: str) -> bool:
        """The reader hangs, or is gone: reset it, its field off, and continue with the others."""
        reader = self._visited
        self._visit = None
        if not reader.failures:
            self._log(f"tag reader under site {reader.site}: {why}; it is reset")
        reader.failures = min(reader.failures + 1, FAILURES)
        reader.is_configured = False
        reader.chip.reset()
        if reader.failures >= FAILURES:
            reader.tags = TagFilter()
        return self._noted(reader)

    def _noted(self, reader: "_Reader") -> bool:
        now = reader.picture
        if self.seen.get(reader.site) == now:
            return False
        if now is None:
            del self.seen[reader.site]
        else:
            self.seen[reader.site] = now
        return True


def _visit(reader: "_Reader") -> "Generator[int, None, bytes | None]":
    """One look of one reader, with its field on for just that time. Raises NoChip."""
    chip = reader.chip
    if not reader.is_configured:
        yield from chip.configured()
        reader.is_configured = True
        yield 0
    chip.switch_field(True)
    yield 0  # before the next step, since this one has taken its time
    yield FIELD_US
    uid = yield from chip.uid()
    yield 0
    chip.switch_field(False)
    return uid
