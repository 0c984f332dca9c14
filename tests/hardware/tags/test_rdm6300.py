"""The tags in what an RDM6300 sends, however its bytes come."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.simulated.rdm6300 import REPEAT_MS, SimulatedRdm6300
from hardware.simulated.table import ImpossibleAct
from hardware.tags.rdm6300 import FRAME_BYTES, Rdm6300Decoder, frame

GOOD = b"\x02010063E9AE25\x03"
TAGS = st.binary(min_size=5, max_size=5).map(lambda tag: tag.hex().upper())
GARBAGE = st.lists(st.one_of(st.binary(max_size=20), st.sampled_from([GOOD[:9], GOOD[3:], b"\x02"]))).map(
    b"".join
)


def decoded(data: bytes, *cuts: int) -> tuple[list[str], int]:
    """The tags in bytes that come in pieces, and how many bytes were dropped."""
    decoder = Rdm6300Decoder()
    ends = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    tags = [tag for start, end in pairwise(ends) for tag in decoder.receive(data[start:end])]
    return tags, decoder.dropped_bytes


def plainly(data: bytes) -> list[str]:
    """The same, read plainly: every start with what must follow it, from left to right."""
    tags, at = [], 0
    while found := re.compile(rb"\x02([0-9A-Fa-f]{10})([0-9A-Fa-f]{2})\x03").search(data, at):
        tag, check = bytes.fromhex(found[1].decode()), int(found[2], 16)
        is_good = tag[0] ^ tag[1] ^ tag[2] ^ tag[3] ^ tag[4] == check
        at = found.end() if is_good else found.start() + 1
        tags += [tag.hex().upper()] if is_good else []
    return tags


def test_the_frame_of_the_data_sheet_is_its_tag() -> None:
    assert decoded(GOOD) == (["010063E9AE"], 0)
    assert int("63E9AE", 16) == 6_547_886
    assert frame("010063E9AE") == GOOD


@pytest.mark.parametrize(
    "damaged",
    [GOOD.replace(b"25", b"24"), GOOD[:-1] + b"\x02", GOOD.replace(b"E9", b"G9"), GOOD[:6] + GOOD[7:] + b"0"],
    ids=["a wrong check", "no end", "no hex digit", "a byte too few"],
)
def test_a_damaged_frame_is_dropped_and_the_next_one_read(damaged: bytes) -> None:
    assert decoded(damaged + GOOD) == (["010063E9AE"], FRAME_BYTES)


@given(st.lists(st.tuples(GARBAGE, TAGS)), GARBAGE, st.lists(st.integers(min_value=0)))
def test_any_pieces_of_anything_give_the_frames_in_it(
    parts: list[tuple[bytes, str]], rest: bytes, cuts: list[int]
) -> None:
    data = b"".join(garbage + frame(tag) for garbage, tag in parts) + rest
    tags, dropped = decoded(data, *cuts)
    assert tags == plainly(data)
    assert 0 <= len(data) - dropped - FRAME_BYTES * len(tags) < FRAME_BYTES


@given(st.lists(st.tuples(GARBAGE, TAGS)), st.lists(st.integers(min_value=0)))
def test_no_frame_is_lost_among_garbage(parts: list[tuple[bytes, str]], cuts: list[int]) -> None:
    data = b"".join(garbage + frame(tag) for garbage, tag in parts)
    found = iter(decoded(data, *cuts)[0])
    assert all(tag in found for _, tag in parts)


class TestTheStandIn:
    def test_it_repeats_a_tag_for_as_long_as_it_lies_there(self) -> None:
        reader = SimulatedRdm6300()
        reader.put("010063E9AE")
        sent = {at_ms: reader.run(at_ms) for at_ms in range(1_000, 1_120, 10)}
        assert [at_ms for at_ms, data in sent.items() if data] == [1_000, 1_000 + REPEAT_MS, 1_100]
        assert set(sent.values()) == {GOOD, b""}
        reader.lift("010063E9AE")
        assert reader.run(2_000) == b""

    def test_of_two_tags_none_is_read(self) -> None:
        reader = SimulatedRdm6300()
        reader.put("010063E9AE")
        reader.put("010063E9AF")
        assert reader.run(0) == b""

    def test_a_tag_lies_there_once_and_is_one(self) -> None:
        reader = SimulatedRdm6300()
        reader.put("010063E9AE")
        with pytest.raises(ImpossibleAct, match="010063E9AE lies there already"):
            reader.put("010063E9AE")
        with pytest.raises(ImpossibleAct, match="010063E9AF does not lie there"):
            reader.lift("010063E9AF")
        with pytest.raises(ValueError, match="ten hex digits, not 04A2"):
            reader.put("04A2")
