"""The simulated PN532 by its bytes, as the manual and people's logs have them."""

from __future__ import annotations

import pytest

from hardware.simulated.pn532 import ACK, Air, SimulatedPn532
from hardware.simulated.table import ImpossibleAct

WAKE = bytes.fromhex("5555 0000000000 0000000000 0000")
CONFIGURE = bytes.fromhex("0000FF 03FD D41401 17 00")
CONFIGURED = bytes.fromhex("0000FF00FF00 0000FF 02FE D515 16 00")
VERSION = bytes.fromhex("0000FF 02FE D402 2A 00")
SEARCH = bytes.fromhex("0000FF 04FC D44A0100 E1 00")
FIELD_OFF = bytes.fromhex("0000FF 04FC D4320100 F9 00")
NO_RETRIES = bytes.fromhex("0000FF 06FA D43205FF0101 F4 00")
NOTHING = ACK + bytes.fromhex("0000FF 03FD D54B00 E0 00")
ERROR = ACK + bytes.fromhex("0000FF 01FF 7F 81 00")
TAG = "04A2B1C9"
FOUND = bytes.fromhex("0000FF 0CF4 D54B0101004400 04 04A2B1C9 76 00")


@pytest.fixture
def reader() -> SimulatedPn532:
    """A reader that is ready, without retries, and has reported it."""
    reader = SimulatedPn532()
    assert reader.receive(WAKE + CONFIGURE) == CONFIGURED
    assert reader.receive(NO_RETRIES).startswith(ACK)
    return reader


def test_it_reports_its_version_when_it_was_woken_and_configured(reader: SimulatedPn532) -> None:
    assert reader.receive(VERSION) == ACK + bytes.fromhex("0000FF 06FA D50332010607 E8 00")


def test_byte_by_byte_is_the_same(reader: SimulatedPn532) -> None:
    assert b"".join(reader.receive(bytes((byte,))) for byte in VERSION) == reader.receive(VERSION)


def test_asleep_it_hears_nothing() -> None:
    reader = SimulatedPn532()
    assert reader.receive(CONFIGURE) == b""
    assert reader.receive(WAKE[:6] + CONFIGURE) == b""
    assert reader.receive(WAKE) == b""
    assert reader.receive(CONFIGURE) == CONFIGURED


def test_before_it_was_configured_it_does_nothing_else() -> None:
    reader = SimulatedPn532()
    assert reader.receive(WAKE + VERSION + SEARCH) == b""
    assert reader.receive(CONFIGURE) == CONFIGURED


@pytest.mark.parametrize(
    "damaged",
    [
        "0000FF 02FF D402 2A 00",
        "0000FF 02FE D402 2B 00",
        "0000FF 02FE D402 2A 01",
        "0000FF 02FE D502 29 00",
        "0000FE 02FE D402 2A 00",
    ],
    ids=["length", "checksum", "end", "direction", "start"],
)
def test_a_damaged_frame_is_not_answered_and_the_next_one_is(damaged: str, reader: SimulatedPn532) -> None:
    assert reader.receive(bytes.fromhex(damaged)) == b""
    assert reader.receive(VERSION).startswith(ACK)


@pytest.mark.parametrize(
    "frame",
    [
        "0000FF 02FE D499 93 00",
        "0000FF 03FD D40201 29 00",
        "0000FF 02FE D414 18 00",
        "0000FF 04FC D4320900 F1 00",
        "0000FF 02FE D416 16 00",
        "0000FF 03FD D44A01 E1 00",
    ],
    ids=["unknown", "version", "configure", "radio", "power down", "search"],
)
def test_what_makes_no_sense_is_called_so(frame: str, reader: SimulatedPn532) -> None:
    assert reader.receive(bytes.fromhex(frame)) == ERROR


def test_it_finds_a_tag_and_finds_it_again_when_the_field_was_off(reader: SimulatedPn532) -> None:
    reader.put(TAG)
    assert reader.receive(SEARCH) == ACK + FOUND
    assert reader.receive(SEARCH) == NOTHING
    assert reader.receive(SEARCH) == ACK + FOUND
    reader.receive(FIELD_OFF)
    assert reader.receive(SEARCH) == ACK + FOUND


def test_of_two_tags_it_reports_one(reader: SimulatedPn532) -> None:
    reader.put("04FF")
    reader.put(TAG)
    assert reader.receive(SEARCH) == ACK + FOUND


def test_without_an_end_of_retries_it_searches_until_a_tag_comes() -> None:
    reader = SimulatedPn532()
    reader.receive(WAKE + CONFIGURE)
    assert reader.receive(SEARCH) == ACK
    assert reader.run(0) == b""
    reader.put(TAG)
    assert reader.run(0) == FOUND
    assert reader.run(0) == b""


@pytest.mark.parametrize("end", [ACK, VERSION], ids=["acknowledgement", "another command"])
def test_a_search_is_ended_by_whatever_comes(end: bytes) -> None:
    reader = SimulatedPn532()
    reader.receive(WAKE + CONFIGURE + SEARCH)
    reader.receive(end)
    reader.put(TAG)
    assert reader.run(0) == b""


def test_what_was_not_understood_is_sent_again(reader: SimulatedPn532) -> None:
    reader.put(TAG)
    reader.receive(SEARCH)
    assert reader.receive(bytes.fromhex("0000FF FF00 00")) == FOUND


def test_asked_to_sleep_it_must_be_woken_and_over_this_line_only_if_that_was_said() -> None:
    sleepy, lost = SimulatedPn532(), SimulatedPn532()
    for reader, power_down in ((sleepy, "0000FF 03FD D416B0 66 00"), (lost, "0000FF 03FD D41680 96 00")):
        reader.receive(WAKE + CONFIGURE)
        assert reader.receive(bytes.fromhex(power_down)) == ACK + bytes.fromhex("0000FF 03FD D51700 14 00")
        assert reader.receive(VERSION) == b""
    assert sleepy.receive(WAKE + CONFIGURE) == CONFIGURED
    assert lost.receive(WAKE + CONFIGURE) == b""


def test_wedged_it_must_be_woken() -> None:
    reader = SimulatedPn532(wedges_after=1)
    reader.put(TAG)
    reader.receive(WAKE + CONFIGURE + SEARCH)
    assert reader.receive(VERSION) == b""
    assert reader.receive(WAKE + CONFIGURE) == CONFIGURED


def test_two_fields_at_once_are_seen() -> None:
    air = Air()
    for reader in (SimulatedPn532(air), SimulatedPn532(air)):
        reader.receive(WAKE + CONFIGURE + NO_RETRIES + SEARCH)
    assert air.most_at_once == 2
    reader.power_cut()
    assert not air.is_quiet


def test_a_tag_lies_there_once(reader: SimulatedPn532) -> None:
    reader.put(TAG)
    with pytest.raises(ImpossibleAct, match="04A2B1C9 lies there already"):
        reader.put(TAG)
    with pytest.raises(ImpossibleAct, match="04FF does not lie there"):
        reader.lift("04FF")
