"""The stand-ins for reader chips and cards refuse what the real ones refuse."""

from __future__ import annotations

import pytest

from firmware.mfrc522 import (
    BIT_FRAMING,
    COM_IRQ,
    COMMAND,
    ERROR,
    FIFO_DATA,
    FIFO_LEVEL,
    TX_ASK,
    VERSION,
    Mfrc522,
)
from hardware.simulated.micropython.cards import POWER_UP_US, Card, with_checksum
from hardware.simulated.micropython.readers import Readers
from tests.firmware.reader_bench import ReaderBench

UID = bytes.fromhex("04112233445566")
REQUEST, WAKE_UP = b"\x26", b"\x52"
FIRST, SECOND = b"\x93\x20", b"\x95\x20"
NOW = POWER_UP_US


def card() -> Card:
    """A card that has been in a field for long enough."""
    card = Card(UID)
    card.enter_field(0)
    return card


def select(level: int, part: bytes) -> bytes:
    return with_checksum(bytes((level, 0x70)) + part)


def selected() -> Card:
    one = card()
    one.hear(WAKE_UP, 7, NOW)
    for question in (FIRST, SECOND):
        part = one.hear(question, 0, NOW)
        assert part is not None
        one.hear(select(question[0], part), 0, NOW)
    return one


class TestCards:
    def test_it_reports_how_long_its_uid_is(self) -> None:
        answers = []
        for length in (4, 7, 10):
            one = Card(bytes(range(length)))
            one.enter_field(0)
            answers.append(one.hear(REQUEST, 7, NOW))
        assert answers == [b"\x04\x00", b"\x44\x00", b"\x84\x00"]

    @pytest.mark.parametrize("length", [0, 3, 5, 11])
    def test_no_card_has_another_length_of_uid(self, length: int) -> None:
        with pytest.raises(ValueError, match=f"not {length}"):
            Card(bytes(length))

    def test_without_a_field_or_before_it_has_power_it_says_nothing(self) -> None:
        assert card().hear(WAKE_UP, 7, NOW - 1) is None
        one = card()
        one.leave_field()
        assert one.hear(WAKE_UP, 7, NOW) is None

    def test_a_request_is_seven_bits(self) -> None:
        assert card().hear(WAKE_UP, 0, NOW) is None

    def test_unasked_to_wake_up_it_does_not_identify_itself(self) -> None:
        assert card().hear(FIRST, 0, NOW) is None

    def test_asked_at_the_wrong_level_it_goes_back_to_where_it_began(self) -> None:
        one = card()
        one.hear(WAKE_UP, 7, NOW)
        assert one.hear(SECOND, 0, NOW) is None
        assert one.hear(FIRST, 0, NOW) is None
        assert one.hear(WAKE_UP, 7, NOW) is not None

    def test_selected_by_another_uid_or_with_a_bad_checksum_it_says_nothing(self) -> None:
        for spoilt in (select(0x93, b"\x01\x02\x03\x04\x04"), None):
            one = card()
            one.hear(WAKE_UP, 7, NOW)
            part = one.hear(FIRST, 0, NOW)
            assert part is not None
            bad_checksum = select(0x93, part)[:-1] + b"\x00"
            assert one.hear(spoilt or bad_checksum, 0, NOW) is None

    def test_a_card_that_is_active_answers_no_request_at_first(self) -> None:
        """The trap of a reader that leaves the tag active: it is missed on every other look."""
        one = selected()
        assert one.hear(REQUEST, 7, NOW) is None
        assert one.hear(REQUEST, 7, NOW) is not None

    def test_a_card_that_was_sent_to_halt_wakes_up_but_hears_no_request(self) -> None:
        one = selected()
        assert one.hear(with_checksum(b"\x50\x00"), 0, NOW) is None
        assert one.hear(REQUEST, 7, NOW) is None
        assert one.hear(WAKE_UP, 7, NOW) is not None


