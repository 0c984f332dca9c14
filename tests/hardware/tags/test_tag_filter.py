"""The belief about a tag, as tables of reads and beliefs; time goes by steps of one read."""

import pytest

from hardware.tags.tag_filter import TagFilter

A, B, C = "04A2", "04B3", "04C4"


def beliefs(reads: list[str | None], period_ms: int = 50) -> list[str | None]:
    """The belief after each read."""
    tags = TagFilter()
    found: list[str | None] = []
    for number, tag in enumerate(reads):
        tags = tags.looked(tag, number * period_ms)
        found.append(tags.believed)
    return found


@pytest.mark.parametrize(
    ("reads", "believed"),
    [
        ([A, A], [None, A]),
        ([A, B, A], [None, None, None]),
        ([A, None, A], [None, None, A]),
        ([A, A, None, A, None, A], [None, A, A, A, A, A]),
        ([A, A, B, A, A], [None, A, A, A, A]),
        ([A, A, B, B], [None, A, A, B]),
        ([A, A, B, C, B, C], [None, A, A, A, A, A]),
        ([A, A, B, None, B], [None, A, A, A, B]),
        ([A, A, None, None, None, None], [None, A, A, A, A, None]),
        ([A, None, None, None, None, A], [None, None, None, None, None, None]),
        ([None, None, None], [None, None, None]),
    ],
    ids=[
        "two equal reads",
        "never twice",
        "a miss between",
        "misses every other read",
        "one wrong read",
        "another tag",
        "noise over a tag",
        "another tag that is read badly",
        "silence",
        "one read long ago",
        "nothing",
    ],
)
def test_it_believes(reads: list[str | None], believed: list[str | None]) -> None:
    assert beliefs(reads) == believed


def test_a_reader_that_is_asked_seldom_may_miss_once() -> None:
    assert beliefs([A, A, None, A, None, None], period_ms=400) == [None, A, A, A, A, None]


def test_a_reader_that_is_asked_often_waits_out_the_silence() -> None:
    believed = beliefs([A, A, *[None] * 40], period_ms=5)
    assert believed.count(A) == 1 + 150 // 5


def test_that_nothing_lies_there_is_known_after_a_silence_too() -> None:
    tags, sure = TagFilter(), []
    for number in range(6):
        tags = tags.looked(None, number * 50)
        sure.append(tags.is_sure)
    assert sure == [False, False, False, False, True, True]


def test_it_is_settled_while_no_look_says_otherwise_than_what_is_believed() -> None:
    tags, settled = TagFilter(), [TagFilter().is_settled]
    for at_ms, tag in enumerate([A, A, B, A, None, A]):
        tags = tags.looked(tag, at_ms)
        settled.append(tags.is_settled)
    assert settled == [True, False, True, False, True, False, True]
