"""The host's side of the wire, by tables of bytes, times and events."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board import messages
from hardware.board.light_runs import count_lights
from hardware.board.messages import (
    BoardMessage,
    Hello,
    Lights,
    Log,
    Pong,
    Sensors,
    Settings,
    Statistics,
    Tags,
)
from hardware.board.protocol import REPEAT_MS, BoardProtocol, BoardSpec, LinkPhase
from hardware.board.wire import Decoder, Encoder
from hardware.ports import DeviceEvent, Grid, LinkLost, LinkStalled, LinkUp, SensorFrame, TagRead

SPEC = BoardSpec(Grid(24, 24), debounce_ms=7, scans_per_s=250)
HELLO = Hello(messages.PROTOCOL, "1.2.3", 24, 24, 576)
DARK = bytes(3 * 576)
WHAT = "24 × 24 sites, 576 lights, firmware 1.2.3"


class Line:
    """A protocol on an open line, with a board's encoder and decoder at the other end."""

    def __init__(self, spec: BoardSpec = SPEC, at_ms: int = 0) -> None:
        self.protocol = BoardProtocol(spec)
        self._encoder = Encoder()
        self._decoder = Decoder()
        self.protocol.opened(at_ms)

    def say(self, *said: BoardMessage, at_ms: int = 0) -> list[DeviceEvent]:
        return self.protocol.receive(b"".join(self._encoder.encode(message) for message in said), at_ms)

    def heard(self) -> list[BoardMessage]:
        return self._decoder.receive(self.protocol.to_send())

    def pictures(self) -> list[tuple[int, int]]:
        """The first light and the number of lights of what was sent to the lights."""
        return [
            (m.first, count_lights(m.runs, len(m.runs), 15)) for m in self.heard() if isinstance(m, Lights)
        ]


def greeted(spec: BoardSpec = SPEC) -> Line:
    line = Line(spec)
    line.say(HELLO)
    line.heard()
    return line


