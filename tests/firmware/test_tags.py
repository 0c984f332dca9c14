"""The sweep over the tag readers: its reports, its order, and one field at a time."""

from __future__ import annotations

import pytest

from firmware.tags import UNREADABLE, Sweep, sites_of_readers
from tests.firmware.reader_bench import ReaderBench

A, B = "04a2b1c9", "04112233445566"
STEP_US = 500


class Table(ReaderBench):
    """A sweep over readers of which number `n` lies under site 10 + `n`."""

    def __init__(self, outputs: int = 8) -> None:
        super().__init__(outputs)
        self.logged: list[str] = []
        self.closed = 0
        self.changes = 0
        self.longest_step_us = 0
        self.most_transfers = 0
        self.sweep = Sweep([(self.chip(n), 10 + n) for n in range(outputs)], self.logged.append)

    @property
    def seen(self) -> dict[int, str]:
        return {site: uid.hex() for site, uid in self.sweep.seen.items()}

    def run_for(self, for_ms: int) -> None:
        """Do a step every half a millisecond, as between scans."""
        until_us = self.now_us + 1_000 * for_ms
        while self.now_us < until_us:
            began_us, transfers = self.now_us, self.transfers
            before = dict(self.sweep.seen)
            is_changed = self.sweep.step(self.closed, self.now_us)
            assert is_changed == (self.sweep.seen != before)
            self.changes += is_changed
            self.longest_step_us = max(self.longest_step_us, self.now_us - began_us)
            self.most_transfers = max(self.most_transfers, self.transfers - transfers)
            self.now_us = max(self.now_us, began_us + STEP_US)

    def put(self, output: int, *uids: str) -> None:
        """A piece with a tag, whose magnet closes the contact; or none."""
        self.lay(*uids, output=output)
        self.closed &= ~(1 << 10 + output)
        self.closed |= bool(uids) << 10 + output


def test_a_tag_is_seen_over_its_site_and_gone_when_it_was_lifted() -> None:
    table = Table()
    table.put(3, A)
    table.run_for(60)
    assert table.seen == {13: A}
    table.put(3)
    table.run_for(120)
    assert table.seen == {13: A}
    table.run_for(90)
    assert table.seen == {}
    assert table.changes == 2


def test_all_tags_are_found_and_one_field_is_on_at_a_time() -> None:
    table = Table()
    for output in range(8):
        table.put(output, f"04a2b1{output:02x}")
    table.run_for(400)
    assert table.seen == {10 + output: f"04a2b1{output:02x}" for output in range(8)}
    assert table.readers.most_fields == 1


def test_fields_that_are_on_from_before_are_put_out_first() -> None:
    bench = Table()
    for chip in range(8):
        bench.ready(chip)
    assert bench.readers.fields == 8
    Sweep([(bench.chip(n), n) for n in range(8)], bench.logged.append)
    assert bench.readers.fields == 0


def test_a_tag_that_is_exchanged_for_another_is_reported_as_the_other() -> None:
    table = Table()
    table.put(3, A)
    table.run_for(60)
    table.put(3, B)
    table.run_for(150)
    assert table.seen == {13: B}
    assert table.changes == 2


def test_a_tag_without_a_magnet_is_found_in_its_turn() -> None:
    table = Table()
    table.lay(A, output=5)
    table.run_for(300)
    assert table.seen == {15: A}


def test_a_site_that_has_just_closed_does_not_wait_for_its_turn_among_sixty_four() -> None:
    table = Table(64)
    table.run_for(500)
    table.put(50, A)
    table.run_for(50)
    assert table.seen == {60: A}


def test_pieces_without_tags_do_not_keep_the_others_from_being_read() -> None:
    table = Table(64)
    table.closed = (1 << 42) - 1
    table.run_for(1_500)
    table.lay(A, output=63)
    table.run_for(1_700)
    assert table.seen == {73: A}


def test_two_tags_over_one_reader_are_none() -> None:
    table = Table()
    table.put(3, A, B)
    table.run_for(300)
    assert table.seen == {}
    assert table.logged == []


def test_a_reader_that_hangs_is_reset_said_so_and_reads_on() -> None:
    table = Table()
    table.put(3, A)
    table.run_for(60)
    table.readers.chips[3].hang()
    table.run_for(300)
    assert table.seen == {13: A}
    assert table.changes == 1
    assert table.logged == ["tag reader under site 13: it ends no question; it is reset"]


def test_a_reader_that_does_not_come_back_is_reported_and_the_others_go_on() -> None:
    table = Table()
    table.put(3, A)
    table.put(4, B)
    table.run_for(100)
    table.readers.chips[3].is_dead = True
    table.run_for(300)
    assert table.sweep.seen == {13: UNREADABLE, 14: bytes.fromhex(B)}
    assert table.logged == ["tag reader under site 13: its field does not obey; it is reset"]
    table.put(4, A)
    table.run_for(150)
    assert table.seen[14] == A


def test_a_reader_that_is_plugged_in_again_sees_again() -> None:
    table = Table()
    table.readers.chips[3].is_dead = True
    table.put(3, A)
    table.run_for(300)
    assert table.sweep.seen == {13: UNREADABLE}
    table.readers.chips[3].is_dead = False
    table.run_for(300)
    assert table.seen == {13: A}


def test_a_step_is_short() -> None:
    """On the bus alone: 64 readers, the longest UIDs, at 1 MHz."""
    table = Table(64)
    for output in range(64):
        table.put(output, f"04112233445566778{output:03x}")
    table.run_for(3_000)
    assert len(table.seen) == 64
    assert table.longest_step_us <= 250
    assert table.most_transfers <= 9


@pytest.mark.parametrize(
    ("readers", "says"),
    [
        ([(0, 8, 0)], r"\(0, 8, 0\) is under no site"),
        ([(0, 0, -1)], r"\(0, 0, -1\) is under no site"),
        ([(-1, 0, 0)], r"\(-1, 0, 0\) is under no site"),
        ([(0, 0, 0), (0, 1, 0)], r"\(0, 1, 0\) is there twice"),
        ([(0, 3, 3), (1, 3, 3)], r"\(1, 3, 3\) is there twice"),
    ],
)
def test_readers_that_cannot_be_are_refused(readers: list[tuple[int, int, int]], says: str) -> None:
    with pytest.raises(ValueError, match=f"TAG_READERS: {says}"):
        sites_of_readers(readers, 8, 8)


def test_readers_are_counted_by_their_selects_and_stand_where_the_settings_say() -> None:
    assert sites_of_readers([(5, 0, 0), (2, 7, 7), (0, 3, 1)], 8, 8) == [(5, 0), (2, 63), (0, 11)]
