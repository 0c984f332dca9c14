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
