"""The board's side of the conversation, with scans and bytes handed in at any time."""

import itertools

import pytest

from firmware import VERSION
from firmware.node import SILENCE_US, Node
from hardware.board.messages import (
    PROTOCOL,
    AskHello,
    AskStatistics,
    BoardMessage,
    Hello,
    Lights,
    Log,
    Ping,
    Pong,
    Sensors,
    Settings,
    Statistics,
)
from hardware.board.wire import Decoder
from tests.firmware.node_bench import NodeBench

RED = b"\xff\x00\x00"
DARK = bytes(3 * 64)
PUT_OUT = bytes(4 * 64)  # for a strip of either kind
ONE_RED = (3, RED, b"\x00")


class Bench(NodeBench):
    """A node of 8 by 8 sites."""

    def __init__(self) -> None:
        super().__init__(8, 8, 64)

    def tell(self, *messages: BoardMessage) -> list[BoardMessage]:
        """The node's immediate answer."""
        self.heard()
        self.node.receive(b"".join([self.encoder.encode(message) for message in messages]), self.now_us)
        return self.heard()

    def scan(self, closed: int, for_ms: int) -> list[BoardMessage]:
        """Scan the same contacts for some time, and hear what comes."""
        until_us = self.now_us + 1000 * for_ms
        while self.now_us < until_us:
            self.now_us += self.node.scan_us
            self.node.scanned(closed, self.now_us)
        return self.heard()


@pytest.fixture
def bench() -> Bench:
    """A node that has started and has reported its first board, at 100 ms."""
    bench = Bench()
    bench.scan(0, 100)
    bench.shown.clear()
    return bench


def test_it_says_hello_before_anything_else_and_reports_only_what_it_is_sure_of() -> None:
    bench = Bench()
    assert bench.heard() == [Hello(PROTOCOL, VERSION, 8, 8, 64)]
    assert bench.scan(0b101, 5) == []
    assert bench.scan(0b101, 5) == [Sensors(7, 0b101, 8)]


def test_a_piece_that_stands_there_at_the_start_is_in_the_first_report_whatever_the_debounce_time() -> None:
    bench = Bench()
    bench.scan(1, 5)
    bench.tell(Settings(50, 400))
    assert bench.scan(1, 45) == []
    assert bench.scan(1, 10) == [Sensors(55, 1, 8)]


def test_a_change_is_reported_at_once_and_whole(bench: Bench) -> None:
    bench.scan(1 << 63, 20)
    assert bench.scan(1 << 63 | 1, 10) == [Sensors(127, 1 << 63 | 1, 8)]


def test_without_a_change_the_board_is_reported_every_250_ms(bench: Bench) -> None:
    times = [message.at_ms for message in bench.scan(0, 1000) if isinstance(message, Sensors)]
    assert [after - before for before, after in itertools.pairwise(times)] == [250] * (len(times) - 1)
    assert len(times) == 4


def test_a_change_puts_the_heartbeat_off(bench: Bench) -> None:
    (change,) = bench.scan(1, 10)
    (beat,) = bench.scan(1, 260)
    assert isinstance(change, Sensors)
    assert isinstance(beat, Sensors)
    assert beat.at_ms - change.at_ms == 250


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (AskHello(), Hello(PROTOCOL, VERSION, 8, 8, 64)),
        (Ping(123), Pong(123)),
        (Settings(7, 250), Settings(7, 250)),
        (AskStatistics(), Statistics(100, 40, 0, 0, 0, 0, 0, 0)),
    ],
)
def test_questions_are_answered(bench: Bench, question: BoardMessage, answer: BoardMessage) -> None:
    assert bench.tell(question) == [answer]


def test_settings_hold_from_then_on(bench: Bench) -> None:
    bench.tell(Settings(40, 250))
    assert bench.node.scan_us == 4000
    assert bench.scan(1, 36) == []
    assert [message.closed for message in bench.scan(1, 8) if isinstance(message, Sensors)] == [1]


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (Settings(0, 400), "refused: debounce_ms 0, not (1, 200)"),
        (Settings(201, 400), "refused: debounce_ms 201, not (1, 200)"),
        (Settings(5, 19), "refused: scans_per_s 19, not (20, 1000)"),
        (Settings(5, 1001), "refused: scans_per_s 1001, not (20, 1000)"),
    ],
)
def test_settings_out_of_bounds_are_refused_with_the_reason(
    bench: Bench, settings: Settings, why: str
) -> None:
    assert bench.tell(settings) == [Log(why), Settings(5, 400)]
    (statistics,) = bench.tell(AskStatistics())
    assert isinstance(statistics, Statistics)
    assert statistics.refused == 1


def test_lights_that_are_lit_from_before_the_start_are_put_out() -> None:
    assert Bench().shown == [(0, PUT_OUT)]


def test_a_picture_is_shown_when_its_last_part_has_come(bench: Bench) -> None:
    bench.tell(Lights(0, *ONE_RED, is_last=False))
    assert bench.shown == []
    bench.tell(Lights(63, *ONE_RED))
    assert bench.shown == [(100_000, RED + DARK[6:] + RED)]


def test_a_picture_waits_until_the_one_before_is_out(bench: Bench) -> None:
    for light in range(50):
        bench.tell(Lights(light, *ONE_RED))
        bench.scan(0, 1)
    shown_us = [at_us for at_us, _ in bench.shown]
    assert all(after - before >= 64 * 30 + 300 for before, after in itertools.pairwise(shown_us))
    bench.scan(0, 10)
    assert bench.shown[-1][1] == 50 * RED + DARK[150:]


