"""Reader chips on a bus at 1 MHz, with a clock that goes with the bytes."""

from collections.abc import Generator

from firmware.mfrc522 import Mfrc522
from firmware.tags import Selector
from hardware.simulated.micropython.cards import Card
from hardware.simulated.micropython.readers import Readers

BYTE_US = 8


class ReaderBench:
    """This many chips behind a chain of registers, and the firmware's side of them."""

    def __init__(self, outputs: int = 1) -> None:
        self.now_us = 10_000
        self.transfers = 0
        self.readers = Readers(outputs)
        self._selector = Selector(self, self._latch, self.readers.off, outputs)

    def chip(self, output: int = 0) -> Mfrc522:
        return self._selector.chip(output)

    def lay(self, *uids: str, output: int = 0) -> None:
        """Exactly these cards lie over a reader from now on."""
        self.readers.chips[output].set_cards([Card(bytes.fromhex(uid)) for uid in uids], self.now_us)

    def run(self, steps: Generator[int, None, bytes | None]) -> bytes | None:
        """Do all steps of something, and wait as long as it says between them."""
        while True:
            try:
                self.now_us += next(steps)
            except StopIteration as end:
                uid: bytes | None = end.value
                return uid

    def ready(self, output: int = 0) -> Mfrc522:
        """A chip that has its settings, its field on for long enough."""
        chip = self.chip(output)
        chip.reset()
        self.run(chip.configured())
        chip.switch_field(True)
        self.now_us += 5_000
        return chip

    def write_readinto(self, data: bytes, into: bytearray) -> None:
        into[:] = self.readers.exchange(data, self.now_us)
        self.now_us += BYTE_US * len(data)
        self.transfers += 1

    def _latch(self, level: int) -> None:
        if level:
            self.readers.latch()
