"""Systemd hears that the table is alive only if everything has moved that must."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from controller.daemon.watchdog import (
    ALIVE,
    FEED_MS,
    JOURNAL_STILL_MS,
    READY,
    SENSORS_STILL_MS,
    Probe,
    Pulse,
    Watchdog,
)
from controller.journal.journal import Journal
from hardware.board.protocol import BoardSpec
from hardware.board.serial_board import SerialBoard
from hardware.device_thread import DeviceThread
from hardware.lasting_thread import BackOff, HostClock
from hardware.ports import DeviceError, Grid, Heartbeat

WITHIN_S = 60.0


class Heart:
    """A thing that moves until it is stopped."""

    def __init__(self) -> None:
        self.is_beating = True
        self._beats = 0

    def beats(self) -> int:
        self._beats += self.is_beating
        return self._beats


class Desk:
    """A watchdog over a board and a journal, and its reports to systemd with their times."""

    def __init__(self) -> None:
        self.board, self.journal = Heart(), Heart()
        self.now_ms = 0
        self.told: list[tuple[int, str]] = []
        pulses = (
            Pulse("board", self.board.beats, SENSORS_STILL_MS),
            Pulse("journal", self.journal.beats, JOURNAL_STILL_MS),
        )
        self.watchdog = Watchdog(pulses, lambda state: self.told.append((self.now_ms, state)))

    def run_for(self, for_ms: int) -> list[str]:
        """The main loop comes round fifty times a second. Returns the reports to systemd."""
        before = len(self.told)
        for _ in range(0, for_ms, 20):
            self.watchdog.look(self.now_ms)
            self.now_ms += 20
        return [state for _, state in self.told[before:]]


def test_a_table_that_moves_is_ready_and_then_fed_once_a_second() -> None:
    assert Desk().run_for(5 * FEED_MS) == [READY, *[ALIVE] * 4]


@pytest.mark.parametrize(("name", "still_ms"), [("board", SENSORS_STILL_MS), ("journal", JOURNAL_STILL_MS)])
def test_what_hangs_is_named_once_and_ends_the_feeding_until_it_moves(
    name: str, still_ms: int, caplog: pytest.LogCaptureFixture
) -> None:
    desk = Desk()
    desk.run_for(10 * FEED_MS)
    heart = desk.board if name == "board" else desk.journal
    heart.is_beating = False
    assert len(desk.run_for(still_ms)) == still_ms // FEED_MS
    assert desk.run_for(60_000) == []
    assert desk.watchdog.still == [name]
    assert [message.partition(":")[0] for message in caplog.messages] == [name]
    heart.is_beating = True
    assert desk.run_for(5 * FEED_MS) == [ALIVE] * 5
    assert desk.watchdog.still == []


def test_nothing_else_hangs_while_the_main_loop_itself_is_held_up() -> None:
    """A display that opens slowly may keep the other threads from running."""
    desk = Desk()
    desk.run_for(3 * FEED_MS)
    desk.board.is_beating = desk.journal.is_beating = False
    desk.now_ms += 60_000
    assert desk.run_for(2 * FEED_MS) == [ALIVE, ALIVE]
    assert desk.watchdog.still == []
    desk.run_for(JOURNAL_STILL_MS)
    assert desk.watchdog.still == ["board", "journal"]


def test_a_main_loop_that_hangs_feeds_nothing() -> None:
    desk = Desk()
    desk.run_for(FEED_MS)
    desk.now_ms += 60_000
    assert desk.told == [(0, READY)]


# The sensors' thread


@contextmanager
def running(board: SerialBoard | DeviceThread) -> Iterator[Heartbeat]:
    board.start(lambda event: None)
    yield board
    board.stop()


def has_moved(board: Heartbeat, beats: int) -> bool:
    """Whether a board's thread moves this far within ample time."""
    waiting = Event()
    for _ in range(round(WITHIN_S / 0.005)):
        if board.beats >= beats:
            return True
        waiting.wait(0.005)
    return False


def test_a_board_that_is_away_moves_as_long_as_its_thread_tries(tmp_path: Path) -> None:
    quick = BackOff(first_s=0.001, longest_s=0.001)
    with running(SerialBoard(BoardSpec(Grid(24, 24)), str(tmp_path / "no-port"), lambda: 0, quick)) as board:
        assert has_moved(board, 5)


def test_a_thread_that_serves_or_tries_again_moves_and_one_that_hangs_on_its_bus_does_not() -> None:
    served: list[int] = []
    hangs, is_free = Event(), Event()

    def serve(link: DeviceThread) -> None:
        served.append(1)
        if len(served) < 3:
            raise DeviceError("The bus is away.")
        for _ in range(10):
            link.wait_us(1)
        hangs.set()
        is_free.wait(WITHIN_S)

    thread = DeviceThread("board", "the board", serve, HostClock(), BackOff(0.001, 0.001))
    with running(thread) as board:
        assert hangs.wait(WITHIN_S)
        beats = board.beats
        assert beats == 12
        assert not Event().wait(0.05)
        assert board.beats == beats
        is_free.set()
        assert has_moved(board, beats + 1)


# The journal's disk


def test_a_disk_that_answers_is_asked_again_and_again(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal, Probe(journal.probe, every_s=0.001) as probe:
        assert has_moved(probe, 5)


def test_a_journal_in_memory_answers_at_once() -> None:
    with Journal.open(None) as journal:
        journal.probe()
        assert journal.games() == []


def test_a_disk_that_fails_answers_too_for_the_journal_tells_of_it() -> None:
    def fail() -> None:
        raise OSError(5, "Input/output error")

    with Probe(fail, every_s=0.001) as probe:
        assert has_moved(probe, 3)


def test_a_disk_that_hangs_is_not_alive_and_holds_no_one_up() -> None:
    asked, is_free = Event(), Event()

    def hang() -> None:
        asked.set()
        is_free.wait(WITHIN_S)

    with Probe(hang, every_s=0.001) as probe:
        assert asked.wait(WITHIN_S)
        beats_at_the_end = probe.beats
    is_free.set()
    assert beats_at_the_end == 0
