"""Several readers that report as one."""

from __future__ import annotations

from hardware.ports import DeviceEvent, LinkLost, LinkUp, TagRead
from hardware.tags.roll_call import RollCall


def calling(*readers: str) -> RollCall:
    return RollCall(readers, "readers")


def test_they_are_up_when_all_are_there_and_what_they_see_is_reported_before() -> None:
    roll_call = calling("pad.p1", "pad.p2")
    assert roll_call.sees("pad.p1", "04A2", 1) == [TagRead(1, "pad.p1", "04A2")]
    assert roll_call.sees("pad.p2", None, 2) == [LinkUp(2, "rfid", "readers")]
    assert roll_call.sees("pad.p2", None, 3) == []


def test_only_what_changes_is_reported() -> None:
    roll_call = calling("pad.p1")
    told: list[DeviceEvent] = []
    for at_ms, tag in enumerate(("04A2", "04A2", "04B3", None, None)):
        told += roll_call.sees("pad.p1", tag, at_ms)
    assert told == [
        TagRead(0, "pad.p1", "04A2"),
        LinkUp(0, "rfid", "readers"),
        TagRead(2, "pad.p1", "04B3"),
        TagRead(3, "pad.p1", None),
    ]


def test_the_tags_that_are_still_read_are_reported_again_after_a_loss() -> None:
    roll_call = calling("pad.p1", "pad.p2")
    roll_call.sees("pad.p1", "04A2", 0)
    roll_call.sees("pad.p2", "04B3", 0)
    assert roll_call.misses("pad.p2", "It is away.", 5) == [
        LinkLost(5, "rfid", "It is away."),
        TagRead(5, "pad.p1", "04A2"),
    ]
    assert roll_call.sees("pad.p2", "04B3", 9) == [
        TagRead(9, "pad.p2", "04B3"),
        LinkUp(9, "rfid", "readers"),
    ]


def test_each_that_is_missing_is_named_for_as_long_as_it_is() -> None:
    roll_call = calling("pad.p1", "pad.p2", "pad.p3")
    assert roll_call.misses("pad.p2", "Two is away.", 1) == [LinkLost(1, "rfid", "Two is away.")]
    assert roll_call.misses("pad.p2", "Two is away.", 2) == []
    assert roll_call.misses("pad.p1", "One is away.", 3) == [LinkLost(3, "rfid", "One is away. Two is away.")]
    assert roll_call.sees("pad.p2", None, 4) == [LinkLost(4, "rfid", "One is away.")]
    assert roll_call.sees("pad.p1", None, 5) == []
    assert roll_call.sees("pad.p3", None, 6) == [LinkUp(6, "rfid", "readers")]


def test_a_reader_lost_again_is_reported_again() -> None:
    roll_call = calling("pad.p1")
    for at_ms in (0, 10):
        assert roll_call.misses("pad.p1", "It is away.", at_ms) == [LinkLost(at_ms, "rfid", "It is away.")]
        assert roll_call.sees("pad.p1", None, at_ms) == [LinkUp(at_ms, "rfid", "readers")]
