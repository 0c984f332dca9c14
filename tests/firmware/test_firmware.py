"""The firmware as it is copied to the board, run by MicroPython on the stand-in for a Pico."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from firmware import VERSION
from hardware.board.light_changes import light_messages
from hardware.board.messages import (
    PROTOCOL,
    AskHello,
    AskPrompt,
    AskStatistics,
    BoardMessage,
    Hello,
    Log,
    Ping,
    Pong,
    Sensors,
    Settings,
    Statistics,
)
from hardware.simulated.firmware import FirmwareEnded

Boards = Callable[..., Any]  # make the HostedBoard of conftest.py


def sensors(messages: list[BoardMessage]) -> list[Sensors]:
    return [message for message in messages if isinstance(message, Sensors)]


def statistics(board: Any) -> Statistics:
    board.tell(AskStatistics())
    (last,) = [message for message in board.hear(5) if isinstance(message, Statistics)]
    return last


@pytest.mark.parametrize(("columns", "rows"), [(24, 24), (8, 8), (32, 32), (5, 3), (1, 1), (9, 32), (32, 9)])
def test_it_says_what_it_is_and_sees_each_corner_of_any_grid(hosted: Boards, columns: int, rows: int) -> None:
    board = hosted(columns, rows)
    size = columns * rows
    assert board.hear(1) == [Hello(PROTOCOL, VERSION, columns, rows, size)]
    corners = {0, columns - 1, size - columns, size - 1}
    for corner in corners:
        reports = sensors(board.hear(300, 1 << corner))
        assert reports[-1].closed == 1 << corner
        assert reports[-1].size == (size + 7) // 8
    assert sensors(board.hear(300, (1 << size) - 1))[-1].closed == (1 << size) - 1


def test_a_press_with_bounce_gives_one_change_and_its_release_another(hosted: Boards) -> None:
    board = hosted()
    board.hear(100)
    house = 1 << 27
    seen = []
    for closed in (house, 0):
        for _ in range(6):
            seen += sensors(board.hear(0.3, closed))
            seen += sensors(board.hear(0.4, house ^ closed))
        seen += sensors(board.hear(600, closed))
    states = [state for state, _ in itertools.groupby(report.closed for report in seen)]
    assert states == [0, house, 0] or states == [house, 0]


def test_a_change_is_heard_within_the_debounce_time_and_a_scan(hosted: Boards) -> None:
    board = hosted()
    board.hear(100)
    assert board.hear(4, 1) == []
    (report,) = board.hear(6, 1)
    assert report == Sensors(report.at_ms, 1, 8)
    assert 105 <= report.at_ms <= 110


def test_the_board_is_reported_every_250_ms(hosted: Boards) -> None:
    times = [report.at_ms for report in sensors(hosted().hear(3000))]
    assert all(250 <= after - before <= 253 for before, after in itertools.pairwise(times))
    assert len(times) == 12


def test_without_time_to_settle_a_site_shows_as_a_ghost_in_the_next_rows(hosted: Boards) -> None:
    """The stand-in's columns hold their charge, so this is what the settings' pause is for."""
    site = 1 << 8 * 3 + 2
    ghosts = site << 8 | site << 16  # a row takes 2 us, the charge is gone after 3
    assert sensors(hosted(SETTLE_US=5).hear(300, site))[-1].closed == site
    assert sensors(hosted(SETTLE_US=0).hear(300, site))[-1].closed == site | ghosts


@pytest.mark.parametrize("order", ["GRB", "RGB", "BRG", "GRBW", "WRGB"])
def test_a_picture_arrives_at_the_lights_in_the_order_of_the_strip(hosted: Boards, order: str) -> None:
    board = hosted(24, 24, order=order)
    picture = bytes(number * 7 % 256 for number in range(3 * 576))
    board.tell(*light_messages(None, picture, order))
    board.run(30)
    assert board.board.lit == picture
    changed = picture[:300] + b"\x01\x02\x03" + picture[303:]
    board.tell(*light_messages(picture, changed, order))
    board.run(60)
    assert board.board.lit == changed
    assert board.board.refreshes == 3  # the first one put everything out


@pytest.mark.parametrize("order", ["GRB", "GRBW"])
def test_the_lights_go_dark_when_the_host_says_nothing(hosted: Boards, order: str) -> None:
    board = hosted(order=order)
    picture = bytes(range(192))
    board.tell(*light_messages(None, picture, order))
    board.run(4900)
    assert board.board.lit == picture
    board.run(200)
    assert board.board.lit == bytes(192)


@pytest.mark.parametrize("order", ["GRB", "GRBW"])
def test_lights_of_either_kind_that_are_lit_from_before_the_start_are_put_out(
    hosted: Boards, order: str
) -> None:
    board = hosted(order=order)
    board.tell(*light_messages(None, b"\x09" * 192, order))
    board.run(60)
    board.board.kill()
    assert board.board.lit == b"\x09" * 192
    board.board.start()
    board.board.advance(30_000, 0)
    assert board.board.lit == bytes(192)


def test_questions_are_answered(hosted: Boards) -> None:
    board = hosted()
    board.hear(20)
    board.tell(AskHello(), Ping(9), Settings(20, 100), Settings(20, 5))
    assert board.hear(5) == [
        Hello(PROTOCOL, VERSION, 8, 8, 64),
        Pong(9),
        Settings(20, 100),
        Log("refused: scans_per_s 5, not (20, 1000)"),
        Settings(20, 100),
    ]


def test_the_scan_rate_is_the_one_that_was_set(hosted: Boards) -> None:
    board = hosted()
    board.tell(Settings(20, 100))
    before = statistics(board)
    board.run(2000)
    assert statistics(board).scans - before.scans == pytest.approx(200, abs=2)


def test_a_host_that_does_not_read_stalls_no_scan_and_hears_the_board_as_it_is_when_it_reads_again(
    hosted: Boards,
) -> None:
    board = hosted()
    board.hear(100)
    for _ in range(100):
        board.tell(*[Ping(number) for number in range(50)])
    board.run(4000, 1)
    assert board.board.unread > 1000
    board.heard()
    assert sensors(board.hear(300, 1))[-1].closed == 1
    count = statistics(board)
    assert count.dropped > 100
    assert count.scans == pytest.approx(count.uptime_ms * 0.4, rel=0.01)
    assert board.decoder.lost == count.dropped % 256
    assert board.decoder.crc_errors == 0


def test_a_flood_of_rubbish_stalls_no_scan_and_the_next_question_is_answered(hosted: Boards) -> None:
    board = hosted()
    board.hear(100)
    board.send(bytes(number * 37 % 256 for number in range(20_000)))
    board.tell(Ping(5))
    assert Pong(5) in board.hear(100)
    count = statistics(board)
    assert count.skipped > 19_000
    assert count.scans == pytest.approx(count.uptime_ms * 0.4, rel=0.01)


def test_a_byte_3_from_the_host_does_not_interrupt_the_program(hosted: Boards) -> None:
    board = hosted()
    board.send(b"\x03" * 10)
    board.tell(Ping(3))
    assert Pong(3) in board.hear(10)


def test_the_same_contacts_at_the_same_times_give_the_same_messages(hosted: Boards) -> None:
    def play() -> list[BoardMessage]:
        board = hosted()
        board.tell(Settings(6, 500), AskStatistics())
        return [message for step in range(60) for message in board.hear(7.7, step * 0x10101 & 0xFFFF)]

    assert play() == play()


@pytest.mark.parametrize("protocol", [PROTOCOL, 99])
def test_asked_for_the_prompt_it_goes_dark_and_is_skipped_for_one_start(
    hosted: Boards, protocol: int
) -> None:
    board = hosted()
    board.tell(*light_messages(None, b"\x09" * 192, "GRB"))
    board.run(60)
    board.tell(AskHello(protocol))
    board.tell(AskPrompt())
    with pytest.raises(FirmwareEnded, match="starts itself anew"):
        board.run(10)
    assert board.board.lit == bytes(192)

    board.board.start()
    with pytest.raises(FirmwareEnded, match="left the board to the MicroPython prompt"):
        board.board.advance(1_000, 0)
    board.board.start()
    board.board.advance(1_000, 0)
    assert board.board.is_running