def test_lights_that_the_board_has_not_are_refused_and_change_nothing(bench: Bench) -> None:
    assert bench.tell(Lights(63, 3, RED, b"\x01")) == [Log("refused: lights 63 to 64 of 64")]
    assert bench.shown == []


def test_lights_of_a_colour_that_there_is_not_are_refused_and_change_nothing(bench: Bench) -> None:
    assert bench.tell(Lights(0, 3, RED, b"\x00\x10")) == [Log("refused: lights of no colour")]
    assert bench.shown == []


def test_a_strip_of_four_colours_is_reported_by_its_pictures(bench: Bench) -> None:
    white, blue = bytes([0, 0, 0, 9]), bytes([0, 0, 7, 0])
    bench.tell(Lights(1, 4, white + blue, bytes([0x01, 0xF0, 0x10])))
    bench.scan(0, 10)
    bench.tell(Lights(3, 4, blue, b"\x00"))
    pictures = [picture for _, picture in bench.shown]
    assert pictures[0] == bytes(4) + 2 * white + bytes(4) + blue + bytes(4 * 59)
    assert pictures[1] == bytes(4) + 2 * white + 2 * blue + bytes(4 * 59)


def test_a_strip_that_turns_out_to_be_another_begins_with_all_lights_dark(bench: Bench) -> None:
    bench.tell(Lights(0, 3, RED, b"\x0f\x0f\x0f\x0f"))
    bench.scan(0, 10)
    bench.tell(Lights(63, 4, bytes([1, 2, 3, 4]), b"\x00"))
    assert bench.shown[-1][1] == bytes(4 * 63) + bytes([1, 2, 3, 4])


def test_the_lights_go_dark_when_the_host_is_gone(bench: Bench) -> None:
    bench.tell(Lights(0, *ONE_RED))
    bench.scan(0, SILENCE_US // 1000 - 10)
    assert len(bench.shown) == 1
    bench.scan(0, 20)
    assert [picture for _, picture in bench.shown] == [RED + DARK[3:], PUT_OUT]
    bench.scan(0, 20_000)
    assert len(bench.shown) == 2


def test_a_ping_is_enough_to_keep_the_lights(bench: Bench) -> None:
    bench.tell(Lights(0, *ONE_RED))
    for _ in range(5):
        bench.scan(0, SILENCE_US // 2000)
        bench.tell(Ping(1))
    assert len(bench.shown) == 1


def test_a_frame_that_the_host_does_not_take_is_dropped_counted_and_made_good(bench: Bench) -> None:
    bench.is_host_reading = False
    assert bench.scan(1, 100) == []
    bench.is_host_reading = True
    assert [message.closed for message in bench.scan(1, 25) if isinstance(message, Sensors)] == [1]
    (statistics,) = bench.tell(AskStatistics())
    assert isinstance(statistics, Statistics)
    assert statistics.dropped == bench.decoder.lost == 5


def test_damage_on_the_way_from_the_host_is_reported_once_for_a_burst(bench: Bench) -> None:
    for _ in range(5):
        bench.node.receive(b"rubbish", bench.now_us)
        bench.scan(0, 5)
    told = [message for message in bench.scan(0, 100) if isinstance(message, Statistics)]
    assert [message.skipped for message in told] == [35]
    assert not [message for message in bench.scan(0, 500) if isinstance(message, Statistics)]


def test_a_host_of_another_protocol_hears_hello_and_nothing_else(bench: Bench) -> None:
    assert bench.tell(AskHello(1), Ping(1), Lights(0, *ONE_RED)) == [Hello(PROTOCOL, VERSION, 8, 8, 64)]
    assert bench.shown == []
    assert bench.tell(AskHello(), Ping(1)) == [Hello(PROTOCOL, VERSION, 8, 8, 64), Pong(1)]


def test_what_only_a_board_says_is_passed_over(bench: Bench) -> None:
    assert bench.tell(Pong(1), Sensors(1, 1, 8), Log("hello"), Hello(PROTOCOL, "1", 8, 8, 64)) == []


def test_the_longest_scan_is_kept_for_the_statistics(bench: Bench) -> None:
    for took_us in (10, 2900, 30):
        bench.node.scanned(0, bench.now_us, took_us)
    (statistics,) = bench.tell(AskStatistics())
    assert isinstance(statistics, Statistics)
    assert statistics.longest_scan_us == 2900


def test_leaving_out_scans_that_say_nothing_new_changes_nothing_that_is_heard() -> None:
    """The promise to a simulator: while settled, only `next_due_us` and other contacts matter."""
    changes = {0: 0, 700: 1, 703: 0, 706: 1, 1500: 5, 2600: 4}
    patient, hurried = Bench(), Bench()
    scans = 0
    for now_us in range(2500, 4_000_000, 2500):
        closed = next((now for at_ms, now in reversed(changes.items()) if 1000 * at_ms < now_us), 0)
        patient.node.scanned(closed, now_us)
        node = hurried.node
        if not node.is_settled or closed != node.closed or now_us >= node.next_due_us:
            scans += 1
            node.scanned(closed, now_us)
    assert patient.heard() == hurried.heard()
    assert scans < 40


def test_a_board_without_lights_is_a_board_too() -> None:
    sent: list[bytes] = []
    node = Node(32, 32, 0, lambda data: bool(sent.append(data) or True), lambda _picture: None)
    node.started(0)
    for scan in range(5):
        node.scanned(1 << 1023, 2500 * scan)
    hello, sensors = Decoder().receive(b"".join(sent))
    assert hello == Hello(PROTOCOL, VERSION, 32, 32, 0)
    assert sensors == Sensors(5, 1 << 1023, 128)