class TestChips:
    def test_what_only_the_chip_may_write_cannot_be_written(self) -> None:
        chip = ReaderBench().ready()
        with pytest.raises(RuntimeError, match="cannot be written"):
            chip.write(VERSION, 0)

    def test_it_takes_nothing_while_it_starts(self) -> None:
        chip = ReaderBench().ready()
        chip.reset()
        with pytest.raises(RuntimeError, match="while it starts"):
            chip.write(TX_ASK, 0x40)

    def test_nothing_is_sent_without_the_command_for_it(self) -> None:
        chip = ReaderBench().ready()
        with pytest.raises(RuntimeError, match="StartSend is of use only"):
            chip.write(BIT_FRAMING, 0x87)

    def test_a_fifo_that_overflows_says_so(self) -> None:
        chip = ReaderBench().ready()
        chip.write(FIFO_DATA, *bytes(65))
        assert chip.read(ERROR) == 0x10
        assert chip.read(FIFO_LEVEL) == 64
        chip.write(FIFO_LEVEL, 0x80)
        assert chip.read(FIFO_LEVEL) == 0
        assert chip.read(FIFO_DATA) == 0

    def test_a_card_hears_only_full_modulation(self) -> None:
        bench = ReaderBench()
        bench.lay(UID.hex())
        chip = bench.ready()
        chip.write(TX_ASK, 0)
        assert bench.run(chip.uid()) is None

    def test_idle_gives_up_what_was_asked(self) -> None:
        bench = ReaderBench()
        bench.lay(UID.hex())
        chip = bench.ready()
        steps = chip.uid()
        for _ in range(2):
            next(steps)
        assert chip.read(COM_IRQ) & 0x21 == 0
        chip.write(COMMAND, 0)
        bench.now_us += 10_000
        assert chip.read(COM_IRQ) & 0x21 == 0

    @pytest.mark.parametrize("address", [0x12, 0x83])
    def test_addresses_to_read_from_have_their_form(self, address: int) -> None:
        bench = ReaderBench()
        bench.ready()
        with pytest.raises(RuntimeError, match="no address to read from"):
            bench.readers.chips[0].exchange(bytes((0x80, address, 0)), bench.now_us)

    def test_two_fields_garble_each_other(self) -> None:
        bench = ReaderBench(2)
        bench.lay(UID.hex())
        chip = bench.ready(0)
        bench.ready(1)
        assert bench.readers.most_fields == 2
        assert bench.run(chip.uid()) is None
        bench.chip(1).switch_field(False)
        assert bench.run(chip.uid()) is None  # its card has not forgotten the garbled dialogue
        assert bench.run(chip.uid()) == UID


class TestSelects:
    def test_a_chip_that_is_not_selected_leaves_the_line_alone(self) -> None:
        bench = ReaderBench()
        assert bench.readers.exchange(b"\x80\x00", 0) == b"\xff\xff"

    def test_before_the_first_latch_no_one_knows_who_is_selected(self) -> None:
        readers = Readers(2)
        readers.off(0)
        with pytest.raises(RuntimeError, match="not one chip is selected"):
            readers.exchange(b"\x80\x00", 0)

    def test_two_chips_at_once_are_refused(self) -> None:
        readers = Readers(8)
        readers.exchange(b"\xfc", 0)
        readers.latch()
        readers.off(0)
        with pytest.raises(RuntimeError, match=r"selected, but \[0, 1\]"):
            readers.exchange(b"\x80\x00", 0)

    def test_a_select_that_stays_low_makes_one_transfer_of_two(self) -> None:
        readers = Readers(8)
        readers.exchange(b"\xfe", 0)
        readers.latch()
        readers.off(0)
        readers.exchange(b"\xee\x00", 0)
        with pytest.raises(RuntimeError, match="must go high"):
            readers.exchange(b"\xee\x00", 0)

    @pytest.mark.parametrize("output", [0, 7, 8, 19])
    def test_each_output_of_the_chain_selects_its_chip(self, output: int) -> None:
        bench = ReaderBench(20)
        bench.lay(UID.hex(), output=output)
        assert bench.run(bench.ready(output).uid()) == UID
        assert [chip.has_field for chip in bench.readers.chips].index(True) == output


def test_the_driver_needs_nothing_but_an_exchange() -> None:
    sent = []

    def exchange(data: bytes, into: bytearray) -> None:
        sent.append(data)
        into[:] = b"\x00\x92"

    assert Mfrc522(exchange).read(VERSION) == 0x92
    assert sent == [b"\xee\x00"]
