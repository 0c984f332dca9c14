"""The messages to a board's process about the tags on its readers, and the UID for each tag."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from hardware.ports import Grid
from hardware.simulated.micropython.cards import Card
from hardware.simulated.tags import SimulatedTags, uid_of

GRID = Grid(8, 8)
A = bytes.fromhex("04a2b1c9")


def news(tags: SimulatedTags) -> object:
    told = tags.news()
    return json.loads(told) if told else None


def test_tags_are_reported_by_the_chip_select_of_the_reader_below_them_and_once() -> None:
    tags = SimulatedTags(GRID, [(5, 3, 3), (2, 0, 0)])
    tags.lay({27: [A]})
    assert news(tags) == {"cards": {"5": ["04a2b1c9"]}, "dead": [], "hang": []}
    tags.lay({27: [A]})
    assert news(tags) is None
    assert tags.outputs == 6


def test_a_tag_where_no_reader_is_is_seen_by_no_one() -> None:
    tags = SimulatedTags(GRID, [(5, 3, 3)])
    tags.lay({26: [A]})
    assert news(tags) is None


def test_a_reader_hangs_once_and_stays_broken_until_it_is_mended() -> None:
    tags = SimulatedTags(GRID, [(5, 3, 3), (2, 0, 0)])
    tags.hang(27)
    tags.break_readers([0])
    assert news(tags) == {"cards": {}, "dead": [2], "hang": [5]}
    tags.break_readers([])
    assert news(tags) == {"cards": {}, "dead": [], "hang": []}


def test_a_board_that_starts_is_sent_all_but_what_hung_before() -> None:
    tags = SimulatedTags(GRID, [(5, 3, 3)])
    tags.lay({27: [A]})
    tags.news()
    tags.hang(27)
    tags.start()
    assert news(tags) == {"cards": {"5": ["04a2b1c9"]}, "dead": [], "hang": []}


def test_a_board_without_readers_is_sent_nothing() -> None:
    tags = SimulatedTags(GRID, [])
    tags.lay({27: [A]})
    tags.start()
    assert news(tags) is None
    assert tags.outputs == 0


def test_a_tag_that_says_a_uid_has_that_one() -> None:
    assert uid_of("04A2B1C9") == A
    assert len(uid_of("04A2B1")) in (4, 7, 10)


@given(st.text(max_size=30))
def test_every_tag_has_one_uid_that_a_card_can_bear(tag: str) -> None:
    uid = uid_of(tag)
    assert uid == uid_of(tag)
    assert Card(uid).uid == uid
    assert 0x88 not in (uid[0], uid[3])


def test_tags_of_all_lengths_occur_and_no_two_are_equal() -> None:
    made = [uid_of(f"tile {number}") for number in range(300)]
    assert {len(uid) for uid in made} == {4, 7, 10}
    assert len(set(made)) == 300
