"""A cable that loses and changes bytes."""

from __future__ import annotations

from hardware.simulated.harmed_line import DAMAGE, HarmedLine


def test_a_sound_line_carries_everything() -> None:
    assert HarmedLine().carried(b"abc") == b"abc"


def test_the_next_bytes_are_changed_however_they_are_cut() -> None:
    line = HarmedLine()
    line.corrupt(3)
    assert line.carried(b"\0\0") + line.carried(b"\0\0") == bytes([DAMAGE, DAMAGE, DAMAGE, 0])


def test_lost_bytes_do_not_arrive_and_are_not_changed_either() -> None:
    line = HarmedLine()
    line.lose(3)
    line.corrupt(1)
    assert line.carried(b"\0\0") == b""
    assert line.carried(b"\0\0\0") == bytes([DAMAGE, 0])


def test_a_line_harms_until_the_last_of_its_bytes_is_lost_or_changed() -> None:
    line = HarmedLine()
    assert not line.is_harming
    line.lose(2)
    line.corrupt(1)
    line.carried(b"\0\0")
    assert line.is_harming
    line.carried(b"\0")
    assert not line.is_harming
