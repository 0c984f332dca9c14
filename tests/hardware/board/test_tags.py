"""The events of a board's tags, from the frames that it sends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board.messages import Tags
from hardware.board.tags import BoardTags
from hardware.board.wire import tags_in_frame
from hardware.ports import DeviceEvent, Grid, LinkLost, LinkUp, TagRead

GRID = Grid(8, 8)
A, B = bytes.fromhex("04a2b1c9"), bytes.fromhex("04010203040506")


def whole(**tags: bytes) -> Tags:
    """A frame of all sites; `s27` stands for a site."""
    return Tags(0, 64, tuple((int(site[1:]), uid) for site, uid in tags.items()))


def test_a_tag_is_reported_once_by_its_uid_and_its_site() -> None:
    tags = BoardTags(GRID)
    assert tags.seen(whole(s27=A), 5) == [TagRead(5, "@3,3", "04A2B1C9")]
    assert tags.seen(whole(s27=A), 6) == []


def test_a_tag_that_is_not_named_any_more_has_gone() -> None:
    tags = BoardTags(GRID)
    tags.seen(whole(s3=B, s27=A), 5)
    assert tags.seen(whole(s3=B), 6) == [TagRead(6, "@3,3", None)]


def test_one_tag_for_another_is_one_event() -> None:
    tags = BoardTags(GRID)
    tags.seen(whole(s27=A), 5)
    assert tags.seen(whole(s27=B), 6) == [TagRead(6, "@3,3", "04010203040506")]


def test_a_frame_says_nothing_of_the_sites_outside_its_range() -> None:
    tags = BoardTags(GRID)
    tags.seen(whole(s3=B, s27=A), 5)
    assert tags.seen(Tags(4, 20, ()), 6) == []
    assert tags.seen(Tags(20, 64, ()), 7) == [TagRead(7, "@3,3", None)]


def test_a_frame_of_sites_that_the_table_has_not_is_passed_over() -> None:
    assert BoardTags(GRID).seen(Tags(0, 65, ((3, A),)), 5) == []


def test_after_the_board_was_gone_everything_is_reported_anew() -> None:
    tags = BoardTags(GRID)
    tags.seen(whole(s3=B, s27=A), 5)
    assert tags.forget(6) == [TagRead(6, "@3,0", None), TagRead(6, "@3,3", None)]
    assert tags.forget(7) == []
    assert tags.seen(whole(s27=A), 8) == [TagRead(8, "@3,3", "04A2B1C9")]


@pytest.mark.parametrize(
    ("silent", "says"),
    [
        ({"s27": b""}, "The tag reader under 3,3 does not answer. Look at its cable."),
        ({"s1": b"", "s27": b""}, "2 tag readers do not answer: 1,0; 3,3. Look at their cables."),
        (
            {"s0": b"", "s1": b"", "s2": b"", "s3": b""},
            "4 tag readers do not answer: 0,0; 1,0; 2,0 and others. Look at their cables.",
        ),
    ],
    ids=["one", "two", "many"],
)
def test_readers_that_do_not_answer_are_named_together(silent: dict[str, bytes], says: str) -> None:
    assert BoardTags(GRID).seen(whole(**silent), 5) == [LinkLost(5, "tags", says)]


def test_a_reader_that_fails_no_longer_sees_its_tag_and_is_reported_again_when_it_answers() -> None:
    tags = BoardTags(GRID)
    tags.seen(whole(s27=A), 5)
    gone, lost = tags.seen(whole(s27=b""), 6)
    assert gone == TagRead(6, "@3,3", None)
    assert isinstance(lost, LinkLost)
    assert tags.seen(whole(s27=b""), 7) == []
    assert tags.seen(Tags(0, 20, ()), 8) == []
    assert tags.seen(whole(s27=A), 9) == [
        TagRead(9, "@3,3", "04A2B1C9"),
        LinkUp(9, "tags", "all tag readers answer"),
    ]


def test_a_second_reader_that_fails_is_reported_beside_the_first() -> None:
    tags = BoardTags(GRID)
    tags.seen(whole(s0=b""), 5)
    (lost,) = tags.seen(whole(s0=b"", s1=b""), 6)
    assert isinstance(lost, LinkLost)
    assert lost.reason.startswith("2 tag readers")


pictures = st.dictionaries(st.integers(0, 1023), st.sampled_from([A, B, bytes(10)]))


@given(st.lists(pictures, max_size=4), st.lists(st.booleans(), max_size=200))
def test_whoever_listens_knows_the_last_picture_whatever_frames_were_lost_before(
    shown: list[dict[int, bytes]], lost: list[bool]
) -> None:
    tags, known = BoardTags(Grid(32, 32)), dict[str, str]()
    drops = iter(lost)

    def tell(picture: dict[int, bytes], losing: bool) -> None:
        first = 0
        while first < 1024:
            part = tags_in_frame(picture, first, 1024)
            first = part.end
            if not (losing and next(drops, False)):
                take(tags.seen(part, 0))

    def take(events: list[DeviceEvent]) -> None:
        for event in events:
            assert isinstance(event, TagRead)
            known.pop(event.reader, None)
            if event.tag is not None:
                known[event.reader] = event.tag

    for picture in shown:
        tell(picture, losing=True)
    last = shown[-1] if shown else {}
    tell(last, losing=False)
    names = {f"@{site % 32},{site // 32}": uid.hex().upper() for site, uid in last.items()}
    assert known == names
