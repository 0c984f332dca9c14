"""The board's side of the conversation about tags."""

from __future__ import annotations

import itertools

import pytest

from firmware import VERSION
from firmware.node import HEARTBEAT_US, RETRY_US
from hardware.board.messages import PROTOCOL, AskHello, BoardMessage, Hello, Tags
from tests.firmware.node_bench import NodeBench

A, B = bytes.fromhex("04a2b1c9"), bytes.fromhex("04112233445566")
FULL = {site: bytes(10) for site in range(1024)}


class Bench(NodeBench):
    """A node of 32 by 32 sites without lights, with as many readers."""

    def __init__(self, tag_readers: int = 1024) -> None:
        super().__init__(32, 32, 0, tag_readers)

    def tags(self, for_us: int) -> list[Tags]:
        """The frames of tags that come while scans go on."""
        until_us = self.now_us + for_us
        while self.now_us < until_us:
            self.now_us += 2_500
            self.node.scanned(0, self.now_us)
        return [message for message in self.heard() if isinstance(message, Tags)]

    def ask(self, protocol: int = PROTOCOL) -> list[BoardMessage]:
        self.node.receive(self.encoder.encode(AskHello(protocol)), self.now_us)
        return self.heard()


@pytest.fixture
def bench() -> Bench:
    """A board that has said hello when it was asked."""
    bench = Bench()
    bench.ask()
    bench.tags(100_000)
    return bench


def test_the_hello_says_how_many_readers_there_are() -> None:
    assert Bench(60).heard()[0] == Hello(PROTOCOL, VERSION, 32, 32, 0, 60)


def test_a_change_is_reported_at_once_and_whole(bench: Bench) -> None:
    bench.node.tagged({5: A, 700: B}, bench.now_us)
    assert bench.heard() == [Tags(0, 1024, ((5, A), (700, B)))]
    bench.node.tagged({700: B}, bench.now_us)
    assert bench.heard() == [Tags(0, 1024, ((700, B),))]


def test_without_a_change_the_tags_are_reported_every_250_ms(bench: Bench) -> None:
    bench.node.tagged({5: A}, bench.now_us)
    bench.heard()
    assert bench.tags(HEARTBEAT_US - 2_500) == []
    assert bench.tags(10 * HEARTBEAT_US) == [Tags(0, 1024, ((5, A),))] * 10


def test_whoever_says_hello_hears_of_all_tags(bench: Bench) -> None:
    bench.node.tagged({5: A}, bench.now_us)
    bench.heard()
    assert bench.ask() == [Hello(PROTOCOL, VERSION, 32, 32, 0, 1024), Tags(0, 1024, ((5, A),))]


def test_a_host_of_another_protocol_is_sent_no_tags() -> None:
    bench = Bench()
    bench.heard()
    assert bench.ask(protocol=9) == [Hello(PROTOCOL, VERSION, 32, 32, 0, 1024)]


def test_a_full_board_is_sent_a_frame_after_each_scan_and_then_one_with_each_heartbeat(bench: Bench) -> None:
    bench.node.tagged(dict(FULL), bench.now_us)
    told = bench.tags(100_000)
    assert [part.end for part in told[:-1]] == [part.first for part in told[1:]]
    assert (told[0].first, told[-1].end) == (0, 1024)
    assert len(told) == 29
    assert {site for part in told for site, _ in part.tags} == set(FULL)
    again = bench.tags(29 * HEARTBEAT_US)
    assert {site for part in again for site, _ in part.tags} == set(FULL)
    assert len(again) == 29


def test_changes_without_a_pause_keep_no_site_from_being_reported(bench: Bench) -> None:
    picture = dict(FULL)
    told = []
    for change in range(29):
        picture[0] = bytes((change,)) * 4
        bench.node.tagged(picture, bench.now_us)
        told += bench.tags(2_500)
    assert {site for part in told for site, _ in part.tags} == set(FULL)


def test_a_frame_that_the_host_does_not_take_is_offered_again(bench: Bench) -> None:
    bench.is_host_reading = False
    bench.node.tagged({5: A}, bench.now_us)
    bench.tags(RETRY_US - 2_500)
    bench.is_host_reading = True
    assert bench.tags(2_500) == [Tags(0, 1024, ((5, A),))]
    assert bench.node.dropped == 1


def test_a_board_without_readers_reports_no_tags() -> None:
    bench = Bench(0)
    bench.ask()
    assert bench.tags(1_000_000) == []


def test_tags_do_not_hold_the_sensors_up(bench: Bench) -> None:
    bench.node.tagged(dict(FULL), bench.now_us)
    times = []
    for _ in range(800):
        bench.now_us += 2_500
        bench.node.scanned(0, bench.now_us)
        times += [bench.now_us for message in bench.heard() if not isinstance(message, Tags)]
    assert all(after - before == HEARTBEAT_US for before, after in itertools.pairwise(times))