def pings(line: Line, end_ms: int, pictures_at: Collection[int] = ()) -> list[int]:
    """When pings go out while frames come, and pictures are shown at these times."""
    pinged = []
    for at_ms in range(0, end_ms, 50):
        line.say(sensors(1), at_ms=at_ms)
        line.protocol.tick(at_ms)
        if at_ms in pictures_at:
            line.protocol.show(picture(at_ms // 400))
        pinged += [at_ms for message in line.heard() if isinstance(message, messages.Ping)]
    return pinged


def sensors(closed: int) -> Sensors:
    return Sensors(0, closed, 72)


def picture(*lights: int) -> bytes:
    frame = bytearray(DARK)
    for light in lights:
        frame[3 * light : 3 * light + 3] = b"\x01\x02\x03"
    return bytes(frame)


def _on_the_way(data: bytes, way: str) -> bytes:
    """What arrives of a frame."""
    damaged = data[:12] + bytes([data[12] ^ 1]) + data[13:]
    return {"whole": data, "damaged": damaged, "lost": b"", "two": data + data}[way]


class TestHello:
    def test_an_opened_line_asks_for_a_hello_and_nothing_else(self) -> None:
        line = Line()
        line.protocol.show(picture(1))
        assert line.heard() == [messages.AskHello(messages.PROTOCOL)]
        assert line.heard() == []

    def test_the_right_hello_is_a_link_and_is_answered_with_the_settings(self) -> None:
        line = Line()
        line.heard()
        assert line.say(HELLO, at_ms=30) == [LinkUp(30, "board", WHAT)]
        assert line.heard() == [Settings(7, 250)]
        assert line.protocol.phase is LinkPhase.UP

    def test_the_question_is_repeated_until_it_is_answered(self) -> None:
        line = Line()
        asked = []
        for at_ms in range(0, 1_900, 10):
            assert line.protocol.tick(at_ms) == []
            asked += [at_ms for _ in line.heard()]
        assert asked == [0, 500, 1_000, 1_500]

    def test_no_answer_in_time_is_a_loss_that_says_so(self) -> None:
        line = Line(at_ms=100)
        assert line.protocol.tick(2_099) == []
        (lost,) = line.protocol.tick(2_100)
        assert lost == LinkLost(
            2_100,
            "board",
            "The board does not answer. Look at its power, and whether it has its firmware (tablier flash).",
        )
        assert line.protocol.phase is LinkPhase.CLOSED

    @pytest.mark.parametrize("garbage", [b"MicroPython v1.28\r\n>>> ", b"\xf5\xd1" * 40, bytes(range(256))])
    def test_an_answer_that_is_none_is_a_loss_that_says_so(self, garbage: bytes) -> None:
        line = Line()
        assert line.protocol.receive(garbage, 10) == []
        (lost,) = line.protocol.tick(2_000)
        assert isinstance(lost, LinkLost)
        assert lost.reason.startswith("The port answers, but not as a Tablier board.")

    def test_frames_before_the_hello_are_not_believed(self) -> None:
        assert Line().say(sensors(5)) == []

    @pytest.mark.parametrize(
        ("hello", "says"),
        [
            (
                Hello(9, "4.0", 24, 24, 576),
                "The board speaks protocol 9 (firmware 4.0), this program speaks protocol 2. ",
            ),
            (
                Hello(messages.PROTOCOL, "1.2.3", 8, 8, 64),
                "The board has 8 × 8 sites (firmware 1.2.3), the settings say 24 × 24. ",
            ),
            (
                Hello(messages.PROTOCOL, "1.2.3", 24, 24, 0),
                "The board has 0 lights (firmware 1.2.3), the settings say 576. ",
            ),
        ],
        ids=["version", "size", "lights"],
    )
    def test_another_board_than_the_settings_describe_is_refused_naming_both(
        self, hello: Hello, says: str
    ) -> None:
        line = Line()
        (lost,) = line.say(hello, sensors(1), HELLO, at_ms=5)
        assert isinstance(lost, LinkLost)
        assert lost.reason.startswith(says)
        assert line.protocol.phase is LinkPhase.CLOSED

    def test_the_number_of_lights_is_nothing_to_a_table_that_lights_itself(self) -> None:
        line = Line(BoardSpec(Grid(24, 24), has_lights=False))
        assert line.say(Hello(messages.PROTOCOL, "1", 24, 24, 0)) == [
            LinkUp(0, "board", "24 × 24 sites, 0 lights, firmware 1")
        ]

    def test_a_board_that_starts_anew_gets_settings_and_picture_again(self) -> None:
        line = greeted()
        line.protocol.show(picture(4))
        line.heard()
        assert line.say(HELLO, at_ms=200) == []
        heard = line.heard()
        assert heard[0] == Settings(7, 250)
        assert [count_lights(m.runs, len(m.runs), 15) for m in heard if isinstance(m, Lights)] == [576]


class TestTags:
    TAGGED = BoardSpec(Grid(24, 24), has_tags=True)
    HELLO = Hello(messages.PROTOCOL, "1.2.3", 24, 24, 576, 64)
    SEEN = Tags(0, 576, ((75, b"\x04\xa2\xb1\xc9"),))
    READ = TagRead(7, "@3,3", "04A2B1C9")

    def test_a_board_without_readers_is_refused_where_pieces_bear_tags(self) -> None:
        (lost,) = Line(self.TAGGED).say(HELLO, at_ms=5)
        assert isinstance(lost, LinkLost)
        assert lost.reason.startswith("The board has no tag readers (firmware 1.2.3), the settings say that")

    def test_what_the_readers_see_is_reported(self) -> None:
        line = Line(self.TAGGED)
        (up,) = line.say(self.HELLO)
        assert up == LinkUp(0, "board", "24 × 24 sites, 576 lights, 64 tag readers, firmware 1.2.3")
        assert line.say(self.SEEN, self.SEEN, at_ms=7) == [self.READ]

    def test_no_one_listens_to_readers_before_the_hello_or_where_no_piece_bears_a_tag(self) -> None:
        assert Line(self.TAGGED).say(self.SEEN) == []
        assert greeted().say(self.SEEN) == []

    def test_over_a_loss_the_tags_are_forgotten_and_then_reported_anew(self) -> None:
        line = Line(self.TAGGED)
        line.say(self.HELLO, self.SEEN)
        lost, gone = line.protocol.closed(3, "The cable is out.")
        assert lost == LinkLost(3, "board", "The cable is out.")
        assert gone == TagRead(3, "@3,3", None)
        line.protocol.opened(5)
        assert line.say(self.HELLO, self.SEEN, at_ms=7)[1:] == [self.READ]


class TestFrames:
    def test_a_sensor_frame_carries_the_hosts_time(self) -> None:
        assert greeted().say(sensors(1 << 575 | 1), at_ms=77) == [SensorFrame(77, 1 << 575 | 1)]

    def test_a_frame_that_says_nothing_new_is_reported_as_a_sign_of_life_only(self) -> None:
        line = greeted()
        told = [line.say(sensors(5), at_ms=at_ms) for at_ms in range(0, 2 * REPEAT_MS, 20)]
        assert [event for events in told for event in events] == [
            SensorFrame(0, 5),
            SensorFrame(REPEAT_MS, 5),
        ]
        assert line.protocol.statistics.frames == 20

    def test_what_changed_is_reported_at_once_and_so_is_the_first_frame_of_a_new_link(self) -> None:
        line = greeted()
        line.say(sensors(5), at_ms=0)
        assert line.say(sensors(7), sensors(5), at_ms=1) == [SensorFrame(1, 7), SensorFrame(1, 5)]
        line.protocol.closed(2, "The cable is out.")
        line.protocol.opened(3)
        line.say(HELLO, at_ms=4)
        assert line.say(sensors(5), at_ms=5) == [SensorFrame(5, 5)]

    @given(
        st.lists(
            st.tuples(
                st.sampled_from([sensors(1), sensors(2), Sensors(0, 1 << 576, 73), HELLO, Pong(1)]),
                st.sampled_from(["whole", "whole", "whole", "damaged", "lost", "two"]),
                st.sampled_from([1, 10, 150, REPEAT_MS]),
            )
        )
    )
    def test_a_frame_that_comes_whole_says_the_same_as_one_in_pieces(
        self, said: list[tuple[BoardMessage, str, int]]
    ) -> None:
        encoder, at_ms = Encoder(), 0
        whole, pieces = BoardProtocol(SPEC), BoardProtocol(SPEC)
        for one in (whole, pieces):
            one.opened(0)
        for message, way, after_ms in [(HELLO, "whole", 1), *said]:
            at_ms += after_ms
            data = _on_the_way(encoder.encode(message), way)
            seen = whole.receive(data, at_ms)
            assert seen == [*pieces.receive(data[:9], at_ms), *pieces.receive(data[9:], at_ms)]
            assert (whole.statistics, whole.phase, whole.due_ms) == (
                pieces.statistics,
                pieces.phase,
                pieces.due_ms,
            )

    def test_a_frame_of_sites_that_the_table_has_not_is_passed_over(self) -> None:
        line = greeted()
        assert line.say(Sensors(0, 1 << 576, 73)) == []
        assert line.protocol.statistics.frames == 0

    @given(st.lists(st.integers(1, 40), max_size=40))
    def test_the_events_are_the_same_however_the_bytes_are_cut(self, cuts: list[int]) -> None:
        encoder = Encoder()
        said = [HELLO, sensors(3), Log("x"), sensors(7), Pong(1), sensors(0)]
        data = b"".join(encoder.encode(message) for message in said)
        protocol = BoardProtocol(SPEC)
        protocol.opened(0)
        events: list[DeviceEvent] = []
        for cut in cuts:
            events += protocol.receive(data[:cut], 9)
            data = data[cut:]
        for at in range(len(data)):
            events += protocol.receive(data[at : at + 1], 9)
        assert events == [LinkUp(9, "board", WHAT), *(SensorFrame(9, sites) for sites in (3, 7, 0))]

    def test_a_damaged_frame_costs_only_itself_and_is_counted(self) -> None:
        line, encoder = Line(), Encoder()
        frames = [bytearray(encoder.encode(message)) for message in (HELLO, sensors(3), sensors(7))]
        frames[1][20] ^= 0xFF
        assert line.protocol.receive(b"".join(frames), 1) == [LinkUp(1, "board", WHAT), SensorFrame(1, 7)]
        counts = line.protocol.statistics
        assert (counts.frames, counts.connections, counts.crc_errors, counts.lost) == (1, 1, 1, 1)

    def test_the_counts_go_on_over_connections(self) -> None:
        line = greeted()
        line.protocol.receive(b"\xff" * 30, 1)
        line.protocol.closed(2, "gone")
        again = line.protocol
        again.opened(3)
        again.receive(Encoder().encode(HELLO) + b"\xff" * 12, 4)
        assert (again.statistics.connections, again.statistics.skipped) == (2, 42)


class TestSilence:
    def test_a_silent_board_is_lost_after_a_second(self) -> None:
        line = greeted()
        line.say(sensors(1), at_ms=500)
        line.protocol.tick(901)
        assert line.protocol.tick(1_500) == []
        (lost,) = line.protocol.tick(1_501)
        assert lost == LinkLost(
            1_501, "board", "The board has fallen silent. Look at its cable and its power."
        )
        assert line.protocol.phase is LinkPhase.CLOSED

    def test_a_board_that_misses_a_frame_is_said_to_have_stalled_once_each_time(self) -> None:
        line = greeted()
        line.say(sensors(1), at_ms=500)
        assert (line.protocol.tick(900), line.protocol.due_ms) == ([], 901)
        assert line.protocol.tick(901) == [LinkStalled(901, "board")]
        assert line.protocol.tick(1_200) == []
        assert line.say(sensors(1), at_ms=1_300) == [SensorFrame(1_300, 1)]
        assert line.protocol.tick(1_701) == [LinkStalled(1_701, "board")]

    def test_a_board_that_only_answers_pings_is_lost_too(self) -> None:
        line = greeted()
        events = [event for at_ms in range(0, 2_000, 100) for event in line.say(Pong(0), at_ms=at_ms)]
        assert events == []
        assert [type(event) for event in line.protocol.tick(2_000)] == [LinkLost]

    def test_pings_go_out_while_frames_come(self) -> None:
        assert pings(greeted(), 2_000) == [500, 1_000, 1_500]

    def test_no_ping_goes_out_beside_pictures_and_one_does_half_a_second_after_the_last(self) -> None:
        assert pings(greeted(), 3_000, pictures_at=(0, 400, 800, 1_200)) == [1_750, 2_250, 2_750]

    def test_due_says_when_a_tick_does_something_and_not_before(self) -> None:
        line = Line()
        at_ms = 0
        times = []
        while (due_ms := line.protocol.due_ms) is not None:
            line.heard()
            assert line.protocol.tick(due_ms - 1) == []
            assert line.heard() == []
            at_ms = due_ms
            assert line.protocol.tick(at_ms) or line.heard()
            times.append(at_ms)
        assert times == [500, 1_000, 1_500, 2_000]
        up = greeted()
        assert up.protocol.due_ms == 401
        assert up.protocol.tick(401) != []
        assert up.protocol.due_ms == 500
        assert up.protocol.tick(500) == []
        assert up.protocol.due_ms == 1_000
        assert up.protocol.tick(1_000) == []
        assert up.protocol.due_ms == 1_001
        assert up.protocol.tick(1_001) != []

    def test_a_closed_line_hears_says_and_does_nothing(self) -> None:
        protocol = BoardProtocol(SPEC)
        protocol.show(picture(1))
        assert protocol.receive(Encoder().encode(HELLO), 1) == []
        assert protocol.tick(10_000) == []
        assert protocol.to_send() == b""


class TestLosses:
    def test_a_reason_is_reported_once_until_it_changes(self) -> None:
        protocol = BoardProtocol(SPEC)
        told = [protocol.closed(at_ms, why) for at_ms, why in enumerate(["away", "away", "locked", "away"])]
        assert told == [
            [LinkLost(0, "board", "away")],
            [],
            [LinkLost(2, "board", "locked")],
            [LinkLost(3, "board", "away")],
        ]

    def test_it_is_reported_again_after_the_link_was_up(self) -> None:
        line = Line()
        line.protocol.closed(0, "away")
        line.protocol.opened(1)
        line.say(HELLO, at_ms=2)
        assert line.protocol.closed(3, "away") == [LinkLost(3, "board", "away")]

    def test_half_a_frame_from_before_spoils_nothing_after(self) -> None:
        line = greeted()
        line.protocol.receive(Encoder().encode(sensors(3))[:40], 1)
        line.protocol.closed(2, "cut")
        line.protocol.opened(3)
        assert line.say(HELLO, sensors(3), at_ms=4) == [LinkUp(4, "board", WHAT), SensorFrame(4, 3)]


class TestPictures:
    def test_the_first_picture_goes_whole_and_then_only_what_changes(self) -> None:
        line = greeted()
        line.protocol.show(picture(4))
        assert sum(lights for _, lights in line.pictures()) == 576
        line.protocol.show(picture(4, 9, 400, 401))
        assert line.pictures() == [(9, 393)]
        line.protocol.show(picture(4, 9, 400, 401))
        assert line.protocol.to_send() == b""

    def test_of_several_pictures_only_the_newest_is_sent(self) -> None:
        line = greeted()
        line.protocol.show(DARK)
        line.heard()
        for light in range(10):
            line.protocol.show(picture(light))
        assert line.pictures() == [(9, 1)]

    def test_a_picture_shown_while_the_board_is_away_goes_whole_when_it_is_back(self) -> None:
        line = greeted()
        line.protocol.show(DARK)
        line.heard()
        line.protocol.closed(1, "cut")
        line.protocol.show(picture(7))
        assert line.heard() == []
        line.protocol.opened(2)
        line.say(HELLO, at_ms=3)
        assert sum(lights for _, lights in line.pictures()) == 576

    def test_a_picture_that_may_have_been_damaged_is_sent_again(self) -> None:
        line = greeted()
        line.protocol.show(DARK)
        line.heard()
        fine = Statistics(1, 1, 1, 0, crc_errors=2, lost=0, skipped=0, refused=0)
        line.say(fine)
        line.heard()
        line.say(fine)
        assert line.pictures() == []
        line.say(Statistics(2, 2, 1, 0, crc_errors=3, lost=1, skipped=12, refused=0))
        assert sum(lights for _, lights in line.pictures()) == 576

    def test_a_strip_of_another_order_gets_the_picture_anew_in_that(self) -> None:
        line = greeted(replace(SPEC, order="RGB"))
        line.protocol.show(picture(4))
        (first,) = line.heard()
        line.protocol.reorder("RGB")
        assert line.protocol.to_send() == b""
        line.protocol.reorder("BGRW")
        (again,) = line.heard()
        assert isinstance(first, Lights)
        assert isinstance(again, Lights)
        assert (first.width, first.palette) == (3, bytes([0, 0, 0, 1, 2, 3]))
        assert (again.width, again.palette) == (4, bytes([0, 0, 0, 0, 2, 1, 0, 1]))

    def test_a_board_without_lights_is_sent_none(self) -> None:
        line = greeted(BoardSpec(Grid(24, 24), has_lights=False))
        line.protocol.show(picture(1))
        assert line.heard() == []

    def test_a_picture_of_another_size_is_refused(self) -> None:
        with pytest.raises(ValueError, match="576 lights has 1728 bytes, not 3"):
            greeted().protocol.show(b"\x00\x00\x00")


class TestNotes:
    def test_what_the_board_says_is_logged(self, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.INFO):
            greeted().say(Log("held pin: no program"))
        assert "the board says: held pin: no program" in caplog.text

    def test_a_board_that_does_not_take_its_settings_is_logged(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        line = greeted()
        line.say(Settings(7, 250))
        assert caplog.text == ""
        line.say(Settings(5, 400))
        assert "works with Settings(debounce_ms=5, scans_per_s=400)" in caplog.text
