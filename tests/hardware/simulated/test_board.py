"""The board without hardware: the firmware's logic, the protocol and a line of bytes, on a virtual clock."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hardware.board import messages
from hardware.board.protocol import SILENT_AFTER_MS, UNPLUGGED, BoardSpec
from hardware.ports import DeviceEvent, Grid, LinkLost, LinkStalled, LinkUp, SensorFrame, sites_in
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.reeds import Physics
from hardware.simulated.table import SimulatedTable

GRID = Grid(24, 24)
SPEC = BoardSpec(GRID)
A, B, C = (GRID.site(x, 5) for x in range(4, 7))
DARK = bytes(3 * GRID.size)
RED = b"\xff\x00\x00" * GRID.size


class Evening:
    """A table, its board, and all reported events."""

    def __init__(
        self, spec: BoardSpec = SPEC, table: SimulatedTable | None = None, step_ms: int = 10
    ) -> None:
        self.table = table or SimulatedTable(GRID)
        self.board = SimulatedBoard(spec, self.table)
        self.told: list[DeviceEvent] = []
        self.now_ms = 0
        self._step_ms = step_ms
        self.board.start(self.told.append)

    @property
    def now_us(self) -> int:
        return 1000 * self.now_ms

    def wait(self, for_ms: int) -> list[DeviceEvent]:
        """The events reported within this time."""
        before = len(self.told)
        for now_ms in range(self.now_ms, self.now_ms + for_ms, self._step_ms):
            self.board.poll(now_ms)
        self.now_ms += for_ms
        self.board.poll(self.now_ms)
        return self.told[before:]

    def closed(self, for_ms: int) -> list[int]:
        """The sets of sites reported within this time, each once."""
        frames = [event.closed for event in self.wait(for_ms) if isinstance(event, SensorFrame)]
        return [now for before, now in pairwise([None, *frames]) if now != before and now is not None]


def links(events: list[DeviceEvent]) -> list[DeviceEvent]:
    return [event for event in events if not isinstance(event, SensorFrame)]


class TestTheBoard:
    def test_it_is_greeted_and_reports_the_empty_board(self) -> None:
        first, second, *_ = Evening().wait(100)
        assert isinstance(first, LinkUp)
        assert first.what.startswith("24 × 24 sites, 576 lights, firmware ")
        assert isinstance(second, SensorFrame)
        assert second.closed == 0

    def test_it_can_be_started_at_any_time(self) -> None:
        evening = Evening()
        evening.now_ms = 86_400_000
        assert evening.wait(0) == [LinkUp(86_400_000, "board", evening.told[0].what)]  # type: ignore[union-attr]

    def test_a_piece_is_reported_once_and_right_after_debouncing(self) -> None:
        evening = Evening()
        evening.wait(100)
        evening.table.put([A], "house white", evening.now_us)
        events = evening.wait(20)
        (frame,) = events
        assert isinstance(frame, SensorFrame)
        assert frame.closed == 1 << A
        assert 103 <= frame.at_ms <= 110

    def test_at_rest_it_reports_the_board_four_times_a_second(self) -> None:
        evening = Evening()
        evening.wait(1_000)
        assert len(evening.wait(10_000)) == 40

    def test_a_slide_is_reported_site_by_site(self) -> None:
        evening = Evening(table=SimulatedTable(GRID, physics=Physics(spread_mm=0.0)))
        evening.table.put([A], "house white", 0)
        evening.wait(100)
        evening.table.slide(A, C, 400_000, evening.now_us)
        told = evening.closed(1_000)
        assert [sites_in(closed) for closed in told] == [[A, B], [B], [B, C], [C]]

    @pytest.mark.parametrize("step_ms", [1, 7, 50, 3_000])
    def test_the_events_do_not_depend_on_how_often_it_is_polled(self, step_ms: int) -> None:
        def play(step_ms: int) -> list[DeviceEvent]:
            evening = Evening(step_ms=step_ms)
            evening.table.noise(200.0, 0)
            evening.wait(100)
            evening.table.put([A, B], "element 2", evening.now_us)
            evening.wait(3_000)
            evening.table.weak(A, evening.now_us)
            evening.wait(3_000)
            return evening.told

        assert play(step_ms) == play(10)

    def test_next_ms_says_when_there_is_something_new(self) -> None:
        stepped, leaping = Evening(step_ms=1), Evening()
        stepped.wait(2_000)
        while (next_ms := leaping.board.next_ms) is not None and next_ms <= 2_000:
            leaping.board.poll(next_ms)
        assert leaping.told == stepped.told

    def test_hands_may_be_ahead_of_the_scans(self) -> None:
        evening = Evening()
        evening.wait(100)
        evening.table.put([A], "park", evening.now_us + 7_500)
        assert evening.closed(100) == [1 << A]

    def test_another_board_takes_over_the_table_as_it_lies(self) -> None:
        evening = Evening()
        evening.table.put([A], "park", 0)
        evening.wait(1_000)
        again = Evening(table=evening.table)
        again.now_ms = 5_000
        assert again.closed(100) == [1 << A]


class TestLights:
    def test_a_picture_is_shown_at_once(self) -> None:
        evening = Evening()
        evening.wait(100)
        evening.board.show(RED)
        evening.wait(20)
        assert evening.board.lit == RED

    def test_a_picture_shown_before_the_board_is_there_comes_with_it(self) -> None:
        evening = Evening()
        evening.board.show(RED)
        assert evening.board.lit == DARK
        evening.wait(50)
        assert evening.board.lit == RED

    def test_many_pictures_in_a_row_end_with_the_last(self) -> None:
        evening = Evening()
        evening.wait(100)
        for level in range(1, 60):
            evening.board.show(bytes([level]) * 3 * GRID.size)
        evening.wait(100)
        assert evening.board.lit == bytes([59]) * 3 * GRID.size

    def test_stop_leaves_it_dark_and_quiet_and_may_be_called_twice(self) -> None:
        evening = Evening()
        evening.board.show(RED)
        evening.wait(100)
        before = list(evening.told)
        evening.board.stop()
        assert evening.board.lit == DARK
        evening.board.stop()
        evening.wait(1_000)
        assert evening.told == before

    def test_a_picture_of_another_size_is_refused(self) -> None:
        with pytest.raises(ValueError, match="1728 bytes"):
            Evening().board.show(b"")


class TestFaults:
    def test_unplugged_and_plugged_it_is_lost_and_greeted_anew(self) -> None:
        evening = Evening()
        evening.table.put([A], "park", 0)
        evening.board.show(RED)
        evening.wait(100)
        evening.board.unplug()
        assert evening.wait(5_000) == []
        assert evening.told[-1] == LinkLost(100, "board", UNPLUGGED)
        assert evening.board.lit == DARK
        evening.table.put([B], "park", evening.now_us)
        evening.board.plug()
        up, frame, *_ = evening.wait(400)
        assert isinstance(up, LinkUp)
        assert frame == SensorFrame(up.at_ms + 6, 1 << A | 1 << B)
        assert evening.board.lit == RED

    def test_a_board_that_is_not_there_at_the_start_is_a_loss_reported_once(self) -> None:
        evening = Evening()
        evening.board.unplug()
        assert evening.wait(3_000) == [LinkLost(0, "board", UNPLUGGED)]

    def test_some_damaged_bytes_cost_a_frame_and_nothing_else(self) -> None:
        evening = Evening()
        evening.wait(1_000)
        evening.board.from_board.corrupt(30)
        evening.table.put([A], "park", evening.now_us)
        stalled, frame, *_ = evening.wait(1_000)
        assert stalled == LinkStalled(1_157, "board")
        assert frame == SensorFrame(1_254, 1 << A)
        assert links(evening.told[1:]) == [stalled]
        assert evening.board.statistics.crc_errors + evening.board.statistics.skipped > 0

    def test_damage_for_over_a_second_is_a_loss_and_the_board_comes_back(self) -> None:
        evening = Evening()
        evening.wait(1_000)
        evening.board.from_board.corrupt(900)
        stalled, lost, up = links(evening.wait(10_000))
        assert isinstance(stalled, LinkStalled)
        assert isinstance(lost, LinkLost)
        assert "silent" in lost.reason
        assert 1_000 + SILENT_AFTER_MS - 250 <= lost.at_ms <= 1_000 + SILENT_AFTER_MS + 10
        assert isinstance(up, LinkUp)

    def test_a_table_of_another_size_is_refused_and_reported_once(self) -> None:
        evening = Evening(table=SimulatedTable(Grid(8, 8)))
        (lost,) = evening.wait(10_000)
        assert isinstance(lost, LinkLost)
        assert lost.reason.startswith("The board has 8 × 8 sites")

    def test_firmware_of_another_version_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("firmware.node.PROTOCOL", messages.PROTOCOL + 1)
        (lost,) = Evening().wait(1_000)
        assert isinstance(lost, LinkLost)
        assert "this program speaks protocol 2" in lost.reason

    def test_bounce_and_noise_shorter_than_debouncing_are_never_reported(self) -> None:
        table = SimulatedTable(GRID)
        table.bounce(3_000, 0)
        evening = Evening(table=table)
        for n in range(20):
            evening.wait(50)
            table.put([A], "park", evening.now_us)
            assert evening.closed(50)[-1:] == [1 << A], n
            table.lift([A], evening.now_us)
            assert evening.closed(50)[-1:] == [0], n
        changes = [event for event in evening.told if isinstance(event, SensorFrame)]
        assert sum(a.closed != b.closed for a, b in pairwise(changes)) == 40


class TestTheProgramIsGone:
    def test_the_board_goes_on_alone_and_is_greeted_by_the_next_program(self) -> None:
        evening = Evening()
        evening.wait(500)
        evening.board.show(RED)
        evening.board.abandon()
        told = len(evening.told)
        evening.wait(2_000)
        assert len(evening.told) == told
        assert evening.board.lit == RED
        evening.board.start(evening.told.append)
        (up,) = links(evening.wait(1_000))
        assert isinstance(up, LinkUp)

    def test_a_board_that_was_unplugged_meanwhile_is_greeted_too(self) -> None:
        evening = Evening()
        evening.wait(500)
        evening.board.unplug()
        evening.board.abandon()
        evening.wait(500)
        evening.board.plug()
        evening.wait(2_000)
        told = len(evening.told)
        evening.board.start(evening.told.append)
        evening.wait(1_000)
        (up,) = links(evening.told[told:])
        assert isinstance(up, LinkUp)

    def test_it_may_die_while_a_half_of_a_picture_has_left(self) -> None:
        class Dead(Exception):
            pass

        def die() -> None:
            raise Dead

        evening = Evening()
        evening.wait(500)
        evening.board.amid = die
        with pytest.raises(Dead):
            evening.board.show(RED)
        evening.board.amid = None
        evening.board.abandon()
        evening.board.start(evening.told.append)
        evening.wait(1_000)
        evening.board.show(RED)
        evening.wait(1_000)
        assert evening.board.lit == RED
