"""The driver of the reader chip, against a chip modelled by its registers, and cards by the standard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.mfrc522 import NoChip, with_crc
from hardware.simulated.micropython.cards import POWER_UP_US, Card, with_checksum
from hardware.simulated.micropython.readers import START_US
from tests.firmware.reader_bench import ReaderBench

SINGLE, DOUBLE, TRIPLE = "04a2b1c9", "04112233445566", "0411223344556677aabb"


@pytest.mark.parametrize("uid", [SINGLE, DOUBLE, TRIPLE], ids=["4 bytes", "7 bytes", "10 bytes"])
def test_a_card_reports_its_uid_through_all_its_cascade_levels(uid: str) -> None:
    bench = ReaderBench()
    bench.lay(uid)
    assert bench.run(bench.ready().uid()) == bytes.fromhex(uid)


uids = st.sampled_from([4, 7, 10]).flatmap(lambda length: st.binary(min_size=length, max_size=length))


@given(uids.filter(lambda uid: 0x88 not in (uid[0], uid[3])))
def test_any_uid_that_the_standard_allows_is_read(uid: bytes) -> None:
    bench = ReaderBench()
    bench.lay(uid.hex())
    assert bench.run(bench.ready().uid()) == uid


def test_the_last_level_may_begin_with_what_elsewhere_says_that_more_follows() -> None:
    uid = "04112233445588778899"
    bench = ReaderBench()
    bench.lay(uid)
    assert bench.run(bench.ready().uid()) == bytes.fromhex(uid)


def test_an_empty_field_is_known_in_two_milliseconds() -> None:
    bench = ReaderBench()
    chip = bench.ready()
    began_us = bench.now_us
    assert bench.run(chip.uid()) is None
    assert bench.now_us - began_us < 2_000


def test_two_cards_in_one_field_are_no_read() -> None:
    bench = ReaderBench()
    bench.lay(SINGLE, "04a2b1ca")
    assert bench.run(bench.ready().uid()) is None


def test_a_card_that_has_just_come_into_the_field_does_not_answer_yet() -> None:
    bench = ReaderBench()
    chip = bench.ready()
    bench.lay(SINGLE)
    assert bench.run(chip.uid()) is None
    bench.now_us += POWER_UP_US
    assert bench.run(chip.uid()) == bytes.fromhex(SINGLE)


def test_a_card_that_was_selected_answers_again_after_its_field_was_off() -> None:
    bench = ReaderBench()
    bench.lay(DOUBLE)
    chip = bench.ready()
    for _ in range(3):
        assert bench.run(chip.uid()) == bytes.fromhex(DOUBLE)
        chip.switch_field(False)
        chip.switch_field(True)
        bench.now_us += POWER_UP_US


def test_a_card_that_is_lifted_amid_its_answer_is_no_read() -> None:
    bench = ReaderBench()
    bench.lay(TRIPLE)
    steps = bench.ready().uid()
    for _ in range(8):
        bench.now_us += next(steps)
    bench.lay()
    assert bench.run(steps) is None


@pytest.mark.parametrize("at", range(5))
def test_a_bent_bit_in_what_a_card_says_is_no_read(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    bench = ReaderBench()
    bench.lay(SINGLE)
    steps = bench.ready().uid()
    for _ in range(2):  # up to the point where the card has been woken
        bench.now_us += next(steps)
    hear = Card.hear

    def bent(card: Card, question: bytes, last_bits: int, now_us: int) -> bytes | None:
        answer = hear(card, question, last_bits, now_us)
        return answer if answer is None else answer[:at] + bytes((answer[at] ^ 4,)) + answer[at + 1 :]

    monkeypatch.setattr(Card, "hear", bent)
    assert bench.run(steps) is None


def test_a_chip_that_hangs_is_noticed_and_works_again_after_a_reset() -> None:
    bench = ReaderBench()
    bench.lay(SINGLE)
    chip = bench.ready()
    bench.readers.chips[0].hang()
    with pytest.raises(NoChip, match="it ends no question"):
        bench.run(chip.uid())
    assert bench.run(bench.ready().uid()) == bytes.fromhex(SINGLE)


def test_a_chip_that_is_not_there_is_noticed() -> None:
    bench = ReaderBench()
    bench.readers.chips[0].is_dead = True
    chip = bench.chip()
    chip.reset()
    with pytest.raises(NoChip, match="it does not answer"):
        bench.run(chip.configured())


def test_a_chip_that_goes_away_with_its_field_on_is_noticed() -> None:
    bench = ReaderBench()
    chip = bench.ready()
    bench.readers.chips[0].is_dead = True
    with pytest.raises(NoChip, match="its field does not obey"):
        chip.switch_field(False)


def test_a_chip_is_set_only_when_its_oscillator_swings() -> None:
    bench = ReaderBench()
    bench.chip().reset()
    began_us = bench.now_us
    bench.run(bench.chip().configured())
    assert START_US <= bench.now_us - began_us < START_US + 1_000


@pytest.mark.parametrize(("data", "crc"), [("0000", "a01e"), ("1234", "26cf")])
def test_the_checksum_is_that_of_the_standards_examples(data: str, crc: str) -> None:
    assert with_crc(bytes.fromhex(data)).hex() == data + crc


@given(st.binary(max_size=20))
def test_both_ways_to_compute_the_checksum_agree(data: bytes) -> None:
    assert with_crc(data) == with_checksum(data)
