"""The board on a serial port: pseudo-terminals with the firmware's logic, or worse, at their other end."""

from __future__ import annotations

import errno
import os
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, count, repeat
from pathlib import Path
from queue import Empty, Queue

import pytest
import serial

from firmware import VERSION
from hardware.board.messages import PROTOCOL, Hello
from hardware.board.protocol import UNPLUGGED, BoardSpec
from hardware.board.serial_board import SerialBoard
from hardware.board.serial_port import PortError, SerialPort, explain
from hardware.board.wire import Decoder, Encoder
from hardware.lasting_thread import BackOff
from hardware.ports import DeviceEvent, Grid, LinkLost, LinkUp, SensorFrame
from hardware.simulated.firmware import MicroPythonBoard
from tests.hardware.leaks import nothing_left_behind
from tests.hardware.terminals import NodeOn, Terminal
from tests.needs import needs_micropython

GRID = Grid(24, 24)
SPEC = BoardSpec(GRID)
QUICK = BackOff(first_s=0.01, longest_s=0.02)
WITHIN_S = 60.0
WHAT = f"24 × 24 sites, 576 lights, firmware {VERSION}"
DARK = bytes(3 * GRID.size)
RED = b"\xff\x00\x00" * GRID.size


class Desk:
    """Terminals, a serial board, a clock moved by hand, and the reported events."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now_ms = 1_000
        self.told: Queue[DeviceEvent] = Queue()
        self.board = SerialBoard(SPEC, str(folder / "tablier-*"), lambda: self.now_ms, QUICK)
        self._terminals: list[Terminal] = []
        self._nodes: list[NodeOn] = []

    def start(self) -> None:
        self.board.start(self.told.put)

    def plug(self, name: str = "tablier-0") -> Terminal:
        terminal = Terminal(self.folder / name)
        self._terminals.append(terminal)
        return terminal

    def plug_node(self, name: str = "tablier-0", node_grid: Grid = GRID) -> NodeOn:
        node = NodeOn(self.plug(name), node_grid)
        self._nodes.append(node)
        return node

    def next(self, kind: type[DeviceEvent] | None = None) -> DeviceEvent:
        """The next event, of that kind if one is named; meanwhile the boards run."""
        deadline = time.monotonic() + WITHIN_S
        while time.monotonic() < deadline:
            for node in self._nodes:
                node.run()
            try:
                event = self.told.get(timeout=0.001)
            except Empty:
                continue
            if kind is None or isinstance(event, kind):
                return event
        raise AssertionError(f"nothing was told within {WITHIN_S} s")

    def lost(self) -> str:
        event = self.next()
        assert isinstance(event, LinkLost)
        return event.reason

    def run_until(self, holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + WITHIN_S
        while not holds():
            assert time.monotonic() < deadline
            for node in self._nodes:
                node.run()

    def close(self) -> None:
        stopping = threading.Thread(target=self.board.stop)
        stopping.start()
        self.run_until(lambda: not stopping.is_alive())
        for terminal in self._terminals:
            terminal.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    with nothing_left_behind():
        yield desk
        desk.close()


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Without the rights of root, which may open everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(0)


class TestLink:
    def test_the_board_is_greeted_and_what_lies_on_it_is_reported(self, desk: Desk) -> None:
        node = desk.plug_node()
        node.closed = 1 << 5
        desk.start()
        assert desk.next() == LinkUp(1_000, "board", WHAT)
        assert desk.next() == SensorFrame(1_000, 1 << 5)

    def test_pictures_are_shown_and_only_their_changes_are_sent(self, desk: Desk) -> None:
        node = desk.plug_node()
        desk.board.show(RED)
        desk.start()
        desk.run_until(lambda: node.lit == RED)
        assert node.lights_sent() == 576
        changed = bytes(3) + RED[3:]
        desk.board.show(changed)
        desk.run_until(lambda: node.lit == changed)
        assert node.lights_sent() == 577

    def test_stop_leaves_the_board_dark_and_may_be_called_twice(self, desk: Desk) -> None:
        node = desk.plug_node()
        desk.board.show(RED)
        desk.start()
        desk.run_until(lambda: node.lit == RED)
        stopping = threading.Thread(target=desk.board.stop)
        stopping.start()
        desk.run_until(lambda: node.lit == DARK)
        stopping.join()
        desk.board.stop()
        assert not any(isinstance(event, LinkLost) for event in desk.told.queue)

    def test_a_board_that_was_never_started_can_be_stopped(self, desk: Desk) -> None:
        desk.board.stop()
        assert desk.told.empty()

    def test_it_can_be_started_again(self, desk: Desk) -> None:
        desk.plug_node()
        desk.start()
        desk.next(LinkUp)
        desk.board.stop()
        desk.start()
        assert isinstance(desk.next(LinkUp), LinkUp)

    def test_statistics_count_frames_and_connections(self, desk: Desk) -> None:
        desk.plug_node()
        desk.start()
        desk.next(SensorFrame)
        counts = desk.board.statistics
        assert (counts.connections, counts.crc_errors, counts.lost) == (1, 0, 0)
        assert counts.frames >= 1


class TestComingAndGoing:
    def test_a_board_that_is_away_at_the_start_is_a_loss_that_says_what_to_do(self, desk: Desk) -> None:
        desk.start()
        reason = desk.lost()
        assert reason.startswith(f"There is no {desk.folder}/tablier-*. Plug the board in.")
        desk.plug_node()
        assert isinstance(desk.next(), LinkUp)

    def test_a_cable_pulled_in_the_middle_of_a_frame_and_put_back_under_another_name(
        self, desk: Desk
    ) -> None:
        node = desk.plug_node()
        desk.board.show(RED)
        desk.start()
        desk.run_until(lambda: node.lit == RED)
        desk.next(SensorFrame)
        node.terminal.write(Encoder().encode(Hello(PROTOCOL, "half", 24, 24, 576))[:9])
        node.terminal.close()
        lost = desk.next(LinkLost)
        assert lost == LinkLost(1_000, "board", UNPLUGGED)
        again = desk.plug_node("tablier-7")
        again.closed = 1 << 9
        assert isinstance(desk.next(LinkUp), LinkUp)
        assert desk.next(SensorFrame) == SensorFrame(1_000, 1 << 9)
        desk.run_until(lambda: again.lit == RED)
        assert again.lights_sent() == 576

    def test_a_board_that_is_plugged_in_and_out_is_lost_and_found_each_time(self, desk: Desk) -> None:
        desk.start()
        for name in ("tablier-1", "tablier-2", "tablier-3"):
            node = desk.plug_node(name)
            assert isinstance(desk.next(LinkUp), LinkUp)
            node.terminal.close()
            desk.next(LinkLost)
        assert desk.board.statistics.connections == 3

    def test_of_several_ports_that_match_each_is_tried(self, desk: Desk) -> None:
        mute = desk.plug("tablier-0")
        desk.plug_node("tablier-1")
        desk.start()
        assert _await(mute)
        desk.now_ms += 2_000
        assert desk.lost().startswith("The board does not answer.")
        assert isinstance(desk.next(), LinkUp)

    @pytest.mark.parametrize(
        ("failures", "wait_s"), [(1, 0.1), (2, 0.2), (4, 0.8), (5, 1.6), (6, 2.0), (10_000, 2.0)]
    )
    def test_the_wait_before_another_try_doubles_up_to_a_limit(self, failures: int, wait_s: float) -> None:
        assert BackOff(0.1, 2.0).wait_s(failures) == pytest.approx(wait_s)


class TestWrongPorts:
    def test_a_port_that_answers_garbage(self, desk: Desk) -> None:
        terminal = desk.plug()
        desk.start()
        assert _await(terminal)
        terminal.write(b"MicroPython v1.28 on 2026-01-01\r\n>>> ")
        desk.run_until(lambda: desk.board.statistics.skipped > 30)
        desk.now_ms += 2_000
        assert desk.lost().startswith("The port answers, but not as a Tablier board.")

    def test_a_port_that_never_answers(self, desk: Desk) -> None:
        terminal = desk.plug()
        desk.start()
        assert _await(terminal)
        desk.now_ms += 2_000
        assert desk.lost().startswith("The board does not answer.")

    def test_a_board_that_falls_silent(self, desk: Desk) -> None:
        node = desk.plug_node()
        desk.start()
        desk.next(SensorFrame)
        node.is_hung = True
        desk.now_ms += 1_001
        lost = desk.next(LinkLost)
        assert isinstance(lost, LinkLost)
        assert lost.reason.startswith("The board has fallen silent.")

    def test_a_board_of_another_size_is_refused_naming_both_and_reported_once(self, desk: Desk) -> None:
        node = desk.plug_node(node_grid=Grid(8, 8))
        desk.start()
        assert desk.lost().startswith("The board has 8 × 8 sites")
        asked = len(node.heard)
        desk.run_until(lambda: len(node.heard) > asked + 2)
        assert desk.told.empty()

    def test_a_port_that_another_program_holds_until_it_lets_go(self, desk: Desk) -> None:
        node = desk.plug_node()
        with serial.Serial(node.terminal.path, exclusive=True):
            desk.start()
            assert desk.lost().startswith(f"Another program has {node.terminal.name} open.")
        assert isinstance(desk.next(), LinkUp)

    def test_a_port_that_this_user_may_not_open_until_he_may(self, desk: Desk) -> None:
        node = desk.plug_node()
        port = Path(node.terminal.path)
        desk.board = SerialBoard(SPEC, str(port), lambda: desk.now_ms, QUICK)
        port.chmod(0)
        with as_somebody_else():
            desk.start()
            reason = desk.lost()
        assert reason.startswith(f"This user may not open {port}.")
        assert "dialout" in reason
        port.chmod(0o600)
        assert isinstance(desk.next(), LinkUp)

    def test_a_file_that_is_no_port(self, desk: Desk) -> None:
        (desk.folder / "tablier-0").write_bytes(b"")
        desk.start()
        assert (
            desk.lost() == f"{desk.folder}/tablier-0 is not a serial port. Correct the port in the settings."
        )

    @pytest.mark.parametrize(
        ("error", "says"),
        [
            (serial.SerialException(errno.ENOENT, "x"), "There is no P."),
            (serial.SerialException(errno.ENXIO, "x"), "There is no P."),
            (serial.SerialException(errno.EACCES, "x"), "This user may not open P."),
            (serial.SerialException(errno.EBUSY, "x"), "Another program has P open."),
            (serial.SerialException(errno.EAGAIN, "x"), "Another program has P open."),
            (OSError(errno.EIO, "input/output error"), "P cannot be opened: "),
        ],
        ids=["absent", "no device", "permission", "busy", "locked", "other"],
    )
    def test_every_reason_has_its_words(self, error: Exception, says: str) -> None:
        assert explain("P", error).startswith(says)


class TestThreads:
    def test_a_fault_of_the_program_is_reported_and_the_board_comes_back(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        terminal = desk.plug()
        desk.start()
        assert _await(terminal)
        with monkeypatch.context() as patch:
            patch.setattr(Decoder, "receive", _fail)
            terminal.write(b"x")
            event = desk.next()
        terminal.close()
        desk.plug_node("tablier-1")
        assert event == LinkLost(
            1_000,
            "board",
            "The program failed at the board: ZeroDivisionError('oh'). It tries again.",
        )
        assert isinstance(desk.next(LinkUp), LinkUp)

    def test_a_fault_while_writing_is_reported_too(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.plug_node()
        with monkeypatch.context() as patch:
            patch.setattr(SerialPort, "write", _fail)
            desk.start()
            assert "failed while it wrote" in desk.lost()
        assert isinstance(desk.next(), LinkUp)

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_whatever_ends_the_thread_is_reported(self, desk: Desk) -> None:
        def end(event: DeviceEvent) -> None:
            desk.told.put(event)
            if isinstance(event, LinkUp):
                raise SystemExit

        desk.plug_node()
        desk.board.start(end)
        assert isinstance(desk.next(), LinkUp)
        assert desk.lost() == "The program has stopped looking for the board."

    def test_whoever_shows_a_picture_never_waits_and_the_newest_wins(self, desk: Desk) -> None:
        node = desk.plug_node()
        desk.start()
        desk.next(LinkUp)
        pictures = [bytes([level, 0, 0, 0, level, 0]) * 288 for level in range(1, 251)]
        for picture in pictures:  # far more than the terminal holds, and no one reads
            desk.board.show(picture)
        desk.run_until(lambda: node.lit == pictures[-1])
        assert node.lights_sent() < 576 * len(pictures)

    def test_a_board_that_takes_nothing_is_lost(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("hardware.board.serial_port.WRITE_WAIT_S", 0.02)
        terminal = Terminal(tmp_path / "full")
        with (
            SerialPort(str(terminal.name)) as port,
            pytest.raises(PortError, match="takes nothing that is sent to it"),
        ):
            port.write(bytes(10_000_000))
        terminal.close()

    def test_what_a_full_port_does_not_take_at_once_is_given_back(self, tmp_path: Path) -> None:
        terminal = Terminal(tmp_path / "full")
        whole = bytes(range(256)) * 4_000
        with SerialPort(str(terminal.name)) as port:
            rest = port.write_now(whole)
            while (after := port.write_now(rest)) != rest:
                rest = after
            taken = b""
            while len(taken) < len(whole) - len(rest) and (data := terminal.read(WITHIN_S)):
                taken += data
        assert 0 < len(rest) < len(whole)
        assert taken + rest == whole
        terminal.close()

    @pytest.mark.parametrize(("waiting", "thrown_away"), [([0], 0), ([9, 0], 0), ([9] * 5, 1)])
    def test_what_a_device_does_not_take_is_thrown_away_when_its_port_is_closed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waiting: list[int], thrown_away: int
    ) -> None:
        monkeypatch.setattr("hardware.board.serial_port.CLOSE_WAIT_S", 0.02)
        left = chain(waiting, repeat(waiting[-1]))
        done: list[str] = []
        monkeypatch.setattr(serial.Serial, "out_waiting", property(lambda port: next(left)))
        monkeypatch.setattr(serial.Serial, "reset_output_buffer", lambda port: done.append("thrown away"))
        terminal = Terminal(tmp_path / "board")
        with SerialPort(str(terminal.name)):
            pass
        assert done == ["thrown away"] * thrown_away
        terminal.close()

    @pytest.mark.parametrize(
        "error",
        [serial.SerialException("gone"), OSError(errno.EIO, "gone"), termios.error(errno.EIO, "gone")],
        ids=["pyserial's", "the system's", "the terminal's"],
    )
    def test_every_kind_of_error_of_an_open_port_means_that_it_has_gone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
    ) -> None:
        def gone(*_: object) -> bytes:
            raise error

        terminal = Terminal(tmp_path / "board")
        port = SerialPort(str(terminal.name))
        terminal.write(b"x")
        with monkeypatch.context() as patch:
            for module, call in ((os, "read"), (os, "write"), (serial.Serial, "reset_input_buffer")):
                patch.setattr(module, call, gone)
            for use in (port.read, lambda: port.write(b"x"), port.discard):
                with pytest.raises(PortError, match=UNPLUGGED):
                    use()
        port.close()
        terminal.close()

    def test_a_port_whose_bytes_another_program_takes(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        terminal = Terminal(tmp_path / "shared")
        with SerialPort(str(terminal.name)) as port:
            terminal.write(b"x")
            monkeypatch.setattr(os, "read", lambda *_: b"")
            with pytest.raises(PortError, match="another program reads from"):
                port.read()
        terminal.close()


@needs_micropython
class TestRealFirmware:
    def test_the_firmware_under_micropython_is_greeted_reports_and_lights(self) -> None:
        told: Queue[DeviceEvent] = Queue()
        times_us = count(2_000, 2_000)
        with MicroPythonBoard(GRID) as firmware:
            board = SerialBoard(SPEC, firmware.port, lambda: 7, QUICK)
            board.start(told.put)
            try:
                board.show(RED)
                closed = 1 << 575 | 1 << 24 | 1
                _advance(firmware, times_us, closed, lambda: SensorFrame(7, closed) in told.queue)
                _advance(firmware, times_us, closed, lambda: firmware.lit == RED)
                up = told.get()
                assert isinstance(up, LinkUp)
                assert up.what == WHAT
                assert board.statistics.crc_errors == 0
                firmware.kill()
                while not isinstance(event := told.get(timeout=WITHIN_S), LinkLost):
                    assert isinstance(event, SensorFrame)
                assert event == LinkLost(7, "board", UNPLUGGED)
                firmware.start(next(times_us))
                _advance(firmware, times_us, 0, lambda: SensorFrame(7, 0) in told.queue)
            finally:
                board.stop()


def _advance(
    firmware: MicroPythonBoard, times_us: Iterator[int], closed: int, holds: Callable[[], bool]
) -> None:
    """Let the firmware run until something holds."""
    deadline = time.monotonic() + WITHIN_S
    while not holds():
        assert time.monotonic() < deadline
        firmware.advance(next(times_us), closed)


def _fail(*_: object) -> bytes:
    raise ZeroDivisionError("oh")


def _await(terminal: Terminal) -> bytes:
    """The program's first message: the port is open then."""
    return terminal.read(WITHIN_S)
